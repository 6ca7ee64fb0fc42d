// Whether this document has an element whose frame is to show a URL.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluated to a function by the web-process extension, in its own world, while a navigation waits for its decision.
(function (url) {
    "use strict";
    const elements = document.querySelectorAll("iframe, frame, object, embed");
    for (let index = 0; index < elements.length; index++) {
        const element = elements[index];
        if (element.src === url || element.data === url) return true;
        if (element.hasAttribute("srcdoc") && url === "about:srcdoc") return true;
    }
    return false;
})
