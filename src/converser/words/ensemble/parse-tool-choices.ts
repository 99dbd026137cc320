import { isJsonObject, type JsonObject, type JsonValue } from '../../ground/json/json.ts';
import type { DeduplicationStrategy, Offer } from './invoker.ts';
import type { ToolChoice, ToolChoices } from './tool-choices.ts';

export interface ToolChoiceProblem {
  readonly path: string;
  readonly message: string;
}

export interface ParsedToolChoices {
  readonly choices: ToolChoices;
  readonly problems: readonly ToolChoiceProblem[];
}

export function parseToolChoices(written: unknown): ParsedToolChoices {
  if (written === undefined || written === null) return { choices: new Map(), problems: [] };
  if (!isJsonObject(written)) {
    const message =
      'Must be an object keyed by full tool name, such as { "workspace:search_text": { "enabled": false } }.';
    return { choices: new Map(), problems: [{ path: '', message }] };
  }
  const problems: ToolChoiceProblem[] = [];
  const choices = new Map<string, ToolChoice>();
  for (const [name, entry] of Object.entries(written)) {
    const complain = (message: string, key?: string) => {
      const path = [JSON.stringify(name), ...(key === undefined ? [] : [key])].join('.');
      problems.push({ path, message });
    };
    const choice = parseEntry(name, entry, complain);
    if (choice !== undefined && Object.keys(choice).length > 0) choices.set(name, choice);
  }
  return { choices, problems };
}

type Complain = (message: string, key?: string) => void;

function parseEntry(name: string, entry: JsonValue, complain: Complain): ToolChoice | undefined {
  if (!/^[a-z0-9][a-z0-9_-]*:./.test(name)) {
    complain(
      'Use the full name of a tool, such as workspace:search_text, or workspace:* for all tools of an ensemble.',
    );
    return undefined;
  }
  if (!isJsonObject(entry)) {
    complain('Settings of a tool must be an object, such as { "enabled": false }.');
    return undefined;
  }
  const choice = parseFields(entry, complain);
  if ((choice.totalTimeLimit ?? Number.POSITIVE_INFINITY) < (choice.timeLimit ?? 0)) {
    complain('Lower than timeout, which then never applies. Raise it, or lower timeout.', 'maxTimeout');
  }
  return choice;
}

function parseFields(entry: JsonObject, complain: Complain): ToolChoice {
  const parsed = Object.entries(entry).flatMap(([key, value]) => {
    if (!isField(key)) {
      complain(unknownField(key), key);
      return [];
    }
    const field = fields[key].read(value);
    if (field === undefined) complain(`Must be ${fields[key].expected}, not ${JSON.stringify(value)}.`, key);
    return field === undefined ? [] : [field];
  });
  return Object.assign({}, ...parsed);
}

interface Field {
  readonly expected: string;
  readonly read: (value: JsonValue) => ToolChoice | undefined;
}

const longestSeconds = 86_400;

const someSeconds = 'a number of seconds above 0 and up to 86400 (a day)';

const offers: readonly Offer[] = ['always', 'on demand'];

const strategies: readonly DeduplicationStrategy[] = ['exact', 'semantic', 'compared', 'reuse', 'none'];

const fields = {
  enabled: {
    expected: 'true or false',
    read: value => (typeof value === 'boolean' ? { enabled: value } : undefined),
  },
  timeout: {
    expected: someSeconds,
    read: value => (isDuration(value) ? { timeLimit: value * 1000 } : undefined),
  },
  maxTimeout: {
    expected: someSeconds,
    read: value => (isDuration(value) ? { totalTimeLimit: value * 1000 } : undefined),
  },
  deduplication: {
    expected: '"exact", "semantic", "compared", "reuse" or "none"',
    read: value => {
      const deduplication = strategies.find(strategy => strategy === value);
      return deduplication && { deduplication };
    },
  },
  offer: {
    expected: '"always" or "on demand"',
    read: value => {
      const offer = offers.find(each => each === value);
      return offer && { offer };
    },
  },
} as const satisfies Readonly<Record<string, Field>>;

function isField(key: string): key is keyof typeof fields {
  return Object.hasOwn(fields, key);
}

function unknownField(key: string): string {
  if (key === 'permission') return 'Permissions are set in converser.permissions. Set it there.';
  return `Unknown key. Known keys: ${Object.keys(fields).join(', ')}.`;
}

function isDuration(value: JsonValue): value is number {
  return typeof value === 'number' && value > 0 && value <= longestSeconds;
}
