import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import { type Label, ofOutside, ofWorkspace } from '../../../src/converser/words/labels/label.ts';
import type { Usage } from '../../../src/converser/words/models/provider.ts';
import { spendingOf } from '../../../src/converser/words/spending/spending.ts';
import { planText } from '../../../src/converser/words/texts/plan-text.ts';
import { createTextRenderer } from '../../../src/terminal/render/render-events.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';

const make = canisterMaker();
const again: ConverseEvent = { type: 'round-restart', round: 1, message: 'Again in 8 s.', wait: 8_000 };
const round = (number: number): ConverseEvent => ({ type: 'round-start', round: number });
const says = (text: string): ConverseEvent => ({ type: 'text-delta', text });

/** What is written, in the order in which it comes, each piece with the stream it goes to. */
async function rendered(...events: readonly ConverseEvent[]): Promise<string> {
  const written: string[] = [];
  const output = (name: string) => {
    const stream = new PassThrough().setEncoding('utf8');
    stream.on('data', data => written.push(`${name}: ${JSON.stringify(data)}`));
    return stream as unknown as NodeJS.WriteStream;
  };
  const render = createTextRenderer({ stdout: output('out'), stderr: output('err') });
  for (const event of events) {
    await render(event);
    await new Promise(resolve => setImmediate(resolve));
  }
  return written.join('\n');
}

describe('a restarted round, in the terminal', () => {
  it('notes in the answer, too, that the text above was interrupted', async () => {
    const lines = await rendered(round(1), says('It sa'), again, says('It says Sample.\n'));
    assert.deepEqual(lines.split('\n'), [
      'out: "It sa"',
      'out: "\\n"',
      'out: "\\n[The answer above was interrupted and restarts below.]\\n\\n"',
      'err: "i Again in 8 s.\\n"',
      'out: "It says Sample.\\n"',
    ]);
  });

  it('gives only the reason when there is no text above', async () => {
    const lines = await rendered(round(1), again, says('First.\n'), round(2), again, says('Second.\n'));
    const why = 'err: "i Again in 8 s.\\n"';
    assert.deepEqual(lines.split('\n'), [why, 'out: "First.\\n"', why, 'out: "Second.\\n"']);
  });
});

describe('a call, in the terminal,', () => {
  it('shows its name without control sequences, whatever a model called it', async () => {
    const named = { ensemble: '', name: 'clear\u001b]0;title\u0007\nmore' };
    const canister = { ...make.invocation('call-1', 'any:any', {}), ...named };
    const lines = await rendered({ type: 'invocation-start', canister });
    assert.match(lines, /clear␛\]0;title␇ \(\+1 lines\) \{\}/);
  });
});

describe('what a turn cost, in the terminal,', () => {
  const ended = (usage: Usage): ConverseEvent => ({
    type: 'turn-end',
    outcome: 'final',
    canisters: [],
    spending: { ...spendingOf(usage, { input: 2, output: 10 }), rounds: [] },
  });

  it('is the last line beside the answer', async () => {
    const lines = await rendered(round(1), says('Hello.\n'), ended({ input: 12_000, output: 600 }));
    assert.equal(lines, 'out: "Hello.\\n"\nerr: "12.0k → 600 tokens, $0.0300\\n"');
  });

  it('is not shown where it is zero', async () => {
    const lines = await rendered(round(1), says('Hello.\n'), ended({ input: 0, output: 0 }));
    assert.equal(lines, 'out: "Hello.\\n"');
  });
});

describe('a plan, in the terminal', () => {
  it('is shown as a list with boxes below the call, with nothing in it that a terminal obeys', async () => {
    const steps = [
      { text: 'Read', state: 'done' },
      { text: 'Write \u001b[31mred', state: 'in_progress' },
      { text: 'Land', state: 'pending' },
      { text: 'Rest', state: 'dropped' },
    ] as const;
    const call = make.invocation('p', 'dialogue:plan', {});
    const lines = await rendered(
      { type: 'invocation-start', canister: call },
      { type: 'invocation-end', canister: make.result('p', planText(steps)), duration: 1 },
    );
    const shown = ['  ☑ Read', '  ▶ Write ␛[31mred', '  ☐ Land', '  ☒ Rest'];
    const written = shown.map(line => `err: ${JSON.stringify(`${line}\n`)}`);
    assert.deepEqual(lines.split('\n').slice(-4), written);
  });
});

describe('content from outside, in the terminal', () => {
  const call = make.invocation('l', 'web:fetch_page', { url: 'https://example.org/' });
  const ended = (label: Label) =>
    rendered(
      { type: 'invocation-start', canister: call },
      { type: 'invocation-end', canister: make.result('l', 'Read on.', { label }), duration: 2 },
    );

  it('is marked in the line of its call, with nothing in it that a terminal obeys', async () => {
    assert.match(
      await ended(ofOutside('web:example.org')),
      /fetch_page 2 ms \[from outside: example\.org\] Read on\./,
    );
    assert.match(await ended({ ...ofWorkspace, confidentiality: 'secret' }), /2 ms \[holds secrets\] Read/);
    // A backslash that was written, not a character that was escaped here.
    assert.match(await ended(ofOutside('server:\u001b[31mred')), /MCP server \\\\u001b\[31mred\]/);
    assert.match(await ended(ofWorkspace), /fetch_page 2 ms Read on/);
  });
});

describe('what was saved, in the terminal', () => {
  it('is said of each call, and of the turn', async () => {
    const call = make.invocation('call-1', 'files:read', { path: 'a' });
    const result = make.result('call-1', 'Alpha.', { repeats: 'r', saved: { tokens: 1204, time: 0 } });
    const spending = { ...spendingOf({ input: 100, output: 5 }), rounds: [] };
    const turn = { calls: 1, tokens: 1204, time: 0 };
    const lines = await rendered(
      { type: 'invocation-start', canister: call },
      { type: 'invocation-end', canister: result, duration: 2 },
      { type: 'turn-end', outcome: 'final', canisters: [], spending, savings: { turn, conversation: turn } },
    );
    assert.match(lines, /files:read 2 ms repeated, saved 1,204 tokens: Alpha\./);
    assert.match(lines, /100 → 5 tokens · saved 1 call, 1,204 tokens/);
  });
});
