import type { Provider } from '../../converser/words/models/provider.ts';
import { rehearsalModel } from './rehearsal-model.ts';

/** The provider of the one embedded model. */
export function createRehearsalProvider(): Provider {
  return { id: 'rehearsal', label: 'Rehearsal', models: async () => [rehearsalModel] };
}
