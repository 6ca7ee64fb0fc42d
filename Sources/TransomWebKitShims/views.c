// Construction, values and pictures.
// SPDX-License-Identifier: Apache-2.0
#include "TransomWebKitShims.h"

#include <stdio.h>

WebKitWebView *transom_web_view_new(WebKitWebContext *context, WebKitUserContentManager *manager, WebKitSettings *settings,
                                    WebKitWebView *related, gboolean is_automated)
{
    if (related)
        return WEBKIT_WEB_VIEW(g_object_new(WEBKIT_TYPE_WEB_VIEW, "related-view", related, "user-content-manager", manager,
                                            "settings", settings, "is-controlled-by-automation", is_automated, NULL));
    return WEBKIT_WEB_VIEW(g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", context, "user-content-manager", manager,
                                        "settings", settings, "is-controlled-by-automation", is_automated, NULL));
}

WebKitWebContext *transom_web_context_new(const char *directory, unsigned memory_limit, double poll_interval)
{
    g_autoptr(WebKitWebsiteDataManager) manager = NULL;
    if (directory) {
        g_autofree char *cache = g_build_filename(directory, "cache", NULL);
        manager = webkit_website_data_manager_new("base-data-directory", directory, "base-cache-directory", cache, NULL);
    } else {
        manager = webkit_website_data_manager_new_ephemeral();
    }
    if (!memory_limit)
        return webkit_web_context_new_with_website_data_manager(manager);
    WebKitMemoryPressureSettings *memory = webkit_memory_pressure_settings_new();
    webkit_memory_pressure_settings_set_memory_limit(memory, memory_limit);
    // Without a threshold of its own the engine frees what it can at the limit, and kills nothing.
    webkit_memory_pressure_settings_set_kill_threshold(memory, 1.0);
    webkit_memory_pressure_settings_set_poll_interval(memory, poll_interval);
    WebKitWebContext *context = WEBKIT_WEB_CONTEXT(g_object_new(WEBKIT_TYPE_WEB_CONTEXT, "website-data-manager", manager,
                                                                "memory-pressure-settings", memory, NULL));
    webkit_memory_pressure_settings_free(memory);
    return context;
}

void transom_register_uri_scheme(WebKitWebContext *context, const char *scheme,
                                 void (*handler)(WebKitURISchemeRequest *, void *), void *data, GDestroyNotify destroy)
{
    webkit_web_context_register_uri_scheme(context, scheme, handler, data, destroy);
}

TransomValueKind transom_value_kind(JSCValue *value)
{
    if (jsc_value_is_string(value))
        return TRANSOM_VALUE_STRING;
    if (jsc_value_is_number(value))
        return TRANSOM_VALUE_NUMBER;
    if (jsc_value_is_boolean(value))
        return TRANSOM_VALUE_BOOLEAN;
    if (jsc_value_is_null(value))
        return TRANSOM_VALUE_NULL;
    if (jsc_value_is_array(value))
        return TRANSOM_VALUE_ARRAY;
    if (jsc_value_is_object(value))
        return jsc_value_object_is_instance_of(value, "Date") ? TRANSOM_VALUE_DATE : TRANSOM_VALUE_OBJECT;
    return TRANSOM_VALUE_UNDEFINED;
}

void transom_widget_set_accessible_name(GtkWidget *widget, const char *name)
{
    AtkObject *accessible = gtk_widget_get_accessible(widget);
    if (accessible)
        atk_object_set_name(accessible, name);
}

int transom_widget_colour(GtkWidget *widget, int x, int y)
{
    int width = gtk_widget_get_allocated_width(widget), height = gtk_widget_get_allocated_height(widget);
    if (!gtk_widget_is_drawable(widget) || x >= width || y >= height)
        return -1;
    // On a surface that does not hold the whole widget the engine's renderer draws nothing.
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cairo = cairo_create(surface);
    gtk_widget_draw(widget, cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    const unsigned char *row = cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface);
    guint32 colour = ((const guint32 *)row)[x] & 0xffffff;
    cairo_surface_destroy(surface);
    return (int)colour;
}

typedef struct {
    gboolean (*handler)(void *data);
    void *data;
    GDestroyNotify destroy;
} Frames;

static gboolean next_frame(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    Frames *frames = data;
    return frames->handler(frames->data);
}

static void end_frames(gpointer data)
{
    Frames *frames = data;
    frames->destroy(frames->data);
    g_free(frames);
}

