import assert from 'node:assert/strict';
import { ConverserError } from '../../../src/converser/ground/errors.ts';
import { modelReference } from '../../../src/converser/words/models/model-reference.ts';
import { createModelRoster } from '../../../src/converser/words/models/model-roster.ts';
import type { Provider } from '../../../src/converser/words/models/provider.ts';
import {
  createModelFinder,
  type ModelChoices,
  type ModelFinder,
} from '../../../src/gateway/models/find-model.ts';
import { processorTime } from '../../processor-time.ts';
import { rosterOf } from '../support/open-gateway.ts';
import { namedModels } from './named-models.ts';

const { signal } = new AbortController();

function finderOf(references: readonly string[], choices: ModelChoices = {}): ModelFinder {
  return createModelFinder(rosterOf(namedModels(...references)), () => choices);
}

async function found(finder: ModelFinder, name: string): Promise<string> {
  return modelReference(await finder.find(name, signal));
}

async function refused(finder: ModelFinder, name: string): Promise<ConverserError> {
  const cause = await finder.find(name, signal).then(modelReference, (thrown: unknown) => thrown);
  assert.ok(cause instanceof ConverserError, String(cause));
  return cause;
}

const models = ['openai/gpt-5', 'openai/gpt-5-mini', 'anthropic/claude-sonnet-4-5-20250929', 'box/x/y'];

describe('The model finder', () => {
  it('finds by reference, by id and by family, also where slashes are escaped', async () => {
    const finder = finderOf(models);
    assert.equal(await found(finder, 'openai/gpt-5'), 'openai/gpt-5');
    assert.equal(await found(finder, 'openai%2Fgpt-5'), 'openai/gpt-5');
    assert.equal(await found(finder, 'gpt-5-mini'), 'openai/gpt-5-mini');
    assert.equal(await found(finder, ' x/y '), 'box/x/y');
    assert.equal(await found(finder, 'claude-sonnet-4-5'), 'anthropic/claude-sonnet-4-5-20250929');
    assert.equal((await refused(finder, '100%')).code, 'model-not-found');
  });

  it('gives the user’s choice as “default” and “converser”, or else the first', async () => {
    for (const alias of ['default', 'converser', 'Default']) {
      assert.equal(await found(finderOf(models), alias), 'openai/gpt-5');
      assert.equal(await found(finderOf(models, { ordinary: 'box/x/y' }), alias), 'box/x/y');
    }
    // A model of that very id does not take the alias away.
    const finder = finderOf(['a/b', 'box/default']);
    assert.equal(await found(finder, 'default'), 'a/b');
    assert.equal(await found(finder, 'box/default'), 'box/default');
  });

  it('heeds another choice of the user with the next request', async () => {
    let choices: ModelChoices = {};
    const finder = createModelFinder(rosterOf(namedModels('a/one', 'a/two')), () => choices);
    assert.deepEqual([await found(finder, 'default'), finder.hasFallbacks], ['a/one', false]);
    choices = { ordinary: 'a/two', chains: { '*': ['one'] } };
    assert.deepEqual([await found(finder, 'default'), finder.hasFallbacks], ['a/two', true]);
    // What the user chose may be gone meanwhile.
    choices = { ordinary: 'a/three' };
    assert.equal(await found(finder, 'default'), 'a/one');
  });

  it('takes a chosen model that its provider does not list, and lists it first', async () => {
    const [hidden] = namedModels('box/hidden');
    assert.ok(hidden);
    const provider: Provider = {
      id: 'box',
      label: 'Box',
      models: async () => namedModels('box/shown'),
      named: id => ({ ...hidden, id }),
    };
    const roster = createModelRoster();
    roster.add(provider);
    const finder = createModelFinder(roster, () => ({ ordinary: 'box/hidden' }));
    assert.equal(await found(finder, 'default'), 'box/hidden');
    assert.equal(await found(finder, 'hidden'), 'box/hidden');
    assert.deepEqual((await finder.models(signal)).map(modelReference), ['box/hidden', 'box/shown']);
    assert.equal(await found(finder, 'box/new'), 'box/new');
  });

  it('says which names are near, and nothing of VS Code’s commands', async () => {
    const { code, message } = await refused(finderOf(models), 'gpt-5-minni');
    assert.equal(code, 'model-not-found');
    assert.equal(
      message,
      'Model "gpt-5-minni" not found. Did you mean openai/gpt-5-mini or openai/gpt-5? GET /v1/models lists all.',
    );
    const sonnet = await refused(finderOf(models), 'claude-sonnet-4-6');
    assert.match(sonnet.message, /Did you mean anthropic\/claude-sonnet-4-5-20250929\?/);
    const far = await refused(finderOf(models), 'zzz');
    assert.equal(far.message, 'Model "zzz" not found. GET /v1/models lists all.');
  });

  it('lists who has it where several have', async () => {
    const { code, message } = await refused(finderOf(['a/m-1', 'b/m-1', 'c/other']), 'm-1');
    assert.equal(code, 'model-not-found');
    assert.match(message, /"m-1" can be several\. Name the one that you mean: a\/m-1 or b\/m-1\./);
  });

  it('says so when there is no model at all', async () => {
    for (const name of ['default', 'gpt-5'])
      assert.equal((await refused(finderOf([]), name)).code, 'no-model');
  });

  it('is not kept busy by a name that is no name', async () => {
    const started = processorTime();
    const { message } = await refused(finderOf(models), '-2025'.repeat(2_000_000));
    assert.ok(message.length < 200, message);
    assert.ok(processorTime() - started < 5000);
  });

  it('gives the fallbacks that there are, each once, and without the model itself', async () => {
    const finder = finderOf(models, {
      chains: { '*': ['gpt-5', 'gone', 'x/y', 'openai/gpt-5', 'gpt-5-mini'] },
    });
    const model = await finder.find('gpt-5-mini', signal);
    assert.deepEqual((await finder.fallbacks(model, signal)).map(modelReference), [
      'openai/gpt-5',
      'box/x/y',
    ]);
  });

  it('tries the chain of a model instead of that of all', async () => {
    const finder = finderOf(models, { chains: { '*': ['gpt-5'], 'openai/*': ['box/x/y'] } });
    const chainOf = async (name: string) =>
      (await finder.fallbacks(await finder.find(name, signal), signal)).map(modelReference);
    assert.deepEqual(await chainOf('gpt-5-mini'), ['box/x/y']);
    assert.deepEqual(await chainOf('x/y'), ['openai/gpt-5']);
    assert.ok(finder.hasFallbacks);
    assert.ok(!finderOf(models).hasFallbacks);
  });
});
