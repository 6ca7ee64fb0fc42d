# shellcheck shell=bash
# What scripts/test and scripts/check share: building the tests once, and running each test target in its own process.
# SPDX-License-Identifier: Apache-2.0
#
# Source it after common.sh. A crash loses every later test of its process, so each target has a process of its own.

# Warnings are errors in the project's own checks. They build into a folder of their own, so that changing between them
# and scripts/run compiles nothing twice.
export TRANSOM_STRICT=1
scratch=$root/.build/strict
logs=$scratch/test-logs
# Seconds after which a target that does not end is ended.
limit=${TRANSOM_TEST_LIMIT:-900}

executed=0 skipped=0 failures=0 groups=0
failed=()

# Prints the names of the test targets: those of Package.swift, after comparing them with the folders in Tests.
test_targets() {
    local declared found
    declared=$(tr -d ' \n' <"$root/Package.swift" | grep -oE '\.testTarget\(name:"[A-Za-z0-9_]+"' | cut -d'"' -f2 | sort)
    found=$(find "$root/Tests" -mindepth 1 -maxdepth 1 -name '*Tests' -printf '%f\n' | sort)
    [[ $declared == "$found" ]] || die "the test targets of Package.swift are not the folders Tests/*Tests:
$(diff <(echo "$declared") <(echo "$found"))"
    echo "$declared"
}

# Whether the target that the test target given is for is pure: ARCHITECTURE.md's table says so.
is_pure() {
    grep -qE "^\| *\`${1%Tests}\` *\| *yes *\|" "$root/ARCHITECTURE.md"
}

# Builds every target and every test.
build_tests() {
    say "building everything, with warnings as errors"
    swift_quietly build --package-path "$root" --scratch-path "$scratch" --build-tests >&2 \
        || die "the build failed; its lines above say why"
    mkdir -p "$logs"
}

# Finds a Python with Selenium for the test of WebDriver, or makes one; without a network that test says that it is left out.
find_selenium() {
    [[ -n ${TRANSOM_PYTHON:-} ]] && return
    TRANSOM_PYTHON=$(command -v python3 || echo /usr/bin/python3)
    export TRANSOM_PYTHON
    "$TRANSOM_PYTHON" -c 'import selenium' 2>/dev/null && return
    local folder=$scratch/selenium
    if [[ ! -x $folder/bin/python3 ]]; then
        timeout 120 python3 -m venv "$folder" >/dev/null 2>&1 \
            && timeout 120 "$folder/bin/python3" -m pip install --quiet selenium >/dev/null 2>&1 || rm -rf "$folder"
    fi
    [[ ! -x $folder/bin/python3 ]] || TRANSOM_PYTHON=$folder/bin/python3
}

# Adds what one process ran to the totals, and says it in one line: NAME, EXECUTED, SKIPPED, FAILURES, STATUS, LOG.
count() {
    local name=$1 ran=$2 left_out=$3 bad=$4 status=$5 log=$6 verdict=ok notice=
    groups=$((groups + 1)) executed=$((executed + ran)) skipped=$((skipped + left_out))
    if ((bad == 0)); then
        if ((status == 124 || status == 137)); then
            verdict="ended after $limit seconds or killed" bad=1
        elif ((status != 0)); then
            verdict="ended with status $status" bad=1
        elif ((ran == 0)); then
            verdict="ran no test" bad=1
        fi
    else
        verdict=failed
    fi
    failures=$((failures + bad))
    ((left_out == 0)) || notice=", $left_out skipped"
    printf '%-32s %5d tests  %s%s\n' "$name" "$ran" "$verdict" "$notice"
    ((bad > 0)) || return 0
    failed+=("$name")
    # A test that began and did not end is where the process broke off.
    awk '/^Test Case .* started/ { name = $3 } /^Test Case .* (passed|failed|skipped)/ { name = "" }
         END { if (name != "") print "    did not end: " name }' "$log"
    grep -aE '(error:|Fatal error|^not ok|^build-web:|^scripts/)' "$log" | head -n 40 | sed "s|$root/||; s/^/    /" || true
    echo "    the whole output is in ${log#"$root"/}"
}

# Adds a log of XCTest to the totals: NAME, STATUS, LOG.
count_xctest() {
    local line ran=0 left_out=0 bad=0
    line=$(grep -E '^\s*Executed [0-9]+ tests?, with ' "$3" | tail -n 1 || true)
    [[ $line =~ Executed\ ([0-9]+)\ test ]] && ran=${BASH_REMATCH[1]}
    [[ $line =~ ([0-9]+)\ tests?\ skipped ]] && left_out=${BASH_REMATCH[1]}
    [[ $line =~ ([0-9]+)\ failures? ]] && bad=${BASH_REMATCH[1]}
    count "$1" "$ran" "$left_out" "$bad" "$2" "$3"
}