void transom_widget_on_frames(GtkWidget *widget, gboolean (*handler)(void *data), void *data, GDestroyNotify destroy)
{
    Frames *frames = g_new(Frames, 1);
    *frames = (Frames){handler, data, destroy};
    gtk_widget_add_tick_callback(widget, next_frame, frames, end_frames);
}

// Paints the part of a picture black in which a widget is shown.
static void blacken(GdkPixbuf *pixels, GdkWindow *surface, GtkWidget *widget)
{
    GdkWindow *own = gtk_widget_get_window(widget);
    if (!own || !gtk_widget_get_mapped(widget))
        return;
    int left = 0, top = 0, own_left = 0, own_top = 0, scale = gdk_window_get_scale_factor(surface);
    gdk_window_get_origin(surface, &left, &top);
    gdk_window_get_origin(own, &own_left, &own_top);
    GdkRectangle all = {0, 0, gdk_pixbuf_get_width(pixels), gdk_pixbuf_get_height(pixels)};
    GdkRectangle part = {(own_left - left) * scale, (own_top - top) * scale, gdk_window_get_width(own) * scale,
                         gdk_window_get_height(own) * scale};
    if (!gdk_rectangle_intersect(&all, &part, &part))
        return;
    GdkPixbuf *shared = gdk_pixbuf_new_subpixbuf(pixels, part.x, part.y, part.width, part.height);
    gdk_pixbuf_fill(shared, 0x000000ff);
    g_object_unref(shared);
}

int transom_window_write_png(GtkWidget *window, const char *path, GtkWidget *const *hidden, int hidden_count)
{
    GdkWindow *surface = gtk_widget_get_window(window);
    if (!surface)
        return 1;
    // What the engine has drawn already is not on the window before the next tick of its clock.
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    gdk_window_process_updates(surface, TRUE);
    G_GNUC_END_IGNORE_DEPRECATIONS
    GdkPixbuf *pixels =
        gdk_pixbuf_get_from_window(surface, 0, 0, gdk_window_get_width(surface), gdk_window_get_height(surface));
    if (!pixels)
        return 2;
    for (int i = 0; i < hidden_count; i++)
        blacken(pixels, surface, hidden[i]);
    // Into memory first: GdkPixbuf removes the file that it could not finish, whatever it was before.
    gchar *data = NULL;
    gsize size = 0;
    gboolean encoded = gdk_pixbuf_save_to_buffer(pixels, &data, &size, "png", NULL, NULL);
    g_object_unref(pixels);
    if (!encoded)
        return 2;
    FILE *file = fopen(path, "wbe");
    gboolean written = file && fwrite(data, 1, size, file) == size;
    if (file && fclose(file) != 0)
        written = FALSE;
    g_free(data);
    return written ? 0 : 3;
}

WebKitUserMediaPermissionRequest *transom_user_media_request(void *request)
{
    return WEBKIT_IS_USER_MEDIA_PERMISSION_REQUEST(request) ? WEBKIT_USER_MEDIA_PERMISSION_REQUEST(request) : NULL;
}

const char *transom_permission_kind(WebKitPermissionRequest *request)
{
    if (WEBKIT_IS_USER_MEDIA_PERMISSION_REQUEST(request)) {
        WebKitUserMediaPermissionRequest *media = WEBKIT_USER_MEDIA_PERMISSION_REQUEST(request);
        if (webkit_user_media_permission_is_for_display_device(media))
            return "display";
        if (!webkit_user_media_permission_is_for_audio_device(media))
            return "camera";
        return webkit_user_media_permission_is_for_video_device(media) ? "camera+microphone" : "microphone";
    }
    if (WEBKIT_IS_GEOLOCATION_PERMISSION_REQUEST(request))
        return "geolocation";
    if (WEBKIT_IS_NOTIFICATION_PERMISSION_REQUEST(request))
        return "notifications";
    if (WEBKIT_IS_CLIPBOARD_PERMISSION_REQUEST(request))
        return "clipboard";
    if (WEBKIT_IS_POINTER_LOCK_PERMISSION_REQUEST(request))
        return "pointerLock";
    if (WEBKIT_IS_MEDIA_KEY_SYSTEM_PERMISSION_REQUEST(request))
        return "mediaKeys";
    if (WEBKIT_IS_DEVICE_INFO_PERMISSION_REQUEST(request))
        return "deviceInfo";
    if (WEBKIT_IS_WEBSITE_DATA_ACCESS_PERMISSION_REQUEST(request))
        return "websiteData";
    return "other";
}
