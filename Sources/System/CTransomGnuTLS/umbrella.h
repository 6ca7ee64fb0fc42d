// Headers of the C library that this module wraps.
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <gnutls/abstract.h>
