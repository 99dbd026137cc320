import type { RegExpEngine, RegExpLike } from 'ajv/dist/types/index.js';
import type { RE2JS } from 're2js';
import { linearSize } from './linear-size.ts';
import { inLinearSyntax } from './linear-syntax.ts';

export interface LinearPatterns {
  readonly engine: RegExpEngine;
  readonly watch: <T>(work: () => T) => { readonly outcome: T; readonly isUnsure: boolean };
}

/**
 * Matches texts against the patterns of one schema. Both may come from an attacker, and V8 would take hours
 * for `^(a+)+$` against forty letters. RE2 takes a time that is a product of both lengths.
 * A pattern that RE2 can't run (it looks around or refers back), that is too large, or whose text is too long
 * lets everything through: the tool's server checks it anyway.
 */
export async function linearPatterns(): Promise<LinearPatterns> {
  const { RE2JS } = await import('re2js');
  const budget: Budget = { room: mostInstructions, steps: 0, isUnsure: false };
  const known = new Map<string, RegExpLike>();
  const engine = (pattern: string, flags: string): RegExpLike => {
    // V8 parses the pattern only to refuse what JavaScript refuses.
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

interface Budget {
  room: number;
  steps: number;
  isUnsure: boolean;
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
