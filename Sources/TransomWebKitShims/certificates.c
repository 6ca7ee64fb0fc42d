// What a certificate holds.
// SPDX-License-Identifier: Apache-2.0
#include "TransomWebKitShims.h"

GByteArray *transom_certificate_encoding(GTlsCertificate *certificate)
{
    GByteArray *encoding = NULL;
    g_object_get(certificate, "certificate", &encoding, NULL);
    return encoding;
}
