// Noticing the end of a process of the engine's, of which the engine tells nobody.
// SPDX-License-Identifier: Apache-2.0
#include "TransomWebKitShims.h"

#include <sys/syscall.h>
#include <unistd.h>

int transom_process_open(int process)
{
    // The kernel sets close-on-exec on it.
    return (int)syscall(SYS_pidfd_open, process, 0);
}
