// The typed signal connectors.
// SPDX-License-Identifier: Apache-2.0
#include "TransomWebKitShims.h"

#define CONNECTOR(name, signal, result, ...)                                                                             \
    gulong transom_connect_##name(void *object, result (*handler)(__VA_ARGS__), void *data, GClosureNotify destroy)        \
    {                                                                                                                      \
        return g_signal_connect_data(object, signal, G_CALLBACK(handler), data, destroy, 0);                               \
    }

CONNECTOR(load_changed, "load-changed", void, WebKitWebView *, WebKitLoadEvent, void *)
CONNECTOR(load_failed, "load-failed", gboolean, WebKitWebView *, WebKitLoadEvent, const char *, GError *, void *)
CONNECTOR(load_failed_with_tls_errors, "load-failed-with-tls-errors", gboolean, WebKitWebView *, const char *,
          GTlsCertificate *, GTlsCertificateFlags, void *)
CONNECTOR(decide_policy, "decide-policy", gboolean, WebKitWebView *, WebKitPolicyDecision *, WebKitPolicyDecisionType,
          void *)
CONNECTOR(automation_started, "automation-started", void, WebKitWebContext *, WebKitAutomationSession *, void *)
CONNECTOR(create_web_view, "create-web-view", WebKitWebView *, WebKitAutomationSession *, void *)
CONNECTOR(create, "create", GtkWidget *, WebKitWebView *, WebKitNavigationAction *, void *)
CONNECTOR(close, "close", void, WebKitWebView *, void *)
CONNECTOR(destroy, "destroy", void, GtkWidget *, void *)
CONNECTOR(web_process_terminated, "web-process-terminated", void, WebKitWebView *, WebKitWebProcessTerminationReason,
          void *)
CONNECTOR(user_message_received, "user-message-received", gboolean, WebKitWebView *, WebKitUserMessage *, void *)
CONNECTOR(script_dialog, "script-dialog", gboolean, WebKitWebView *, WebKitScriptDialog *, void *)
CONNECTOR(authenticate, "authenticate", gboolean, WebKitWebView *, WebKitAuthenticationRequest *, void *)
CONNECTOR(run_file_chooser, "run-file-chooser", gboolean, WebKitWebView *, WebKitFileChooserRequest *, void *)
CONNECTOR(enter_fullscreen, "enter-fullscreen", gboolean, WebKitWebView *, void *)
CONNECTOR(leave_fullscreen, "leave-fullscreen", gboolean, WebKitWebView *, void *)
CONNECTOR(insecure_content_detected, "insecure-content-detected", void, WebKitWebView *, WebKitInsecureContentEvent,
          void *)
CONNECTOR(back_forward_list_changed, "changed", void, WebKitBackForwardList *, WebKitBackForwardListItem *, void *,
          void *)
CONNECTOR(permission_request, "permission-request", gboolean, WebKitWebView *, WebKitPermissionRequest *, void *)
CONNECTOR(context_menu, "context-menu", gboolean, WebKitWebView *, WebKitContextMenu *, GdkEvent *, WebKitHitTestResult *,
          void *)
CONNECTOR(show_notification, "show-notification", gboolean, WebKitWebView *, WebKitNotification *, void *)
CONNECTOR(print, "print", gboolean, WebKitWebView *, WebKitPrintOperation *, void *)
CONNECTOR(initialize_web_extensions, "initialize-web-extensions", void, WebKitWebContext *, void *)
CONNECTOR(download_started, "download-started", void, WebKitWebContext *, WebKitDownload *, void *)
CONNECTOR(cookies_changed, "changed", void, WebKitCookieManager *, void *)
CONNECTOR(found_text, "found-text", void, WebKitFindController *, guint, void *)
CONNECTOR(failed_to_find_text, "failed-to-find-text", void, WebKitFindController *, void *)
CONNECTOR(decide_destination, "decide-destination", gboolean, WebKitDownload *, const char *, void *)
CONNECTOR(download_failed, "failed", void, WebKitDownload *, GError *, void *)
CONNECTOR(download_finished, "finished", void, WebKitDownload *, void *)
CONNECTOR(print_failed, "failed", void, WebKitPrintOperation *, GError *, void *)
CONNECTOR(print_finished, "finished", void, WebKitPrintOperation *, void *)
CONNECTOR(delete_event, "delete-event", gboolean, GtkWidget *, GdkEvent *, void *)
CONNECTOR(key_press_event, "key-press-event", gboolean, GtkWidget *, GdkEventKey *, void *)
CONNECTOR(widget_event, "event", gboolean, GtkWidget *, GdkEvent *, void *)
CONNECTOR(drag_begin, "drag-begin", void, GtkWidget *, GdkDragContext *, void *)
CONNECTOR(focus_in_event, "focus-in-event", gboolean, GtkWidget *, GdkEventFocus *, void *)
CONNECTOR(resource_load_started, "resource-load-started", void, WebKitWebView *, WebKitWebResource *, WebKitURIRequest *,
          void *)
