import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FormField } from '../../../src/converser/words/ensemble/form-field.ts';
import type { FormAnswer } from '../../../src/ensembles/mcp/elicitation/elicitor.ts';
import { createTerminalElicitor, createTerminalPerson } from '../../../src/terminal/ask/terminal-elicitor.ts';
import { askTyped } from './typed-terminal.ts';

const optionsOf = (titles: Readonly<Record<string, string>>) =>
  Object.entries(titles).map(([value, title]) => ({ value, title }));
const fields: readonly FormField[] = [
  { name: 'city', title: 'City', description: 'Where to?', required: true, kind: 'string' },
  { name: 'days', title: 'Days', required: false, kind: 'integer', default: 3 },
  { name: 'sea', title: 'At the sea', required: false, kind: 'boolean' },
  {
    ...{ name: 'class', title: 'Class', required: true, kind: 'choice', default: '2' },
    options: optionsOf({ 1: 'First', 2: 'Second' }),
  },
  {
    ...{ name: 'food', title: 'Food', required: false, kind: 'choices' },
    options: optionsOf({ f: 'Fish', m: 'Meat' }),
  },
];
const { signal } = new AbortController();

describe('A server’s question on the terminal', () => {
  const answers: readonly (readonly [string, FormAnswer])[] = [
    [
      'yes\nOslo\n5\nno\n1\n2, f\n',
      { action: 'accept', content: { city: 'Oslo', days: 5, sea: false, class: '1', food: ['m', 'f'] } },
    ],
    ['y\nOslo\n\n\n\n\n', { action: 'accept', content: { city: 'Oslo', days: 3, class: '2' } }],
    ['y\n\nOslo\n1.5\n2\n\n\n\n', { action: 'accept', content: { city: 'Oslo', days: 2, class: '2' } }],
    ['y\nOslo\n""\n\n\n\n', { action: 'accept', content: { city: 'Oslo', class: '2' } }],
    ['y\n""\n\n\n""\n1\n\n', { action: 'accept', content: { city: '""', days: 3, class: '1' } }],
    ['no\n', { action: 'decline' }],
    ['\n', { action: 'decline' }],
    ['', { action: 'cancel' }],
    ['y\nOslo\n', { action: 'cancel' }],
    ['y\n\n\n\n', { action: 'cancel' }],
  ];
  for (const [typed, answer] of answers) {
    it(`takes ${JSON.stringify(typed)} for ${JSON.stringify(answer)}`, async () => {
      assert.deepEqual((await ask(typed)).answer, answer);
    });
  }

  it('shows who asks and that they get the answer, without control sequences', async () => {
    const { shown } = await ask('y\n\nOslo\n\n\n\n\n', 'Tell \u001b[2Jme');
    assert.match(shown, /MCP server weather asks:\n {2}Tell ␛\[2Jme\n/);
    assert.match(shown, /sent to the server/);
    assert.match(shown, /Enter a value: this field is required\./);
    assert.match(shown, /City\n {4}Where to\?: /);
    assert.match(shown, /Days \(optional\) \[3, or "" to skip it\]: /);
    assert.match(shown, /Class\n {4}1\. First\n {4}2\. Second \[Second\]: /);
  });

  it('is cancelled as soon as the signal aborts, and where there is no terminal', async () => {
    const stop = new AbortController();
    const terminal = { input: new PassThrough(), output: new PassThrough() };
    const question = { server: 'weather', message: '?', fields };
    const asking = createTerminalElicitor(() => terminal).form(question, stop.signal);
    await once(terminal.output, 'readable');
    stop.abort();
    assert.deepEqual(await asking, { action: 'cancel' });
    const nowhere = createTerminalElicitor(() => undefined);
    assert.deepEqual(await nowhere.form(question, signal), { action: 'cancel' });
  });

  it('shows the whole address of a page, and opens it only after a yes', async () => {
    const page = new URL('https://pages.example/consent?id=7');
    for (const [typed, expected] of [
      ['yes\n', 'accept'],
      ['\n', 'decline'],
      ['', 'cancel'],
    ] as const) {
      const { answer, shown } = await askTyped(typed, terminal =>
        createTerminalElicitor(() => terminal).page({ server: 'weather', message: 'Look', page }, signal),
      );
      assert.equal(answer, expected);
      assert.match(shown, /https:\/\/pages\.example\/consent\?id=7\n/);
    }
  });
});

describe('A model’s question on the terminal', () => {
  const fields: readonly FormField[] = [
    {
      ...{ kind: 'choice', name: 'colour', title: 'Which colour?', required: false },
      options: optionsOf({ red: 'red', blue: 'blue' }),
    },
    { kind: 'string', name: 'name', title: 'What \u001b[31mname?', required: false },
  ];

  it('shows who asks and why, and takes the number of an option and words', async () => {
    const { answer, shown } = await askTyped('2\nAda\n', terminal =>
      createTerminalPerson(() => terminal).ask({ message: 'For the shop.', fields }, signal),
    );
    assert.deepEqual(answer, { action: 'accept', content: { colour: 'blue', name: 'Ada' } });
    assert.match(shown, /\? The model asks:\n {2}For the shop\.\n {2}Which colour\? \(optional\)\n/);
    assert.match(shown, /Which colour\? \(optional\)\n {4}1\. red\n {4}2\. blue/);
    assert.ok(!shown.includes('\u001b'));
  });

  it('is dismissed by the end of the input, and where nobody is, says so', async () => {
    const { answer } = await askTyped('', terminal =>
      createTerminalPerson(() => terminal).ask({ message: '', fields }, signal),
    );
    assert.deepEqual(answer, { action: 'cancel' });
    const nobody = await createTerminalPerson(() => undefined).ask({ message: '', fields }, signal);
    assert.deepEqual(nobody, { action: 'absent' });
  });
});

function ask(typed: string, message = 'A journey') {
  return askTyped(typed, terminal =>
    createTerminalElicitor(() => terminal).form({ server: 'weather', message, fields }, signal),
  );
}
