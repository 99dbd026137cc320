/**
 * This is the function of the tool in calculate.toml. The decimals are decimal.js’s, a copy of which is beside it.
 *
 * Invariant: numbers have at most 1,000 digits on either side of the point, so no expression takes long.
 *
 * @typedef {import('./packages/decimal.mjs').Decimal} Value
 * @typedef {{ value: Value, isExact: boolean }} Result
 * @typedef {{ tokens: readonly string[], at: number, depth: number }} Reader
 */

import { Decimal } from './packages/decimal.mjs';

const mostDigits = 1_000;
const mostDepth = 50;
/** Significant digits of what has no end, such as 1/3. */
const rounded = 40;

/** Sums and products of numbers within the limits fit into it as they are. */
const Exact = Decimal.clone({ precision: 4 * mostDigits });
const Long = Decimal.clone({ precision: mostDigits });
const Short = Decimal.clone({ precision: rounded + 10 });

/** @param {{ expression: string }} args */
export function calculate({ expression }) {
  const reader = { tokens: tokensOf(expression), at: 0, depth: 0 };
  const { value, isExact } = read(reader, 0);
  const rest = reader.tokens[reader.at];
  if (rest !== undefined) throw new Error(`Expected an operator before ${JSON.stringify(rest)}.`);
  const isShown = isExact && (value.isInteger() || value.precision() <= 2 * rounded);
  const shown = isShown ? value : value.toSignificantDigits(rounded);
  const isPlain = shown.e < (isShown ? mostDigits : 21) && shown.e > -8;
  return {
    expression,
    sign: isShown ? '=' : '≈',
    result: isPlain ? shown.toFixed() : shown.toExponential(),
  };
}

/** @param {string} expression */
function tokensOf(expression) {
  const text = expression.replace(/[×·]/g, '*').replace(/÷/g, '/').replace(/−/g, '-').replaceAll('**', '^');
  const pattern = /\s*((?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?|[a-z]\w*|π|[-+*/%^!(),])/iuy;
  const tokens = [];
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const { lastIndex } = pattern;
    const token = pattern.exec(text)?.[1];
    if (token === undefined) throw new Error(`Can’t read ${JSON.stringify(text.slice(lastIndex).trim())}.`);
    tokens.push(token);
  }
  return tokens;
}

/** @type {Readonly<Record<string, { binds: number, apply: (a: Result, b: Result) => Result }>>} */
const operators = {
  '+': { binds: 1, apply: both((a, b) => Exact.add(a, b)) },
  '-': { binds: 1, apply: both((a, b) => Exact.sub(a, b)) },
  '*': { binds: 2, apply: both((a, b) => Exact.mul(a, b)) },
  '/': { binds: 2, apply: divide },
  '%': { binds: 2, apply: both((a, b) => Exact.mod(a, nonZero(b))) },
  '^': { binds: 4, apply: power },
};

/** Reads what binds more strongly than the operator before it. @param {Reader} reader @param {number} binding @returns {Result} */
function read(reader, binding) {
  if (++reader.depth > mostDepth) throw new Error(`Nested too deeply: the limit is ${mostDepth} levels.`);
  let left = readOperand(reader);
  for (;;) {
    const token = reader.tokens[reader.at] ?? '';
    if (token === '!') left = factorial(left);
    const operator = Object.hasOwn(operators, token) ? operators[token] : undefined;
    if (token !== '!' && (operator === undefined || operator.binds <= binding)) break;
    reader.at++;
    // Powers are read from the right: 2^3^2 is 2^9.
    if (operator) left = operator.apply(left, read(reader, token === '^' ? 3 : operator.binds));
  }
  reader.depth--;
  return left;
}

/** @param {Reader} reader @returns {Result} */
function readOperand(reader) {
  const token = reader.tokens[reader.at++];
  if (token === undefined) throw new Error('The expression ends too early.');
  if (token === '(') return first(readList(reader));
  if (token === '+') return read(reader, 3);
  if (token === '-') return both((a, b) => Exact.mul(a, b))(exact(-1), read(reader, 3));
  if (/^[\d.]/.test(token)) return within(new Exact(token.replaceAll('_', '')), true);
  const name = token.toLowerCase();
  if (Object.hasOwn(constants, name)) return within(constants[name]?.() ?? new Exact(0), false);
  const apply = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (apply === undefined) throw new Error(`Expected a number, not ${JSON.stringify(token)}.`);
  if (reader.tokens[reader.at++] !== '(') throw new Error(`Write ${name}(…).`);
  return apply(readList(reader), name);
}

/** Reads what is left up to the closing bracket. @param {Reader} reader */
function readList(reader) {
  const list = [read(reader, 0)];
  while (reader.tokens[reader.at] === ',') {
    reader.at++;
    list.push(read(reader, 0));
  }
  if (reader.tokens[reader.at++] !== ')') throw new Error('A closing bracket is missing.');
  return list;
}

/** @type {Readonly<Record<string, () => Value>>} */
const constants = { pi: () => Short.acos(-1), π: () => Short.acos(-1), e: () => Short.exp(1) };

