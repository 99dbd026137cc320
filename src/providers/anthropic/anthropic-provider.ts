import type Anthropic from '@anthropic-ai/sdk';
import { ConverserError, errorData, errors } from '../../converser/errors.ts';
import type { Provider } from '../../converser/provider.ts';
import { aborted, orAborted } from '../../converser/until-aborted.ts';
import type { Connection } from '../connection.ts';
import { createAnthropicModel } from './anthropic-model.ts';
import { connect } from './connect.ts';
import { modelFault } from './model-fault.ts';

/**
 * The models that an API of the kind Anthropic Messages offers.
 *
 * `models` rejects with a `ConverserError` when the list cannot be had.
 */
export function createAnthropicProvider(connection: Connection): Provider {
  return {
    id: connection.id,
    label: connection.label,
    async models(signal) {
      const list = await orAborted(listModels(connection, signal), signal);
      if (list === aborted) throw errors.cancelled();
      return list.map(info => createAnthropicModel(connection, info));
    },
    named: id => createAnthropicModel(connection, { id }),
  };
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
