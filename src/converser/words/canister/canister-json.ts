import { isJsonObject, type JsonValue } from '../../ground/json/json.ts';
import { fromBase64, toBase64 } from './base64.ts';

/** Bytes become `{"$bytes": base64}`. An object that looks like that gets one more `$`. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, inner: unknown) {
      // Not `inner`: some kinds of bytes have already become a list of numbers there.
      return replaced(this[key], inner);
    });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    return writeDeep(value, inner => replaced(inner, inner));
  }
}

export function fromJson<T>(json: string): T {
  if (!json.includes('$bytes"')) return JSON.parse(json) as T;
  try {
    return JSON.parse(json, (_key, inner: unknown) => revived(inner)) as T;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    return reviveDeep(JSON.parse(json), revived) as T;
  }
}

function replaced(original: unknown, inner: unknown): unknown {
  if (original instanceof Uint8Array) return { $bytes: toBase64(original) };
  const mark = markOf(inner);
  return mark === undefined ? inner : { [`$${mark.key}`]: mark.value };
}

function revived(inner: unknown): unknown {
  const mark = markOf(inner);
  if (mark === undefined) return inner;
  if (mark.key !== '$bytes') return { [mark.key.slice(1)]: mark.value };
  return typeof mark.value === 'string' ? (fromBase64(mark.value) ?? inner) : inner;
}

function markOf(value: unknown): { readonly key: string; readonly value: JsonValue | undefined } | undefined {
  if (!isJsonObject(value)) return undefined;
  const [key, other] = Object.keys(value);
  if (key === undefined || other !== undefined || !/^\$+bytes$/.test(key)) return undefined;
  return { key, value: value[key] };
}

/** `JSON.stringify` with a function overflows the stack at some thousand levels. This is much slower. */
function writeDeep(value: unknown, replace: (value: unknown) => unknown): string {
  const written: string[] = [];
  const left: ({ readonly value: unknown } | { readonly text: string })[] = [{ value }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if ('text' in next) {
      written.push(next.text);
      continue;
    }
    const replaced = replace(next.value);
    if (typeof replaced !== 'object' || replaced === null) {
      written.push(JSON.stringify(replaced) ?? 'null');
      continue;
    }
    const isList = Array.isArray(replaced);
    const entries = Object.entries(replaced).filter(([, inner]) => isList || inner !== undefined);
    written.push(isList ? '[' : '{');
    left.push({ text: isList ? ']' : '}' });
    for (const [index, [key, inner]] of [...entries.entries()].reverse()) {
      const name = isList ? '' : `${JSON.stringify(key)}:`;
      left.push({ value: inner }, { text: `${index === 0 ? '' : ','}${name}` });
    }
  }
  return written.join('');
}

function reviveDeep(value: unknown, revive: (value: unknown) => unknown): unknown {
  const root = { value };
  const holders: Record<string, unknown>[] = [root];
  for (const holder of holders) {
    for (const inner of Object.values(holder)) {
      if (typeof inner === 'object' && inner !== null) holders.push(inner as Record<string, unknown>);
    }
  }
  for (const holder of holders.reverse()) {
    for (const key of Object.keys(holder)) holder[key] = revive(holder[key]);
  }
  return root.value;
}
