import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../converser/ground/json/json.ts';
import { type Content, text } from '../../converser/words/canister/content.ts';
import {
  type Context,
  type Invocable,
  isReply,
  type Returned,
  reply,
} from '../../converser/words/ensemble/invoker.ts';
import type { Tool } from '../define-tool.ts';

/**
 * What a `.mjs` file beside a descriptor may export as a tool: an async function `(args, context) => …`, or an
 * object with that function as `invoke` and whatever the descriptor does not say. It needs nothing of ours.
 *
 *     export const roll = {
 *       description: 'Rolls one die.',
 *       arguments: { type: 'object', properties: { sides: { type: 'integer' } }, required: ['sides'] },
 *       annotations: { readOnly: true },
 *       invoke: async ({ sides }, context) => 1 + Math.floor(Math.random() * sides),
 *     };
 *
 * The function returns a string; a JSON value, which goes through the output templates; nothing; or
 * `{ content, screen }`, where `content` is a list of `{ type: 'text', text }`, `{ type: 'image', mimeType, data }`
 * with base64 or bytes, and `{ type: 'resource', uri, text }`, and `screen` is Markdown for people. It throws to
 * fail: the model reads the message.
 */
export type ModuleExport =
  | ModuleFunction
  | (Partial<Omit<Tool, 'invocable' | 'recordsChanges' | 'isEdit' | 'inProposal' | 'adapt'>> & {
      readonly invoke: ModuleFunction;
    });

type ModuleFunction = (args: JsonObject, context: Context) => unknown;

export type ModuleTool =
  | { readonly kind: 'tool'; readonly tool: Tool }
  | { readonly kind: 'mistaken'; readonly expected: string };

export interface FromDescriptor {
  readonly name: string;
  readonly description?: string;
  readonly arguments?: JsonSchema;
  /** The function takes these one by one, and then the context. */
  readonly parameters?: readonly string[];
}

export function moduleTool(exported: unknown, descriptor: FromDescriptor): ModuleTool {
  const { description = '', parameters } = descriptor;
  if (typeof exported === 'function') {
    // Absent arguments are handed over as undefined, so that the function’s own defaults hold.
    const invoke: ModuleFunction = (args, context) =>
      parameters === undefined
        ? exported(args, context)
        : exported(...parameters.map(name => (Object.hasOwn(args, name) ? args[name] : undefined)), context);
    return asTool({ description, invoke }, descriptor);
  }
  if (typeof exported !== 'object' || exported === null) {
    return mistaken('must be an async function, or an object with an async function invoke');
  }
  // Converser vouches for its own tools only: what it can't undo is named, and nothing of a module runs before it is asked.
  const {
    recordsChanges: _claim,
    isEdit: _another,
    inProposal: _third,
    adapt: _early,
    ...given
  } = exported as Readonly<Record<string, unknown>>;
  // `defineTool` puts the function under this name.
  const invoke = given.invoke ?? given.invocable;
  if (typeof invoke !== 'function') return mistaken('needs a function invoke');
  return asTool({ ...given, invoke: invoke as ModuleFunction }, descriptor);
}

export const noArguments: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

function asTool(given: Exclude<ModuleExport, ModuleFunction>, descriptor: FromDescriptor): ModuleTool {
  const { description = '', annotations = {}, aliases = [] } = given;
  const schema = given.arguments ?? descriptor.arguments ?? noArguments;
  if (typeof description !== 'string') return mistaken('has a description that must be a string');
  if (!isJsonObject(schema)) return mistaken('has arguments that must be a JSON Schema');
  if (!isJsonObject(annotations) || !Object.values(annotations).every(value => typeof value === 'boolean')) {
    return mistaken('has annotations that must be an object of booleans');
  }
  if (!Array.isArray(aliases) || !aliases.every(alias => typeof alias === 'string')) {
    return mistaken('has aliases that must be a list of names');
  }
  const { invoke, ...rest } = given;
  const tool = { ...rest, name: descriptor.name, description, annotations, aliases };
  return { kind: 'tool', tool: { ...tool, arguments: schema as JsonSchema, invocable: invocable(invoke) } };
}

function mistaken(expected: string): ModuleTool {
  return { kind: 'mistaken', expected };
}

function invocable(invoke: ModuleFunction): Invocable {
  return async (args, { history: _notTheirs, ...context }) => normalizeReturned(await invoke(args, context));
}

function normalizeReturned(returned: unknown): Returned {
  if (returned === undefined || typeof returned === 'string' || isReply(returned as Returned)) {
    return returned as Returned;
  }
  const parts = contentOf(returned);
  if (parts === undefined) return asJson(returned);
  const { screen } = returned as { readonly screen?: unknown };
  return reply(defined({ content: parts, screen: typeof screen === 'string' ? screen : undefined }));
}

function contentOf(returned: unknown): readonly Content[] | undefined {
  if (!isJsonObject(returned) || !Array.isArray(returned.content)) return undefined;
  const parts = returned.content.map(contentPart);
  return parts.length > 0 && parts.every(part => part !== undefined) ? parts : undefined;
}

function contentPart(part: unknown): Content | undefined {
  const { type, mimeType, uri, text: written, data } = Object(part) as Readonly<Record<string, unknown>>;
  const mime = typeof mimeType === 'string' ? mimeType : undefined;
  if (type === 'text' && typeof written === 'string') return text(written, mime ?? 'text/plain');
  if (type === 'image' && mime !== undefined) {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'base64') : data;
    return bytes instanceof Uint8Array ? { type, mimeType: mime, bytes } : undefined;
  }
  if (type === 'resource' && typeof uri === 'string') {
    return defined({ type, uri, mimeType: mime, text: typeof written === 'string' ? written : undefined });
  }
  return undefined;
}

/** Dates and classes become what JSON makes of them. */
function asJson(value: unknown): JsonValue {
  const written = JSON.stringify(value);
  if (written === undefined)
    throw errors.badArguments(`The tool returned a ${typeof value}, which isn’t JSON`);
  return JSON.parse(written) as JsonValue;
}
