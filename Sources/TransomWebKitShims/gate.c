// A gate for everything that people do with keys, mice and fingers: one place that sees each event before any widget.
// SPDX-License-Identifier: Apache-2.0
//
// Swift cannot read the union GdkEvent, and GDK's handler for all events has to hand on what passes.

#include "TransomWebKitShims.h"

#include <gdk/gdkx.h>
#include <X11/extensions/Xfixes.h>

static gboolean (*gate)(const TransomInput *input);

static TransomInputKind kind_of(GdkEventType type)
{
    switch (type) {
    case GDK_KEY_PRESS:
        return TRANSOM_INPUT_KEY_DOWN;
    case GDK_KEY_RELEASE:
        return TRANSOM_INPUT_KEY_UP;
    case GDK_BUTTON_PRESS:
    case GDK_2BUTTON_PRESS:
    case GDK_3BUTTON_PRESS:
        return TRANSOM_INPUT_BUTTON_DOWN;
    case GDK_BUTTON_RELEASE:
        return TRANSOM_INPUT_BUTTON_UP;
    case GDK_MOTION_NOTIFY:
        return TRANSOM_INPUT_MOTION;
    case GDK_SCROLL:
        return TRANSOM_INPUT_SCROLL;
    case GDK_TOUCH_BEGIN:
        return TRANSOM_INPUT_TOUCH_DOWN;
    case GDK_TOUCH_UPDATE:
        return TRANSOM_INPUT_TOUCH_MOVE;
    case GDK_TOUCH_END:
    case GDK_TOUCH_CANCEL:
        return TRANSOM_INPUT_TOUCH_UP;
    case GDK_TOUCHPAD_PINCH:
    case GDK_TOUCHPAD_SWIPE:
    case GDK_DRAG_ENTER:
    case GDK_DRAG_LEAVE:
    case GDK_DRAG_MOTION:
    case GDK_DRAG_STATUS:
    case GDK_DROP_START:
    case GDK_DROP_FINISHED:
    case GDK_PAD_BUTTON_PRESS:
    case GDK_PAD_BUTTON_RELEASE:
    case GDK_PAD_RING:
    case GDK_PAD_STRIP:
    case GDK_PAD_GROUP_MODE:
        return TRANSOM_INPUT_OTHER;
    default:
        return TRANSOM_INPUT_NONE;
    }
}

static gboolean touch;

// What a finger does where a mouse did it, or NULL for what no finger does.
static GdkEvent *finger_of(GdkEvent *event)
{
    GdkEventType type;
    switch (event->type) {
    case GDK_BUTTON_PRESS:
        type = GDK_TOUCH_BEGIN;
        break;
    case GDK_BUTTON_RELEASE:
        type = GDK_TOUCH_END;
        break;
    case GDK_MOTION_NOTIFY:
        type = GDK_TOUCH_UPDATE;
        break;
    default:
        return NULL;
    }
    guint button = 1;
    GdkModifierType state = 0;
    gdk_event_get_button(event, &button);
    gdk_event_get_state(event, &state);
    if (button != 1 || (type == GDK_TOUCH_UPDATE && !(state & GDK_BUTTON1_MASK)))
        return NULL;
    GdkEvent *finger = gdk_event_new(type);
    finger->touch.window = g_object_ref(gdk_event_get_window(event));
    finger->touch.time = gdk_event_get_time(event);
    gdk_event_get_coords(event, &finger->touch.x, &finger->touch.y);
    gdk_event_get_root_coords(event, &finger->touch.x_root, &finger->touch.y_root);
    finger->touch.state = state;
    finger->touch.sequence = GUINT_TO_POINTER(1);
    finger->touch.emulating_pointer = TRUE;
    gdk_event_set_device(finger, gdk_event_get_device(event));
    gdk_event_set_source_device(finger, gdk_event_get_source_device(event));
    gdk_event_set_screen(finger, gdk_event_get_screen(event));
    return finger;
}

static void handle(GdkEvent *event, G_GNUC_UNUSED gpointer data)
{
    if (touch && (event->type == GDK_2BUTTON_PRESS || event->type == GDK_3BUTTON_PRESS))
        return;
    GdkEvent *finger = touch ? finger_of(event) : NULL;
    if (finger)
        event = finger;
    TransomInput input = { .kind = kind_of(event->type) };
    if (gate && input.kind != TRANSOM_INPUT_NONE) {
        GdkModifierType state = 0;
        gdk_event_get_state(event, &state);
        input.state = state;
        gdk_event_get_keyval(event, &input.keyval);
        gdk_event_get_button(event, &input.button);
        gdk_event_get_root_coords(event, &input.x, &input.y);
        input.sequence = gdk_event_get_event_sequence(event);
        GdkDevice *source = gdk_event_get_source_device(event);
        input.is_touch = input.sequence || (source && gdk_device_get_source(source) == GDK_SOURCE_TOUCHSCREEN);
        if (!gate(&input))
            goto done;
    }
    gtk_main_do_event(event);
done:
    g_clear_pointer(&finger, gdk_event_free);
}

