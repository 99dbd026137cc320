import { type ErrorData, errorData, errors } from '../../../src/converser/ground/errors.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { createBreaker } from '../../../src/providers/wrappers/resilience/model-breaker.ts';
import { resilient } from '../../../src/providers/wrappers/resilience/resilient.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakeClock } from '../../fakes/fake-host.ts';
import { createScriptedModel, invokes, type Script, says } from '../../fakes/scripted-model.ts';
import type { Scenario } from '../scenario.ts';

/** What a resilient model says in one round when its attempts go like this; it waits in no time. */
function attempts(...scripts: readonly Script[]): Script {
  const clock = { ...createFakeClock(), sleep: async () => {} };
  const options = { clock, breaker: createBreaker({ clock }), random: () => 1 };
  return resilient(createScriptedModel(...scripts), options).reply;
}

function fails(error: ErrorData, ...before: readonly ModelEvent[]): Script {
  return [...before, { type: 'failure', error: errorData(error) }];
}

const busy = fails(errors.modelOverloaded('Scripted model', 'Too many requests at once', 8_000));
const gone = errors.modelUnreachable('Scripted model', 'its reply broke off.');

export const retries: readonly Scenario[] = [
  {
    name: 'reply-begun-anew',
    shows:
      'A model that is overloaded, or whose reply breaks off, is asked again within its round. What it had said and wanted called until then is void: nothing of it is called, kept, or sent.',
    setup: { ensembles: [createFakeEnsemble('files', { read: () => 'Alpha.', clear: () => 'Gone!' })] },
    prompts: ['Read a.txt.'],
    scripts: [
      attempts(busy, invokes(['files__read', {}])),
      attempts(
        fails(
          gone,
          { type: 'reasoning-delta', text: 'I had better clear up.' },
          { type: 'text-delta', text: 'It sa' },
          { type: 'invocation', name: 'files__clear', arguments: {} },
          { type: 'usage', usage: { input: 20, output: 9 } },
        ),
        [{ type: 'usage', usage: { input: 20, output: 6 } }, ...says('It says Alpha.')],
      ),
    ],
  },
  {
    name: 'fallback-takes-over',
    shows:
      'Where a model can’t answer, the first of its fallbacks does, in the same round: what was said is void, and you read who answers. The rest of the turn, and the next one within a minute, stay with that model.',
    setup: { ensembles: [createFakeEnsemble('files', { read: () => 'Alpha.' })] },
    prompts: ['Read a.txt.', 'And now?'],
    scripts: [
      invokes(['files__read', {}]),
      fails(errors.modelQuota('Scripted model', 'the day is used up', 90_000), {
        type: 'text-delta',
        text: 'It sa',
      }),
    ],
    fallback: [invokes(['files__read', {}]), says('It says Alpha.'), says('Still Alpha.')],
  },
  {
    name: 'fallback-after-a-refusal',
    shows:
      'A refused reply is taken back where a fallback can answer: nothing of it is kept or sent. The next turn asks the first model again.',
    setup: {},
    prompts: ['How do locks work?', 'And keys?'],
    scripts: [
      [
        { type: 'text-delta', text: 'I can’t h' },
        { type: 'finish', reason: 'refusal' },
      ],
      says('With cuts.'),
    ],
    fallback: [says('With pins.')],
  },
  {
    name: 'retries-used-up',
    shows: 'When no attempt succeeds, the turn ends and says why; its completed rounds stay.',
    setup: { ensembles: [createFakeEnsemble('files', { read: () => 'Alpha.' })] },
    prompts: ['Read a.txt.'],
    scripts: [
      invokes(['files__read', {}]),
      attempts(busy, busy, fails(gone, { type: 'text-delta', text: 'It sa' }), busy, busy),
    ],
  },
];
