import { errors } from '../converser/ground/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../converser/ground/json/json.ts';
import { wireName } from '../converser/words/ensemble/wire-name.ts';
import type { ModelRequest, ToolDefinition } from '../converser/words/models/provider.ts';

export interface ClientRequest extends ModelRequest {
  readonly model: string;
  readonly stream: boolean;
  /** The keys are the names under which models know the tools. Plain functions under their own names are absent. */
  readonly clientTools?: ReadonlyMap<string, ClientTool>;
  readonly ignored: readonly string[];
}

export interface ClientTool {
  readonly name: string;
  readonly namespace?: string;
  /** Its calls hold one text instead of arguments. Models give it as the argument `input`. */
  readonly isCustom?: true;
}

/** What the replies on each wire say of themselves. */
export interface ReplyNames {
  readonly id: string;
  readonly model: string;
  /** In seconds since 1970. */
  readonly created: number;
  readonly nextCallId: () => string;
  readonly clientTools?: ReadonlyMap<string, ClientTool>;
}

export function checkedBody(body: unknown): JsonObject & { readonly model: string } {
  if (!isJsonObject(body)) throw errors.badArguments('The body must be a JSON object.');
  const { model, stream } = body;
  if (typeof model !== 'string' || model === '') throw errors.badArguments('model: must be a string.');
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean')
    throw errors.badArguments('stream: must be true or false.');
  return { ...body, model };
}

export function checkList(
  list: unknown,
  { path, isRight, rule }: { readonly path: string; readonly isRight: Check; readonly rule: string },
): void {
  if (!Array.isArray(list)) throw errors.badArguments(`${path}: must be an array.`);
  const wrong = list.findIndex(item => !isRight(item));
  if (wrong >= 0) throw errors.badArguments(`${path}[${wrong}]: must be ${rule}.`);
}

type Check = (item: unknown) => boolean;

/** Throws `bad-arguments` for names that neither vendors nor MCP servers have. */
export function checkedName(name: unknown, path: string): string {
  checkPresent(name, path);
  if (typeof name === 'string' && /^[\w.:/-]+$/.test(name)) return name;
  throw errors.badArguments(`${path}: must be a string of letters, digits, "_", "-", ".", ":" and "/".`);
}

/** Vendors take 64 characters without dots, and names of MCP tools in Claude Code are longer. Others stay as they are. */
export function shortName(name: string): string {
  return wireName({ ensemble: '', name });
}

export function checkPresent(value: unknown, path: string): void {
  if (value == null) throw errors.badArguments(`${path}: is missing. Each tool needs it.`);
}

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

export function customText(args: unknown): string {
  if (typeof args === 'string') return args.toWellFormed();
  const input = isJsonObject(args) ? args.input : undefined;
  return (typeof input === 'string' ? input : JSON.stringify(args ?? '')).toWellFormed();
}

/** Throws `bad-arguments` if the request has none of the chosen tools. */
export function offerOnly(
  tools: readonly ToolDefinition[],
  names: readonly unknown[],
): readonly ToolDefinition[] {
  const short = names.map(name => (typeof name === 'string' ? shortName(name) : name));
  const offered = tools.filter(({ name }) => short.includes(name));
  if (offered.length > 0) return offered;
  throw errors.badArguments(
    `tool_choice: no tool is called ${names.map(name => JSON.stringify(name)).join(', ')}.`,
  );
}

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

export function isWish(value: JsonValue | undefined, name = ''): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  if (typeof value === 'string') return !ordinary[name]?.includes(value);
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

const ordinary: Readonly<Record<string, readonly string[]>> = {
  service_tier: ['auto', 'default', 'standard_only'],
  truncation: ['disabled'],
};
