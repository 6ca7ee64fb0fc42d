# shellcheck shell=bash
# What every script shares: where the repository is, how a step and a failure are said.
# SPDX-License-Identifier: Apache-2.0
#
# A script sources this file first. It leaves the working directory alone.

# The root of the repository, without symbolic links.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
# The sourcing script's name, for messages.
script=scripts/$(basename "$0")

# Says on stderr, in one line, what is being done.
say() {
    printf '%s: %s\n' "$script" "$*" >&2
}

# Says in one sentence why the script cannot go on, and ends it with status 1, or with that of the option -s.
die() {
    local status=1
    if [[ $1 == -s ]]; then
        status=$2
        shift 2
    fi
    say "$*"
    exit "$status"
}

# Runs swift with the arguments given, without the lines about flags of GTK's pkg-config files, which no one can mend.
swift_quietly() {
    swift "$@" 2> >(grep --line-buffered -v 'prohibited flag(s)' >&2)
}
