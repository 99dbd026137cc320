import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../../converser/ground/json/json.ts';
import { perObject } from '../../../converser/ground/object-memory.ts';
import type { Canister, InvocationCanister } from '../../../converser/words/canister/canister.ts';
import { wireName } from '../../../converser/words/ensemble/wire-name.ts';
import type { ToolDefinition } from '../../../converser/words/models/provider.ts';
import { fitSchema } from '../../tool-schemas/fit-schema.ts';

export interface Renaming {
  readonly sent: ReadonlyMap<string, string>;
  readonly meant: ReadonlyMap<string, string>;
}

/** The API rejects a whole request for one name at the top level of one schema, such as `$filter` or `filter[id]`. */
export const renamingOf = perObject(({ inputSchema, native }: ToolDefinition): Renaming | undefined => {
  const { properties } = fitSchema(inputSchema);
  const names = native === undefined && isJsonObject(properties) ? Object.keys(properties) : [];
  if (names.every(isFit)) return undefined;
  const taken = new Set(names.filter(isFit));
  const sent = new Map<string, string>();
  for (const name of names.filter(each => !isFit(each))) {
    const fit = fitName(name, taken);
    taken.add(fit);
    sent.set(name, fit);
  }
  return { sent, meant: new Map([...sent].map(([name, fit]) => [fit, name])) };
});

const longest = 64;

function isFit(name: string): boolean {
  return /^[a-zA-Z0-9_.-]{1,64}$/.test(name);
}

function fitName(name: string, taken: ReadonlySet<string>): string {
  const plain = name.replace(/[^a-zA-Z0-9_.-]+/g, '_').replace(/^_+|_+$/g, '') || 'value';
  for (let count = 1; ; count++) {
    const ending = count === 1 ? '' : `_${count}`;
    const fit = plain.slice(0, longest - ending.length) + ending;
    if (!taken.has(fit)) return fit;
  }
}

export function renamedSchema(schema: JsonSchema, { sent }: Renaming): JsonSchema {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return schema;
  const entries = Object.entries(properties).map(([name, value]) => {
    const fit = sent.get(name);
    return fit === undefined ? ([name, value] as const) : ([fit, explained(name, value)] as const);
  });
  return {
    ...schema,
    properties: Object.fromEntries(entries),
    ...(Array.isArray(required) ? { required: required.map(name => sent.get(String(name)) ?? name) } : {}),
  };
}

function explained(name: string, schema: JsonValue): JsonValue {
  const { description = '', ...others } = isJsonObject(schema) ? schema : {};
  const origin = `Stands for ${JSON.stringify(name)}.`;
  return {
    ...others,
    description: typeof description === 'string' ? `${origin} ${description}`.trim() : origin,
  };
}

export function renamed(args: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [names.get(name) ?? name, value]));
}

export function withSentNames(
  canisters: readonly Canister[],
  tools: readonly ToolDefinition[],
): readonly Canister[] {
  const renamings = new Map<string, Renaming>();
  for (const tool of tools) {
    const renaming = renamingOf(tool);
    if (renaming !== undefined) renamings.set(tool.name, renaming);
  }
  if (renamings.size === 0) return canisters;
  return canisters.map(canister => {
    const renaming = canister.role === 'invocation' ? renamings.get(wireName(canister)) : undefined;
    return canister.role === 'invocation' && renaming !== undefined ? sentCall(canister, renaming) : canister;
  });
}

/** Both sides keep their objects, because what requests have in common is found by its objects. */
const sentCalls = new WeakMap<InvocationCanister, { readonly renaming: Renaming; readonly call: Canister }>();

function sentCall(invocation: InvocationCanister, renaming: Renaming): Canister {
  const known = sentCalls.get(invocation);
  if (known?.renaming === renaming) return known.call;
  const call = { ...invocation, arguments: renamed(invocation.arguments, renaming.sent) };
  sentCalls.set(invocation, { renaming, call });
  return call;
}
