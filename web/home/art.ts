// The pictures of the cards, drawn with a few shapes each so that they need no files.
// SPDX-License-Identifier: Apache-2.0

import { svg } from "../sandbox/common/dom";

const picture = (...shapes: readonly SVGElement[]): SVGElement =>
    svg("svg", { viewBox: "0 0 320 200", "aria-hidden": "true", class: "art", preserveAspectRatio: "xMidYMid meet" }, ...shapes);
const rect = (x: number, y: number, width: number, height: number, rx: number, fill: string): SVGElement =>
    svg("rect", { x: String(x), y: String(y), width: String(width), height: String(height), rx: String(rx), fill });
const circle = (cx: number, cy: number, r: number, fill: string): SVGElement =>
    svg("circle", { cx: String(cx), cy: String(cy), r: String(r), fill });
const path = (d: string, fill: string, stroke = "none", width = 0): SVGElement =>
    svg("path", { d, fill, stroke, "stroke-width": String(width), "stroke-linecap": "round", "stroke-linejoin": "round" });

export const gift = (): SVGElement =>
    picture(
        circle(272, 52, 74, "#ffd9c7"),
        rect(86, 76, 148, 100, 14, "#e4572e"),
        rect(78, 64, 164, 34, 12, "#c9431c"),
        rect(149, 64, 22, 112, 0, "#ffc9b3"),
        path("M160 63C136 63 120 31 141 28C155 26 160 46 160 63C160 46 165 26 179 28C200 31 184 63 160 63Z", "none", "#f08a66", 9),
        rect(100, 150, 36, 8, 4, "#f49a7c"),
        rect(184, 150, 36, 8, 4, "#f49a7c"),
    );

export const tap = (): SVGElement =>
    picture(
        circle(58, 168, 78, "#d3e3ff"),
        rect(58, 52, 150, 96, 14, "#9bbcf5"),
        rect(82, 76, 158, 100, 14, "#2453b8"),
        rect(82, 98, 158, 20, 0, "#16367d"),
        rect(98, 144, 54, 10, 5, "#9bbcf5"),
        path("M252 40A34 34 0 0 1 252 92M266 26A54 54 0 0 1 266 106M238 54A16 16 0 0 1 238 78", "none", "#2453b8", 9),
    );

export const plane = (): SVGElement =>
    picture(
        circle(160, 214, 112, "#bfe6d6"),
        path("M20 152C90 60 200 40 300 62", "none", "#7fc7ab", 5),
        path("M214 34L252 58L204 78L200 106L178 82L130 92Z", "#0f7a56"),
        path("M178 82L252 58L200 106Z", "#0a5a3f"),
        circle(76, 134, 14, "#ffffff"),
        circle(96, 126, 20, "#ffffff"),
        circle(116, 134, 14, "#ffffff"),
        rect(62, 130, 68, 18, 9, "#ffffff"),
        circle(262, 150, 11, "#ffffff"),
        rect(244, 150, 44, 12, 6, "#ffffff"),
    );

export const bank = (): SVGElement =>
    picture(
        circle(264, 56, 56, "#e0d4fb"),
        path("M66 88L150 40L234 88Z", "#4a35c8"),
        rect(66, 88, 168, 12, 3, "#35249c"),
        rect(84, 108, 16, 48, 4, "#7c69e6"),
        rect(122, 108, 16, 48, 4, "#7c69e6"),
        rect(162, 108, 16, 48, 4, "#7c69e6"),
        rect(200, 108, 16, 48, 4, "#7c69e6"),
        rect(58, 160, 184, 14, 4, "#4a35c8"),
        circle(258, 132, 30, "#ffcb3d"),
        circle(258, 132, 20, "#e6ac17"),
        path("M246 124H266M262 119L267 124L262 129M270 141H250M254 136L249 141L254 146", "none", "#5c4300", 4),
    );

export const wallet = (): SVGElement =>
    picture(
        circle(52, 52, 58, "#dfe2ea"),
        rect(112, 34, 96, 142, 22, "#252b3a"),
        rect(126, 50, 68, 72, 10, "#8de0c3"),
        path("M144 86L156 98L178 74", "none", "#12503c", 9),
        circle(160, 148, 13, "#4b556d"),
        path("M236 74A38 38 0 0 1 236 132M254 56A64 64 0 0 1 254 150", "none", "#7d879c", 8),
    );
