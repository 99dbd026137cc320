import type { JsonObject } from '../../converser/ground/json/json.ts';
import { wireName } from '../../converser/words/ensemble/wire-name.ts';
import type { ToolDefinition } from '../../converser/words/models/provider.ts';

export function findCall(
  wanted: string,
  args: JsonObject,
  tools: readonly ToolDefinition[],
): { readonly name: string; readonly arguments: JsonObject } | undefined {
  for (const { name, inputSchema } of toolsNamed(wanted, tools)) {
    const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
    const missing = required.filter(property => !Object.hasOwn(args, String(property)));
    // A tool that insists on a folder takes `.` for the top one; anything else would be made up.
    if (missing.length === 0) return { name, arguments: args };
    if (missing.length === 1 && missing[0] === 'path') return { name, arguments: { ...args, path: '.' } };
  }
  return undefined;
}

export function toolsNamed(wanted: string, tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return tools.filter(({ name }) => lastPart(name) === wanted);
}

export function explicitName(written: string, tools: readonly ToolDefinition[]): string {
  if (tools.some(({ name }) => name === written)) return written;
  const colon = written.indexOf(':');
  if (colon !== -1) {
    const full = wireName({ ensemble: written.slice(0, colon), name: written.slice(colon + 1) });
    return tools.some(({ name }) => name === full) ? full : written;
  }
  const [only, ...others] = toolsNamed(written, tools);
  return only !== undefined && others.length === 0 ? only.name : written;
}

export function lastPart(name: string): string {
  return (name.split('__').at(-1) ?? name).replace(/--[0-9a-z]{11}$/, '');
}
