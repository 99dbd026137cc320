import type { RegExpEngine, RegExpLike } from 'ajv/dist/types/index.js';
import type { RE2JS } from 're2js';

export interface LinearPatterns {
  /** Those that can't be run here, so nothing is checked against them. */
  readonly unread: ReadonlySet<string>;
  readonly engine: RegExpEngine;
  readonly watch: <T>(work: () => T) => { readonly outcome: T; readonly isUnsure: boolean };
}

/** An attacker may choose both, so only RE2 runs them. What it can't run fits: the server checks anyway. */
export async function linearPatterns(): Promise<LinearPatterns> {
  const { RE2JS } = await import('re2js');
  const budget: Budget = { room: mostInstructions, steps: 0, isUnsure: false, unread: new Set() };
  const known = new Map<string, RegExpLike>();
  const engine = (pattern: string): RegExpLike => {
    const matcher = known.get(pattern) ?? createMatcher(pattern, compile(pattern, RE2JS, budget), budget);
    known.set(pattern, matcher);
    return matcher;
  };
  return {
    unread: budget.unread,
    engine: Object.assign(engine, { code: 'linearPattern' }),
    watch: work => {
      budget.steps = mostSteps;
      budget.isUnsure = false;
      return { outcome: work(), isUnsure: budget.isUnsure };
    },
  };
}

interface Budget {
  room: number;
  steps: number;
  isUnsure: boolean;
  readonly unread: Set<string>;
}

/** All the patterns of a schema share these. An ordinary pattern has ten or a hundred. */
const mostInstructions = 10_000;

/** One step is one instruction of a pattern at one place of a text; it takes up to 10 ns. */
const mostSteps = 20_000_000;

interface Compiled {
  readonly expression: RE2JS;
  readonly size: number;
}

/** The size is estimated first: to compile a pattern of a thousand characters may take seconds. */
function compile(pattern: string, engine: typeof RE2JS, budget: Budget): Compiled | undefined {
  try {
    const linear = inLinearSyntax(pattern, engine);
    if (linear === undefined || linearSize(linear) > budget.room) return undefined;
    const expression = engine.compile(linear);
    const size = expression.programSize();
    budget.room -= size;
    return { expression, size };
  } catch {
    return undefined;
  }
}

function createMatcher(pattern: string, compiled: Compiled | undefined, budget: Budget): RegExpLike {
  if (compiled === undefined) budget.unread.add(pattern);
  const test = (text: string): boolean => {
    const cost = (compiled?.size ?? 0) * (text.length + 1);
    if (compiled === undefined || cost > budget.steps) {
      budget.isUnsure = true;
      return true;
    }
    budget.steps -= cost;
    return compiled.expression.test(text);
  };
  // The checker takes two patterns for the same if they are written the same.
  return Object.assign({ test }, { toString: () => pattern });
}

/** `undefined` if it can't run there. Spells out what others read differently; JavaScript's reading comes first. */
function inLinearSyntax(
  pattern: string,
  { translateRegExp }: Pick<typeof RE2JS, 'translateRegExp'>,
): string | undefined {
  const isOurs = isJavaScript(pattern);
  const dotsAreAll = /\(\?[imU]*s/.test(pattern);
  let inClass = false;
  let isUnread = !isOurs && ambiguous.test(pattern);
  const spelledOut = pattern.replace(isOurs ? piece : foreignPiece, written => {
    if (written.startsWith('[:')) return written;
    if (written === '[') {
      const isInner = inClass;
      inClass = true;
      return isInner ? '\\[' : written;
    }
    if (written === ']') inClass = false;
    if (written === '\\s') return inClass ? space : `[${space}]`;
    if (written === '\\S') return inClass ? notSpace : `[^${space}]`;
    if (written === '\\Z' && !isOurs && !inClass) return '\\n?\\z';
    if (written === '.') return inClass || dotsAreAll ? written : '[^\\n\\r\\u2028\\u2029]';
    // References back, and letters with a meaning of their own elsewhere, would be read as characters.
    if (/^\\[1-9k]$/.test(written) || (!isOurs && unagreed.test(written))) isUnread = true;
    return isPair(written) ? JSON.parse(`"${written}"`) : written;
  });
  return isUnread ? undefined : translateRegExp(spelledOut);
}

function isJavaScript(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Sets within sets, sets that begin with their end, and counts without a least mean something only to some. */
const ambiguous = /&&|\[\^?\]|\{,\d+\}/;
const unagreed = /^\\(?![AbBcdDfnprPsStuvwWxz])[a-zA-Z]$/;

function isPair(written: string): boolean {
  return written.length === 12;
}

const piece = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\.|[[\].]/gsu;
const foreignPiece = new RegExp(`\\[:\\^?[a-z]+:\\]|${piece.source}`, piece.flags);

/** https://tc39.es/ecma262/#sec-runtime-semantics-compiletocharset (`s`), and the rest of all characters. */
const space = '\\t-\\r \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const notSpace =
  '\\x00-\\x08\\x0e-\\x1f!-\\x9f\\xa1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027\\u202a-\\u202e\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\ufefe\\uff00-\\u{10ffff}';

/** Counts without making the instructions: making half a million takes seconds. */
export function linearSize(pattern: string): number {
  const before: number[] = [];
  let size = 0;
  let start = 0;
  for (const [written, least, most] of pattern.matchAll(instruction)) {
    if (isFlags.test(written)) continue;
    if (written.startsWith('(')) before.push(size);
    else if (written === ')') start = before.pop() ?? 0;
    else if (least !== undefined) {
      size = start + (size - start) * Math.max(Number(least), Number(most), 1);
    } else {
      start = size;
      size += 1;
    }
  }
  return size;
}

const isFlags = /^\(\?[a-z-]+\)$/i;
const instruction =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[xpP]\{[^}]*\}|.)|\(\?[a-z-]+\)|\((?:\?(?:P?<\w+>|[a-z-]*:))?|\{(\d+),?(\d*)\}|./gisu;
