import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { askContinue } from '../../../src/terminal/ask/typed-conversation.ts';

const never = new AbortController().signal;

async function answered(line: string): Promise<boolean> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(line);
  return askContinue(never, () => ({ input, output }));
}

describe('A turn in a terminal that has used all its rounds', () => {
  it('goes on if you say yes, and only then', async () => {
    assert.equal(await answered('yes\n'), true);
    for (const line of ['no\n', '\n', '']) assert.equal(await answered(line), false);
  });

  it('ends where you cannot be asked', async () => {
    assert.equal(await askContinue(never, () => undefined), false);
  });
});
