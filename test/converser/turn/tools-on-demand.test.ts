import assert from 'node:assert/strict';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { fromJson, toJson } from '../../../src/converser/words/canister/canister-json.ts';
import { text, textOf } from '../../../src/converser/words/canister/content.ts';
import {
  type Conversation,
  createConversation,
} from '../../../src/converser/words/conversation/conversation.ts';
import type { Ensemble } from '../../../src/converser/words/ensemble/ensemble.ts';
import { reply } from '../../../src/converser/words/ensemble/invoker.ts';
import type { ModelCapabilities, ModelRequest } from '../../../src/converser/words/models/provider.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, type Script, says } from '../../fakes/scripted-model.ts';
import { takeTurn } from './take-turn.ts';

const finder = createFakeEnsemble('tools', {
  find_tools: {
    findsTools: true,
    invocable: ({ query }) => reply({ content: [text('Found.')], finds: [`big:${query}`, 'gone:tool'] }),
  },
});

/** So much text that a hundred tokens of room are too few. */
const long = 'It does a great many things, one after the other, and tells of each of them. '.repeat(20);

const big: Ensemble = {
  ...createFakeEnsemble('big', {
    paint: { origin: 'user', description: long, invocable: () => 'Painted.' },
    carve: { origin: 'user', description: long, invocable: () => 'Carved.' },
    weld: { origin: 'user', description: long, offer: 'always', invocable: () => 'Welded.' },
  }),
  instructions: 'Wear gloves.',
};

const small = createFakeEnsemble('small', {
  read: () => 'x',
  rare: { offer: 'on demand', invocable: () => 'x' },
});

interface Setting {
  readonly scripts: readonly Script[];
  readonly conversation?: Conversation;
  readonly ensembles?: readonly Ensemble[];
  readonly capabilities?: Partial<ModelCapabilities>;
}

async function requestsOf({
  scripts,
  conversation = createConversation('c'),
  ensembles = [finder, big, small],
  capabilities,
}: Setting): Promise<readonly ModelRequest[]> {
  const scripted = createScriptedModel(...scripts);
  const ports = await createFakePorts({ ensembles });
  const all = { ...scripted.capabilities, contextTokens: 1_000, ...capabilities };
  await takeTurn({ ports, model: { ...scripted, capabilities: all }, conversation });
  return scripted.requests;
}

function namesIn(request: ModelRequest | undefined): readonly string[] {
  return request?.tools.map(({ name }) => name) ?? [];
}

function instructionsIn(request: ModelRequest | undefined): string {
  return (request?.canisters ?? [])
    .filter(({ role }) => role === 'supervisor')
    .map(({ content }) => textOf(content))
    .join('\n');
}

/** The tools in the only request of a turn. */
async function offered(more: Partial<Setting>): Promise<readonly string[]> {
  const [request] = await requestsOf({ scripts: [says('Hi.')], ...more });
  return namesIn(request);
}

const begin = ['big__weld', 'small__read', 'tools__find_tools'];

