import assert from 'node:assert/strict';
import { optionsOfModel, readModelOptions } from '../../../../src/converser/words/models/model-options.ts';
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
