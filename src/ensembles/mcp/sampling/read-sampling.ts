import { type CreateMessageRequest, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { Clock, Ids } from '../../../converser/ground/ports.ts';
import { type Canister, ordinaryMarks } from '../../../converser/words/canister/canister.ts';
import type { Content } from '../../../converser/words/canister/content.ts';
import { text } from '../../../converser/words/canister/content.ts';
import { normalizeContent } from '../calls/normalize-content.ts';

type Params = CreateMessageRequest['params'];
type Message = Params['messages'][number];

/** In bytes of text and images per request. */
const largest = 4_000_000;

/** Invariant: it contains nothing of your conversation, whatever context the server requests, and no tools. */
export function readSampling(
  { messages, systemPrompt, tools, toolChoice }: Params,
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
): readonly Canister[] {
  if (tools !== undefined || toolChoice !== undefined) throw refused('Sampling with tools is not supported.');
  const timestamp = clock.now().toISOString();
  const canister = (role: 'supervisor' | 'user' | 'assistant', content: readonly Content[]): Canister => ({
    role,
    id: ids.next(role),
    timestamp,
    content,
    marks: ordinaryMarks,
  });
  const said = messages.map(message => canister(message.role, contentOf(message)));
  if (said.at(-1)?.role !== 'user') throw refused('The last message must be the user’s.');
  const all = systemPrompt === undefined ? said : [canister('supervisor', [text(systemPrompt)]), ...said];
  const size = all.flatMap(({ content }) => content).reduce((sum, part) => sum + sizeOf(part), 0);
  if (size > largest) throw refused(`The messages are larger than ${largest / 1_000_000} MB.`);
  return all;
}

function contentOf({ content }: Message): readonly Content[] {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.flatMap(block => {
    switch (block.type) {
      case 'text':
      case 'image':
        return normalizeContent(block);
      default:
        throw refused(`Content of type ${block.type} is not supported in sampling.`);
    }
  });
}

function sizeOf(part: Content): number {
  if (part.type === 'text') return part.text.length;
  return part.type === 'image' ? part.bytes.length : 0;
}

export function refused(reason: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, reason);
}
