// What Swift cannot import from WebKitGTK and GTK: each entry says why it is here.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>
#include <webkit2/webkit2.h>

// Marks a function, or a callback's type, as main-actor isolated; see TransomGLibShims.h.
#define TRANSOM_MAIN_ACTOR __attribute__((swift_attr("@MainActor")))

// A web view with the construct-only properties that Swift cannot pass: g_object_new is variadic. `related` may be NULL,
// and then the view has the context and the manager given; a related view shares its opener's. Floating.
TRANSOM_MAIN_ACTOR WebKitWebView *transom_web_view_new(WebKitWebContext *context, WebKitUserContentManager *manager,
                                                       WebKitSettings *settings, WebKitWebView *related,
                                                       gboolean is_automated);

// A web context whose data manager and limit of memory are construct-only. Ephemeral when `directory` is NULL; each of its
// web processes is ended where it has more than `memory_limit` MiB, which is looked at every `poll_interval` seconds. 0 is
// no limit.
TRANSOM_MAIN_ACTOR WebKitWebContext *transom_web_context_new(const char *directory, unsigned memory_limit,
                                                             double poll_interval);

// Has `handler` answer the requests for a scheme in a context; WebKitURISchemeRequestCallback is not main-actor isolated.
// A scheme of a context can be registered once and for ever.
TRANSOM_MAIN_ACTOR void transom_register_uri_scheme(WebKitWebContext *context, const char *scheme,
                                                    void (TRANSOM_MAIN_ACTOR *handler)(WebKitURISchemeRequest *request,
                                                                                       void *data),
                                                    void *data, GDestroyNotify destroy);

// Real input: Swift cannot fill the union GdkEvent. The place is in the widget's own pixels; a key is GDK's keyval with
// GDK's mask of what is held down. FALSE where the widget is in no window that is shown.
TRANSOM_MAIN_ACTOR gboolean transom_widget_click(GtkWidget *widget, double x, double y);
TRANSOM_MAIN_ACTOR gboolean transom_widget_press_key(GtkWidget *widget, unsigned keyval, unsigned modifiers);

// What a person does, as far as a gate must know it.
typedef enum {
    TRANSOM_INPUT_NONE,
    TRANSOM_INPUT_KEY_DOWN,
    TRANSOM_INPUT_KEY_UP,
    TRANSOM_INPUT_BUTTON_DOWN,
    TRANSOM_INPUT_BUTTON_UP,
    TRANSOM_INPUT_MOTION,
    TRANSOM_INPUT_SCROLL,
    TRANSOM_INPUT_TOUCH_DOWN,
    TRANSOM_INPUT_TOUCH_MOVE,
    TRANSOM_INPUT_TOUCH_UP,
    // Gestures of a touchpad, drags, drops and pads.
    TRANSOM_INPUT_OTHER,
} TransomInputKind;

typedef struct {
    TransomInputKind kind;
    guint keyval;
    guint button;
    guint state;
    gboolean is_touch;
    // Tells one finger from another; NULL for what is no finger.
    void *sequence;
    // On the screen, in application pixels.
    double x;
    double y;
} TransomInput;

// Asks a handler before any widget sees an event of a person; FALSE drops it. NULL takes the gate away.
TRANSOM_MAIN_ACTOR void transom_gate_input(gboolean (TRANSOM_MAIN_ACTOR *handler)(const TransomInput *input));

// A descriptor that is readable when a process has ended, or -1. pidfd_open(2) by syscall, which is variadic.
int transom_process_open(int process);

// Turns what a mouse's first button does into what a finger does, from now on.
TRANSOM_MAIN_ACTOR void transom_mouse_is_finger(gboolean is_finger);

// Delivers an event that was made here, as a finger's where the mouse is one; the gate is not asked otherwise.
void transom_deliver(GdkEvent *event);

// Delivers a finger's event as GDK would; `number` tells fingers apart.
TRANSOM_MAIN_ACTOR void transom_deliver_touch(GtkWidget *widget, TransomInputKind kind, guint number, double x, double y);

