// Real input without a server: events as GDK would deliver them, so that a page sees a person's click or key.
// SPDX-License-Identifier: Apache-2.0
//
// Swift cannot fill the union GdkEvent, and an event needs its device, source device and key code to be trusted.

#include "TransomWebKitShims.h"

static GdkDevice *device_of(GtkWidget *widget, gboolean is_keyboard)
{
    GdkSeat *seat = gdk_display_get_default_seat(gtk_widget_get_display(widget));
    return is_keyboard ? gdk_seat_get_keyboard(seat) : gdk_seat_get_pointer(seat);
}

static void deliver(GdkEvent *event, GdkDevice *device)
{
    gdk_event_set_device(event, device);
    gdk_event_set_source_device(event, device);
    transom_deliver(event);
    gdk_event_free(event);
}

static guint32 now(void)
{
    return (guint32)(g_get_monotonic_time() / 1000);
}

static GdkEvent *pointer_event(GtkWidget *widget, GdkEventType type, double x, double y)
{
    GdkWindow *window = gtk_widget_get_window(widget);
    int root_x = 0, root_y = 0;
    gdk_window_get_root_coords(window, (int)x, (int)y, &root_x, &root_y);
    GdkEvent *event = gdk_event_new(type);
    if (type == GDK_MOTION_NOTIFY) {
        event->motion.window = g_object_ref(window);
        event->motion.time = now();
        event->motion.x = x;
        event->motion.y = y;
        event->motion.x_root = root_x;
        event->motion.y_root = root_y;
    } else {
        event->button.window = g_object_ref(window);
        event->button.time = now();
        event->button.x = x;
        event->button.y = y;
        event->button.x_root = root_x;
        event->button.y_root = root_y;
        event->button.button = GDK_BUTTON_PRIMARY;
        event->button.state = type == GDK_BUTTON_RELEASE ? GDK_BUTTON1_MASK : 0;
    }
    return event;
}

gboolean transom_widget_click(GtkWidget *widget, double x, double y)
{
    if (!gtk_widget_get_mapped(widget) || !gtk_widget_get_window(widget))
        return FALSE;
    // The page's own code, which runs meanwhile, may take the widget away.
    g_object_ref(widget);
    static const GdkEventType types[] = { GDK_MOTION_NOTIFY, GDK_BUTTON_PRESS, GDK_BUTTON_RELEASE };
    for (gsize index = 0; index < G_N_ELEMENTS(types); index++) {
        if (!gtk_widget_get_mapped(widget))
            break;
        deliver(pointer_event(widget, types[index], x, y), device_of(widget, FALSE));
    }
    g_object_unref(widget);
    return TRUE;
}

gboolean transom_widget_press_key(GtkWidget *widget, unsigned keyval, unsigned modifiers)
{
    GtkWidget *toplevel = gtk_widget_get_toplevel(widget);
    if (!gtk_widget_get_mapped(widget) || !gtk_widget_is_toplevel(toplevel))
        return FALSE;
    g_object_ref(widget);
    g_object_ref(toplevel);
    gtk_widget_grab_focus(widget);
    GdkKeymapKey *keys = NULL;
    int count = 0;
    guint16 code = 0;
    GdkKeymap *keymap = gdk_keymap_get_for_display(gtk_widget_get_display(widget));
    if (gdk_keymap_get_entries_for_keyval(keymap, keyval, &keys, &count) && count > 0)
        code = (guint16)keys[0].keycode;
    g_free(keys);
    for (int is_release = 0; is_release < 2; is_release++) {
        GdkWindow *window = gtk_widget_get_window(toplevel);
        if (!window)
            break;
        GdkEvent *event = gdk_event_new(is_release ? GDK_KEY_RELEASE : GDK_KEY_PRESS);
        event->key.window = g_object_ref(window);
        event->key.time = now();
        event->key.keyval = keyval;
        event->key.state = modifiers;
        event->key.hardware_keycode = code;
        event->key.string = g_strdup("");
        deliver(event, device_of(widget, TRUE));
    }
    g_object_unref(toplevel);
    g_object_unref(widget);
    return TRUE;
}
