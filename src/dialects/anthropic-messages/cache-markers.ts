import type Anthropic from '@anthropic-ai/sdk';
import { perObject } from '../../converser/ground/object-memory.ts';
import { isDeferred } from './tools/tool-references.ts';

type Marked = { cache_control?: Anthropic.CacheControlEphemeral | null };

export type CacheLifetime = '5m' | '1h';

const markers: Readonly<Record<CacheLifetime, Anthropic.CacheControlEphemeral>> = {
  '5m': { type: 'ephemeral' },
  '1h': { type: 'ephemeral', ttl: '1h' },
};

/**
 * The server looks back 20 blocks, so the previous round's last mark stays. Four are allowed.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function markPrefix<
  T extends Pick<Anthropic.MessageCreateParamsStreaming, 'messages' | 'system' | 'tools'>,
>(params: T, lifetime: CacheLifetime = '5m'): T {
  const { tools, system, messages } = params;
  const marker = markers[lifetime];
  return {
    ...params,
    ...(tools === undefined ? {} : { tools: withLastLoadedMarked(tools, marker) }),
    ...(Array.isArray(system) ? { system: withLastMarked(system, marker) } : {}),
    messages: withUsersMarked(messages, marker),
  };
}

function withUsersMarked(
  messages: readonly Anthropic.MessageParam[],
  marker: Anthropic.CacheControlEphemeral,
): Anthropic.MessageParam[] {
  const marked = messages.slice();
  for (let at = firstMarked(messages); at < marked.length; at++) {
    const message = marked[at];
    if (message?.role === 'user') marked[at] = withLastBlockMarked(message, marker);
  }
  return marked;
}

export function firstMarked(messages: readonly Anthropic.MessageParam[]): number {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const before = messages.findLastIndex(({ role }, at) => role === 'user' && at < last);
  return Math.max(0, before < 0 ? last : before);
}

function withLastBlockMarked(
  message: Anthropic.MessageParam,
  marker: Anthropic.CacheControlEphemeral,
): Anthropic.MessageParam {
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  return { ...message, content: withLastMarked(message.content, marker) };
}

function withLastLoadedMarked<T extends object>(
  tools: readonly T[],
  marker: Anthropic.CacheControlEphemeral,
): T[] {
  const end = tools.findLastIndex(tool => !isDeferred(tool)) + 1;
  return [...withLastMarked(tools.slice(0, end), marker), ...tools.slice(end)];
}

function withLastMarked<T extends object>(items: readonly T[], marker: Anthropic.CacheControlEphemeral): T[] {
  const last = items.at(-1);
  if (last === undefined) return [];
  return [...items.slice(0, -1), marked(last, marker)];
}

/** The same object each time, because it takes time to serialize a tool. */
function marked<T extends object>(last: T, marker: Anthropic.CacheControlEphemeral): T & Marked {
  const known = markedOnes(last);
  if (known.made?.cache_control !== marker) known.made = { ...last, cache_control: marker };
  return known.made as T & Marked;
}

const markedOnes = perObject((_last: object): { made?: Marked } => ({}));