describe('tools on demand', () => {
  it('leaves out large ensembles, and what descriptors want on demand, and names them in the instructions', async () => {
    const [request] = await requestsOf({ scripts: [says('Hello.')] });
    assert.deepEqual(namesIn(request), begin);
    assert.match(
      instructionsIn(request),
      /^find_tools finds more tools [^\n]+\n- big \(2\): paint, carve\n- small \(1\): rare$/m,
    );
  });

  it('offers what was found after all others, and in no request again in another order', async () => {
    const scripts = [
      invokes(['tools__find_tools', { query: 'paint' }]),
      invokes(['tools__find_tools', { query: 'carve' }]),
      says('Done.'),
    ];
    const requests = await requestsOf({ scripts });
    const painting = [...begin, 'big__paint'];
    assert.deepEqual(requests.map(namesIn), [begin, painting, [...painting, 'big__carve']]);
    assert.equal(new Set(requests.map(instructionsIn)).size, 1);
  });

  it('offers it again after a reload, in a fork, and to another model', async () => {
    const conversation = createConversation('c');
    await requestsOf({ scripts: [invokes(['tools__find_tools', { query: 'paint' }])], conversation });
    const stored = fromJson<Canister[]>(toJson(conversation.canisters));
    for (const next of [conversation.fork('f'), createConversation('c', stored)]) {
      const names = await offered({ conversation: next, capabilities: { contextTokens: 2_000 } });
      assert.deepEqual(names, [...begin, 'big__paint']);
    }
  });

  it('serves a model that calls a tool by its name without looking for it, and offers it from then on', async () => {
    const conversation = createConversation('c');
    const scripts = [invokes(['big__paint', {}]), says('Done.')];
    const [, second] = await requestsOf({ scripts, conversation });
    assert.deepEqual(namesIn(second), [...begin, 'big__paint']);
    const result = conversation.canisters.find(({ role }) => role === 'result');
    assert.equal(textOf(result?.content ?? []), 'Painted.');
  });

  it('offers all where they fit, and then nothing that finds tools', async () => {
    const capabilities = { contextTokens: 100_000 };
    const ensembles = [finder, big];
    const [request] = await requestsOf({ scripts: [says('Hi.')], capabilities, ensembles });
    assert.deepEqual(namesIn(request), ['big__carve', 'big__paint', 'big__weld']);
    assert.equal(instructionsIn(request).includes('find_tools'), false);
  });

  it('offers all to a model that does not look for tools, and where nothing finds them', async () => {
    const all = ['big__carve', 'big__paint', 'big__weld', 'small__rare', 'small__read'];
    const capabilities = { findsTools: false };
    assert.deepEqual(await offered({ capabilities }), all);
    assert.deepEqual(await offered({ ensembles: [big, small] }), all);
  });

  it('keeps the order of the last turn when an ensemble is switched on, and sorts anew when one is gone', async () => {
    const conversation = createConversation('c');
    const ask = (ensembles: readonly Ensemble[]) => offered({ conversation, ensembles });
    const late = createFakeEnsemble('added', { glue: () => 'x' });
    assert.deepEqual(await ask([finder, big, small]), begin);
    assert.deepEqual(await ask([finder, big, small, late]), [...begin, 'added__glue']);
    assert.deepEqual(await ask([finder, big, small]), begin);
  });

  it('keeps that order also where a tool is switched on between a reload and the first request after it', async () => {
    let conversation = createConversation('c');
    const ask = async (ensembles: readonly Ensemble[], scripts: readonly Script[] = [says('Hi.')]) => {
      const requests = await requestsOf({ scripts, conversation, ensembles });
      conversation = createConversation('c', fromJson<Canister[]>(toJson(conversation.canisters)));
      return requests.map(namesIn);
    };
    const late = ['another', 'added'].map(name => createFakeEnsemble(name, { glue: () => 'x' }));
    const [one, other] = late;
    assert.ok(one && other);
    const finding = [invokes(['tools__find_tools', { query: 'paint' }]), says('Hi.')];
    assert.deepEqual(await ask([finder, big, small], finding), [begin, [...begin, 'big__paint']]);
    const afterOne = [...begin, 'big__paint', 'another__glue'];
    assert.deepEqual(await ask([finder, big, small, one]), [afterOne]);
    assert.deepEqual(await ask([finder, big, small, one, other]), [[...afterOne, 'added__glue']]);
    assert.deepEqual(await ask([finder, big, small, one, other]), [[...afterOne, 'added__glue']]);
    const sorted = ['added__glue', ...begin, 'big__paint'];
    assert.deepEqual(await ask([finder, big, small, other]), [sorted], 'one is gone');
    const again = [...sorted, 'another__glue'];
    assert.deepEqual(await ask([finder, big, small, one, other]), [again], 'and there again');
  });

  it('notes the order with the conversation once, and again only where it does not follow from that', async () => {
    const conversation = createConversation('c');
    const ask = (ensembles: readonly Ensemble[], scripts: readonly Script[]) =>
      requestsOf({ scripts, conversation, ensembles });
    const noted = () => conversation.canisters.flatMap(({ toolOrder }) => toolOrder ?? []);
    const finding = [invokes(['tools__find_tools', { query: 'paint' }]), says('Hi.')];
    await ask([finder, big, small], [...finding]);
    await ask([finder, big, small], [invokes(['big__carve', {}]), says('Hi.')]);
    const first = { model: 'scripted/model', names: begin };
    assert.deepEqual(noted(), [first]);
    const late = createFakeEnsemble('added', { glue: () => 'x' });
    for (const _turn of [1, 2]) await ask([finder, big, small, late], [says('Hi.')]);
    const found = ['big__paint', 'big__carve'];
    assert.deepEqual(noted(), [first, { ...first, names: [...begin, ...found, 'added__glue'], found }]);
  });

  it('leaves an ensemble in that fitted when the conversation began', async () => {
    const conversation = createConversation('c');
    const mine = createFakeEnsemble('mine', { saw: { origin: 'user', invocable: () => 'x' } });
    const ask = (ensembles: readonly Ensemble[]) => offered({ conversation, ensembles });
    assert.deepEqual(await ask([finder, mine]), ['mine__saw']);
    const wide = { ...big, invokers: big.invokers.filter(({ offer }) => offer === undefined) };
    assert.deepEqual(await ask([finder, mine, wide]), ['mine__saw', 'tools__find_tools']);
  });

  it('keeps to the number of tools that a model takes', async () => {
    assert.deepEqual(await offered({ capabilities: { contextTokens: 100_000, mostTools: 4 } }), begin);
  });
});