/** @type {Readonly<Record<string, (list: readonly Result[], name: string) => Result>>} */
const functions = {
  abs: one(a => a.abs(), true),
  floor: one(a => a.floor(), true),
  ceil: one(a => a.ceil(), true),
  trunc: one(a => a.trunc(), true),
  sqrt: root(a => Long.sqrt(a), 2),
  cbrt: root(a => Long.cbrt(a), 3),
  exp: one(a => Short.exp(a)),
  ln: one(a => Short.ln(a)),
  log10: one(a => Short.log10(a)),
  log2: one(a => Short.log2(a)),
  log: two((a, b) => Short.log(short(a), short(b))),
  sin: one(a => Short.sin(angle(a))),
  cos: one(a => Short.cos(angle(a))),
  tan: one(a => Short.tan(angle(a))),
  asin: one(a => Short.asin(a)),
  acos: one(a => Short.acos(a)),
  atan: one(a => Short.atan(a)),
  round: (list, name) =>
    two((a, b) => a.toDecimalPlaces(places(b), Decimal.ROUND_HALF_UP), true)(
      [...list, exact(0)].slice(0, Math.max(2, list.length)),
      name,
    ),
  min: list => list.reduce((least, each) => (each.value.lt(least.value) ? each : least)),
  max: list => list.reduce((most, each) => (each.value.gt(most.value) ? each : most)),
  sum,
  mean: list => divide(sum(list), exact(list.length)),
};

/** @param {readonly Result[]} list */
function sum(list) {
  return list.reduce(both((a, b) => Exact.add(a, b)));
}

/** @param {Result} a @param {Result} b @returns {Result} */
function divide(a, b) {
  if (!a.isExact || !b.isExact) return within(Short.div(a.value, nonZero(b.value)), false);
  const quotient = Long.div(a.value, nonZero(b.value));
  return within(quotient, Exact.mul(quotient, b.value).eq(a.value));
}

/** @param {Result} a @param {Result} b @returns {Result} */
function power(a, b) {
  const [base, exponent] = [a.value, b.value];
  if (base.isZero() && exponent.isNegative() && !exponent.isZero()) throw new Error('Division by zero.');
  if (base.isNegative() && !exponent.isInteger())
    throw new Error('A negative number can’t be raised to a fraction.');
  const perFactor = base.isZero() ? 0 : Number(Short.log10(short(base.abs()))) + base.decimalPlaces();
  const isWhole =
    exponent.isInteger() &&
    exponent
      .abs()
      .times(perFactor)
      .lte(2 * mostDigits);
  if (!isWhole) return within(Short.pow(short(base), short(exponent)), false);
  const whole = { value: Exact.pow(base, exponent.abs()), isExact: a.isExact && b.isExact };
  return exponent.isNegative() ? divide(exact(1), whole) : within(whole.value, whole.isExact);
}

/** @param {Result} a @returns {Result} */
function factorial({ value, isExact }) {
  if (!value.isInteger() || value.isNegative())
    throw new Error('Only whole numbers from 0 have a factorial.');
  if (value.gt(449)) throw new Error(tooLarge);
  let product = new Exact(1);
  for (let factor = 2; value.gte(factor); factor++) product = product.mul(factor);
  return within(product, isExact);
}

const tooLarge = `The result is too large: the limit is ${mostDigits} digits.`;

/** Keeps what comes out within the limits. @param {Value} value @param {boolean} isExact @returns {Result} */
function within(value, isExact) {
  if (value.isNaN()) throw new Error('The result is not a real number.');
  if (!value.isFinite() || value.e >= mostDigits) throw new Error(tooLarge);
  if (!value.isZero() && value.e <= -mostDigits)
    throw new Error(`The result is too close to 0: the limit is ${mostDigits} digits.`);
  const isLong = value.precision() > mostDigits;
  return {
    value: new Exact(isLong ? value.toSignificantDigits(mostDigits) : value),
    isExact: isExact && !isLong,
  };
}

/** @param {number} value */
function exact(value) {
  return { value: new Exact(value), isExact: true };
}

/** @param {(a: Value, b: Value) => Value} apply @returns {(a: Result, b: Result) => Result} */
function both(apply) {
  return (a, b) => within(apply(a.value, b.value), a.isExact && b.isExact);
}

/** @param {(a: Value) => Value} apply @param {boolean} [isExact] @returns {(list: readonly Result[], name: string) => Result} */
function one(apply, isExact = false) {
  return (list, name) => {
    const a = first(list, name);
    return within(apply(isExact ? a.value : short(a.value)), isExact && a.isExact);
  };
}

/** @param {(a: Value, b: Value) => Value} apply @param {boolean} [isExact] @returns {(list: readonly Result[], name: string) => Result} */
function two(apply, isExact = false) {
  return ([a, b, ...more], name) => {
    if (a === undefined || b === undefined || more.length > 0) throw new Error(`${name} takes two numbers.`);
    return within(apply(a.value, b.value), isExact && a.isExact && b.isExact);
  };
}

/** @param {(a: Value) => Value} apply @param {number} degree @returns {(list: readonly Result[], name: string) => Result} */
function root(apply, degree) {
  return (list, name) => {
    const a = first(list, name);
    const found = apply(a.value);
    return within(found, a.isExact && Exact.pow(found, degree).eq(a.value));
  };
}

/** @param {readonly Result[]} list @param {string} [name] @returns {Result} */
function first([only, ...more], name) {
  if (only !== undefined && more.length === 0) return only;
  throw new Error(
    name === undefined ? 'A comma belongs into the brackets of a function.' : `${name} takes one number.`,
  );
}

/** Functions take much longer with more digits, or refuse them. @param {Value} value */
function short(value) {
  return value.toSignificantDigits(Short.precision);
}

/** @param {Value} value */
function nonZero(value) {
  if (value.isZero()) throw new Error('Division by zero.');
  return value;
}

/** @param {Value} value */
function angle(value) {
  if (value.e > 100) throw new Error('The angle is too large.');
  return value;
}

/** @param {Value} value */
function places(value) {
  if (!value.isInteger() || value.isNegative() || value.gt(mostDigits))
    throw new Error(`round takes a whole number of places from 0 to ${mostDigits}.`);
  return value.toNumber();
}
