import type Anthropic from '@anthropic-ai/sdk';
import { perObject } from '../../../converser/ground/object-memory.ts';

/**
 * Requests with references begin as before, so the cache holds, and no thought that is bound to it is rejected.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
 */
export function refersToTools(model: string): boolean {
  return /^claude-(?:fable|mythos|(?:opus|sonnet|haiku)-(?:[5-9]|\d{2}|4-[5-9]))(?![\d])/.test(model);
}

export const deferred = perObject(
  (tool: Anthropic.ToolUnion) => ({ ...tool, defer_loading: true }) as Anthropic.ToolUnion,
);

export function isDeferred(tool: object): boolean {
  return 'defer_loading' in tool && tool.defer_loading === true;
}
