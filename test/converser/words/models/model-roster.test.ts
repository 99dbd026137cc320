import assert from 'node:assert/strict';
import { listeners } from '../../../../src/converser/ground/async/listeners.ts';
import { modelReference } from '../../../../src/converser/words/models/model-reference.ts';
import { createModelRoster } from '../../../../src/converser/words/models/model-roster.ts';
import type { Model, Provider } from '../../../../src/converser/words/models/provider.ts';
import { createScriptedModel } from '../../../fakes/scripted-model.ts';

const signal = new AbortController().signal;

function createProvider(id: string, models: readonly string[], given: Partial<Provider> = {}): Provider {
  const list: readonly Model[] = models.map(model => ({ ...createScriptedModel(), provider: id, id: model }));
  return { id, label: id, models: async () => list, ...given };
}

describe('the model roster', () => {
  it('lists the models of all providers in their order, without those that fail', async () => {
    const roster = createModelRoster();
    roster.add(createProvider('a', ['one', 'two']));
    roster.add(createProvider('b', [], { models: () => Promise.reject(new Error('away')) }));
    const breaks = () => {
      throw new Error('broken');
    };
    roster.add(createProvider('c', [], { models: breaks }));
    roster.add(createProvider('d', ['three']));
    assert.deepEqual((await roster.models(signal)).map(modelReference), ['a/one', 'a/two', 'd/three']);
  });

  it('finds by full reference, and by an id that one model has', async () => {
    const roster = createModelRoster();
    roster.add(createProvider('a', ['one', 'x/y']));
    roster.add(createProvider('b', ['one', 'two']));
    const found = async (reference: string) => {
      const model = await roster.find(reference, signal);
      return model === undefined ? undefined : modelReference(model);
    };
    assert.equal(await found('b/one'), 'b/one');
    assert.equal(await found('two'), 'b/two');
    assert.equal(await found('one'), undefined);
    assert.equal(await found('a/x/y'), 'a/x/y');
    assert.equal(await found('x/y'), 'a/x/y');
  });

  it('tells what the lists have from what a provider finds by name', async () => {
    const roster = createModelRoster();
    const named = (id: string) => ({ ...createScriptedModel(), provider: 'a', id });
    roster.add(createProvider('a', ['one'], { named }));
    assert.equal((await roster.listed('a/one', signal))?.id, 'one');
    assert.equal((await roster.listed('one', signal))?.id, 'one');
    assert.equal(await roster.listed('a/other', signal), undefined);
    assert.equal((await roster.find('a/other', signal))?.id, 'other');
  });

  it('does not wait for other providers when it is told which one', async () => {
    const roster = createModelRoster();
    roster.add(createProvider('slow', [], { models: () => new Promise(() => {}) }));
    roster.add(createProvider('b', ['one']));
    assert.equal((await roster.find('b/one', signal))?.id, 'one');
  });

  it('tells of changes until a provider is gone', () => {
    const roster = createModelRoster();
    const changed = listeners<void>();
    let told = 0;
    roster.onDidChange(() => told++);
    const added = roster.add(createProvider('a', [], { onDidChange: changed.listen }));
    changed.fire();
    assert.equal(told, 2);
    added.dispose();
    changed.fire();
    assert.equal(told, 3);
  });
});
