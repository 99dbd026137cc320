import { onceBegun } from '../../converser/ground/async/flow.ts';
import type { ModelSource } from '../facts/model-source.ts';
import { createChatReplies } from '../openai/chat-reply.ts';
import { createClients } from '../openai/client.ts';
import { createOpenAiModel, type Replies } from '../openai/openai-model.ts';
import { createOpenAiSource } from '../openai/openai-source.ts';
import { type Connection, hidingConnection } from '../wire/connection.ts';
import { createNativeReplies } from './native-replies.ts';
import { createNativeTest, type NativeTest } from './native-test.ts';

/** Servers that only pretend to be Ollama are asked in Chat Completions. The given address may end with its `/v1`. */
export function createOllamaSource(given: Connection): ModelSource {
  const root = (given.baseUrl ?? usualAddress).replace(/\/+$/, '').replace(/\/v1$/, '');
  const compatible = { ...given, baseUrl: `${root}/v1` };
  const connection = hidingConnection(compatible);
  const native = createClients({ ...connection, baseUrl: root });
  const clients = createClients(connection);
  const isNative = createNativeTest(native);
  const chat = createChatReplies();
  return {
    list: createOpenAiSource(compatible).list,
    model(listed) {
      const replies = repliesOfEither(isNative, createNativeReplies(listed, native), chat);
      return createOpenAiModel(listed, { connection, dialect: 'ollama-chat', clients, replies });
    },
  };
}

const usualAddress = 'http://127.0.0.1:11434';

function repliesOfEither(isNative: NativeTest, native: Replies, other: Replies): Replies {
  return (request, options) =>
    onceBegun(async () => ((await isNative(options.signal)) ? native : other)(request, options));
}
