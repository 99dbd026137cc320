import { createHash } from 'node:crypto';

type Body = Readonly<Record<string, unknown>>;

interface Message {
  readonly role: string;
  readonly content: readonly Body[];
}

/**
 * What Anthropic's API says of replayed thinking that it has bound to another conversation: instructions, tools or
 * earlier messages differ from those of the request that it came from.
 *
 * https://platform.claude.com/docs/en/build-with-claude/preserved-thinking/prefix-checks
 */
export function bindingComplaint(body: Body): string | undefined {
  const messages = body.messages as readonly Message[];
  for (const [i, { content }] of messages.entries()) {
    for (const [j, block] of content.entries()) {
      if (
        block.type !== 'thinking' ||
        block.signature === sealOf(body, messages.slice(0, i), content.slice(0, j))
      )
        continue;
      return `messages.${i}.content.${j}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`;
    }
  }
  return undefined;
}

/** A block of thinking in the reply to a request, after the other blocks of that reply. */
export function boundThinking(body: Body, before: readonly Body[] = []): Body {
  const signature = sealOf(body, body.messages as readonly Message[], before);
  return { type: 'thinking', thinking: 'Hm.', signature };
}

function sealOf({ system, tools = [] }: Body, messages: readonly Message[], before: readonly Body[]): string {
  // Nor are tools that are read only where a result refers to them.
  const loaded = (tools as readonly Body[]).filter(({ defer_loading: is }) => is !== true);
  // Marks of the cache are no part of the comparison.
  const json = JSON.stringify([system, loaded, messages, before], (key, value) =>
    key === 'cache_control' ? undefined : value,
  );
  return `seal-${createHash('sha256').update(json).digest('base64')}`;
}
