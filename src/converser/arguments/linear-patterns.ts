import type { RegExpEngine, RegExpLike } from 'ajv/dist/types/index.js';
import type { RE2JS } from 're2js';
import { linearSize } from './linear-size.ts';
import { linearSyntax } from './linear-syntax.ts';

export interface LinearPatterns {
  readonly engine: RegExpEngine;
  /** Does what holds texts against patterns, and tells whether one of them was left out. */
  readonly watch: <T>(work: () => T) => { readonly outcome: T; readonly isUnsure: boolean };
}

/**
 * Holds texts against the patterns of one schema. Both may come from somebody who wants it to take for ever, and
 * V8 takes it: `^(a+)+$` against forty letters stops everything for hours. RE2 takes a time that is a product of
 * both lengths, and what even that would make long is left out.
 *
 * A pattern that is left out lets everything through: it needs what no linear engine has (to look ahead or behind,
 * to refer back), repeats something more than a thousand times, is too large, or the text is too long for it. Whoever
 * wrote the schema holds it anyway; our check only spares the model a detour.
 */
export async function linearPatterns(): Promise<LinearPatterns> {
  const { RE2JS } = await import('re2js');
  let room = mostInstructions;
  let steps = 0;
  let isUnsure = false;

  const compile = (pattern: string): Compiled | undefined => {
    try {
      const linear = linearSyntax(pattern);
      const size = linearSize(linear);
      if (size > room) return undefined;
      room -= size;
      return { expression: RE2JS.compile(linear), size };
    } catch {
      return undefined;
    }
  };
  const prepare = (pattern: string): RegExpLike => {
    const compiled = compile(pattern);
    const test = (text: string): boolean => {
      const cost = (compiled?.size ?? 0) * (text.length + 1);
      if (compiled === undefined || cost > steps) {
        isUnsure = true;
        return true;
      }
      steps -= cost;
      return compiled.expression.test(text);
    };
    // The checker takes two patterns for one if they are written the same.
    return Object.assign({ test }, { toString: () => pattern });
  };

  const known = new Map<string, RegExpLike>();
  const engine = (pattern: string, flags: string): RegExpLike => {
    // What is no pattern to JavaScript is none here. V8 reads it without holding anything against it.
    new RegExp(pattern, flags);
    const prepared = known.get(pattern) ?? prepare(pattern);
    known.set(pattern, prepared);
    return prepared;
  };

  return {
    engine: Object.assign(engine, { code: 'linearPattern' }),
    watch: work => {
      steps = mostSteps;
      isUnsure = false;
      return { outcome: work(), isUnsure };
    },
  };
}

/** Of all the patterns of a schema. One that is usual has some ten or a hundred. */
const mostInstructions = 10_000;

/** Each is an instruction of a pattern at a place of a text, and takes some 10 ns where it comes to the worst. */
const mostSteps = 20_000_000;

interface Compiled {
  readonly expression: RE2JS;
  readonly size: number;
}
