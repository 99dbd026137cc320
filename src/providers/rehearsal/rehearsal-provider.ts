import type { Provider } from '../../converser/words/models/provider.ts';
import { rehearsalModel } from './rehearsal-model.ts';

export function createRehearsalProvider(): Provider {
  return { id: 'rehearsal', label: 'Rehearsal', models: async () => [rehearsalModel] };
}
