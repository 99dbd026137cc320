import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { invokes, says } from '../../fakes/scripted-model.ts';
import type { Scenario } from '../scenario.ts';

const files = createFakeEnsemble('files', { read: () => 'Alpha.' });
const used = (input: number, output: number, cached = 0): ModelEvent => ({
  type: 'usage',
  usage: { input, output, cached },
});
const price = { input: 3, output: 15, cached: 0.3 };

export const spending: readonly Scenario[] = [
  {
    name: 'spending-told',
    shows:
      'What each request costs is told with what the conversation has cost so far, an attempt that was made void and a turn that failed included.',
    setup: { ensembles: [files] },
    price,
    prompts: ['Read it.', 'And again.', 'Once more.'],
    scripts: [
      [
        used(1000, 1),
        { type: 'restart', message: 'The server broke off. It is asked again at once.', wait: 0 },
        used(1000, 20),
        ...invokes(['files__read', {}]),
      ],
      [used(1100, 10, 900), ...says('It says Alpha.')],
      [
        used(1200, 2),
        { type: 'failure', error: { code: 'model-unreachable', message: 'It is gone.', retryable: true } },
      ],
      [used(1200, 10, 1000), ...says('Alpha.')],
    ],
  },
  {
    name: 'spending-cap',
    shows: 'A request that would exceed a cap is not sent: the turn ends, and says what to raise.',
    setup: { ensembles: [files], limits: { caps: { turn: { requests: 2 }, conversation: { cost: 0.01 } } } },
    price,
    prompts: ['Read it.', 'Read on and on.', 'And now?'],
    scripts: [
      [used(1000, 20), ...says('Done.')],
      [used(1000, 20), ...invokes(['files__read', { page: 1 }])],
      [used(1000, 20), ...invokes(['files__read', { page: 2 }])],
    ],
  },
];
