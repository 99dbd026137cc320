import { errorData } from '../../../converser/ground/errors.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import type { Connected, ConnectPorts } from './connect-ports.ts';

export interface Probed extends Omit<Connected, 'models'> {
  readonly models?: readonly Model[];
}

export async function probeProvider(
  { definition, entry }: Omit<Connected, 'models'>,
  { keys, tryProvider }: Pick<ConnectPorts, 'keys' | 'tryProvider'>,
  signal: AbortSignal,
): Promise<Probed | { readonly problem: string }> {
  try {
    const key = await keys.keyFor(definition);
    return { definition, entry, models: await tryProvider(definition, { key, signal }) };
  } catch (cause) {
    const error = errorData(cause);
    return error.code === 'model-unauthorized' ? { definition, entry } : { problem: error.message };
  }
}
