import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { Limits } from '../../../../src/converser/turn/converse-options.ts';
import { type Canister, isCompaction, isResult } from '../../../../src/converser/words/canister/canister.ts';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../../src/converser/words/conversation/conversation.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../../fakes/fake-ports.ts';
import { createNarrowModel, type NarrowModelOptions } from '../../../fakes/narrow-model.ts';
import { invokes, type Script, says } from '../../../fakes/scripted-model.ts';
import { takeTurn } from '../take-turn.ts';

const line = 'A line that is long enough to be worth something.\n';
const read = (lines: number, name = String(lines)) => invokes(['files__read', { lines, name }]);

/** Two turns with one call each, and the first rounds of a third one that has two. */
const reading = [
  ...[read(40, 'a'), says('One.')],
  ...[read(40, 'b'), says('Two.')],
  read(40, 'c'),
  read(40, 'd'),
];

async function setUp(options: NarrowModelOptions, scripts: readonly Script[], limits: Partial<Limits> = {}) {
  const files = createFakeEnsemble('files', {
    read: ({ lines, name }) => `File ${name}: ${line.repeat(Number(lines))}`,
  });
  const ports = await createFakePorts({ ensembles: [files], limits });
  const model = createNarrowModel(options, ...scripts);
  const conversation = createConversation('c');
  const say = async (said: string) => {
    const { events, end } = await takeTurn({ ports, model, conversation, said });
    assert.equal(end.type, 'turn-end');
    return { ...end, restarts: events.filter(each => each.type === 'round-restart').length };
  };
  return { model, conversation, say, ports };
}

const records = (canisters: readonly Canister[]) => canisters.filter(isCompaction);
const resultTexts = (canisters: readonly Canister[]) =>
  canisters.filter(isResult).map(({ content }) => textOf(content));

describe('a request that the model rejects as too long', () => {
  it('is made again in the same turn, without the oldest long results', async () => {
    const { say, model, conversation } = await setUp({ window: 2_000 }, [...reading, says('Three.')]);
    assert.equal((await say('First.')).outcome, 'final');
    assert.equal((await say('Second.')).outcome, 'final');
    const { outcome, restarts } = await say('Third.');
    assert.deepEqual([outcome, restarts], ['final', 1]);
    assert.ok(model.rejected.length >= 1);
    const last = resultTexts(model.requests.at(-1)?.canisters ?? []);
    assert.match(
      last[0] ?? '',
      /^\[Left out to save room: the result of files:read .* call conversation:read_result \{"id":"/,
    );
    assert.match(last.at(-1) ?? '', /^File d: /);
    const [record] = records(conversation.canisters);
    assert.equal(record?.reason, 'overflow');
    assert.deepEqual(record?.window, { model: 'scripted/model', tokens: 2_000 });
    // All of it stays in the conversation.
    assert.ok(resultTexts(conversation.canisters).every(each => each.startsWith('File ')));
  });

  it('lets the model read again what was left out, in parts', async () => {
    const { say, model, conversation } = await setUp({ window: 2_000 }, [
      ...reading,
      request => {
        const [line = ''] = resultTexts(request.canisters);
        const [, id] = /"id":"([^"]+)"/.exec(line) ?? [];
        return Readable.from(invokes(['conversation__read_result', { id, from: 10, length: 20 }]));
      },
      says('Three.'),
    ]);
    for (const message of ['First.', 'Second.', 'Third.'])
      assert.equal((await say(message)).outcome, 'final');
    const again = resultTexts(conversation.canisters).at(-1);
    const whole = `File a: ${line.repeat(40)}`;
    assert.equal(
      again,
      `${whole.slice(10, 30)}\n[Characters 10 to 30 of ${whole.length}. To read on, call it again with "from": 30.]`,
    );
    assert.ok(model.requests.at(-1)?.tools.some(({ name }) => name === 'conversation__read_result'));
    assert.ok(!model.requests[0]?.tools.some(({ name }) => name === 'conversation__read_result'));
  });

  it('offers what reads it again at one place, also once other tools are found', async () => {
    const { say, model, ports } = await setUp({ window: 2_000 }, [
      ...reading,
      ...[says('Three.'), invokes(['far__look', {}]), says('Four.'), says('Five.')],
    ]);
    const finding = { find_tools: { findsTools: true, invocable: () => 'Nothing.' } } as const;
    await ports.roster.set(createFakeEnsemble('tools', finding));
    const far = { look: { offer: 'on demand', invocable: () => 'Far.' } } as const;
    await ports.roster.set(createFakeEnsemble('far', far));
    for (const message of ['First.', 'Second.', 'Third.', 'Fourth.', 'Fifth.'])
      assert.equal((await say(message)).outcome, 'final');
    const [before, after] = model.requests.slice(-2).map(({ tools }) => tools.map(({ name }) => name));
    assert.deepEqual(before?.slice(-2), ['conversation__read_result', 'far__look']);
    assert.deepEqual(after, before);
  });

  it('is cut down to fit where one new result alone is too long', async () => {
    const { say, model } = await setUp({ window: 1_500 }, [read(300, 'a'), says('Read.')]);
    const { outcome } = await say('Read it.');
    assert.equal(outcome, 'final');
    const [result = ''] = resultTexts(model.requests.at(-1)?.canisters ?? []);
    assert.match(
      result,
      /^File a: A line[\s\S]*\n\[Cut here to fit: the first \d+ of [\d,]+ characters\. To read on, call conversation:read_result \{"id":"[^"]+","from":\d+\}\.\]$/,
    );
  });

  it('is made three times again at most, and then says what is too long and what to do', async () => {
    const { say, model } = await setUp({ window: 300 }, [says('Never.')]);
    const { outcome, error } = await say(line.repeat(100));
    assert.equal(outcome, 'failed');
    assert.equal(error?.code, 'context-overflow');
    assert.match(
      error?.message ?? '',
      /of 300 tokens, even with everything left out that may be\. What remains: your message, about [\d,]+ tokens.* Send less, disable tools/,
    );
    assert.ok(model.rejected.length <= 4, String(model.rejected.length));
  });
});
