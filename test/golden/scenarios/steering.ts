import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { invokes, says } from '../../fakes/scripted-model.ts';
import type { Scenario } from '../scenario.ts';

const whenRunning = ({ type }: ConverseEvent) => type === 'invocation-start';

const ensembles = [
  createFakeEnsemble('shop', {
    search: ({ for: what }) => `3 offers for ${String(what)}`,
    order: { annotations: { readOnly: false, openWorld: false }, invocable: () => 'ordered' },
  }),
];

export const steering: readonly Scenario[] = [
  {
    name: 'message-while-running',
    shows: 'What you send while a turn runs is read by the model after the results of that round.',
    setup: { ensembles },
    prompts: ['Find me apples.'],
    adds: event => (whenRunning(event) ? 'I mean green ones.' : undefined),
    scripts: [invokes(['shop__search', { for: 'apples' }]), says('Green apples: 3 offers.')],
  },
  {
    name: 'message-while-answering',
    shows: 'What you send while the model gives its answer is not part of that turn.',
    setup: { ensembles },
    prompts: ['Find me apples.'],
    adds: ({ type }) => (type === 'text-delta' ? 'I mean green ones.' : undefined),
    scripts: [says('Apples are fruits.')],
  },
  {
    name: 'stopped-after-a-round',
    shows:
      'You let a round end, and the turn with it: the model is not asked again, and its calls have results.',
    setup: { ensembles, answers: ['once'] },
    prompts: ['Order apples, then pears.', 'What have I got?'],
    endsTurnAt: event => whenRunning(event) && JSON.stringify(event).includes('apples'),
    scripts: [invokes(['shop__order', { what: 'apples' }]), says('Apples.')],
  },
];
