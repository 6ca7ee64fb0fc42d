// Who connects to a unix socket.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "TransomGLibShims.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

int transom_accept(int listener, unsigned *user)
{
    for (;;) {
        int peer = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (peer < 0) {
            // Only these say that nobody will ever be heard here again; a shortage passes.
            if (errno == EINVAL || errno == EBADF || errno == ENOTSOCK) return -1;
            if (errno != EINTR && errno != ECONNABORTED) poll(NULL, 0, 100);
            continue;
        }
        struct ucred credentials;
        socklen_t length = sizeof credentials;
        if (!getsockopt(peer, SOL_SOCKET, SO_PEERCRED, &credentials, &length)) {
            *user = credentials.uid;
            return peer;
        }
        close(peer);
    }
}
