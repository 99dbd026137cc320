import type Anthropic from '@anthropic-ai/sdk';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import type { Content } from '../../converser/words/canister/content.ts';
import type { ModelRequest } from '../../converser/words/models/provider.ts';

/**
 * Each block of thinking is bound to all before it. Without the rejected blocks, later ones stay valid.
 * https://platform.claude.com/docs/en/build-with-claude/preserved-thinking
 */
export interface RefusedThinking {
  without(request: ModelRequest): ModelRequest;
  /** Remembers the rejected blocks. `false` means that the rejection is about something else, or no blocks are left. */
  learn(cause: unknown, rejected: Rejected): boolean;
}

export interface Rejected {
  readonly messages: readonly Anthropic.MessageParam[];
  readonly attempt: number;
}

const mostRemembered = 10_000;

export function createRefusedThinking(): RefusedThinking {
  const refused = new Set<string>();
  const shortened = new WeakMap<Canister, Canister>();

  function isRefused(part: Content): boolean {
    const key = part.type === 'opaque' && isJsonObject(part.data) ? keyOf(part.data.block) : undefined;
    return key !== undefined && refused.has(key);
  }

  /** What requests have in common is found by its objects, so the same object is returned each time. */
  function shorten(canister: Canister): Canister {
    if (!canister.content.some(isRefused)) return canister;
    const content = canister.content.filter(part => !isRefused(part));
    const known = shortened.get(canister);
    if (known?.content.length === content.length && content.every((part, at) => part === known.content[at]))
      return known;
    const short = { ...canister, content };
    shortened.set(canister, short);
    return short;
  }

  return {
    without: request =>
      refused.size === 0 ? request : { ...request, canisters: request.canisters.map(shorten) },
    learn(cause, { messages, attempt }) {
      if (!refusesThinking(cause)) return false;
      const sealed = messages.flatMap(({ content }, message) =>
        typeof content === 'string' ? [] : content.map((block, at) => ({ message, at, key: keyOf(block) })),
      );
      const first = attempt === 0 ? placeIn(cause) : undefined;
      const isBehind = ({ message, at }: Place) =>
        first === undefined || message > first.message || (message === first.message && at >= first.at);
      const keys = sealed.flatMap(each => (each.key !== undefined && isBehind(each) ? [each.key] : []));
      for (const key of keys) refused.add(key);
      for (const key of refused) {
        if (refused.size <= mostRemembered) break;
        refused.delete(key);
      }
      return keys.length > 0;
    },
  };
}

interface Place {
  readonly message: number;
  readonly at: number;
}

function placeIn(cause: unknown): Place | undefined {
  const [, message, at] = /\bmessages\.(\d+)\.content\.(\d+)/.exec(messageOf(cause)) ?? [];
  return message === undefined ? undefined : { message: Number(message), at: Number(at) };
}

function refusesThinking(cause: unknown): boolean {
  const { status } = Object(cause) as { readonly status?: unknown };
  return status === 400 && /\bsignature\b|thinking.*cannot be modified/is.test(messageOf(cause));
}

function messageOf(cause: unknown): string {
  return String((Object(cause) as { readonly message?: unknown }).message);
}

/** The end of a seal is long enough, and differs from block to block. */
function keyOf(block: unknown): string | undefined {
  if (!isJsonObject(block)) return undefined;
  const { type, signature, data } = block;
  const seal = type === 'thinking' ? signature : type === 'redacted_thinking' ? data : undefined;
  return typeof seal === 'string' ? seal.slice(-100) : undefined;
}