// Hides the pointer over a window and everything in it, or shows it again.
TRANSOM_MAIN_ACTOR void transom_window_hide_cursor(GtkWidget *window, gboolean is_hidden);

// Gives a window the keyboard where no window manager does, and keeps the X server from blanking the screen.
TRANSOM_MAIN_ACTOR void transom_window_take_keyboard(GtkWidget *window);

// The kinds of a JSCValue, in one call instead of eight.
typedef enum {
    TRANSOM_VALUE_UNDEFINED,
    TRANSOM_VALUE_NULL,
    TRANSOM_VALUE_BOOLEAN,
    TRANSOM_VALUE_NUMBER,
    TRANSOM_VALUE_STRING,
    TRANSOM_VALUE_ARRAY,
    TRANSOM_VALUE_DATE,
    TRANSOM_VALUE_OBJECT,
} TransomValueKind;

TRANSOM_MAIN_ACTOR TransomValueKind transom_value_kind(JSCValue *value);

// The typed casts that GTK has only as macros. The argument must be an instance of the type.
static inline GtkWidget *transom_widget(void *instance) { return GTK_WIDGET(instance); }
static inline GtkWindow *transom_window(void *instance) { return GTK_WINDOW(instance); }
static inline GtkContainer *transom_container(void *instance) { return GTK_CONTAINER(instance); }
static inline GtkOverlay *transom_overlay(void *instance) { return GTK_OVERLAY(instance); }
static inline GtkBox *transom_box(void *instance) { return GTK_BOX(instance); }
static inline GtkButton *transom_button(void *instance) { return GTK_BUTTON(instance); }
static inline GtkLabel *transom_label(void *instance) { return GTK_LABEL(instance); }
static inline GtkEntry *transom_entry(void *instance) { return GTK_ENTRY(instance); }
static inline GtkGrid *transom_grid(void *instance) { return GTK_GRID(instance); }
static inline GtkSpinner *transom_spinner(void *instance) { return GTK_SPINNER(instance); }

// The size of an icon in pixels; GtkImage is its own cast.
static inline void transom_image_set_size(GtkWidget *image, int size) { gtk_image_set_pixel_size(GTK_IMAGE(image), size); }

// Names a widget for assistive technology: ATK's own functions are not part of the GTK module.
TRANSOM_MAIN_ACTOR void transom_widget_set_accessible_name(GtkWidget *widget, const char *name);

// Writes what a toplevel shows on the screen as PNG. The engine's own snapshot repaints without compositing and so is
// not what is seen. `hidden` are widgets with a window of their own, as views are: where they are shown the picture is
// black, whatever lies over them. Returns 0, or 1 when the window is not shown, 2 when it could not be read, 3 when it could not be
// written.
TRANSOM_MAIN_ACTOR int transom_window_write_png(GtkWidget *window, const char *path, GtkWidget *const *hidden,
                                                int hidden_count);

// The colour, 0xRRGGBB, of a point that a widget would draw now, in its own coordinates; -1 where it is not shown.
TRANSOM_MAIN_ACTOR int transom_widget_colour(GtkWidget *widget, int x, int y);

// Calls `handler` at each frame of the clock that a widget is drawn by, until it returns FALSE or the widget goes.
// GtkTickCallback cannot say that it is called on the main thread.
TRANSOM_MAIN_ACTOR void transom_widget_on_frames(GtkWidget *widget,
                                                 gboolean (TRANSOM_MAIN_ACTOR *handler)(void *data), void *data,
                                                 GDestroyNotify destroy);

// Calls `handler` when the X server closes the connection, instead of GDK's own handler, which ends the process without a
// word. The process ends when the handler returns. Does nothing under Wayland. XSetIOErrorHandler is Xlib's.
TRANSOM_MAIN_ACTOR void transom_watch_display_loss(void (TRANSOM_MAIN_ACTOR *handler)(void));

// A certificate in DER, or NULL; it is a property, and g_object_get is variadic. The caller releases it.
TRANSOM_MAIN_ACTOR GByteArray *transom_certificate_encoding(GTlsCertificate *certificate);

