# The first page message through Playwright with Debian's Chromium, for one row of the benchmark.
# SPDX-License-Identifier: Apache-2.0
#
# Use: python3 chromium.py CHROMIUM. The page comes from standard input as one line of HTML; its message handler is given
# by a binding. The first message is said on standard output as one JSON object.

import sys
import threading

from playwright.sync_api import sync_playwright

ORIGIN = "https://bench.example/"
PAGE = sys.stdin.readline()


def main(chromium):
    heard = threading.Event()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, headless=True, args=["--no-sandbox"])
        page = browser.new_context().new_page()

        def message(_body):
            if not heard.is_set():
                heard.set()
                print('{"event":"message"}', flush=True)

        page.expose_function("transomBench", message)
        page.add_init_script("window.webkit = { messageHandlers: { bench: { postMessage: window.transomBench } } }")
        page.route("**/*", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
        page.goto(ORIGIN)
        while not heard.is_set():
            page.wait_for_timeout(5)
        browser.close()


main(sys.argv[1])
