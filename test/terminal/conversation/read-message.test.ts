import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { askLines } from '../../../src/terminal/ask/ask-lines.ts';
import { interrupted, readMessage } from '../../../src/terminal/conversation/read-message.ts';

const { signal } = new AbortController();

function setUp() {
  const terminal = { input: new PassThrough(), output: new PassThrough({ encoding: 'utf8' }) };
  const added: string[][] = [];
  const history = {
    lines: ['earlier'],
    size: 10,
    add: async (lines: readonly string[]) => void added.push([...lines]),
  };
  return { terminal, added, read: () => readMessage(terminal, history, signal) };
}

describe('What you type at the prompt of a conversation', () => {
  const enter = '\r';
  const cases: readonly (readonly [typed: string, message: string])[] = [
    [`hello${enter}`, 'hello'],
    [`one\\${enter}two${enter}`, 'one\ntwo'],
    [`a${enter}b${enter}c${enter}`, 'a\nb\nc'],
    [`\x1b[200~a\\${enter}\tb${enter}\x1b[201~${enter}`, 'a\\\n\tb\n'],
    [`\x1b[A${enter}`, 'earlier'],
    [`wrong\x03right${enter}`, 'right'],
  ];
  for (const [typed, message] of cases)
    it(`is one message: ${JSON.stringify(typed)}`, async () => {
      const { terminal, read, added } = setUp();
      const reading = read();
      terminal.input.write(typed);
      assert.equal(await reading, message);
      assert.deepEqual(added, [message.split('\n')]);
    });

  it('ends with Ctrl+D, and Ctrl+C is told where nothing was typed', async () => {
    for (const [keys, result] of [
      ['\x04', undefined],
      ['\x03', interrupted],
    ] as const) {
      const { terminal, read } = setUp();
      const reading = read();
      terminal.input.write(keys);
      assert.equal(await reading, result);
    }
  });

  it('waits while a question is asked, and loses no key', async () => {
    const { terminal, read } = setUp();
    const reading = read();
    terminal.input.write('begun\\\rhalf');
    let shown = '';
    terminal.output.on('data', (data: string) => {
      shown += data;
    });
    const until = async (text: string) => {
      while (!shown.includes(text)) await once(terminal.output, 'data');
    };
    await until('half');
    const asked = askLines(terminal, signal, ask => ask('? Open it? '));
    await until('Open it? ');
    terminal.input.write('yes\nleft\n');
    assert.equal(await asked, 'yes');
    terminal.input.write(' done\r');
    assert.equal(await reading, 'begun\nhalf left done');
  });
});
