import { isJsonObject, type JsonObject, type JsonValue } from '../../ground/json/json.ts';
import { type Effort, efforts } from '../../ground/wording/effort-names.ts';
import { fits } from './fits.ts';

export interface ModelOptions {
  readonly effort?: Effort;
  readonly showThinking?: boolean;
  /** 0 to 2. */
  readonly temperature?: number;
  /** Above 0, up to 1. */
  readonly topP?: number;
  /** In tokens, thinking included. */
  readonly maxOutputTokens?: number;
  readonly contextTokens?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  readonly verbosity?: 'low' | 'medium' | 'high';
  readonly serviceTier?: string;
  /** On Anthropic, an hour costs twice as much to write as five minutes. */
  readonly cacheLifetime?: '5m' | '1h';
  readonly body?: JsonObject;
}

export type ReadOptions = { readonly options: ModelOptions } | { readonly mistake: string };

/** One wrong option makes all count as not set; the settings editor says why. */
export function providerOptions(written: unknown): ModelOptions {
  const read = written === undefined ? undefined : readModelOptions(written);
  if (read === undefined || !('options' in read)) return {};
  const { contextTokens: _window, ...options } = read.options;
  return options;
}

export function readModelOptions(written: unknown): ReadOptions {
  if (!isJsonObject(written)) return { mistake: 'Options must be an object such as {"effort": "high"}.' };
  for (const [name, value] of Object.entries(written)) {
    const mistake = mistakeIn(name, value);
    if (mistake !== undefined) return { mistake };
  }
  return { options: written as ModelOptions };
}

function mistakeIn(name: string, value: JsonValue): string | undefined {
  if (!Object.hasOwn(rules, name))
    return `Unknown option ${JSON.stringify(name)}. Options: ${Object.keys(rules).join(', ')}.`;
  const { expects, holds } = rules[name as keyof ModelOptions];
  return holds(value) ? undefined : `${name} must be ${expects}, not ${JSON.stringify(value).slice(0, 80)}.`;
}

interface OptionRule {
  readonly expects: string;
  readonly holds: (value: JsonValue) => boolean;
}

const rules: Readonly<Record<keyof ModelOptions, OptionRule>> = {
  effort: oneOf(efforts),
  showThinking: { expects: 'true or false', holds: value => typeof value === 'boolean' },
  temperature: { expects: 'a number from 0 to 2', holds: value => isBetween(value, 0, 2) },
  topP: {
    expects: 'a number above 0, up to 1',
    holds: value => isBetween(value, 0, 1) && value !== 0,
  },
  maxOutputTokens: tokenCount(),
  contextTokens: tokenCount(),
  seed: { expects: 'a whole number', holds: value => Number.isSafeInteger(value) },
  stop: {
    expects: 'a list of 1 to 4 strings that are not empty',
    holds: value =>
      Array.isArray(value) &&
      value.length >= 1 &&
      value.length <= 4 &&
      value.every(each => typeof each === 'string' && each !== ''),
  },
  verbosity: oneOf(['low', 'medium', 'high']),
  serviceTier: { expects: 'a name', holds: value => typeof value === 'string' && value !== '' },
  cacheLifetime: oneOf(['5m', '1h']),
  body: { expects: 'an object', holds: isJsonObject },
};

function tokenCount(): OptionRule {
  return {
    expects: 'a whole number above 0',
    holds: value => Number.isSafeInteger(value) && Number(value) > 0,
  };
}

function oneOf(names: readonly string[]): OptionRule {
  return {
    expects: `one of ${names.join(', ')}`,
    holds: value => typeof value === 'string' && names.includes(value),
  };
}

function isBetween(value: JsonValue, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

/** Keyed by patterns of `provider/id`, where `*` matches anything. */
export type OptionsByModel = Readonly<Record<string, ModelOptions>>;

export function optionsOfModel(reference: string, written: OptionsByModel): ModelOptions {
  return Object.entries(written).reduce(
    (all, [pattern, options]) => (fits(pattern, reference) ? joinOptions(all, options) : all),
    {} as ModelOptions,
  );
}

export function joinOptions(some: ModelOptions, others: ModelOptions): ModelOptions {
  const body = { ...some.body, ...others.body };
  return { ...some, ...others, ...(Object.keys(body).length > 0 && { body }) };
}
