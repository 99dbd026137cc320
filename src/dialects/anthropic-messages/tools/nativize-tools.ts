import type Anthropic from '@anthropic-ai/sdk';
import type { JsonObject } from '../../../converser/json/json.ts';
import type { ModelRequest, ToolDefinition } from '../../../converser/models/provider.ts';
import { wellFormed } from '../../well-formed.ts';

export function nativizeTool({
  name,
  description,
  inputSchema,
  native,
}: ToolDefinition): Anthropic.ToolUnion {
  if (native?.dialect === 'anthropic-messages')
    return { ...native.definition } as unknown as Anthropic.ToolUnion;
  return {
    name,
    ...(description.trim() === '' ? {} : { description: description.toWellFormed() }),
    input_schema: nativizeSchema(inputSchema),
  };
}

/** The API rejects schemas with alternatives at the top level. The whole schema checks the arguments later. */
function nativizeSchema(schema: ToolDefinition['inputSchema']): Anthropic.Tool.InputSchema {
  const { anyOf: _anyOf, oneOf: _oneOf, allOf: _allOf, ...plain } = schema;
  return { ...(wellFormed(plain) as object), type: 'object' };
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
