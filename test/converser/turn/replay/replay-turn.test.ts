import assert from 'node:assert/strict';
import { compareTurns } from '../../../../src/converser/turn/replay/compare-turns.ts';
import type { RecordedTurn } from '../../../../src/converser/turn/replay/recorded-turn.ts';
import { replayTurn } from '../../../../src/converser/turn/replay/replay-turn.ts';
import { text, textOf } from '../../../../src/converser/words/canister/content.ts';
import type { Model } from '../../../../src/converser/words/models/provider.ts';
import { readRecording } from '../../../../src/store/recording/read-recording.ts';
import { eachTest } from '../../../ensembles/each-test.ts';
import { createTempFolder } from '../../../ensembles/temp-folder.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../../fakes/fake-ports.ts';
import { createMemoryTotals } from '../../../fakes/memory-totals.ts';
import { createScriptedModel, invokes, type Script, says } from '../../../fakes/scripted-model.ts';
import { recordingIn } from '../../../store/recording/record-turn.ts';

let ran = 0;
const files = createFakeEnsemble('files', {
  read: {
    arguments: {
      type: 'object',
      properties: { path: { type: 'string' }, from: { type: 'integer', default: 1 } },
      required: ['path'],
    },
    deduplication: 'none',
    invocable({ path }) {
      if (path === 'gone') throw new Error('There is no file gone.');
      return `Text ${++ran} of ${String(path)}.`;
    },
  },
});
const price = { input: 1, output: 2 };

