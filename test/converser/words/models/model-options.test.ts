import assert from 'node:assert/strict';
import { heldOptions } from '../../../../src/converser/words/models/held-options.ts';
import {
  optionsOfModel,
  providerOptions,
  readModelOptions,
} from '../../../../src/converser/words/models/model-options.ts';
import { createModelRoster } from '../../../../src/converser/words/models/model-roster.ts';
import type { Model, ModelRequest } from '../../../../src/converser/words/models/provider.ts';
import { withOptions } from '../../../../src/converser/words/models/with-model-options.ts';
import { createScriptedModel, says } from '../../../fakes/scripted-model.ts';
import { pluck } from '../../pluck.ts';

describe('options of models', () => {
  it('are read with a reason for what is none', () => {
    const good = {
      effort: 'low',
      stop: ['a'],
      temperature: 2,
      body: { top_k: 1 },
      seed: -1,
      showThinking: false,
    };
    assert.deepEqual(readModelOptions(good), { options: good });
    for (const [written, mistake] of [
      ['high', /must be an object such as/],
      [{ efort: 'high' }, /Unknown option "efort"\. Options: effort, showThinking, temperature/],
      [{ effort: 'huge' }, /effort must be one of none, minimal, .*, not "huge"/],
      [{ temperature: 2.1 }, /temperature must be a number from 0 to 2, not 2\.1/],
      [{ topP: 0 }, /topP must be/],
      [{ maxOutputTokens: 1.5 }, /maxOutputTokens must be/],
      [{ stop: [''] }, /stop must be/],
      [{ body: [] }, /body must be an object/],
      [{ toString: 1 }, /Unknown option "toString"/],
    ] as const) {
      const read = readModelOptions(written);
      assert.match('mistake' in read ? read.mistake : '', mistake);
    }
  });

  it('are those of all patterns that fit, the later ones first', () => {
    const written = {
      '*': { effort: 'low', body: { a: 1, b: 1 } },
      'anthropic/claude-opus-*': { effort: 'max', temperature: 1, body: { b: 2 } },
      'openai/*': { seed: 1 },
    } as const;
    assert.deepEqual(optionsOfModel('anthropic/claude-opus-5', written), {
      effort: 'max',
      temperature: 1,
      body: { a: 1, b: 2 },
    });
    assert.deepEqual(optionsOfModel('ollama/qwen3', written), { effort: 'low', body: { a: 1, b: 1 } });
  });

  it('reach each request of their model, before which comes what the request wants', async () => {
    const asked: ModelRequest[] = [];
    const scripted = createScriptedModel(says('a'), says('b'), says('c'));
    const model: Model = {
      ...scripted,
      reply(request, signal) {
        asked.push(request);
        return scripted.reply(request, signal);
      },
    };
    const options: Record<string, object> = {};
    const roster = createModelRoster(withOptions(() => options));
    roster.add({ id: model.provider, label: 'P', models: async () => [model] });
    const { signal } = new AbortController();
    const found = await roster.find(`${model.provider}/${model.id}`, signal);
    assert.ok(found);
    assert.equal(await roster.find(`${model.provider}/${model.id}`, signal), found);
    const ask = async (request: Partial<ModelRequest>) => {
      for await (const _ of found.reply({ canisters: [], tools: [], ...request }, signal));
    };
    await ask({});
    Object.assign(options, { effort: 'low', seed: 1 });
    await ask({});
    await ask({ wanted: { effort: 'high' } });
    assert.deepEqual(pluck(asked, 'wanted'), [
      undefined,
      { effort: 'low', seed: 1 },
      { effort: 'high', seed: 1 },
    ]);
  });
});

describe('The options that hold for a model', () => {
  it('are those of the last pattern that fits, and of its provider where none says otherwise', () => {
    const own = { temperature: 0.7, seed: 1, body: { top_k: 40, min_p: 0.1 } };
    const written = {
      '*': { temperature: 0.2 },
      'openai/*': { seed: 9 },
      'ollama/*': { body: { top_k: 20 }, stop: ['END'] },
    };
    assert.deepEqual(heldOptions('ollama/qwen3:8b', { own, written }), [
      { name: 'temperature', value: '0.2', pattern: '*' },
      { name: 'seed', value: '1' },
      { name: 'body.top_k', value: '20', pattern: 'ollama/*' },
      { name: 'body.min_p', value: '0.1' },
      { name: 'stop', value: '["END"]', pattern: 'ollama/*' },
    ]);
    assert.deepEqual(heldOptions('x/y', { written: {} }), []);
  });

  it('are short enough to be read', () => {
    const [held] = heldOptions('a/b', { written: { '*': { body: { long: 'x'.repeat(500) } } } });
    assert.equal(held?.value.length, 60);
  });

  it('are none of a provider whose options hold a mistake, and never its window', () => {
    assert.deepEqual(providerOptions({ effort: 'high', seed: 'no' }), {});
    assert.deepEqual(providerOptions({ effort: 'high', contextTokens: 9 }), { effort: 'high' });
    assert.deepEqual(providerOptions(undefined), {});
  });
});
