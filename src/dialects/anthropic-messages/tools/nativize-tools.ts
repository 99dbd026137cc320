import type Anthropic from '@anthropic-ai/sdk';
import type { JsonObject } from '../../../converser/ground/json/json.ts';
import { perObject } from '../../../converser/ground/object-memory.ts';
import type { ModelRequest, ToolDefinition } from '../../../converser/words/models/provider.ts';
import { fitSchema } from '../../tool-schemas/fit-schema.ts';
import { wellFormed } from '../../well-formed.ts';
import { renamedSchema, renamingOf } from './property-names.ts';

export const nativizeTool = perObject((tool: ToolDefinition): Anthropic.ToolUnion => {
  const { name, description, native } = tool;
  if (native?.dialect === 'anthropic-messages')
    return { ...native.definition } as unknown as Anthropic.ToolUnion;
  return {
    name,
    ...(description.trim() === '' ? {} : { description: description.toWellFormed() }),
    input_schema: nativizeSchema(tool),
  };
});

function nativizeSchema(tool: ToolDefinition): Anthropic.Tool.InputSchema {
  const schema = fitSchema(tool.inputSchema);
  const renaming = renamingOf(tool);
  const sent = renaming === undefined ? schema : renamedSchema(schema, renaming);
  return { ...wellFormed(sent), type: 'object' };
}

/** A choice in the options wins. A model that is forced to call a tool cannot think first. */
export function nativizeToolChoice(
  toolChoice: ModelRequest['toolChoice'],
  { options, parallel }: { readonly options: JsonObject; readonly parallel: boolean },
): Anthropic.ToolChoice | undefined {
  if (options.tool_choice !== undefined) return options.tool_choice as unknown as Anthropic.ToolChoice;
  const single = parallel ? {} : { disable_parallel_tool_use: true };
  if (toolChoice !== 'required') return parallel ? undefined : { type: 'auto', ...single };
  return { type: isThinking(options.thinking) ? 'auto' : 'any', ...single };
}

function isThinking(thinking: JsonObject[string] | undefined): boolean {
  const config = thinking as { readonly type?: unknown } | null | undefined;
  return config?.type !== undefined && config.type !== 'disabled';
}
