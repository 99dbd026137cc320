import assert from 'node:assert/strict';
import type { ModelOptions } from '../../../src/converser/words/models/model-options.ts';
import type { Dialect } from '../../../src/converser/words/models/provider.ts';
import { optionsFor } from '../../../src/dialects/options/options-for.ts';

const all: ModelOptions = {
  effort: 'high',
  temperature: 0.5,
  topP: 0.9,
  maxOutputTokens: 9_000,
  seed: 7,
  stop: ['END'],
  verbosity: 'low',
  serviceTier: 'flex',
  body: { top_k: 3 },
};

function sent(dialect: Dialect, model: string, wanted: ModelOptions, maxTokens = 64_000) {
  const { options, unheeded } = optionsFor({ wanted }, { dialect, model, maxTokens });
  return { options, unheeded };
}

describe('what you want of a model', () => {
  it('is said as each wire says it, and what it can’t say is named', () => {
    assert.deepEqual(sent('openai-chat', 'gpt-5.6-sol', all), {
      options: {
        top_k: 3,
        max_tokens: 9_000,
        temperature: 0.5,
        top_p: 0.9,
        stop: ['END'],
        reasoning_effort: 'high',
        seed: 7,
        verbosity: 'low',
        service_tier: 'flex',
      },
      unheeded: [],
    });
    assert.deepEqual(sent('openai-responses', 'gpt-5.6-sol', all), {
      options: {
        top_k: 3,
        max_output_tokens: 9_000,
        temperature: 0.5,
        top_p: 0.9,
        reasoning: { effort: 'high', summary: 'auto' },
        text: { verbosity: 'low' },
        service_tier: 'flex',
      },
      unheeded: ['stop', 'seed'],
    });
    assert.deepEqual(sent('anthropic-messages', 'claude-opus-5', all), {
      options: {
        top_k: 3,
        max_tokens: 9_000,
        stop_sequences: ['END'],
        thinking: { type: 'adaptive', display: 'summarized' },
        output_config: { effort: 'high' },
      },
      unheeded: ['temperature', 'topP', 'seed', 'verbosity', 'serviceTier'],
    });
    assert.deepEqual(sent('anthropic-messages', 'claude-opus-4-6', all).unheeded, [
      'seed',
      'verbosity',
      'serviceTier',
      'temperature',
      'topP',
    ]);
    assert.deepEqual(sent('vscode-lm', 'copilot/gpt', all), {
      options: { top_k: 3, max_tokens: 9_000, temperature: 0.5, stop: 'END' },
      unheeded: ['topP', 'effort', 'seed', 'verbosity', 'serviceTier'],
    });
  });

  it('is an effort that the model has, at most the one that you want', () => {
    const chat = (model: string, effort: ModelOptions['effort']) =>
      sent('openai-chat', model, { ...(effort && { effort }) }).options.reasoning_effort;
    assert.equal(chat('gpt-5', 'none'), 'minimal');
    assert.equal(chat('gpt-5', 'max'), 'high');
    assert.equal(chat('gpt-5.1', 'minimal'), 'none');
    assert.equal(chat('openai/gpt-5.4', 'max'), 'xhigh');
    assert.equal(chat('o4-mini', 'none'), 'low');
    assert.equal(chat('gpt-oss:20b', 'xhigh'), 'high');
    assert.equal(chat('qwen3:8b', 'minimal'), 'none');
    assert.equal(chat('gpt-5-pro', 'low'), 'high');
    assert.equal(chat('gpt-5.5', 'max'), 'xhigh');
    assert.equal(chat('gpt-6.1-terra', 'max'), 'max');
    assert.equal(chat('gpt-6.2-sol', 'none'), 'low');
    for (const model of ['gpt-4o', 'gpt-4.1-mini', 'gpt-5-chat-latest'])
      assert.deepEqual(sent('openai-chat', model, { effort: 'low' }), { options: {}, unheeded: ['effort'] });
  });

  it('is a budget for older Claude models, a word for newer ones, and nothing for those that don’t think', () => {
    const claude = (model: string, wanted: ModelOptions, most?: number) =>
      sent('anthropic-messages', model, wanted, most);
    const budget = (count: number) => ({ thinking: { type: 'enabled', budget_tokens: count } });
    assert.deepEqual(claude('claude-sonnet-4-5', { effort: 'high' }).options, budget(16_384));
    assert.deepEqual(claude('claude-sonnet-4-5', { effort: 'max' }, 8_192).options, budget(4_096));
    assert.deepEqual(claude('claude-sonnet-4-5', { effort: 'low', maxOutputTokens: 1_500 }).unheeded, [
      'effort',
    ]);
    assert.deepEqual(claude('claude-opus-4-6', { effort: 'xhigh' }).options, {
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
    });
    assert.deepEqual(claude('claude-opus-5', { effort: 'none' }).options, { thinking: { type: 'disabled' } });
    for (const model of ['claude-fable-5', 'claude-fable-5-1', 'claude-mythos-5', 'claude-opus-5-5'])
      assert.deepEqual(claude(model, { effort: 'none' }).options, {
        thinking: { type: 'adaptive', display: 'summarized' },
        output_config: { effort: 'low' },
      });
    assert.deepEqual(claude('claude-sonnet-5-5', { effort: 'none' }).options, {
      thinking: { type: 'between_tools' },
    });
    assert.deepEqual(claude('claude-sonnet-5', { effort: 'none' }).options, {
      thinking: { type: 'disabled' },
    });
    assert.deepEqual(claude('claude-3-5-haiku-20241022', { effort: 'high' }), {
      options: {},
      unheeded: ['effort'],
    });
    assert.deepEqual(claude('glm-5', { effort: 'high' }), { options: {}, unheeded: ['effort'] });
  });

  it('is at least to see what a model thinks', () => {
    assert.deepEqual(sent('anthropic-messages', 'claude-opus-5', {}).options, {
      thinking: { type: 'adaptive', display: 'summarized' },
    });
    assert.deepEqual(sent('anthropic-messages', 'claude-opus-4-6', {}).options, {
      thinking: { type: 'adaptive' },
    });
    assert.deepEqual(sent('anthropic-messages', 'claude-opus-4-6', { temperature: 0 }), {
      options: { temperature: 0 },
      unheeded: [],
    });
    assert.deepEqual(sent('anthropic-messages', 'claude-opus-5', { temperature: 0 }), {
      options: { thinking: { type: 'adaptive', display: 'summarized' } },
      unheeded: ['temperature'],
    });
    assert.deepEqual(sent('openai-responses', 'gpt-5.4', {}).options, { reasoning: { summary: 'auto' } });
    for (const [dialect, model] of [
      ['anthropic-messages', 'claude-sonnet-4-5'],
      ['anthropic-messages', 'minimax-m2'],
      ['openai-responses', 'gpt-4o'],
      ['openai-chat', 'gpt-5.4'],
    ] as const)
      assert.deepEqual(sent(dialect, model, {}).options, {}, model);
    const hidden: ModelOptions = { showThinking: false };
    assert.deepEqual(sent('openai-responses', 'gpt-5.4', hidden).options, {});
    assert.deepEqual(sent('anthropic-messages', 'claude-opus-5', { ...hidden, effort: 'low' }).options, {
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
    });
  });

  it('leaves what a client says itself, whatever its wire', () => {
    const wire = { dialect: 'openai-responses', model: 'gpt-5.4' } as const;
    const wanted: ModelOptions = { effort: 'max', temperature: 0.1 };
    assert.deepEqual(
      optionsFor({ options: { reasoning_effort: 'low' }, dialect: 'openai-chat', wanted }, wire).options,
      { reasoning: { effort: 'low', summary: 'auto' }, temperature: 0.1 },
    );
    assert.deepEqual(
      optionsFor({ options: { reasoning: { effort: 'low' } }, dialect: wire.dialect }, wire).options,
      {
        reasoning: { effort: 'low' },
      },
    );
  });
});
