import { fullName, type Invoker } from '../converser/words/ensemble/invoker.ts';
import { definitionOf, toolDefinitions } from '../converser/words/ensemble/tool-definitions.ts';
import { nativizeTool } from '../dialects/openai-chat/nativize-request.ts';

/** `openai` is the tool as an entry of a request’s `tools`, which may say less than its schema checks. */
export function shownDefinition(invoker: Invoker) {
  const { description, arguments: inputSchema } = invoker;
  return { name: fullName(invoker), description, inputSchema, openai: nativizeTool(definitionOf(invoker)) };
}

export function openAiTools(invokers: readonly Invoker[]) {
  return toolDefinitions(invokers).map(nativizeTool);
}
