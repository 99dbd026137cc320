import { inGroups } from '../../converser/async/in-groups.ts';
import { errorData, errors } from '../../converser/errors.ts';
import type { Dialect, Model, ModelEvent, ModelRequest } from '../../converser/models/provider.ts';
import type { NativizeOptions } from '../../dialects/openai-chat/nativize-request.ts';
import { capabilitiesOf } from '../facts/facts.ts';
import { isTokenizerKnown } from '../facts/known-models.ts';
import type { ListedModel } from '../facts/model-source.ts';
import type { Connection } from '../wire/connection.ts';
import { explainError } from '../wire/explain-error.ts';
import { type Clients, vendorUrl } from './client.ts';

export interface ReplyOptions {
  readonly clients: Clients;
  readonly label: string;
  readonly wire: NativizeOptions;
  readonly signal: AbortSignal;
}

/**
 * Makes a request in one of OpenAI's APIs. Throws what the SDK throws, and ends early when the signal aborts.
 */
export type Replies = (
  request: ModelRequest,
  options: ReplyOptions,
) => AsyncGenerator<readonly ModelEvent[], void>;

interface ModelPorts {
  readonly connection: Connection;
  readonly dialect: Dialect;
  readonly clients: Clients;
  readonly replies: Replies;
}

export function createOpenAiModel(
  { id, label = id, facts = {} }: ListedModel,
  { connection, dialect, clients, replies }: ModelPorts,
): Model {
  const capabilities = capabilitiesOf(facts);
  const { images, parallel = true } = capabilities;
  const wire = wireOf(connection, { model: id, images, parallel });
  return {
    provider: connection.id,
    id,
    label,
    capabilities,
    dialect,
    reply: (request, signal) =>
      inGroups(contained(request, { clients, label, wire, signal }, { replies, connection })),
    ...(isTokenizerKnown(id) && {
      countedBy: 'tokenizer' as const,
      // The tokenizer is large.
      countTokens: async (request: ModelRequest) => (await import('./count-tokens.ts')).countTokens(request),
    }),
  };
}

function wireOf(
  { id, baseUrl = vendorUrl }: Connection,
  model: Required<Pick<NativizeOptions, 'model' | 'images' | 'parallel'>>,
): NativizeOptions {
  const isVendor = baseUrl.startsWith('https://api.openai.com/');
  return {
    ...model,
    provider: id,
    supervisor: isVendor ? 'developer' : 'system',
    files: isVendor || baseUrl.startsWith('https://openrouter.ai/'),
  };
}

/** The reply, whatever happens: see the contract in `provider.ts`. */
async function* contained(
  request: ModelRequest,
  options: ReplyOptions,
  { replies, connection }: Pick<ModelPorts, 'replies' | 'connection'>,
): AsyncGenerator<readonly ModelEvent[], void> {
  const { signal, label } = options;
  if (signal.aborted) return yield [cancelled()];
  let hasEnded = false;
  try {
    for await (const group of replies(request, options)) {
      const end = group.findIndex(({ type }) => type === 'finish' || type === 'failure');
      hasEnded = end >= 0;
      yield hasEnded ? group.slice(0, end + 1) : group;
      if (hasEnded) return;
    }
  } catch (cause) {
    if (!signal.aborted)
      return yield [{ type: 'failure', error: errorData(await explainError(cause, { connection, label })) }];
  }
  // Without an end the stream was aborted: everything else ends or throws.
  if (!hasEnded) yield [cancelled()];
}

function cancelled(): ModelEvent {
  return { type: 'failure', error: errorData(errors.cancelled()) };
}
