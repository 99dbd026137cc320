import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Steering } from '../../../src/converser/turn/converse-options.ts';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import type { Outcome } from '../../../src/converser/words/conversation/converse-event.ts';
import { askLines } from '../../../src/terminal/ask/ask-lines.ts';
import { askContinue, converseInTerminal } from '../../../src/terminal/ask/typed-conversation.ts';
import { askTyped } from './typed-terminal.ts';

const { signal } = new AbortController();

function setUp() {
  const input = new PassThrough();
  const output = new PassThrough({ encoding: 'utf8' });
  const terminal = { input, output };
  /** Resolves once the line has been read. */
  const type = async (line: string) => {
    input.write(`${line}\n`);
    await new Promise(resolve => setImmediate(resolve));
  };
  const converse = (say: (message: string, steering: Steering) => Promise<Outcome>) =>
    converseInTerminal('first', { say, signal, terminal });
  return { terminal, type, converse, shown: () => String(output.read() ?? '') };
}

const taken = (steering: Steering) => steering.take().map(({ content }) => textOf(content));

describe('what you type while a turn runs in a terminal', () => {
  it('is handed to the next round, once, and you are told so', async () => {
    const { converse, type, shown } = setUp();
    const said: (readonly string[])[] = [];
    const outcome = await converse(async (_message, steering) => {
      said.push(taken(steering));
      await type('use tabs');
      await type('   ');
      await type('and no semicolons');
      said.push(taken(steering), taken(steering));
      return 'final';
    });
    assert.deepEqual([outcome, said], ['final', [[], ['use tabs', 'and no semicolons'], []]]);
    assert.equal(shown(), 'i Sent before the next round, or after the answer.\n');
  });

  it('begins a turn of its own where the answer was there first', async () => {
    const { converse, type } = setUp();
    const turns: unknown[] = [];
    await converse(async (message, { endsTurn }) => {
      turns.push([message, endsTurn]);
      if (turns.length === 1) await type('/stop');
      if (turns.length === 1) await type('second');
      return 'final';
    });
    assert.deepEqual(turns, [
      ['first', false],
      ['second', false],
    ]);
  });

  it('is not sent where the turn has no answer, and you are told so', async () => {
    const { converse, type, shown } = setUp();
    const outcome = await converse(async () => {
      await type('second');
      return 'stopped';
    });
    assert.equal(outcome, 'stopped');
    assert.match(shown(), /i Not sent, because the turn has no answer: second\n/);
  });

  it('lets the turn end after the round with /stop, which is no message, and go on with another', async () => {
    const { converse, type, shown } = setUp();
    const ends: boolean[] = [];
    const outcome = await converse(async (_message, steering) => {
      ends.push(steering.endsTurn);
      await type('/stop');
      ends.push(steering.endsTurn);
      await type('/stop');
      ends.push(steering.endsTurn);
      await type(' /stop ');
      ends.push(steering.endsTurn, taken(steering).length > 0);
      return 'stopped';
    });
    assert.deepEqual([outcome, ends], ['stopped', [false, true, false, true, false]]);
    assert.equal(
      shown(),
      'i Stops after this round.\ni Goes on after this round.\ni Stops after this round.\n',
    );
  });

  it('answers the question that is open, and is no message then', async () => {
    const { converse, type, terminal } = setUp();
    const answers: (string | undefined)[] = [];
    await converse(async (_message, steering) => {
      await type('before');
      const asked = askLines(terminal, signal, ask => ask('? Write? '));
      await once(terminal.output, 'readable');
      await type('yes');
      answers.push(await asked);
      await type('after');
      answers.push(...taken(steering));
      return 'final';
    });
    assert.deepEqual(answers, ['yes', 'before', 'after']);
  });

  it('is kept up to a limit, and read no more once the turn is over', async () => {
    const { converse, type, terminal } = setUp();
    let count = 0;
    await converse(async (_message, steering) => {
      for (let line = 0; line < 30; line++) await type(`line ${line}`);
      count = taken(steering).length;
      return 'final';
    });
    assert.equal(count, 20);
    assert.equal(terminal.input.listenerCount('data'), 0);
  });
});

describe('A turn in a terminal that has used all its rounds', () => {
  it('goes on if you say yes, and only then', async () => {
    for (const [line, goesOn] of [
      ['yes\n', true],
      ['no\n', false],
      ['\n', false],
      ['', false],
    ] as const) {
      const { answer } = await askTyped(line, terminal => askContinue(signal, () => terminal));
      assert.equal(answer, goesOn, line);
    }
  });

  it('ends where you cannot be asked', async () => {
    assert.equal(await askContinue(signal, () => undefined), false);
  });
});
