import type { InGroups } from '../../converser/ground/async/flow.ts';
import type { KnownSecrets } from '../../converser/ground/secrets/known-secrets.ts';
import type { Dialect, Model, ModelEvent, ModelRequest } from '../../converser/words/models/provider.ts';
import type { NativizeOptions } from '../../dialects/openai-chat/nativize-request.ts';
import { capabilitiesOf } from '../facts/facts.ts';
import type { ListedModel } from '../facts/model-source.ts';
import { isTokenizerKnown } from '../facts/tokenizer.ts';
import type { Connection, HidingConnection } from '../wire/connection.ts';
import { exchangeOf } from '../wire/connection-exchange.ts';
import type { Exchange } from '../wire/exchange.ts';
import { type Explain, explainerFor } from '../wire/explainer.ts';
import { type Clients, vendorUrl } from './client.ts';

export interface ReplyOptions {
  readonly clients: Clients;
  readonly label: string;
  readonly wire: NativizeOptions;
  readonly signal: AbortSignal;
  readonly exchange: Exchange;
  readonly explain: Explain;
  readonly hideIn: KnownSecrets['hideIn'];
}

export type Replies = (request: ModelRequest, options: ReplyOptions) => InGroups<ModelEvent>;

interface ModelPorts {
  readonly connection: HidingConnection;
  readonly dialect: Dialect;
  readonly clients: Clients;
  readonly replies: Replies;
}

export function createOpenAiModel(
  { id, label = id, facts = {} }: ListedModel,
  { connection, dialect, clients, replies }: ModelPorts,
): Model {
  const told = capabilitiesOf(facts);
  const { images, thinks, parallel = true } = told;
  const capabilities = readsFiles(connection) && images ? { ...told, pdfs: true as const } : told;
  const explain = explainerFor({ connection, label }, { provider: connection.id, capabilities });
  const { hideIn } = connection.secrets;
  const exchange = exchangeOf(connection);
  const server = facts.server ?? URL.parse(connection.baseUrl ?? '')?.hostname;
  const wire = wireOf(connection, { model: id, images, thinks, parallel, server });
  return {
    provider: connection.id,
    id,
    label,
    capabilities,
    dialect,
    ...(server && { server }),
    reply: (request, signal) => replies(request, { clients, label, wire, signal, exchange, explain, hideIn }),
    ...(isTokenizerKnown(id) && {
      countedBy: 'tokenizer' as const,
      // The tokenizer is large.
      countTokens: async (request: ModelRequest) => (await import('./count-tokens.ts')).countTokens(request),
    }),
  };
}

function wireOf(
  { id, baseUrl = vendorUrl }: Connection,
  model: Required<Pick<NativizeOptions, 'model' | 'images' | 'thinks' | 'parallel' | 'server'>>,
): NativizeOptions {
  const isVendor = baseUrl.startsWith('https://api.openai.com/');
  return {
    ...model,
    provider: id,
    supervisor: isVendor ? 'developer' : 'system',
    files: readsFiles({ baseUrl }),
    cacheKey: isVendor,
  };
}

function readsFiles({ baseUrl = vendorUrl }: Pick<Connection, 'baseUrl'>): boolean {
  return ['https://api.openai.com/', 'https://openrouter.ai/'].some(start => baseUrl.startsWith(start));
}
