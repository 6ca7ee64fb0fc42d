// How what is measured grows: the rows of curves, and their pictures.
// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { memory, start, tree } from "./processes.mjs";

/** How long one program of a curve may take, in milliseconds: ten thousand sessions are half an hour. */
const deadline = 7_200_000;

const once = "<!doctype html><title>bench</title><script>webkit.messageHandlers.bench.postMessage(1)</script>\n";
const posting = (count, body) =>
  `<!doctype html><title>bench</title><script>const body = ${body}, b = webkit.messageHandlers.bench; ` +
  `for (let n = 0; n <= ${count}; n++) b.postMessage(body)</script>\n`;

async function seconds(side, count, body) {
  const program = start(side.program, ["messages", String(count)], posting(count, body), {}, deadline);
  const found = await program.next();
  await program.end();
  return found.seconds;
}

async function atRest(side, row, number, look) {
  const program = start(side.program, [row, String(number)], once, {}, deadline);
  while ((await program.next()).event !== "settled");
  await pause(2000);
  const found = look(program.pid);
  await program.end();
  return found;
}

/** A row whose figures are those of its steps, and whose `curve` says what the axes are. */
function curve(name, title, counted, [x, y], steps, measure) {
  return {
    name,
    title,
    counted,
    onlyFull: true,
    curve: { x, y, steps },
    figures: Object.fromEntries(steps.map((step) => [`at${step}`, { title: `${step} ${x}`, unit: y, lowerIsBetter: true }])),
    measure: async (side) => {
      const found = {};
      for (const step of steps) found[`at${step}`] = await measure(side, step);
      return found;
    },
  };
}

/** The curves, which are measured once, where everything or their name is asked for. */
export const curves = [
  curve("growth-messages", "time that messages take", "messages of 20 bytes of one page, posted in one go",
    ["messages", "s"], [100, 1000, 10_000, 100_000, 1_000_000], (side, step) => seconds(side, step, "'x'.repeat(20)")),
  curve("growth-size", "time that a message takes, by its size", "texts; as many as are 16 MiB, from 3 to 2000",
    ["bytes", "ms"], [10, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 64 * 2 ** 20], async (side, step) => {
      const count = Math.max(3, Math.min(2000, Math.floor(2 ** 24 / step)));
      return (1000 * (await seconds(side, count, `'x'.repeat(${step})`))) / count;
    }),
  curve("growth-views", "proportional memory of the whole tree", "views of one store, 2 s after the last one's message",
    ["views", "MiB"], [1, 2, 5, 10, 20, 50], (side, step) => atRest(side, "views", step, (pid) => memory(tree(pid)))),
  curve("growth-sessions", "proportional memory of the own process", "sessions of one view and one message, 2 s after the last",
    ["sessions", "MiB"], [1, 10, 100, 1000, 10_000], (side, step) => atRest(side, "sessions", step, (pid) => memory([pid]))),
];

/** The power of x that y grows with between each two steps: 1 is linear. */
export function exponents(steps, values) {
  return steps.slice(1).map((x, index) => Math.log(values[index + 1] / values[index]) / Math.log(x / steps[index]));
}

/** Where growth is worse than linear: the steps after which y grew by a tenth more than x did. */
export function steeper(steps, values) {
  return exponents(steps, values).flatMap((power, index) => {
    const factor = values[index + 1] / values[index] / (steps[index + 1] / steps[index]);
    return power > 1 && factor > 1.1 ? [{ from: steps[index], to: steps[index + 1], factor }] : [];
  });
}

const escape = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A picture of both sides, with logarithmic axes, on which what is linear is a straight line that rises by one in one. */
export function picture(title, { x, y, steps }, series) {
  const [width, height, left, bottom, top] = [640, 420, 70, 50, 40];
  const all = series.flatMap(({ values }) => values).filter((value) => value > 0);
  const range = (values) => [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)) + 1e-9)];
  const [[fromX, toX], [fromY, toY]] = [range(steps), range(all)];
  const atX = (value) => left + ((Math.log10(value) - fromX) / Math.max(1, toX - fromX)) * (width - left - 120);
  const atY = (value) => height - bottom - ((Math.log10(value) - fromY) / Math.max(1, toY - fromY)) * (height - bottom - top);
  const mark = (power) => escape(power >= 0 && power < 7 ? String(10 ** power) : `10^${power}`);
  const parts = [];
  for (let power = fromX; power <= toX; power++) {
    const place = atX(10 ** power);
    parts.push(`<path d="M${place} ${top}V${height - bottom}" stroke="#ddd"/>`);
    parts.push(`<text x="${place}" y="${height - bottom + 18}" text-anchor="middle">${mark(power)}</text>`);
  }
  for (let power = fromY; power <= toY; power++) {
    const place = atY(10 ** power);
    parts.push(`<path d="M${left} ${place}H${width - 120}" stroke="#ddd"/>`);
    parts.push(`<text x="${left - 8}" y="${place + 4}" text-anchor="end">${mark(power)}</text>`);
  }
  series.forEach(({ name, values }, index) => {
    const points = values.map((value, step) => `${atX(steps[step]).toFixed(1)},${atY(value).toFixed(1)}`);
    const colour = ["#c33", "#26c"][index];
    parts.push(`<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const point of points) {
      const [cx, cy] = point.split(",");
      parts.push(`<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`);
    }
    parts.push(`<text x="${width - 110}" y="${top + 20 * index}" fill="${colour}">${escape(name)}</text>`);
  });
  parts.push(`<text x="${left}" y="20" font-weight="bold">${escape(title)}</text>`);
  parts.push(`<text x="${(left + width - 120) / 2}" y="${height - 10}" text-anchor="middle">${escape(x)}</text>`);
  parts.push(`<text x="${left - 8}" y="${top - 8}" text-anchor="end">${escape(y)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/>
${parts.join("\n")}
</svg>
`;
}

/** Draws a curve's result into the folder; returns the picture's path, and lines that say how both sides grow. */
export function plot(row, found, folder) {
  const { steps } = row.curve;
  const series = [
    { name: "C", values: found.figures.map((figure) => figure.baseline.median) },
    { name: "Transom", values: found.figures.map((figure) => figure.transom.median) },
  ];
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${row.name}.svg`);
  writeFileSync(path, picture(row.title, row.curve, series));
  const worse = series.map(({ name, values }) => {
    const places = steeper(steps, values).map(({ from, to, factor }) => `${from} to ${to} by ${factor.toFixed(2)}`);
    return `${name} grows ${places.length > 0 ? `more than linearly from ${places.join(", from ")}` : "at most linearly"}`;
  });
  return { path, lines: [`${worse.join("; ")}`, path] };
}
