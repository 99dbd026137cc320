import { text } from '../../../src/converser/words/canister/content.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import type { FakeHost } from '../../fakes/fake-host.ts';
import { invokes, says } from '../../fakes/scripted-model.ts';
import { type Scenario, using } from '../scenario.ts';

const pathSchema = {
  type: 'object',
  properties: { path: { type: 'string', description: 'Path in the workspace' } },
  required: ['path'],
  additionalProperties: false,
};

const files: Readonly<Record<string, string>> = { 'a.txt': 'Alpha.', 'b.txt': 'Beta.' };

const reader = {
  arguments: pathSchema,
  invocable: (args: { readonly path?: unknown }) => files[String(args.path)] ?? 'nothing',
};

/** A file that can be written, as an ensemble with one reader and one writer. */
function notes() {
  let note = 'empty';
  return createFakeEnsemble('notes', {
    read: () => note,
    write: {
      annotations: { readOnly: false, destructive: true, openWorld: false },
      invocable: args => {
        note = String(args.text);
        return undefined;
      },
    },
  });
}

/** Tools that take as long as they are told to; time moves once all four are running. */
function watches(host: FakeHost) {
  let running = 0;
  return createFakeEnsemble('watch', {
    wait: {
      invocable: async ({ ms }, { signal }) => {
        const over = host.clock.sleep(Number(ms), signal);
        if (++running === 4) void passTime(host);
        await over;
        return `waited ${ms} ms`;
      },
    },
  });
}

async function passTime(host: FakeHost): Promise<void> {
  for (let step = 0; step < 4; step++) await host.clock.advance(10);
}

export const answers: readonly Scenario[] = [
  {
    name: 'plain-answer',
    shows: 'A question that needs no tool is answered in one round.',
    prompts: ['What is two plus two?'],
    scripts: [
      [
        { type: 'reasoning-delta', text: 'Small numbers.' },
        { type: 'text-delta', text: 'Two plus two ' },
        { type: 'text-delta', text: 'is four.' },
        { type: 'usage', usage: { input: 12, output: 7 } },
        { type: 'finish', reason: 'stop' },
      ],
    ],
  },
  {
    name: 'prompt-with-documents',
    shows:
      'What the person attached stands before the message; instructions stand above all and are not kept.',
    supervisor: 'Answer briefly.',
    prompts: [
      {
        documents: [{ type: 'resource', uri: 'file:///a.txt', mimeType: 'text/plain', text: 'Alpha.' }],
        content: [text('What does it say?')],
      },
      'And again?',
    ],
    scripts: [says('Alpha.'), says('Still Alpha.')],
  },
  {
    name: 'one-tool',
    shows: 'The model calls a tool, is told its result, and answers from it.',
    setup: { ensembles: [createFakeEnsemble('files', { read: reader })] },
    prompts: ['What is in a.txt?'],
    scripts: [
      [
        { type: 'text-delta', text: 'Let me look.' },
        { type: 'invocation', name: 'files__read', arguments: { path: 'a.txt' } },
        { type: 'finish', reason: 'invocations' },
      ],
      says('It says Alpha.'),
    ],
  },
  {
    name: 'four-tools-at-once',
    shows:
      'Four calls of one round run at the same time; they end as they end, their results keep the order of the calls.',
    setup: { ensembles: host => [watches(host)] },
    prompts: ['Wait four times.'],
    scripts: [invokes(...[30, 10, 40, 20].map(ms => ['watch__wait', { ms }] as const)), says('All done.')],
  },
  {
    name: 'repeated-call',
    shows: 'The same call with the same arguments, in whatever order, is not made again.',
    setup: { ensembles: [createFakeEnsemble('files', { read: reader })] },
    prompts: ['Read a.txt twice.'],
    scripts: [
      invokes(['files__read', { path: 'a.txt' }], ['files__read', { path: 'a.txt' }]),
      invokes(['files__read', '{"path": "a.txt"}'], ['files__read', { path: 'b.txt' }]),
      says('Alpha, Alpha, Alpha and Beta.'),
    ],
  },
  {
    name: 'read-write-read',
    shows:
      'After something was written nothing that was read before is taken for true: the second reading is no repetition.',
    setup: { ensembles: [notes()], answers: ['once'] },
    prompts: ['Change the note.'],
    scripts: [
      invokes(['notes__read', {}]),
      invokes(['notes__write', { text: 'full' }]),
      invokes(['notes__read', {}]),
      says('It was empty and is full.'),
    ],
  },
  {
    name: 'large-result-cut',
    shows:
      'Of a large result the model gets head and tail, and is told how much is missing and how to read on.',
    setup: using(
      'files',
      {
        read: {
          output: { readOn: 'Read on with from = 12.' },
          invocable: () => Array.from({ length: 200 }, (_, index) => `line ${index + 1}`).join('\n'),
        },
      },
      { limits: { resultCharacters: 400 } },
    ),
    prompts: ['Read the large file.'],
    scripts: [invokes(['files__read', {}]), says('It is long.')],
  },
  {
    name: 'output-templates',
    shows:
      'A descriptor says how a result reads for the model and how it looks to people; progress is told meanwhile.',
    setup: using('dice', {
      roll: {
        output: { model: '{total} ({rolls})', screen: '🎲 **{total}**' },
        invocable: (_args, { progress }) => {
          progress('rolling', 0.5);
          return { total: 7, rolls: [3, 4] };
        },
      },
    }),
    prompts: ['Roll two dice.'],
    scripts: [invokes(['dice__roll', {}]), says('Seven.')],
  },
];
