// Starting a child that goes when its parent goes.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "TransomGLibShims.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int transom_spawn(const char *const *argv, int inherited, int *pid)
{
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0)
        return errno;
    pid_t parent = getpid();
    pid_t child = fork();
    if (child < 0) {
        int error = errno;
        close(report[0]);
        close(report[1]);
        return error;
    }
    if (child == 0) {
        // Outside the terminal's foreground group, so that ^C does not take the display away before its user.
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent)
            _exit(127);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        signal(SIGPIPE, SIG_DFL);
        if (inherited >= 0)
            fcntl(inherited, F_SETFD, 0);
        int null = open("/dev/null", O_RDWR);
        if (null >= 0) {
            dup2(null, STDIN_FILENO);
            dup2(null, STDOUT_FILENO);
            dup2(null, STDERR_FILENO);
        }
        execvp(argv[0], (char *const *)argv);
        int error = errno;
        if (write(report[1], &error, sizeof error) < 0)
            _exit(126);
        _exit(127);
    }
    close(report[1]);
    int error = 0;
    ssize_t count;
    do {
        count = read(report[0], &error, sizeof error);
    } while (count < 0 && errno == EINTR);
    close(report[0]);
    if (count > 0) {
        waitpid(child, NULL, 0);
        return error;
    }
    *pid = child;
    return 0;
}
