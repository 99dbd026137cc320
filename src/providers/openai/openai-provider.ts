import { ConverserError, errors } from '../../converser/errors.ts';
import type { Provider } from '../../converser/provider.ts';
import type { Connection } from '../connection.ts';
import { createChatReplies } from './chat-reply.ts';
import { createClients } from './client.ts';
import { explainError } from './explain-error.ts';
import { createOpenAiModel } from './openai-model.ts';
import { canChat } from './read-capabilities.ts';
import { createResponsesReplies } from './responses-reply.ts';

export type OpenAiConnection = Connection & {
  /** Default `chat`, which every compatible server speaks. */
  readonly api?: 'chat' | 'responses';
};

/**
 * The vendor's own models, or those of any server that speaks the same: Ollama, LM Studio, llama.cpp, vLLM,
 * OpenRouter, Azure. Without a key none is sent. `models` rejects with a `ConverserError`.
 */
export function createOpenAiProvider(connection: OpenAiConnection): Provider {
  const { id, label } = connection;
  const clients = createClients(connection);
  const replies = connection.api === 'responses' ? createResponsesReplies() : createChatReplies();
  const parts = { connection, clients, replies };
  return {
    id,
    label,
    named: name => createOpenAiModel({ id: name }, parts),
    async models(signal) {
      try {
        const client = await clients();
        const { data } = await client.models.list({ signal });
        return data.filter(canChat).map(listed => createOpenAiModel(listed, parts));
      } catch (cause) {
        throw signal.aborted ? errors.cancelled() : new ConverserError(explainError(cause, label), cause);
      }
    },
  };
}
