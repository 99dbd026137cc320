import { wireName } from '../../converser/ensemble/wire-name.ts';
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '../../converser/json/json.ts';
import type { ToolDefinition } from '../../converser/models/provider.ts';
import { argumentNames, toolNames } from './tool-names.ts';

/** A call as this request's tools take it. */
export interface FittedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The call of the first tool that is called as wanted and takes such arguments. */
export function fitCall(
  wanted: string,
  args: JsonObject,
  tools: readonly ToolDefinition[],
): FittedCall | undefined {
  for (const tool of toolsCalled(wanted, tools)) {
    const fitted = fitArguments(args, tool.inputSchema);
    if (fitted !== undefined) return { name: tool.name, arguments: fitted };
  }
  return undefined;
}

/** The tools that go by a name or one of its synonyms, the more exactly called first. */
export function toolsCalled(wanted: string, tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const names = [wanted, ...(toolNames[wanted] ?? [])].map(plain);
  const exact = names.flatMap(name => tools.filter(tool => plain(lastPart(tool.name)) === name));
  const prefixed = names.flatMap(name => tools.filter(tool => plain(tool.name).endsWith(`_${name}`)));
  return [...new Set([...exact, ...prefixed])];
}

/** The tool that an explicit `ensemble:name` means here; as it was written when there is no such one tool. */
export function explicitName(written: string, tools: readonly ToolDefinition[]): string {
  const colon = written.indexOf(':');
  const full = wireName({ ensemble: written.slice(0, Math.max(colon, 0)), name: written.slice(colon + 1) });
  if (tools.some(({ name }) => name === written)) return written;
  if (colon !== -1) return tools.find(({ name }) => name === full)?.name ?? written;
  const [only, ...others] = tools.filter(({ name }) => lastPart(name) === written);
  return only !== undefined && others.length === 0 ? only.name : written;
}

/** What the tool itself is called, without its ensemble. */
export function lastPart(name: string): string {
  return (name.split('__').at(-1) ?? name).replace(/--[0-9a-z]{11}$/, '');
}

/** `readFile`, `Read-File` and `read_file` are the same name. */
function plain(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
}

/** The arguments under the names that the schema has; `undefined` when it lacks one or wants another one. */
function fitArguments(args: JsonObject, schema: JsonSchema): JsonObject | undefined {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  if (Object.keys(properties).length === 0) return args;
  const fitted: Record<string, JsonValue> = {};
  for (const [wanted, value] of Object.entries(args)) {
    const name = [wanted, ...(argumentNames[wanted] ?? [])].find(
      candidate => Object.hasOwn(properties, candidate) && !Object.hasOwn(fitted, candidate),
    );
    if (name === undefined) return undefined;
    fitted[name] = value;
  }
  const missing = missingFrom(fitted, schema);
  if (missing.length === 1 && missing[0] === 'path') return { ...fitted, path: '.' };
  return missing.length === 0 ? fitted : undefined;
}

/** A tool that insists on a folder takes `.` for the top one; what else it insists on would be made up. */
function missingFrom(fitted: JsonObject, { required }: JsonSchema): readonly JsonValue[] {
  return Array.isArray(required) ? required.filter(name => !Object.hasOwn(fitted, String(name))) : [];
}
