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

int transom_window_write_png(GtkWidget *window, const char *path)
{
    GdkWindow *surface = gtk_widget_get_window(window);
    if (!surface)
        return 1;
    GdkPixbuf *pixels =
        gdk_pixbuf_get_from_window(surface, 0, 0, gdk_window_get_width(surface), gdk_window_get_height(surface));
    if (!pixels)
        return 2;
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
