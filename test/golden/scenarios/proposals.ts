import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { invokes, says, shows } from '../../fakes/scripted-model.ts';
import type { Scenario } from '../scenario.ts';

const notes = createFakeEnsemble('notes', {
  write: {
    annotations: { readOnly: false, openWorld: false },
    arguments: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    invocable: ({ text }) => `written: ${String(text)}`,
  },
  read: () => 'a note',
});

const offered = '{"calls": [{"name": "notes__write", "arguments": {"text": "one"}}]}\nShall I?';

export const proposals: readonly Scenario[] = [
  {
    name: 'proposal-confirmed',
    shows:
      'A call that the model only showed is made if the person says so, who is asked once for each, whatever was allowed before.',
    setup: { ensembles: [notes], rules: { 'notes:*': 'allow' }, answers: ['once', 'deny', 'once'] },
    prompts: ['Write one.'],
    scripts: [
      shows(offered, ...['one', 'two', 'one'].map(text => ['notes__write', { text }] as const), [
        'notes__read',
        {},
      ]),
      says('Written and read.'),
    ],
  },
  {
    name: 'proposal-declined',
    shows:
      'What the model said is the final answer, as it was shown, when the person wants none of its calls.',
    setup: { ensembles: [notes], answers: ['deny'] },
    prompts: ['Write one.', 'And now?'],
    scripts: [shows(offered, ['notes__write', { text: 'one' }]), says('Nothing was written.')],
  },
  {
    name: 'proposal-nobody-to-ask',
    shows: 'Where nobody can be asked, or a call could not run, calls that were only shown are not made.',
    setup: { ensembles: [notes], rules: { 'notes:read': 'deny' } },
    prompts: ['Write one.'],
    scripts: [
      shows(
        offered,
        ['notes__write', { text: 'one' }],
        ['notes__write', { words: 'one' }],
        ['notes__write', '{"text": "one'],
        ['notes__erase', {}],
        ['notes__read', {}],
      ),
    ],
  },
  {
    name: 'proposal-beside-calls',
    shows: 'A model that makes some calls and only showed others has said which it means.',
    setup: { ensembles: [notes], answers: ['once'] },
    prompts: ['Write two.'],
    scripts: [
      [
        ...shows('Not this: …', ['notes__write', { text: 'one' }]).slice(0, -1),
        ...invokes(['notes__write', { text: 'two' }]),
      ],
      says('Written.'),
    ],
  },
];
