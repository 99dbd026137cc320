import assert from 'node:assert/strict';
import type { FormField } from '../../../src/converser/words/ensemble/form-field.ts';
import { createTerminalPerson } from '../../../src/terminal/ask/terminal-elicitor.ts';
import { askTyped } from './typed-terminal.ts';

const fields: readonly FormField[] = [
  {
    kind: 'choice',
    name: 'colour',
    title: 'Which colour?',
    required: false,
    options: [
      { value: 'red', title: 'red' },
      { value: 'blue', title: 'blue' },
    ],
  },
  { kind: 'string', name: 'name', title: 'What \u001b[31mname?', required: false },
];
const { signal } = new AbortController();

describe('A model’s question on the terminal', () => {
  it('shows who asks and why, and takes the number of an option and words', async () => {
    const { answer, shown } = await askTyped('2\nAda\n', terminal =>
      createTerminalPerson(() => terminal).ask({ message: 'For the shop.', fields }, signal),
    );
    assert.deepEqual(answer, { action: 'accept', content: { colour: 'blue', name: 'Ada' } });
    assert.match(
      shown,
      /\? The model asks:\n {2}For the shop\.\n {2}Which colour\? \(optional\)\n {4}1\. red\n {4}2\. blue/,
    );
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
