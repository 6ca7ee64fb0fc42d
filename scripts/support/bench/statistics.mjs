// What a row makes of the values that it has measured.
// SPDX-License-Identifier: Apache-2.0

/** The middle value; of an even number the mean of the two in the middle. */
export function median(values) {
  if (values.length === 0) throw new RangeError("there is no median of no values");
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Median, least, greatest and the values themselves, in the order in which they were measured. */
export function summary(values) {
  return { median: median(values), least: Math.min(...values), greatest: Math.max(...values), values };
}

/**
 * The median of the ratios pair by pair: both programs run in turn, so a machine that gets slower in the course of the
 * run changes both values of a pair and not their ratio. Undefined where a value of the baseline is 0.
 */
export function ratio(values, baseline) {
  if (values.length !== baseline.length) throw new RangeError("pairs need as many values on either side");
  if (values.length === 0 || baseline.some((value) => value === 0)) return undefined;
  return median(values.map((value, index) => value / baseline[index]));
}
