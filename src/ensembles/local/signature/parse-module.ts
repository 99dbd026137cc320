import vm from 'node:vm';
import { type ParseResult, parse, parseExpression } from '@babel/parser';
import type { Expression, File, TSType } from '@babel/types';

/** Nested generics could keep the parser busy for years, so all modules of an ensemble share this. */
export interface ReadingTime {
  /** In milliseconds. */
  left: number;
}

/** Stops `run` when the time is over, and throws what it throws. */
export function bounded<T>(run: () => T, time: ReadingTime): T {
  const start = performance.now();
  try {
    return vm.runInNewContext('run()', { run }, { timeout: Math.max(1, Math.ceil(time.left)) }) as T;
  } finally {
    time.left -= performance.now() - start;
  }
}

export function isTimeout(cause: unknown): boolean {
  return Object(cause).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

export function parseModule(text: string, isTyped: boolean): ParseResult<File> {
  const plugins = isTyped ? (['typescript'] as const) : [];
  return parse(text, { sourceType: 'module', createParenthesizedExpressions: true, plugins: [...plugins] });
}

export interface ParsedType {
  readonly type: TSType;
  /** What the places of its nodes count in. */
  readonly source: string;
}

/** JSDoc has forms of its own: `?T`, `!T`, `T=`, `*` and `Array.<T>`. */
export function parseType(written: string): ParsedType | undefined {
  const [, mark, type = ''] = /^([?!]?)(.*?)=?$/.exec(written.replaceAll('.<', '<')) ?? [];
  const source = `0 as ${type === '*' ? 'any' : mark === '?' ? `${type} | null` : type}`;
  const parsed = parsedExpression(source);
  return parsed?.type === 'TSAsExpression' ? { type: parsed.typeAnnotation, source } : undefined;
}

export function parsedExpression(text: string): Expression | undefined {
  try {
    return parseExpression(text, { plugins: ['typescript'] });
  } catch {
    return undefined;
  }
}
