import type { OpenAI } from 'openai';
import { reasonOf } from '../../converser/ground/errors.ts';
import { parseJson } from '../../converser/ground/json/json.ts';
import type { ModelSource } from '../facts/model-source.ts';
import { flowOfPieces } from '../wire/byte-flow.ts';
import { type Connection, hidingConnection } from '../wire/connection.ts';
import { withExchange } from '../wire/connection-exchange.ts';
import { isOk } from '../wire/exchange.ts';
import { explainError } from '../wire/explain-error.ts';
import { orExplained } from '../wire/explainer.ts';
import { responseOf } from '../wire/fetch-exchange.ts';
import { createChatReplies } from './chat-reply.ts';
import { createClients } from './client.ts';
import { createOpenAiModel } from './openai-model.ts';
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
      const work = async () => listModels(await clients(), signal);
      const place = { connection, label: connection.label };
      const listed = await orExplained(work, signal, cause => explainError(cause, place));
      return listed.filter(canChat).map(readListing);
    },
  };
}

async function listModels(
  client: Pick<OpenAI, 'baseURL' | 'get' | 'models'>,
  signal: AbortSignal,
): Promise<readonly { readonly id: string }[]> {
  const catalogue = catalogueOf(client.baseURL);
  if (catalogue === undefined) return (await client.models.list({ signal })).data;
  const listed: unknown = await client.get(catalogue, { signal });
  return Array.isArray(listed) ? listed.filter(hasId) : [];
}

/** GitHub Models lists them elsewhere: https://docs.github.com/en/rest/models/catalog */
function catalogueOf(baseUrl: string): string | undefined {
  const url = URL.parse(baseUrl);
  return url && /\/inference\/?$/.test(url.pathname) ? `${url.origin}/catalog/models` : undefined;
}

function hasId(value: unknown): value is { readonly id: string } {
  return typeof (value as { readonly id?: unknown } | null)?.id === 'string';
}

/** Google's errors are lists, which the SDK can't read: https://github.com/buxuku/SmartSub/issues/439 */
function withPlainErrors<Given extends Connection>(connection: Given): Given {
  return withExchange(connection, exchange => async asked => {
    const answer = await exchange(asked);
    if (isOk(answer) || answer.body === undefined || !/json/.test(answer.type)) return answer;
    const text = await responseOf(answer).text().catch(reasonOf);
    const told = parseJson(text);
    const plain = Array.isArray(told) ? JSON.stringify(told[0]) : text;
    return { ...answer, body: flowOfPieces([new TextEncoder().encode(plain)]) };
  });
}
