import { errors } from '../converser/ground/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../converser/ground/json/json.ts';
import type { ModelRequest, ToolDefinition } from '../converser/words/models/provider.ts';

/** What a client asks for. */
export interface ClientRequest extends ModelRequest {
  readonly model: string;
  /** Whether the client wants the reply as a stream. */
  readonly stream: boolean;
  /** How the client knows its tools, by the names under which models know them; absent for plain functions. */
  readonly clientTools?: ReadonlyMap<string, ClientTool>;
  /** What the request names and no model gets, such as `n` or `tools[3] (web_search)`. */
  readonly ignored: readonly string[];
}

/** A tool that is more to its client than a function with a name. */
export interface ClientTool {
  readonly name: string;
  /** The group that the client has it in. */
  readonly namespace?: string;
  /** Its calls hold one text instead of arguments. Models give it as the argument `input`. */
  readonly isCustom?: true;
}

/** The body of a client's request. Throws `bad-arguments` if it is not an object with a model. */
export function checkedBody(body: unknown): JsonObject & { readonly model: string } {
  if (!isJsonObject(body)) throw errors.badArguments('The body must be a JSON object.');
  const { model, stream } = body;
  if (typeof model !== 'string' || model === '') throw errors.badArguments('model: must be a string.');
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean')
    throw errors.badArguments('stream: must be true or false.');
  return { ...body, model };
}

/** Throws `bad-arguments` with the path of the first item that is wrong. */
export function checkList(
  list: unknown,
  { path, isRight, rule }: { readonly path: string; readonly isRight: Check; readonly rule: string },
): void {
  if (!Array.isArray(list)) throw errors.badArguments(`${path}: must be an array.`);
  const wrong = list.findIndex(item => !isRight(item));
  if (wrong >= 0) throw errors.badArguments(`${path}[${wrong}]: must be ${rule}.`);
}

type Check = (item: unknown) => boolean;

/** A tool whose calls are one text, as a function that every model can call. */
export function customTool(description: string, format: unknown): Omit<ToolDefinition, 'name'> {
  return {
    description: `${description}\n\nGive the whole text as the argument "input".${grammarOf(format)}`.trim(),
    inputSchema: {
      type: 'object',
      properties: { input: { type: 'string' } },
      required: ['input'],
      additionalProperties: false,
    },
  };
}

/** Chat Completions has the grammar one level deeper than Responses. */
function grammarOf(format: unknown): string {
  if (!isJsonObject(format)) return '';
  const { definition, syntax } = isJsonObject(format.grammar) ? format.grammar : format;
  if (typeof definition !== 'string') return '';
  return ` It must fit this ${typeof syntax === 'string' ? `${syntax} ` : ''}grammar:\n${definition}`;
}

/** The text of such a call. */
export function customText(args: unknown): string {
  if (typeof args === 'string') return args.toWellFormed();
  const input = isJsonObject(args) ? args.input : undefined;
  return (typeof input === 'string' ? input : JSON.stringify(args ?? '')).toWellFormed();
}

/** A choice of certain tools means that only those are offered. Throws `bad-arguments` if there is none of them. */
export function offerOnly(
  tools: readonly ToolDefinition[],
  names: readonly unknown[],
): readonly ToolDefinition[] {
  const offered = tools.filter(({ name }) => names.includes(name));
  if (offered.length > 0) return offered;
  throw errors.badArguments(
    `tool_choice: no tool is called ${names.map(name => JSON.stringify(name)).join(', ')}.`,
  );
}

/** The options that count here, and the names of the others that asked for something. */
export function ignoredIn(
  options: JsonObject,
  neverHeeded: readonly string[],
): { readonly options: JsonObject; readonly ignored: readonly string[] } {
  const isHeeded = ([name]: readonly [string, unknown]) => !neverHeeded.includes(name);
  return {
    options: Object.fromEntries(Object.entries(options).filter(isHeeded)),
    ignored: neverHeeded.filter(name => isWish(options[name], name)),
  };
}

/** Whether an option asks for something, as opposed to the usual way of asking for nothing. */
export function isWish(value: JsonValue | undefined, name = ''): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  if (typeof value === 'string') return !ordinary[name]?.includes(value);
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** What a server does anyway. */
const ordinary: Readonly<Record<string, readonly string[]>> = {
  service_tier: ['auto', 'default', 'standard_only'],
  truncation: ['disabled'],
};
