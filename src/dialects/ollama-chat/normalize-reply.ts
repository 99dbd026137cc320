import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import { createReplyNormalizer as createChatNormalizer } from '../openai-chat/normalize-reply.ts';
import type { NormalizerOptions, ReplyNormalizer } from '../reply-normalizer.ts';
import type { OllamaChunk } from './api.ts';

/** The lines of a reply are the chunks of Chat Completions under other names; each call comes whole. */
export function createReplyNormalizer(options: NormalizerOptions): ReplyNormalizer<OllamaChunk> {
  const { read, end, usage } = createChatNormalizer(options);
  let calls = 0;

  function chatChunk(chunk: OllamaChunk): object {
    const { message, done, done_reason: reason, prompt_eval_count: input, eval_count: output } = chunk;
    const { content, thinking, tool_calls: called } = message ?? {};
    const made = Array.isArray(called) ? called.filter(isJsonObject) : [];
    const delta = {
      content,
      reasoning_content: thinking,
      ...(made.length > 0 && { tool_calls: made.map(call => ({ ...call, index: calls++ })) }),
    };
    if (done !== true) return { choices: [{ index: 0, delta }] };
    const finish = typeof reason === 'string' && reason !== '' ? reason : 'stop';
    return {
      choices: [{ index: 0, delta, finish_reason: finish }],
      usage: { prompt_tokens: input, completion_tokens: output },
    };
  }
  return { read: chunk => read(chatChunk(chunk) as ChatCompletionChunk), end, usage };
}