static void install(void)
{
    gdk_event_handler_set(gate || touch ? handle : (GdkEventFunc)gtk_main_do_event, NULL, NULL);
}

void transom_deliver(GdkEvent *event)
{
    if (touch)
        handle(event, NULL);
    else
        gtk_main_do_event(event);
}

void transom_mouse_is_finger(gboolean is_finger)
{
    touch = is_finger;
    install();
}

void transom_gate_input(gboolean (*handler)(const TransomInput *input))
{
    gate = handler;
    install();
}

static void set_cursor(GdkWindow *window, GdkCursor *cursor)
{
    gdk_window_set_cursor(window, cursor);
    GList *children = gdk_window_peek_children(window);
    for (GList *child = children; child; child = child->next)
        set_cursor(child->data, cursor);
}

void transom_window_hide_cursor(GtkWidget *widget, gboolean is_hidden)
{
    GdkWindow *window = gtk_widget_get_window(widget);
    if (!window)
        return;
    GdkDisplay *display = gdk_window_get_display(window);
    GdkCursor *blank = is_hidden ? gdk_cursor_new_for_display(display, GDK_BLANK_CURSOR) : NULL;
    set_cursor(window, blank);
    g_clear_object(&blank);
    // The page sets a cursor of its own whenever it likes; the server's switch is above all of them.
    int event = 0, error = 0;
    if (GDK_IS_X11_DISPLAY(display) && XFixesQueryExtension(gdk_x11_display_get_xdisplay(display), &event, &error)) {
        static gboolean hidden;
        if (hidden == is_hidden)
            return;
        hidden = is_hidden;
        Window root = gdk_x11_window_get_xid(gdk_screen_get_root_window(gdk_display_get_default_screen(display)));
        if (is_hidden)
            XFixesHideCursor(gdk_x11_display_get_xdisplay(display), root);
        else
            XFixesShowCursor(gdk_x11_display_get_xdisplay(display), root);
        gdk_display_flush(display);
    }
}

void transom_window_take_keyboard(GtkWidget *widget)
{
    GdkWindow *window = gtk_widget_get_window(widget);
    if (!window)
        return;
    // Without a window manager nobody else gives a window the keyboard.
    gdk_window_focus(window, GDK_CURRENT_TIME);
    GdkDisplay *display = gdk_window_get_display(window);
    if (GDK_IS_X11_DISPLAY(display))
        XSetScreenSaver(gdk_x11_display_get_xdisplay(display), 0, 0, DefaultBlanking, DefaultExposures);
}

void transom_deliver_touch(GtkWidget *widget, TransomInputKind kind, guint number, double x, double y)
{
    GdkWindow *window = gtk_widget_get_window(widget);
    if (!window)
        return;
    GdkEvent *event = gdk_event_new(kind == TRANSOM_INPUT_TOUCH_DOWN   ? GDK_TOUCH_BEGIN
                                    : kind == TRANSOM_INPUT_TOUCH_MOVE ? GDK_TOUCH_UPDATE
                                                                       : GDK_TOUCH_END);
    int root_x = 0, root_y = 0;
    gdk_window_get_root_coords(window, (int)x, (int)y, &root_x, &root_y);
    event->touch.window = g_object_ref(window);
    event->touch.time = (guint32)(g_get_monotonic_time() / 1000);
    event->touch.x = x;
    event->touch.y = y;
    event->touch.x_root = root_x;
    event->touch.y_root = root_y;
    event->touch.sequence = GUINT_TO_POINTER(number);
    event->touch.emulating_pointer = TRUE;
    if (kind != TRANSOM_INPUT_TOUCH_UP)
        event->touch.state = GDK_BUTTON1_MASK;
    GdkDevice *pointer = gdk_seat_get_pointer(gdk_display_get_default_seat(gtk_widget_get_display(widget)));
    gdk_event_set_device(event, pointer);
    gdk_event_set_source_device(event, pointer);
    gdk_event_set_screen(event, gtk_widget_get_screen(widget));
    // Through the same door as the server's own events.
    handle(event, NULL);
    gdk_event_free(event);
}
