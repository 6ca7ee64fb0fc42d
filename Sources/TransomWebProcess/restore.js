// Tells when the page cache shows this document again: no window object is cleared then.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluated to a function by the web-process extension before any script of the page, so its listener is the first one.
(function (restored) {
    "use strict";
    window.addEventListener("pageshow", (event) => {
        if (event.isTrusted && event.persisted) restored();
    }, true);
})
