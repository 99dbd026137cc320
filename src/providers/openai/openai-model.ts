import { inGroups } from '../../converser/async/in-groups.ts';
import { errorData, errors } from '../../converser/errors.ts';
import type { Model, ModelEvent, ModelRequest } from '../../converser/models/provider.ts';
import type { NativizeOptions } from '../../dialects/openai-chat/nativize-request.ts';
import { capabilitiesOf } from '../facts/facts.ts';
import type { ListedModel } from '../facts/listed-model.ts';
import type { Connection } from '../wire/connection.ts';
import { type Clients, vendorUrl } from './client.ts';
import { explainError } from './explain-error.ts';
import { isTokenizerKnown } from './known-tokenizer.ts';

export interface ReplyOptions {
  readonly clients: Clients;
  readonly label: string;
  readonly wire: NativizeOptions;
  readonly signal: AbortSignal;
}

/**
 * Asks in one of the vendor's dialects, and tells in groups. Throws what the SDK throws, and ends early when the
 * signal aborts.
 */
export type Replies = (
  request: ModelRequest,
  options: ReplyOptions,
) => AsyncGenerator<readonly ModelEvent[], void>;

export function createOpenAiModel(
  { id, label = id, facts = {} }: ListedModel,
  {
    connection,
    clients,
    replies,
  }: { readonly connection: Connection; readonly clients: Clients; readonly replies: Replies },
): Model {
  const capabilities = capabilitiesOf(facts);
  const { images, parallel = true } = capabilities;
  const wire = wireOf(connection, { model: id, images, parallel });
  return {
    provider: connection.id,
    id,
    label,
    capabilities,
    reply: (request, signal) => inGroups(contained(request, { replies, clients, label, wire, signal })),
    ...(isTokenizerKnown(id) && {
      countedBy: 'tokenizer' as const,
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
  { replies, ...options }: ReplyOptions & { readonly replies: Replies },
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
    if (!signal.aborted) return yield [{ type: 'failure', error: explainError(cause, label) }];
  }
  // Without an end the stream was aborted: everything else ends or throws.
  if (!hasEnded) yield [cancelled()];
}

function cancelled(): ModelEvent {
  return { type: 'failure', error: errorData(errors.cancelled()) };
}