CONNECTOR(show_option_menu, "show-option-menu", gboolean, WebKitWebView *, WebKitOptionMenu *, GdkEvent *, GdkRectangle *,
          void *)
CONNECTOR(clicked, "clicked", void, GtkButton *, void *)
CONNECTOR(run_color_chooser, "run-color-chooser", gboolean, WebKitWebView *, WebKitColorChooserRequest *, void *)
CONNECTOR(monitors_changed, "monitors-changed", void, GdkScreen *, void *)
CONNECTOR(size_changed, "size-changed", void, GdkScreen *, void *)
CONNECTOR(map, "map", void, GtkWidget *, void *)
CONNECTOR(responsiveness, "notify::is-web-process-responsive", void, WebKitWebView *, GParamSpec *, void *)
CONNECTOR(tooltip, "notify::has-tooltip", void, GtkWidget *, GParamSpec *, void *)

gulong transom_connect_script_message(void *object, const char *handler_name,
                                      void (*handler)(WebKitUserContentManager *, WebKitJavascriptResult *, void *),
                                      void *data, GClosureNotify destroy)
{
    g_autofree char *signal = g_strconcat("script-message-received::", handler_name, NULL);
    return g_signal_connect_data(object, signal, G_CALLBACK(handler), data, destroy, 0);
}

gulong transom_connect_script_message_with_reply(void *object, const char *handler_name,
                                                 gboolean (*handler)(WebKitUserContentManager *, JSCValue *,
                                                                     WebKitScriptMessageReply *, void *),
                                                 void *data, GClosureNotify destroy)
{
    g_autofree char *signal = g_strconcat("script-message-with-reply-received::", handler_name, NULL);
    return g_signal_connect_data(object, signal, G_CALLBACK(handler), data, destroy, 0);
}

typedef struct {
    WebKitWebView *view;
    void (*handler)(WebKitWebView *, const char *, GTlsCertificate *, void *);
    void *data;
    GClosureNotify destroy;
} ResourceWatch;

static void resource_tls_failed(WebKitWebResource *resource, GTlsCertificate *certificate,
                                G_GNUC_UNUSED GTlsCertificateFlags errors, ResourceWatch *watch)
{
    // The page's own is told of by the view.
    if (watch->view && resource != webkit_web_view_get_main_resource(watch->view))
        watch->handler(watch->view, webkit_web_resource_get_uri(resource), certificate, watch->data);
}

static void resource_watch_unref(gpointer watch, G_GNUC_UNUSED GClosure *closure)
{
    g_rc_box_release(watch);
}

static void resource_started(G_GNUC_UNUSED WebKitWebView *view, WebKitWebResource *resource,
                             G_GNUC_UNUSED WebKitURIRequest *request, ResourceWatch *watch)
{
    g_signal_connect_data(resource, "failed-with-tls-errors", G_CALLBACK(resource_tls_failed), g_rc_box_acquire(watch),
                          resource_watch_unref, 0);
}

static void resource_watch_end(gpointer data, GClosure *closure)
{
    ResourceWatch *watch = data;
    // A resource may outlive its view, and says nothing then.
    watch->view = NULL;
    watch->destroy(watch->data, closure);
    g_rc_box_release(watch);
}

gulong transom_connect_resource_tls_failed(void *object,
                                           void (*handler)(WebKitWebView *, const char *, GTlsCertificate *, void *),
                                           void *data, GClosureNotify destroy)
{
    ResourceWatch *watch = g_rc_box_new0(ResourceWatch);
    *watch = (ResourceWatch){ object, handler, data, destroy };
    return g_signal_connect_data(object, "resource-load-started", G_CALLBACK(resource_started), watch, resource_watch_end,
                                 0);
}
