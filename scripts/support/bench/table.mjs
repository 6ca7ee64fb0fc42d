// The table of the benchmark, for people and as JSON.
// SPDX-License-Identifier: Apache-2.0

import { ratio, summary } from "./statistics.mjs";

const digits = (value) => (value >= 1000 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
const spread = (side) => `${digits(side.median)} (${digits(side.least)}–${digits(side.greatest)})`;

/**
 * One row's result: `{name, title, counted, baseline, figures: [{title, unit, lowerIsBetter, aim, runs, baseline?,
 * transom, ratio?}]}`, or with `unmeasured` instead of figures.
 *
 * `values` holds for each side the figures of each run by their names.
 */
export function result(row, counted, values) {
  const figures = Object.entries(row.figures).map(([name, { title, unit, lowerIsBetter, aim }]) => {
    const transom = values.transom.map((run) => run[name]);
    const baseline = values.baseline?.map((run) => run[name]);
    return {
      title,
      unit,
      lowerIsBetter,
      aim,
      runs: transom.length,
      baseline: baseline && summary(baseline),
      transom: summary(transom),
      ratio: baseline && ratio(transom, baseline),
    };
  });
  return { name: row.name, title: row.title, counted, baseline: row.alone ? undefined : (row.baseline ?? "C"), figures };
}

/** The lines that a person reads of one result. */
export function lines({ name, title, counted, baseline, figures, unmeasured, plot }) {
  if (unmeasured) return [`${name}: ${title}`, `    not measured: ${unmeasured}`];
  const head = `${name}: ${title}`;
  const rest = figures.map((figure) => {
    const unit = figure.unit ? ` ${figure.unit}` : "";
    const cells = [
      (figure.title || "each run").padEnd(24),
      figure.baseline ? `${baseline} ${spread(figure.baseline)}${unit}` : "",
      `Transom ${spread(figure.transom)}${unit}`,
      figure.ratio === undefined ? "" : `ratio ${figure.ratio.toFixed(2)}`,
      figure.aim ? `aim: ${figure.aim}` : "",
      `${figure.runs} ${figure.runs === 1 ? "run" : "runs"}`,
    ];
    return `    ${cells.filter(Boolean).join("   ")}`;
  });
  return [head, `    ${counted}`, ...rest, ...(plot ? plot.lines.map((line) => `    ${line}`) : [])];
}

/** The lines that say how long the rows took, and which of them took longer than they may. */
export function times(results) {
  const whole = results.reduce((sum, { seconds }) => sum + seconds, 0);
  const late = results.filter(({ seconds, budget }) => budget !== undefined && seconds > budget);
  const list = results.map(({ name, seconds }) => `${name} ${seconds.toFixed(0)}`).join(", ");
  const first = `${results.length} ${results.length === 1 ? "row" : "rows"} in ${whole.toFixed(0)} s: ${list}.`;
  if (late.length === 0) return [first];
  const longer = late.map(({ name, budget }) => `${name} (${budget} s)`).join(", ");
  return [first, `Longer than they may take where the machine does nothing else: ${longer}.`];
}
