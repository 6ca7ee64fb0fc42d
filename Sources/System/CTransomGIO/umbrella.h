// Headers of the C library that this module wraps.
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gio/gio.h>
#include <gio/gdesktopappinfo.h>
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>
