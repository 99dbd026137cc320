import assert from 'node:assert/strict';
import { compactConversation } from '../../../../src/converser/turn/compact-conversation.ts';
import { converseOnTrial } from '../../../../src/converser/turn/converse-on-trial.ts';
import { isResult, type ResultCanister } from '../../../../src/converser/words/canister/canister.ts';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../../src/converser/words/conversation/conversation.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../../../fakes/scripted-model.ts';
import { takeTurn } from '../take-turn.ts';

const { signal } = new AbortController();

async function setUp() {
  const files = createFakeEnsemble('files', {
    read: ({ lines }) => 'A line that is long.\n'.repeat(Number(lines)),
    list: { description: 'Lists what is there. '.repeat(200), invocable: () => 'a, b' },
  });
  const ports = await createFakePorts({ ensembles: [files] });
  const model = createScriptedModel(
    invokes(['files__read', { lines: 400 }], ['files__read', { lines: 100 }], ['files__list', {}]),
    says('Read.'),
    says('Done.'),
  );
  const conversation = createConversation('c');
  await takeTurn({ ports, model, conversation });
  const measured = async () => {
    const trial = converseOnTrial(conversation, { content: [] }, { ports, model, signal });
    for await (const event of trial) if (event.type === 'window') return event.measure.largest ?? [];
    return [];
  };
  const leaveOut = async (result: string) => {
    const made = compactConversation(conversation, { ports, model, signal, result });
    for (;;) {
      const next = await made.next();
      if (next.done) return next.value;
    }
  };
  /** How each result begins in the last request. */
  const read = async () => {
    await takeTurn({ ports, model, conversation, said: 'Go on.' });
    const results = (model.requests.at(-1)?.canisters ?? []).filter(isResult);
    return results.map(({ content }) => textOf(content).slice(0, 22));
  };
  const results = () => conversation.canisters.filter(isResult);
  return { conversation, measured, leaveOut, read, results, model };
}

describe('a result that you leave out', () => {
  it('is found among the largest parts of the next request, with the definitions of tools', async () => {
    const { measured } = await setUp();
    const largest = await measured();
    assert.deepEqual(
      largest.map(({ kind, title }) => `${kind} ${title}`),
      ['result files:read {"lines":400}', 'tool files:list', 'result files:read {"lines":100}'],
    );
    assert.ok(largest.every(({ tokens }, at) => tokens <= (largest[at - 1]?.tokens ?? 1e9)));
  });

  it('stays a result whose content says that you left it out, however new it is', async () => {
    const { measured, leaveOut, read, results, model } = await setUp();
    const [biggest] = await measured();
    const { compaction, spending } = await leaveOut(biggest?.id ?? '');
    assert.equal(spending.requests, 0, 'no model is asked');
    assert.equal(compaction?.reason, 'asked');
    assert.ok((compaction?.tokens.before ?? 0) - (compaction?.tokens.after ?? 0) > 1_000);
    assert.deepEqual(await read(), ['[The user left this ou', 'A line that is long.\nA', 'a, b']);
    assert.match(
      textOf(model.requests.at(-1)?.canisters.find(isResult)?.content ?? []),
      /^\[The user left this out: the result of files:read \{"lines":400\}, 8,400 characters\. To read it again, call .*read_result/,
    );
    assert.equal(textOf(results()[0]?.content ?? []).length, 8_400, 'you still see it');
    assert.ok(!(await measured()).some(({ id }) => id === biggest?.id));
  });

  it('is back, byte for byte, once that is taken back', async () => {
    const { conversation, leaveOut, read, results } = await setUp();
    const { compaction } = await leaveOut(results()[0]?.id ?? '');
    const back = conversation.canisters.map(each =>
      each.id === compaction?.id ? { ...each, marks: { ...each.marks, active: false } } : each,
    );
    Object.assign(conversation, { canisters: back });
    assert.deepEqual(await read(), ['A line that is long.\nA', 'A line that is long.\nA', 'a, b']);
  });

  it('is none that is pinned, short, unknown or left out already', async () => {
    const { conversation, leaveOut, results } = await setUp();
    const [long, other, short] = results() as [ResultCanister, ResultCanister, ResultCanister];
    assert.equal((await leaveOut(short.id)).compaction, undefined);
    assert.equal((await leaveOut('nothing')).compaction, undefined);
    assert.notEqual((await leaveOut(long.id)).compaction, undefined);
    assert.equal((await leaveOut(long.id)).compaction, undefined);
    const pinned = conversation.canisters.map(each =>
      each.id === other.id ? { ...each, marks: { ...each.marks, pinned: true } } : each,
    );
    Object.assign(conversation, { canisters: pinned });
    assert.equal((await leaveOut(other.id)).compaction, undefined);
  });
});
