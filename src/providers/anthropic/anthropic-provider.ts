import type Anthropic from '@anthropic-ai/sdk';
import { aborted, orAborted } from '../../converser/async/abort.ts';
import { ConverserError, errorData, errors } from '../../converser/errors.ts';
import type { Provider } from '../../converser/models/provider.ts';
import { type ModelSource, providerOf } from '../facts/model-source.ts';
import type { Connection } from '../wire/connection.ts';
import { createAnthropicModel } from './anthropic-model.ts';
import { connect } from './connect.ts';
import { modelFault } from './model-fault.ts';
import { readListing } from './read-listing.ts';

/** The models that an API of the kind Anthropic Messages offers. */
export function createAnthropicSource(connection: Connection): ModelSource {
  return {
    async list(signal) {
      const list = await orAborted(listModels(connection, signal), signal);
      if (list === aborted) throw errors.cancelled();
      return list.map(readListing);
    },
    model: listed => createAnthropicModel(connection, listed),
  };
}

/** The same as a provider, with reported facts and those of known families. */
export function createAnthropicProvider(connection: Connection): Provider {
  return providerOf(connection, createAnthropicSource(connection));
}

async function listModels(
  connection: Connection,
  signal: AbortSignal,
): Promise<readonly Anthropic.ModelInfo[]> {
  try {
    const client = await connect(connection);
    const all = await Array.fromAsync(client.models.list({ limit: 1000 }, { signal }));
    return all.filter(({ lifecycle }) => lifecycle !== 'retired');
  } catch (cause) {
    const error = await modelFault(cause, { connection, label: connection.label });
    throw signal.aborted ? errors.cancelled() : new ConverserError(errorData(error), error.cause);
  }
}
