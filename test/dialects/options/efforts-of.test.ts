import assert from 'node:assert/strict';
import type { ModelOptions } from '../../../src/converser/words/models/model-options.ts';
import type { Dialect } from '../../../src/converser/words/models/provider.ts';
import { effortsOf } from '../../../src/dialects/options/efforts-of.ts';
import { optionsFor } from '../../../src/dialects/options/options-for.ts';

const models: readonly (readonly [Dialect, string])[] = [
  ['anthropic-messages', 'claude-sonnet-4-5'],
  ['anthropic-messages', 'claude-opus-4-6'],
  ['anthropic-messages', 'claude-opus-5-5'],
  ['anthropic-messages', 'claude-fable-5'],
  ['openai-responses', 'gpt-5.6-sol'],
  ['openai-responses', 'gpt-5'],
  ['openai-chat', 'o4-mini'],
  ['openai-chat', 'qwen3:8b'],
];

describe('the efforts of a model', () => {
  it('are all different on its wire', () => {
    for (const [dialect, id] of models) {
      const efforts = effortsOf({ dialect, id });
      assert.ok(efforts.length >= 3, id);
      const sent = efforts.map(effort => {
        const wanted: ModelOptions = { effort };
        const { options, unheeded } = optionsFor({ wanted }, { dialect, model: id, maxTokens: 128_000 });
        assert.deepEqual(unheeded, [], `${id} ${effort}`);
        return JSON.stringify(options);
      });
      assert.equal(new Set(sent).size, efforts.length, id);
    }
  });

  it('are those that a server has, and all different in what it is sent', () => {
    for (const [server, id, count] of [
      ['api.deepseek.com', 'deepseek-v4-pro', 4],
      ['generativelanguage.googleapis.com', 'gemini-3-pro', 2],
      ['api.groq.com', 'qwen/qwen3-32b', 2],
      ['llamacpp', 'qwen3-8b.gguf', 4],
      ['llamacpp', 'gpt-oss-20b', 3],
      ['api.mistral.ai', 'mistral-small-latest', 2],
      ['api.moonshot.ai', 'kimi-k3', 3],
      ['api.moonshot.ai', 'kimi-k2.7-code', 0],
      ['vllm', 'zai-org/GLM-4.6', 2],
      ['api.x.ai', 'grok-3-mini', 2],
      ['api.z.ai', 'glm-5.2', 3],
      ['api.z.ai', 'glm-5.3', 3],
    ] as const) {
      const efforts = effortsOf({ dialect: 'openai-chat', id, server });
      assert.equal(efforts.length, count, id);
      const sent = efforts.map(effort =>
        JSON.stringify(
          optionsFor({ wanted: { effort } }, { dialect: 'openai-chat', model: id, server }).options,
        ),
      );
      assert.equal(new Set(sent).size, efforts.length, id);
    }
  });

  it('are known of models whose server says that they think, or that they don’t', () => {
    const of = (dialect: Dialect, thinks: boolean, id = 'new-model') =>
      effortsOf({ dialect, id, capabilities: { tools: 'native', images: false, thinks } }).length;
    assert.deepEqual([of('ollama-chat', true), of('ollama-chat', false)], [5, 0]);
    assert.equal(of('ollama-chat', true, 'gpt-oss:20b'), 3);
    assert.deepEqual([of('openai-chat', true), of('openai-chat', false, 'qwen3-8b')], [4, 0]);
  });

  it('are none of models that don’t think, or of which that isn’t known', () => {
    for (const [dialect, id] of [
      ['openai-chat', 'gpt-4o'],
      ['openai-chat', 'llama-4'],
      ['openai-chat', 'qwen3-coder:30b'],
      ['anthropic-messages', 'claude-3-5-haiku'],
      ['anthropic-messages', 'kimi-k2'],
      ['vscode-lm', 'copilot/gpt-5'],
    ] as const)
      assert.deepEqual(effortsOf({ dialect, id }), [], id);
    assert.deepEqual(effortsOf({ id: 'rehearsal' }), []);
  });
});
