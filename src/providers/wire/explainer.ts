import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { type ConverserError, errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Model, ModelRequest } from '../../converser/words/models/provider.ts';
import { estimateRequest } from '../../converser/words/spending/estimate-request.ts';
import { explainError, type Place } from './explain-error.ts';

interface Asked {
  readonly request: ModelRequest;
  readonly hasBegun: boolean;
}

export type Explain = (cause: unknown, asked: Asked) => ConverserError;

/** Some providers reject a request without saying how long it is, or may be. */
export function explainerFor(
  place: Omit<Place, 'hasBegun' | 'size'>,
  { provider, capabilities: { contextTokens: window } }: Pick<Model, 'provider' | 'capabilities'>,
): Explain {
  return (cause, { request, hasBegun }) => {
    const size = () => defined({ tokens: estimateRequest(request, provider), window });
    return explainError(cause, { ...place, hasBegun, size });
  };
}

export async function orExplained<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  explain: (cause: unknown) => ConverserError,
): Promise<T> {
  try {
    const done = await orAborted(work(), signal);
    if (done !== aborted) return done;
  } catch (cause) {
    if (!signal.aborted) throw explain(cause);
  }
  throw errors.cancelled();
}
