// The shop's pictures, drawn here so that the page loads nothing from anywhere.
// SPDX-License-Identifier: Apache-2.0

import { svg } from "../../common/dom";
import { Line } from "./cart";

/** A bag of coffee, or a cup. */
export function picture(line: Line): SVGElement {
    const [ground, body, label] = line.colours;
    const shapes = line.name.includes("cup")
        ? [
              svg("path", { d: "M26 34h36v20a16 16 0 0 1-16 16h-4a16 16 0 0 1-16-16z", fill: body }),
              svg("path", { d: "M62 40h6a8 8 0 0 1 0 16h-7", fill: "none", stroke: body, "stroke-width": "5" }),
              svg("path", { d: "M26 42h36", stroke: label, "stroke-width": "3", opacity: "0.7" }),
          ]
        : [
              svg("path", { d: "M30 20h36l4 8v46a4 4 0 0 1-4 4H30a4 4 0 0 1-4-4V28z", fill: body }),
              svg("path", { d: "M30 20h36l4 8H26z", fill: "#000000", opacity: "0.18" }),
              svg("rect", { x: "33", y: "40", width: "30", height: "24", rx: "3", fill: label }),
              svg("ellipse", { cx: "48", cy: "52", rx: "6", ry: "8", fill: body, transform: "rotate(28 48 52)" }),
              svg("path", { d: "M45 46q6 6 5 12", fill: "none", stroke: label, "stroke-width": "1.6" }),
          ];
    return svg(
        "svg",
        { viewBox: "0 0 96 96", class: "picture", "aria-hidden": "true" },
        svg("rect", { width: "96", height: "96", rx: "18", fill: ground }),
        ...shapes,
    );
}

/** The shop's mark: a kōwhai flower. */
export const mark = (): SVGElement =>
    svg(
        "svg",
        { viewBox: "0 0 40 40", class: "mark", "aria-hidden": "true" },
        svg("circle", { cx: "20", cy: "20", r: "20", fill: "#f2b632" }),
        ...[0, 72, 144, 216, 288].map((angle) =>
            svg("ellipse", { cx: "20", cy: "11", rx: "4.4", ry: "8", fill: "#fff3cf", transform: `rotate(${angle} 20 20)` }),
        ),
        svg("circle", { cx: "20", cy: "20", r: "3.4", fill: "#6b4a12" }),
    );