// The checked cast of a permission request, or NULL where it is another kind.
TRANSOM_MAIN_ACTOR WebKitUserMediaPermissionRequest *transom_user_media_request(void *request);

// What a page asks permission for: `geolocation`, `camera`, `microphone`, `camera+microphone`, `display`, `notifications`,
// `clipboard`, `pointerLock`, `mediaKeys`, `deviceInfo`, `websiteData` or `other`. The type checks are macros.
TRANSOM_MAIN_ACTOR const char *transom_permission_kind(WebKitPermissionRequest *request);

// g_signal_connect_data takes an untyped callback, so each signal has its typed connector.
#define TRANSOM_CONNECTOR(name, result, ...)                                                                             \
    TRANSOM_MAIN_ACTOR gulong transom_connect_##name(void *object, result(TRANSOM_MAIN_ACTOR *handler)(__VA_ARGS__),       \
                                                     void *data, GClosureNotify destroy);

TRANSOM_CONNECTOR(load_changed, void, WebKitWebView *view, WebKitLoadEvent event, void *data)
TRANSOM_CONNECTOR(load_failed, gboolean, WebKitWebView *view, WebKitLoadEvent event, const char *uri, GError *error,
                  void *data)
TRANSOM_CONNECTOR(load_failed_with_tls_errors, gboolean, WebKitWebView *view, const char *uri,
                  GTlsCertificate *certificate, GTlsCertificateFlags errors, void *data)
TRANSOM_CONNECTOR(decide_policy, gboolean, WebKitWebView *view, WebKitPolicyDecision *decision,
                  WebKitPolicyDecisionType type, void *data)
TRANSOM_CONNECTOR(automation_started, void, WebKitWebContext *context, WebKitAutomationSession *session, void *data)
TRANSOM_CONNECTOR(create_web_view, WebKitWebView *, WebKitAutomationSession *session, void *data)
TRANSOM_CONNECTOR(create, GtkWidget *, WebKitWebView *view, WebKitNavigationAction *action, void *data)
TRANSOM_CONNECTOR(close, void, WebKitWebView *view, void *data)
TRANSOM_CONNECTOR(destroy, void, GtkWidget *widget, void *data)
TRANSOM_CONNECTOR(web_process_terminated, void, WebKitWebView *view, WebKitWebProcessTerminationReason reason, void *data)
TRANSOM_CONNECTOR(user_message_received, gboolean, WebKitWebView *view, WebKitUserMessage *message, void *data)
TRANSOM_CONNECTOR(script_dialog, gboolean, WebKitWebView *view, WebKitScriptDialog *dialog, void *data)
TRANSOM_CONNECTOR(authenticate, gboolean, WebKitWebView *view, WebKitAuthenticationRequest *request, void *data)
TRANSOM_CONNECTOR(run_file_chooser, gboolean, WebKitWebView *view, WebKitFileChooserRequest *request, void *data)
TRANSOM_CONNECTOR(enter_fullscreen, gboolean, WebKitWebView *view, void *data)
TRANSOM_CONNECTOR(leave_fullscreen, gboolean, WebKitWebView *view, void *data)
TRANSOM_CONNECTOR(insecure_content_detected, void, WebKitWebView *view, WebKitInsecureContentEvent event, void *data)
TRANSOM_CONNECTOR(back_forward_list_changed, void, WebKitBackForwardList *list, WebKitBackForwardListItem *added,
                  void *removed, void *data)
TRANSOM_CONNECTOR(permission_request, gboolean, WebKitWebView *view, WebKitPermissionRequest *request, void *data)
TRANSOM_CONNECTOR(context_menu, gboolean, WebKitWebView *view, WebKitContextMenu *menu, GdkEvent *event,
                  WebKitHitTestResult *hit, void *data)
