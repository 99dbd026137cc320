/** These are the functions of the tools in statistics.toml. The library is simple-statistics; a copy is beside it. */

import {
  linearRegression,
  mean,
  rSquared,
  sampleCorrelation,
  sampleVariance,
  sum,
} from './packages/simple-statistics.mjs';

/** @typedef {readonly number[]} Numbers */

/** @param {{ values: Numbers }} args */
export function describe({ values }) {
  const sorted = inOrder(values);
  const variance = values.length > 1 ? sampleVariance([...values]) : 0;
  const [min, lower, median, upper, max] = [0, 25, 50, 75, 100].map(each => percentileOf(sorted, each));
  const found = { count: values.length, sum: sum([...values]), mean: mean([...values]), median, min, max };
  return shown({
    ...found,
    lower_quartile: lower,
    upper_quartile: upper,
    standard_deviation: Math.sqrt(variance),
    variance,
  });
}

/** @param {{ values: Numbers, percentiles: Numbers }} args */
export function percentiles({ values, percentiles: wanted }) {
  const sorted = inOrder(values);
  const found = wanted.map(each => `p${each}: ${round(percentileOf(sorted, each))}`);
  return { count: values.length, percentiles: found.join(', ') };
}

/** @param {{ values: Numbers, bins?: number }} args */
export function histogram({ values, bins = Math.ceil(Math.log2(values.length)) + 1 }) {
  const sorted = inOrder(values);
  const [min, max] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const size = max > min ? bins : 1;
  const width = (max - min) / size;
  if (!Number.isFinite(width)) throw new Error(tooLarge);
  const counts = new Array(size).fill(0);
  // The last interval holds the largest number, too.
  for (const value of values) counts[Math.min(size - 1, Math.floor((value - min) / (width || 1)))]++;
  const edge = (/** @type {number} */ at) => `${round(at === size ? max : min + at * width)}`;
  const rows = counts.map((count, at) => ({ interval: `${edge(at)} to ${edge(at + 1)}`, count }));
  const longest = Math.max(...rows.map(({ interval }) => interval.length));
  const most = Math.max(...counts);
  const lines = rows.map(
    ({ interval, count }) =>
      `${interval.padEnd(longest)}  ${'█'.repeat(Math.round((count / most) * 30))} ${count}`,
  );
  return {
    content: [{ type: 'text', text: rows.map(({ interval, count }) => `${interval}: ${count}`).join('\n') }],
    screen: `\`\`\`\n${lines.join('\n')}\n\`\`\``,
  };
}

/** @param {{ x: Numbers, y: Numbers }} args */
export function correlation({ x, y }) {
  checkPairs(x, y);
  for (const [name, values] of Object.entries({ x, y }))
    if (values.every(each => each === values[0]))
      throw new Error(`All numbers of ${name} are the same, so nothing can go together with them.`);
  const pearson = sampleCorrelation([...x], [...y]);
  return { count: x.length, ...shown({ pearson, spearman: sampleCorrelation(ranksOf(x), ranksOf(y)) }) };
}

/** @param {{ x: Numbers, y: Numbers, predict_at?: Numbers }} args */
export function linearFit({ x, y, predict_at: wanted }) {
  checkPairs(x, y);
  if (x.every(each => each === x[0])) throw new Error('All x are the same, so no line can be fitted.');
  const points = x.map((each, at) => [each, y[at] ?? 0]);
  const { m: slope, b: intercept } = linearRegression(points);
  const predict = (/** @type {number} */ at) => slope * at + intercept;
  const isFlat = y.every(each => each === y[0]);
  const fit = shown({ slope, intercept, r_squared: isFlat ? 1 : rSquared(points, predict) });
  const predicted = wanted?.map(at => ({ x: at, ...shown({ y: predict(at) }) }));
  return { count: x.length, ...fit, ...(predicted && { predicted }) };
}

/** @param {Numbers} values */
function inOrder(values) {
  return [...values].sort((a, b) => a - b);
}

/** @param {Numbers} sorted @param {number} percentile */
function percentileOf(sorted, percentile) {
  const at = ((sorted.length - 1) * percentile) / 100;
  const [below = 0, above = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}

/** Equal numbers share the mean of their ranks. @param {Numbers} values */
function ranksOf(values) {
  const sorted = inOrder(values);
  const [firsts, lasts] = [new Map(), new Map()];
  for (const [at, value] of sorted.entries()) {
    if (!firsts.has(value)) firsts.set(value, at);
    lasts.set(value, at);
  }
  return values.map(value => (firsts.get(value) + lasts.get(value)) / 2);
}

/** @param {Numbers} x @param {Numbers} y */
function checkPairs(x, y) {
  if (x.length !== y.length)
    throw new Error(`x has ${x.length} numbers but y has ${y.length}. Give both the same number.`);
}

const tooLarge = 'The numbers are too large to calculate with.';

/** @template {Readonly<Record<string, number | undefined>>} T @param {T} found */
function shown(found) {
  const rounded = Object.entries(found).map(([name, value = 0]) => [name, round(value)]);
  return /** @type {Record<keyof T, number>} */ (Object.fromEntries(rounded));
}

/** Leaves out the last digits, which are rounding errors. @param {number} value */
function round(value) {
  if (!Number.isFinite(value)) throw new Error(tooLarge);
  return Number(value.toPrecision(12));
}
