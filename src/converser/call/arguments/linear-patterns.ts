import type { RegExpEngine, RegExpLike } from 'ajv/dist/types/index.js';
import type { RE2JS } from 're2js';
import { linearSize } from './linear-size.ts';
import { inLinearSyntax } from './linear-syntax.ts';

export interface LinearPatterns {
  readonly engine: RegExpEngine;
  /** Does work that matches texts against patterns, and says whether one of them was left out. */
  readonly watch: <T>(work: () => T) => { readonly outcome: T; readonly isUnsure: boolean };
}

/**
 * Matches texts against the patterns of one schema. Both may come from an attacker who wants it to take forever, and
 * V8 would: `^(a+)+$` against forty letters stops everything for hours. RE2 takes a time that is a product of
 * both lengths, and what would take long even so is left out.
 *
 * A pattern that is left out lets everything through: it needs what no linear engine has (to look ahead or behind,
 * to refer back), repeats something more than a thousand times, is too large, or the text is too long for it. The
 * server checks it anyway; our check only spares the model a detour.
 */
export async function linearPatterns(): Promise<LinearPatterns> {
  const { RE2JS } = await import('re2js');
  const budget: Budget = { room: mostInstructions, steps: 0, isUnsure: false };
  const known = new Map<string, RegExpLike>();
  const engine = (pattern: string, flags: string): RegExpLike => {
    // What is not a pattern in JavaScript is refused here, too. V8 only parses it.
    new RegExp(pattern, flags);
    const matcher = known.get(pattern) ?? createMatcher(pattern, compile(pattern, RE2JS, budget), budget);
    known.set(pattern, matcher);
    return matcher;
  };
  return {
    engine: Object.assign(engine, { code: 'linearPattern' }),
    watch: work => {
      budget.steps = mostSteps;
      budget.isUnsure = false;
      return { outcome: work(), isUnsure: budget.isUnsure };
    },
  };
}

/** What is left for all patterns of one schema. */
interface Budget {
  /** Instructions that further patterns may have. */
  room: number;
  /** Steps that the matching under way may still take. */
  steps: number;
  isUnsure: boolean;
}

/** Of all the patterns of a schema. An ordinary one has ten or a hundred. */
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
  const test = (text: string): boolean => {
    const cost = (compiled?.size ?? 0) * (text.length + 1);
    if (compiled === undefined || cost > budget.steps) {
      budget.isUnsure = true;
      return true;
    }
    budget.steps -= cost;
    return compiled.expression.test(text);
  };
  // The checker takes two patterns for one if they are written the same.
  return Object.assign({ test }, { toString: () => pattern });
}
