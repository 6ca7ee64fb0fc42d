// Line drawings of the journey.
// SPDX-License-Identifier: Apache-2.0

import { svg } from "../../common/dom";

const icons = {
    shield: "M12 3L19.5 6V11.5C19.5 16.2 16.4 19.6 12 21C7.6 19.6 4.5 16.2 4.5 11.5V6ZM8.5 12L11 14.5L15.5 9.5",
    check: "M5 12.5L10 17.5L19.5 7",
    away: "M6 15L12 9L18 15",
    out: "M14 5h5v5M19 5L11 13M17 14v5H5V7h5",
    plus: "M12 5V19M5 12H19",
    minus: "M5 12H19",
    back: "M15 5L8 12L15 19",
    leaf: "M5 19C5 9 11 5 19 5C19 13 15 19 5 19ZM5 19L13 11",
} as const;

/** A drawing of 24 × 24 units in the colour of the text around it. */
export const icon = (name: keyof typeof icons): SVGElement =>
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, svg("path", { d: icons[name] }));

/** A coast in the evening, for the head of the journey. */
export const scene = (): SVGElement =>
    svg(
        "svg",
        { viewBox: "0 0 400 220", preserveAspectRatio: "xMaxYMid slice", "aria-hidden": "true", class: "scene" },
        svg("rect", { width: "400", height: "220", fill: "#0f4c5c" }),
        svg("circle", { cx: "296", cy: "96", r: "44", fill: "#ffb26b" }),
        svg("path", { d: "M0 150C60 118 110 124 160 146C210 112 270 108 320 138C350 126 380 124 400 130V220H0Z", fill: "#16697a" }),
        svg("path", { d: "M0 178C70 150 150 168 210 176C280 158 340 164 400 178V220H0Z", fill: "#1f8a94" }),
        svg("path", { d: "M0 200q25 -14 50 0t50 0t50 0t50 0t50 0t50 0t50 0t50 0V220H0Z", fill: "#a8dadc" }),
    );
