import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { invokes, says } from '../../fakes/scripted-model.ts';
import { type Scenario, using } from '../scenario.ts';

const search = createFakeEnsemble('files', {
  search: {
    arguments: {
      type: 'object',
      properties: {
        text: { type: 'string', description: 'What to look for' },
        limit: { type: 'integer', minimum: 1 },
        options: { $ref: '#/$defs/options' },
      },
      required: ['text'],
      additionalProperties: false,
      $defs: {
        options: {
          type: 'object',
          properties: { case: { enum: ['heed', 'ignore'] }, whole: { type: 'boolean' } },
        },
      },
    },
    invocable: args => `searched with ${JSON.stringify(args)}`,
  },
});

const write = { annotations: { readOnly: false, openWorld: false }, invocable: () => 'written' };

const oneText = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

export const refusals: readonly Scenario[] = [
  {
    name: 'arguments-repaired',
    shows:
      'Arguments that can be read in one way only are repaired: text in place of objects and numbers, quotes of the other kind, trailing commas, fences, JSON in JSON.',
    setup: { ensembles: [search] },
    prompts: ['Search.'],
    scripts: [
      invokes(
        [
          'files__search',
          '{"text": "a", "limit": "3", "options": "{\\"case\\": \\"heed\\", \\"whole\\": \\"true\\"}"}',
        ],
        ['files__search', "{'text': 'it\\'s, } here', limit: 2, 'options': {'whole': True,},}"],
        ['files__search', '```json\n{"text": "two\nlines"}\n```'],
        ['files__search', JSON.stringify(JSON.stringify({ text: '{"a": 1}' }))],
      ),
      says('Found.'),
    ],
  },
  {
    name: 'arguments-refused',
    shows:
      'Arguments that are wrong or cannot be read are refused with the reason, and the model may correct them.',
    setup: { ensembles: [search] },
    prompts: ['Search.'],
    scripts: [
      invokes(
        ['files__search', { limit: 0, options: { case: 'shout' }, colour: 'red' }],
        ['files__search', '{"text": "a", "limit": 1'],
        ['files__search', '{"text": "C:\\Users", "limit": 1}'],
        ['files__search', '{"text": "say "hi" to them"}'],
        ['files__search', '["a"]'],
      ),
      invokes(['files__search', { text: 'a' }]),
      says('Found after all.'),
    ],
  },
  {
    name: 'unknown-tool',
    shows: 'A call of a tool that does not exist is answered with what does.',
    setup: { ensembles: [search, createFakeEnsemble('clock', { now: () => 'noon' })] },
    prompts: ['Search.'],
    scripts: [
      invokes(['search_files', { text: 'a' }], ['teleport', {}], ['files:search', { text: 'a' }]),
      says('Found.'),
    ],
  },
  {
    name: 'ambiguous-name',
    shows:
      'A bare name is enough while one tool has it; where several have it, the model is asked which one it means.',
    setup: {
      ensembles: [
        createFakeEnsemble('files', { read: () => 'from files', list: () => 'listed' }),
        createFakeEnsemble('notes', { read: () => 'from notes' }),
      ],
    },
    prompts: ['Read and list.'],
    scripts: [invokes(['read', {}], ['list', {}]), invokes(['notes:read', {}]), says('Done.')],
  },
  {
    name: 'permission-denied',
    shows: 'A tool with side effects asks first; a no is told to the model.',
    setup: { ensembles: [createFakeEnsemble('notes', { write })], answers: ['deny'] },
    prompts: ['Write it down.'],
    scripts: [invokes(['notes__write', { text: 'it' }]), says('You did not let me.')],
  },
  {
    name: 'permission-given',
    shows: 'A yes for the conversation covers one tool, and no other.',
    setup: {
      ensembles: [createFakeEnsemble('notes', { write, erase: write })],
      answers: ['conversation', 'once'],
    },
    prompts: ['Write it down.', 'Write more, then erase all.'],
    scripts: [
      invokes(['notes__write', { text: 'one' }], ['notes__write', { text: 'two' }]),
      says('Written.'),
      invokes(['notes__write', { text: 'three' }], ['notes__erase', {}]),
      says('Written and erased.'),
    ],
  },
  {
    name: 'arguments-changed',
    shows: 'A person changes a call before they allow it: that is what runs, and the model is told.',
    setup: {
      ensembles: [createFakeEnsemble('notes', { write: { ...write, arguments: oneText } })],
      answers: [
        { kind: 'edit', arguments: { text: 7 } },
        { kind: 'edit', arguments: { text: 'two' } },
        'once',
      ],
    },
    prompts: ['Write it down.'],
    scripts: [invokes(['notes__write', { text: 'one' }]), says('You changed it.')],
  },
  {
    name: 'workspace-not-trusted',
    shows:
      'In a workspace that is not trusted only the shipped tools that merely read may run, whatever was set.',
    setup: using(
      'notes',
      {
        write,
        read: () => 'a note',
        fetch: { origin: 'workspace', invocable: () => 'fetched' },
      },
      { trusted: false, rules: { 'notes:write': 'allow' } },
    ),
    prompts: ['Read, write and fetch.'],
    scripts: [invokes(['notes__read', {}], ['notes__write', {}], ['notes__fetch', {}]), says('Only read.')],
  },
];