# Runs the tests of one target in a process of its own: without any display or bus where it is pure, else with its own.
run_target() {
    local name=$1 log=$logs/$1.log status=0
    local -a around=("$root/scripts/with-display")
    [[ $name != transomTests ]] || find_selenium
    is_pure "$name" && around=(env -u DISPLAY -u WAYLAND_DISPLAY -u DBUS_SESSION_BUS_ADDRESS)
    "${around[@]}" timeout --kill-after=10 "$limit" swift test --package-path "$root" --scratch-path "$scratch" \
        --skip-build --disable-swift-testing --filter "^$name\\." >"$log" 2>&1 || status=$?
    count_xctest "$name" "$status" "$log"
}

# Runs the tests of a package that depends on this one, as its owner's build machine would: without this project's own
# settings and without a display.
run_consumer() {
    local name log status=0
    local -a frameworks=(--disable-swift-testing)
    name=Consumers/$(basename "$1")
    # The examples show both frameworks; what drives a host of its own finds the one that was built.
    if [[ $1 == */examples/* ]]; then
        name=examples/$(basename "$1")
        frameworks=()
    fi
    log=$logs/$(basename "$1").log
    say "building and testing the package $name"
    env -u TRANSOM_STRICT -u DISPLAY -u WAYLAND_DISPLAY TRANSOM_EXECUTABLE="$scratch/debug/transom" timeout --kill-after=10 "$limit" swift test \
        --package-path "$1" --scratch-path "$root/.build/consumers/$(basename "$1")" "${frameworks[@]}" \
        >"$log" 2>&1 || status=$?
    count_xctest "$name" "$status" "$log"
}

# Runs the examples that drive the built executable from other languages, and the scenario.
run_examples() {
    local log=$logs/examples.log status=0 ran
    export TRANSOM_EXECUTABLE=$scratch/debug/transom
    {
        (cd "$root/Resources/examples/python" && PYTHONDONTWRITEBYTECODE=1 timeout 300 python3 test_checkout.py) || status=1
        timeout 300 node --test --test-reporter=tap "$root/Resources/examples/node/checkout.test.mjs" || status=1
        TRANSOM_RESULTS=$logs/examples timeout 300 "$TRANSOM_EXECUTABLE" test "$root/Resources/examples/ci/checkout.json5" \
            || status=1
    } >"$log" 2>&1
    unset TRANSOM_EXECUTABLE
    ran=$(($(grep -oE '^[0-9]+ tests passed' "$log" | cut -d' ' -f1 || echo 0) + $(tap_total tests "$log") + $(grep -cE '^\[[0-9]+/[0-9]+\] ' "$log" || true)))
    count examples "$ran" 0 "$status" "$status" "$log"
}

# Runs the tests of web/ and compares what it builds with Resources/web_dist, into which build-web puts it.
run_web() {
    local log=$logs/web.log status=0 ran
    "$root/scripts/build-web" --check >"$log" 2>&1 || status=$?
    ran=$(grep -oE '[0-9]+ tests passed' "$log" | tail -n 1 | cut -d' ' -f1 || true)
    count web "${ran:-$(tap_total tests "$log")}" "$(tap_total skipped "$log")" "$(tap_total fail "$log")" "$status" "$log"
}

# Runs the tests of the scripts under Node.js.
run_scripts() {
    local log=$logs/scripts.log status=0
    node --test --test-reporter=tap "$root/scripts/support" >"$log" 2>&1 || status=$?
    count scripts "$(tap_total tests "$log")" "$(tap_total skipped "$log")" "$(tap_total fail "$log")" "$status" "$log"
}

# Tries every fuzz target with the same few thousand inputs as every time.
run_fuzz() {
    local log=$logs/fuzz.log status=0
    timeout --kill-after=10 "$limit" "$root/scripts/fuzz" --short >"$log" 2>&1 || status=$?
    if ((status == 4)); then
        # A compiler without libFuzzer is no failure.
        skipped=$((skipped + 1))
        printf '%-32s left out: %s\n' fuzz "$(tail -n 1 "$log" | sed 's/^scripts\/fuzz: //')"
        return
    fi
    count fuzz "$(grep -cE '^[a-z-]+: [0-9]+ inputs$' "$log" || true)" 0 0 "$status" "$log"
}

# Prints the total of the kind given (tests, skipped, fail) from the last lines of a log of node --test, else 0.
tap_total() {
    local total
    total=$(grep -aE "^# $1 [0-9]+" "$2" | tail -n 1 | grep -oE '[0-9]+' || true)
    echo "${total:-0}"
}

# Says what was run in all, in a last line, and ends with status 1 where something failed.
finish_tests() {
    ((${#failed[@]} == 0)) || echo "Failed: ${failed[*]}"
    ((skipped == 0)) || echo "Skipped $skipped tests"
    echo "Executed $executed tests, with $failures failures"
    ((${#failed[@]} == 0))
}
