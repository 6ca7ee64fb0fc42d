// The connection to the X server.
// SPDX-License-Identifier: Apache-2.0
#include "TransomWebKitShims.h"

#include <gdk/gdkx.h>
#include <unistd.h>

static void (*display_lost)(void);

static int io_error(G_GNUC_UNUSED Display *display)
{
    display_lost();
    _exit(4);
}

void transom_watch_display_loss(void (*handler)(void))
{
    if (!GDK_IS_X11_DISPLAY(gdk_display_get_default()))
        return;
    display_lost = handler;
    XSetIOErrorHandler(io_error);
}
