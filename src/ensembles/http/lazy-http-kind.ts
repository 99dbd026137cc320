import { type EnsembleKind, lazyKind } from '../descriptors/ensemble-kind.ts';
import type { HttpSecrets } from './headers.ts';

export function lazyHttpKind(secrets: HttpSecrets): EnsembleKind {
  return lazyKind('http', async () => (await import('./http-kind.ts')).httpKind({ secrets }));
}