TRANSOM_CONNECTOR(show_notification, gboolean, WebKitWebView *view, WebKitNotification *notification, void *data)
TRANSOM_CONNECTOR(print, gboolean, WebKitWebView *view, WebKitPrintOperation *operation, void *data)
TRANSOM_CONNECTOR(initialize_web_extensions, void, WebKitWebContext *context, void *data)
TRANSOM_CONNECTOR(download_started, void, WebKitWebContext *context, WebKitDownload *download, void *data)
TRANSOM_CONNECTOR(cookies_changed, void, WebKitCookieManager *manager, void *data)
TRANSOM_CONNECTOR(found_text, void, WebKitFindController *controller, guint count, void *data)
TRANSOM_CONNECTOR(failed_to_find_text, void, WebKitFindController *controller, void *data)
TRANSOM_CONNECTOR(decide_destination, gboolean, WebKitDownload *download, const char *suggested_name, void *data)
TRANSOM_CONNECTOR(download_failed, void, WebKitDownload *download, GError *error, void *data)
TRANSOM_CONNECTOR(download_finished, void, WebKitDownload *download, void *data)
TRANSOM_CONNECTOR(print_failed, void, WebKitPrintOperation *operation, GError *error, void *data)
TRANSOM_CONNECTOR(print_finished, void, WebKitPrintOperation *operation, void *data)
TRANSOM_CONNECTOR(delete_event, gboolean, GtkWidget *widget, GdkEvent *event, void *data)
TRANSOM_CONNECTOR(key_press_event, gboolean, GtkWidget *widget, GdkEventKey *event, void *data)
TRANSOM_CONNECTOR(widget_event, gboolean, GtkWidget *widget, GdkEvent *event, void *data)
TRANSOM_CONNECTOR(drag_begin, void, GtkWidget *widget, GdkDragContext *context, void *data)
TRANSOM_CONNECTOR(focus_in_event, gboolean, GtkWidget *widget, GdkEventFocus *event, void *data)
TRANSOM_CONNECTOR(resource_load_started, void, WebKitWebView *view, WebKitWebResource *resource,
                  WebKitURIRequest *request, void *data)
TRANSOM_CONNECTOR(show_option_menu, gboolean, WebKitWebView *view, WebKitOptionMenu *menu, GdkEvent *event,
                  GdkRectangle *rectangle, void *data)
TRANSOM_CONNECTOR(clicked, void, GtkButton *button, void *data)
TRANSOM_CONNECTOR(run_color_chooser, gboolean, WebKitWebView *view, WebKitColorChooserRequest *request, void *data)
TRANSOM_CONNECTOR(monitors_changed, void, GdkScreen *screen, void *data)
TRANSOM_CONNECTOR(size_changed, void, GdkScreen *screen, void *data)
TRANSOM_CONNECTOR(map, void, GtkWidget *widget, void *data)
TRANSOM_CONNECTOR(responsiveness, void, WebKitWebView *view, GParamSpec *property, void *data)
TRANSOM_CONNECTOR(tooltip, void, GtkWidget *widget, GParamSpec *property, void *data)

// The script-message signals carry the handler's name as their detail.
TRANSOM_MAIN_ACTOR gulong transom_connect_script_message(void *object, const char *handler_name,
                                                         void (TRANSOM_MAIN_ACTOR *handler)(
                                                             WebKitUserContentManager *manager,
                                                             WebKitJavascriptResult *result, void *data),
                                                         void *data, GClosureNotify destroy);
TRANSOM_MAIN_ACTOR gulong transom_connect_script_message_with_reply(
    void *object, const char *handler_name,
    gboolean (TRANSOM_MAIN_ACTOR *handler)(WebKitUserContentManager *manager, JSCValue *value,
                                           WebKitScriptMessageReply *reply, void *data),
    void *data, GClosureNotify destroy);

// What a page loads besides itself tells by a signal of its own that its server's certificate is not trusted; in Swift that
// would take a connection, and somebody who keeps it, for every file of every page.
TRANSOM_MAIN_ACTOR gulong transom_connect_resource_tls_failed(
    void *object,
    void (TRANSOM_MAIN_ACTOR *handler)(WebKitWebView *view, const char *uri, GTlsCertificate *certificate, void *data),
    void *data, GClosureNotify destroy);

#undef TRANSOM_CONNECTOR