describe('a replay', () => {
  const temp = eachTest(() => createTempFolder());

  async function record(scripts: readonly Script[], hear?: (model: Model) => void, added?: string) {
    const ports = await createFakePorts({ ensembles: [files] });
    const { recorder, turn, read } = recordingIn(temp.path, ports.host);
    recorder.begin('c');
    const model = createScriptedModel(...scripts);
    hear?.(model);
    const take = () =>
      model.requests.length === 1 && added !== undefined ? [{ content: [text(added)] }] : [];
    const steering = { take, endsTurn: false };
    await turn({ ports, model, steering, supervisor: 'Be brief.' }, 'What do they say?');
    const [recorded] = await readRecording(read());
    assert.ok(recorded);
    return { recorded, model, ports };
  }

  async function replay(
    recorded: RecordedTurn,
    scripts: readonly Script[],
    controller = new AbortController(),
  ) {
    const { host, limits } = await createFakePorts();
    const totals = createMemoryTotals();
    const model = { ...createScriptedModel(...scripts), price };
    const before = ran;
    const replayed = await replayTurn(recorded, {
      model,
      ports: { host, limits, totals },
      signal: controller.signal,
    });
    assert.equal(ran, before, 'A tool ran.');
    return { model, replayed, totals, compared: compareTurns(recorded, replayed) };
  }

  it('says after as many calls what you added to the turn', async () => {
    const scripts = [twice, invokes(['files__read', { path: 'a' }]), says('They say a and b.')];
    const { recorded, model: first } = await record(scripts, undefined, 'Be quick.');
    const { compared, model } = await replay(recorded, scripts);
    assert.equal(compared.isSame, true);
    const said = (of: typeof first) =>
      of.requests.map(({ canisters }) => canisters.map(({ content }) => textOf(content)));
    assert.deepEqual(said(model), said(first));
    assert.equal(said(model)[1]?.at(-1), 'Be quick.');
    const once = (path: string) => invokes(['files__read', { path }]);
    const { model: slower } = await replay(recorded, [once('a'), once('b'), once('a'), says('Both.')]);
    assert.deepEqual(
      slower.requests.map(({ canisters }) => canisters.filter(({ role }) => role === 'user').length),
      [1, 1, 2, 2],
    );
  });

  const twice = invokes(['files__read', { path: 'a' }], ['files__read', { path: 'b' }]);

  it('comes to the same with the same replies, and asks for the same', async () => {
    const scripts = [twice, invokes(['files__read', { path: 'a' }]), says('They say a and b.')];
    const { recorded, model: first } = await record(scripts);
    const { compared, model, replayed } = await replay(recorded, scripts);
    assert.deepEqual(compared, { isSame: true, conclusion: 'The same calls and words.' });
    assert.equal(replayed.outcome, 'final');
    const asked = (of: typeof first) =>
      of.requests.map(({ canisters, tools }) => [
        canisters.map(({ role, content }) => [role, textOf(content)]),
        tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
      ]);
    assert.deepEqual(asked(model), asked(first));
  });

  it('takes a default that was written or left out for the same', async () => {
    const { recorded } = await record([invokes(['files__read', { path: 'a' }]), says('a')]);
    const { compared } = await replay(recorded, [
      invokes(['files__read', { from: 1, path: 'a' }]),
      says('a'),
    ]);
    assert.equal(compared.isSame, true);
  });

  it('goes by what the model wrote, not by what you made of it', async () => {
    const scripts = [invokes(['files__read', { path: 'a' }]), says('Done.')];
    const { recorded } = await record(scripts);
    const canisters = recorded.canisters.map(each =>
      each.role === 'invocation' ? { ...each, arguments: { path: 'b' }, written: each.arguments } : each,
    );
    assert.equal((await replay({ ...recorded, canisters }, scripts)).compared.isSame, true);
  });

  it('answers equal calls in the order in which they were recorded', async () => {
    const again = invokes(['files__read', { path: 'a' }]);
    const { recorded } = await record([again, again, says('Done.')]);
    const { replayed } = await replay(recorded, [again, again, again, says('Done.')]);
    const texts = (turn: Pick<RecordedTurn, 'canisters'>) =>
      turn.canisters.flatMap(each => (each.role === 'result' ? [textOf(each.content)] : []));
    const [first, second] = texts(recorded);
    assert.notEqual(first, second);
    assert.deepEqual(texts(replayed), [first, second, second]);
  });

  it('has no tools but those that were offered, and the whole history', async () => {
    const { recorded, ports } = await record([says('Hello.')]);
    const tools = recorded.asked.tools.map(({ name }) => name);
    assert.deepEqual(tools, ['files__read']);
    assert.equal(ports.roster.ensembles.length, 1);
    const { model } = await replay({ ...recorded, asked: { ...recorded.asked, tools: [] } }, [
      says('Hello.'),
    ]);
    assert.deepEqual(model.requests[0]?.tools, []);
  });

  it('repeats failures, also of arguments that don’t fit and of tools that don’t exist', async () => {
    const scripts = [
      invokes(['files__read', { path: 'gone' }], ['files__read', { path: 7 }], ['files__write', {}]),
      invokes(['files__read', '{"path":']),
      says('I can’t.'),
    ];
    const { recorded } = await record(scripts);
    const { compared, replayed } = await replay(recorded, scripts);
    assert.equal(compared.isSame, true);
    const kinds = (turn: Pick<RecordedTurn, 'canisters'>) =>
      turn.canisters.flatMap(each => (each.role === 'result' ? [each.failure?.kind] : []));
    assert.deepEqual(kinds(replayed), ['execution', 'validation', 'unknown-invoker', 'validation']);
    assert.deepEqual(kinds(replayed), kinds(recorded));
  });

  it('ends where the model asks for what wasn’t recorded', async () => {
    const { recorded } = await record([twice, says('Done.')]);
    const { compared, model, replayed } = await replay(recorded, [
      invokes(['files__read', { path: 'a' }], ['files__read', { path: 'c' }]),
      says('Never asked.'),
    ]);
    assert.equal(model.requests.length, 1);
    assert.equal(replayed.outcome, 'stopped');
    assert.equal(compared.isSame, false);
    assert.match(compared.conclusion, /^It asked for files__read \{"path":"c".*\}, which wasn’t recorded\.$/);
    assert.match(compared.difference?.recorded ?? '', /"b"/);
    assert.match(compared.difference?.replayed ?? '', /"c"/);
  });

  it('tells other calls from other words', async () => {
    const { recorded } = await record([twice, says('Done.')]);
    const fewer = await replay(recorded, [invokes(['files__read', { path: 'a' }]), says('Done.')]);
    assert.equal(fewer.compared.conclusion, 'The calls differ.');
    assert.equal(fewer.compared.difference?.replayed, 'nothing more');
    assert.equal(fewer.compared.isSame, false);
    const words = await replay(recorded, [twice, says('Finished.')]);
    assert.deepEqual(words.compared, {
      isSame: true,
      conclusion: 'The same calls. The words differ.',
      difference: { recorded: '"Done."', replayed: '"Finished."' },
    });
  });

  it('is no success without an answer', async () => {
    const { recorded } = await record([says('Done.')]);
    const error = { code: 'model-failed', message: 'It broke.', retryable: false } as const;
    const { compared } = await replay(recorded, [[{ type: 'failure', error }]]);
    assert.deepEqual([compared.isSame, compared.conclusion], [false, 'It came to no answer: It broke.']);
  });

  it('stops at once, and counts what it cost', async () => {
    const { recorded } = await record([says('Done.')]);
    const controller = new AbortController();
    const { replayed, totals } = await replay(
      recorded,
      [
        async function* (_request, signal) {
          yield { type: 'usage', usage: { input: 1_000_000, output: 0 } };
          yield { type: 'text-delta', text: 'Half' };
          controller.abort();
          await new Promise(resolve => signal.addEventListener('abort', resolve));
        },
      ],
      controller,
    );
    assert.equal(replayed.outcome, 'stopped');
    assert.ok((totals.day.cost ?? 0) >= 1);
    assert.equal(replayed.spending?.cost, totals.day.cost);
  });
});
