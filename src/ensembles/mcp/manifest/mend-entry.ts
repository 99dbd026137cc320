import type { StandardSchemaV1Sync } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';

/** What a list of a server holds: a tool, a prompt, a resource or a template. */
export interface EntryKind<T> {
  readonly schema: StandardSchemaV1Sync<unknown, T>;
  /** Without these, an entry can't be used. */
  readonly needs: readonly string[];
}

export type MendedEntry<T> =
  | { readonly kind: 'readable'; readonly name: string; readonly entry: T; readonly left: readonly string[] }
  | { readonly kind: 'broken'; readonly name: string; readonly reason: string };

/** Leaves out fields that aren't valid MCP, and names them unless they are null, which many languages write for none. */
export function mendEntry<T>(written: JsonValue, { schema, needs }: EntryKind<T>): MendedEntry<T> {
  const left: string[] = [];
  let entry = written;
  for (let round = 0; ; round++) {
    const checked = schema['~standard'].validate(entry);
    if (checked.issues === undefined)
      return { kind: 'readable', name: nameOf(written), entry: entry as T, left };
    const [issue] = checked.issues;
    const path = (issue?.path ?? []).map(step => String(typeof step === 'object' ? step.key : step));
    const field = round < mostRounds ? presentPart(entry, path) : path.slice(0, 1);
    const value = valueAt(entry, field);
    const isNeeded = field.length <= 1 && needs.includes(field[0] ?? '');
    if (isNeeded || field.length === 0 || value === undefined)
      return broken(written, `${path.join('.') || 'it'}: ${issue?.message ?? 'invalid'}`);
    if (value !== null) left.push(field.join('.'));
    entry = without(entry, field);
  }
}

/** For what holds no values of the server's own, such as defaults. */
export function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const known = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(known.map(([name, part]) => [name, withoutNulls(part)]));
}

/** A list with more broken members is left out as a whole. */
const mostRounds = 50;

/** What lacks a field that it must have is left out with it. */
function presentPart(entry: JsonValue, path: readonly string[]): readonly string[] {
  const isPresent = path.length === 0 || valueAt(entry, path) !== undefined;
  return isPresent ? path : presentPart(entry, path.slice(0, -1));
}

function valueAt(value: JsonValue | undefined, [step, ...further]: readonly string[]): JsonValue | undefined {
  if (step === undefined) return value;
  const isHolder = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
  return isHolder ? valueAt((value as JsonObject)[step], further) : undefined;
}

function without(value: JsonValue, [step = '', ...further]: readonly string[]): JsonValue {
  const [next] = further;
  if (Array.isArray(value)) {
    const at = Number(step);
    return value.toSpliced(at, 1, ...(next === undefined ? [] : [without(value[at], further)]));
  }
  if (!isJsonObject(value)) return value;
  const { [step]: part = null, ...others } = value;
  return next === undefined ? others : { ...value, [step]: without(part, further) };
}

function broken(written: JsonValue, reason: string): MendedEntry<never> {
  return { kind: 'broken', name: nameOf(written), reason };
}

function nameOf(written: JsonValue): string {
  const { name, uri, uriTemplate } = isJsonObject(written) ? written : {};
  return [name, uri, uriTemplate].find(each => typeof each === 'string') ?? '(without a name)';
}
