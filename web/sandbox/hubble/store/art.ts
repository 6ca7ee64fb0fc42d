// Draws the faces of gift cards: a motif in two colours, no picture files.
// SPDX-License-Identifier: Apache-2.0

import { svg } from "../../common/dom";

export type Motif =
    | "sun" | "leaves" | "arcs" | "lanes" | "folds" | "waves" | "hills" | "pixels" | "dots" | "rings";

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const circle = (cx: number, cy: number, r: number, more: Record<string, string>): SVGElement =>
    svg("circle", { cx: String(cx), cy: String(cy), r: String(r), ...more });

const path = (d: string, more: Record<string, string>): SVGElement => svg("path", { d, ...more });

const motifs: Readonly<Record<Motif, (shape: string) => SVGElement[]>> = {
    sun: (fill) => [
        circle(252, 138, 46, { fill }),
        ...range(16).map((index) => {
            const angle = (index * Math.PI) / 8;
            const at = (radius: number): string =>
                `${(252 + radius * Math.cos(angle)).toFixed(1)} ${(138 + radius * Math.sin(angle)).toFixed(1)}`;
            return path(`M${at(60)}L${at(index % 2 === 0 ? 92 : 76)}`, {
                stroke: fill, "stroke-width": "8", "stroke-linecap": "round",
            });
        }),
    ],
    leaves: (fill) =>
        range(4).map((index) => {
            const x = 168 + index * 44;
            return path(`M${x} 200C${x - 44} 130 ${x - 12} 60 ${x + 34} ${24 + index * 14}C${x + 52} 96 ${x + 40} 150 ${x} 200Z`, {
                fill, "fill-opacity": String(1 - index * 0.17),
            });
        }),
    arcs: (fill) =>
        range(5).map((index) =>
            circle(320, 200, 40 + index * 38, {
                fill: "none", stroke: fill, "stroke-width": "14", "stroke-opacity": String(1 - index * 0.16),
            }),
        ),
    lanes: (fill) =>
        range(4).map((index) =>
            path(`M${196 + index * 48} 0L${126 + index * 48} 200`, {
                stroke: fill, "stroke-width": "14", ...(index % 2 === 0 ? {} : { "stroke-dasharray": "30 20" }),
            }),
        ),
    folds: (fill) =>
        range(6).map((index) =>
            path(`M${130 + index * 36} 0L${166 + index * 36} 0L${140 + index * 36} 200L${104 + index * 36} 200Z`, {
                fill, "fill-opacity": String(0.25 + 0.13 * index),
            }),
        ),
    waves: (fill) =>
        range(4).map((index) => {
            const y = 76 + index * 34;
            return path(`M0 ${y}q40 -34 80 0t80 0t80 0t80 0V200H0Z`, { fill, "fill-opacity": String(0.28 + index * 0.16) });
        }),
    hills: (fill) => [
        circle(284, 52, 24, { fill, "fill-opacity": "0.5" }),
        path("M150 200L236 78L286 154L312 120L362 200Z", { fill }),
        path("M128 200L206 138L300 200Z", { fill, "fill-opacity": "0.6" }),
    ],
    pixels: (fill) =>
        range(28).map((index) =>
            svg("rect", {
                x: String(164 + (index % 7) * 22),
                y: String(90 + Math.floor(index / 7) * 22),
                width: "20",
                height: "20",
                fill,
                "fill-opacity": String([1, 0.35, 0.7, 0.2, 0.85][(index * 7 + Math.floor(index / 7)) % 5] ?? 1),
            }),
        ),
    dots: (fill) =>
        range(24).map((index) =>
            circle(150 + (index % 6) * 32, 78 + Math.floor(index / 6) * 34, 6 + ((index * 5) % 9), { fill }),
        ),
    rings: (fill) =>
        range(5).map((index) =>
            circle(236, 92, 18 + index * 26, {
                fill: "none", stroke: fill, "stroke-width": String(9 - index), "stroke-opacity": String(1 - index * 0.14),
            }),
        ),
};

/** The picture of a card, 320 × 200 units, which fills what it is put into. */
export function cardArt(motif: Motif, ground: string, shape: string): SVGElement {
    return svg(
        "svg",
        { viewBox: "0 0 320 200", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true", class: "art" },
        svg("rect", { width: "320", height: "200", fill: ground }),
        ...motifs[motif](shape),
    );
}

const icons: Readonly<Record<string, string>> = {
    close: "M6 6L18 18M18 6L6 18",
    back: "M15 5L8 12L15 19",
    search: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.3 15.3L20 20",
    coin: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M9 8.5h6M9 11.2h6M9.5 8.5c4.5 0 4.5 5.2 0 5.2L14 17.5",
    receipt: "M6 3.5h12v17l-3-2l-3 2l-3-2l-3 2zM9 8.5h6M9 12.5h6",
    help: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M9.6 9.4c.2-3.2 5-3 4.8.1c-.1 1.9-2.3 2-2.4 4M12 16.6v.4",
    out: "M14 5h5v5M19 5L11 13M17 14v5H5V7h5",
    check: "M5 12.5L10 17.5L19.5 7",
    cross: "M7 7L17 17M17 7L7 17",
    tag: "M4 12.5V4h8.5L20 11.5L12.5 20zM8.2 8.2v.1",
    next: "M9 5L16 12L9 19",
    copy: "M9 9h10v11H9zM15 9V4H5v11h4",
};

/** A line drawing of 24 × 24 units in the colour of the text around it. */
export function icon(name: keyof typeof icons): SVGElement {
    return svg(
        "svg",
        { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" },
        svg("path", { d: icons[name] ?? "" }),
    );
}
