import { errors } from '../../converser/ground/errors.ts';
import type { ModelSource } from '../facts/model-source.ts';
import { type Connection, hidingConnection } from '../wire/connection.ts';
import { explainError } from '../wire/explain-error.ts';
import { createChatReplies } from './chat-reply.ts';
import { createClients } from './client.ts';
import { listModels } from './list-models.ts';
import { createOpenAiModel } from './openai-model.ts';
import { withPlainErrors } from './plain-errors.ts';
import { canChat, readListing } from './read-listing.ts';
import { createResponsesReplies } from './responses-reply.ts';

export type OpenAiConnection = Connection & {
  readonly api?: 'chat' | 'responses';
};

/** Without a key, none is sent. */
export function createOpenAiSource(given: OpenAiConnection): ModelSource {
  const connection = hidingConnection(withPlainErrors(given));
  const clients = createClients(connection);
  const dialect = connection.api === 'responses' ? 'openai-responses' : 'openai-chat';
  const replies = connection.api === 'responses' ? createResponsesReplies() : createChatReplies();
  return {
    model: listed => createOpenAiModel(listed, { connection, dialect, clients, replies }),
    async list(signal) {
      try {
        const listed = await listModels(await clients(), signal);
        return listed.filter(canChat).map(readListing);
      } catch (cause) {
        if (signal.aborted) throw errors.cancelled();
        throw await explainError(cause, { connection, label: connection.label });
      }
    },
  };
}
