// Who connects to a unix socket.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "TransomGLibShims.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

int transom_accept(int listener, unsigned *user)
{
    int peer;
    do peer = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    while (peer < 0 && (errno == EINTR || errno == ECONNABORTED));
    if (peer < 0) return -1;
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(peer, SOL_SOCKET, SO_PEERCRED, &credentials, &length)) {
        int error = errno;
        close(peer);
        errno = error;
        return -1;
    }
    *user = credentials.uid;
    return peer;
}
