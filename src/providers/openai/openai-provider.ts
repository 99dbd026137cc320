import { ConverserError, errors } from '../../converser/errors.ts';
import type { Provider } from '../../converser/models/provider.ts';
import { type ModelSource, providerOf } from '../facts/model-source.ts';
import type { Connection } from '../wire/connection.ts';
import { createChatReplies } from './chat-reply.ts';
import { createClients } from './client.ts';
import { explainError } from './explain-error.ts';
import { createOpenAiModel } from './openai-model.ts';
import { canChat, readListing } from './read-listing.ts';
import { createResponsesReplies } from './responses-reply.ts';

export type OpenAiConnection = Connection & {
  /** Default `chat`, which every compatible server speaks. */
  readonly api?: 'chat' | 'responses';
};

/**
 * The vendor's own models, or those of any server that speaks the same: Ollama, LM Studio, llama.cpp, vLLM,
 * OpenRouter, Azure. Without a key none is sent.
 */
export function createOpenAiSource(connection: OpenAiConnection): ModelSource {
  const { label } = connection;
  const clients = createClients(connection);
  const replies = connection.api === 'responses' ? createResponsesReplies() : createChatReplies();
  const parts = { connection, clients, replies };
  return {
    model: listed => createOpenAiModel(listed, parts),
    async list(signal) {
      try {
        const client = await clients();
        const { data } = await client.models.list({ signal });
        return data.filter(canChat).map(readListing);
      } catch (cause) {
        throw signal.aborted ? errors.cancelled() : new ConverserError(explainError(cause, label), cause);
      }
    },
  };
}

/** The same as a provider, with reported facts and those of known families. */
export function createOpenAiProvider(connection: OpenAiConnection): Provider {
  return providerOf(connection, createOpenAiSource(connection));
}
