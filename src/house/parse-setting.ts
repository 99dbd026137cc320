import { isJsonObject, type JsonValue } from '../converser/ground/json/json.ts';

/** Continues a sentence that begins with the setting, or with a part of it such as `"ollama/*"`. */
export type Wrong = (mistake: string, part?: string) => void;

/** What is wrong counts as not written, and so do `null` and `undefined`. */
export type Parse<T> = (written: unknown, wrong: Wrong) => T;

interface Kind<T> {
  readonly expects: string;
  readonly holds: (value: unknown) => value is T;
}

export function value<T, const Otherwise>(kind: Kind<T>, otherwise: Otherwise): Parse<T | Otherwise> {
  return (written, wrong) => {
    if (written === undefined || written === null) return otherwise;
    if (kind.holds(written)) return written;
    wrong(mustBe(kind.expects, written));
    return otherwise;
  };
}

export function oneOf<const T extends string>(names: readonly T[]): Kind<T> {
  const holds = (written: unknown): written is T => names.some(name => name === written);
  return { expects: `one of ${names.join(', ')}`, holds };
}

interface Bounds {
  readonly from: number;
  readonly to?: number;
  readonly isWhole?: boolean;
}

export function number({ from, to = Number.POSITIVE_INFINITY, isWhole = false }: Bounds): Kind<number> {
  const noun = isWhole ? 'a whole number' : 'a number';
  return {
    expects:
      to === Number.POSITIVE_INFINITY ? `${noun} of at least ${from}` : `${noun} from ${from} to ${to}`,
    holds: (written): written is number =>
      typeof written === 'number' &&
      (isWhole ? Number.isSafeInteger(written) : Number.isFinite(written)) &&
      written >= from &&
      written <= to,
  };
}

export const boolean: Kind<boolean> = {
  expects: 'true or false',
  holds: written => typeof written === 'boolean',
};

export const string: Kind<string> = { expects: 'a string', holds: written => typeof written === 'string' };

export const text: Parse<string> = (written, wrong) => value(string, '')(written, wrong).trim();

export function listOf<T>(kind: Kind<T>, otherwise: readonly T[] = []): Parse<readonly T[]> {
  return (written, wrong) => {
    if (written === undefined || written === null) return otherwise;
    if (!Array.isArray(written)) {
      wrong(mustBe('a list', written));
      return otherwise;
    }
    const strange = written.find(item => !kind.holds(item));
    if (strange !== undefined) wrong(`must be a list, each item ${kind.expects}, not ${shown(strange)}.`);
    return written.filter(kind.holds);
  };
}

export function entriesOf<T>(
  parse: (written: JsonValue, wrong: Wrong) => T | undefined,
): Parse<readonly (readonly [name: string, value: T])[]> {
  return (written, wrong) => {
    if (written === undefined || written === null) return [];
    if (!isJsonObject(written)) {
      wrong(mustBe('an object', written));
      return [];
    }
    return Object.entries(written).flatMap(([name, each]) => {
      const parsed = parse(each, (mistake, part = '') => wrong(mistake, `${JSON.stringify(name)}${part}`));
      return parsed === undefined ? [] : [[name, parsed] as const];
    });
  };
}

export function mustBe(expects: string, written: unknown): string {
  return `must be ${expects}, not ${shown(written)}.`;
}

function shown(written: unknown): string {
  return (JSON.stringify(written) ?? String(written)).slice(0, 80);
}
