import { isAmount, isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import { type ModelFacts, toolUses } from './provider-definition.ts';

/** Those that people write. */
type FactName = Exclude<keyof ModelFacts, 'contract' | 'longestContext' | 'server'>;

export interface ReadFacts {
  readonly facts: ModelFacts;
  readonly problems: readonly { readonly key: string; readonly message: string }[];
}

export function readFacts(written: JsonObject): ReadFacts {
  const facts: Record<string, unknown> = {};
  const problems: { readonly key: string; readonly message: string }[] = [];
  for (const [key, value] of Object.entries(written)) {
    const name = names.find(each => each === key);
    if (name === undefined) {
      problems.push({ key, message: `Unknown key “${key}”. Known keys: ${names.join(', ')}.` });
    } else if (fields[name].accepts(value)) facts[name] = isJsonObject(value) ? { ...value } : value;
    else problems.push({ key, message: `“${key}” must be ${fields[name].expected}.` });
  }
  return { facts, problems };
}

interface Field {
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
}

const tokens: Field = {
  expected: 'a positive integer, such as 32768',
  accepts: value => Number.isSafeInteger(value) && Number(value) > 0,
};
const choice: Field = { expected: 'true or false', accepts: value => typeof value === 'boolean' };

const fields: Readonly<Record<FactName, Field>> = {
  tools: {
    expected: '"native", "contract" or "none"',
    accepts: value => toolUses.some(use => use === value),
  },
  contextTokens: tokens,
  outputTokens: tokens,
  images: choice,
  thinks: choice,
  parallel: choice,
  replySchema: choice,
  firstToken: {
    expected: 'whole seconds, such as 1800, one day at most',
    accepts: value => tokens.accepts(value) && Number(value) <= 86_400,
  },
  price: {
    expected:
      'US dollars per million tokens: input, output and, if different, cached, written and writtenForHour',
    accepts: isPrice,
  },
};

const names = Object.keys(fields) as readonly FactName[];

function isPrice(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { input, output, cached = 0, written = 0, writtenForHour = 0, ...others } = value;
  const amounts = [input, output, cached, written, writtenForHour];
  return Object.keys(others).length === 0 && amounts.every(isAmount);
}
