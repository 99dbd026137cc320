import { isLoopback } from '../../converser/ground/addresses.ts';
import type { ListedModel } from '../facts/model-source.ts';
import type { ModelFacts } from '../facts/provider-definition.ts';
import type { Connection } from '../wire/connection.ts';
import { askAt } from './local/local-server.ts';
import { localServers } from './local-servers.ts';

/** vLLM reports everything in its list; the other servers have an API of their own. */
const telling = localServers.filter(({ id }) => id !== 'vllm');

/** All of these can enforce a JSON schema. If one rejects it after all, the request is repeated without it. */
const holdsToSchemas: ModelFacts = { replySchema: true };

/** In milliseconds. */
const limit = 5_000;

export function mayTellDetails(baseUrl: string): boolean {
  return isLoopback(baseUrl) || portsOf(baseUrl).length > 0;
}

interface DetailsOptions {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly setsWindow?: boolean;
}

export async function withLocalDetails(
  list: readonly ListedModel[],
  { connection, signal, setsWindow = false }: DetailsOptions,
): Promise<readonly ListedModel[]> {
  const { baseUrl = '', headers = {}, key, fetch: ask = fetch } = connection;
  const secret = await key();
  const own = { ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }), ...headers };
  // The version is removed even behind a proxy that adds a path.
  const root = baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
  for (const { read } of likelyFirst(baseUrl)) {
    const models = await read(askAt(root, { fetch: ask, signal, headers: own, limit }));
    if (models === undefined) continue;
    const told = new Map(models.map(model => [model.id, model]));
    return list.flatMap(listed => {
      const known = told.get(listed.id);
      if (known === undefined) return [listed];
      const { isChat, sized, ...model } = known;
      const facts = { ...listed.facts, ...holdsToSchemas, ...model.facts, ...(setsWindow && sized) };
      return isChat ? [{ ...listed, ...model, facts }] : [];
    });
  }
  return list;
}

function likelyFirst(baseUrl: string) {
  const likely = portsOf(baseUrl);
  return [...likely, ...telling.filter(server => !likely.includes(server))];
}

function portsOf(baseUrl: string) {
  const port = Number(URL.parse(baseUrl)?.port);
  return telling.filter(({ ports }) => ports.includes(port));
}
