import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { rewritten } from '../../converser/ground/async/rewritten.ts';
import { nativizeReply, type StreamChunk } from '../../dialects/openai-chat/nativize-reply.ts';
import { normalizeRequest } from '../../dialects/openai-chat/normalize-request.ts';
import { createChunkJson } from '../../dialects/openai-chat/write-chunk.ts';
import { joinChunks } from './join-chunks.ts';
import { type StreamItem, silentPing, type Wire } from './wire.ts';

export const chatWire: Wire = {
  path: '/v1/chat/completions',
  ping: silentPing,
  isLast: data => (data as Partial<ChatCompletionChunk>).choices?.[0]?.finish_reason != null,
  read(body, { timestamp }) {
    const { usage, ...request } = normalizeRequest(body, { timestamp });
    const { model, clientTools } = request;
    return {
      request,
      stream(events, { next, now }) {
        const created = Math.floor(now.getTime() / 1000);
        // A whole reply always says what it used.
        const withUsage = usage || !request.stream;
        const named = {
          id: next('chatcmpl'),
          model,
          created,
          usage: withUsage,
          ...(clientTools && { clientTools }),
        };
        const chunks = nativizeReply(events, { ...named, nextCallId: () => next('call') });
        let hasFailed = false;
        return rewritten<StreamChunk, StreamItem>(chunks, {
          write(data) {
            hasFailed ||= 'error' in data;
            return [{ data }];
          },
          end: () => (hasFailed ? [] : [{ data: '[DONE]' }]),
        });
      },
      json: createChunkJson(),
      whole: items => joinChunks(chunksOf(items)),
    };
  },
};

async function* chunksOf(items: AsyncIterable<StreamItem>): AsyncGenerator<StreamChunk, void> {
  for await (const { data } of items) if (typeof data !== 'string') yield data as StreamChunk;
}
