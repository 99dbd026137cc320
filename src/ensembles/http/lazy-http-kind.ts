import { type EnsembleKind, lazyKind } from '../descriptors/ensemble-kind.ts';
import type { HttpSecrets } from './headers.ts';

/** The kind `http`, loaded with the first descriptor of its kind. */
export function lazyHttpKind(secrets: HttpSecrets): EnsembleKind {
  return lazyKind('http', async () => (await import('./http-kind.ts')).httpKind({ secrets }));
}
