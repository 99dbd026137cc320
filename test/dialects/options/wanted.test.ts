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
  it('is named where the wire or the model can’t say it', () => {
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
    for (const [model, effort, expected] of [
      ['gpt-5', 'none', 'minimal'],
      ['gpt-5', 'max', 'high'],
      ['gpt-5.1', 'minimal', 'none'],
      ['openai/gpt-5.4', 'max', 'xhigh'],
      ['o4-mini', 'none', 'low'],
      ['gpt-oss:20b', 'xhigh', 'high'],
      ['qwen3:8b', 'minimal', 'none'],
      ['gpt-5-pro', 'low', 'high'],
      ['gpt-5.5', 'max', 'xhigh'],
      ['gpt-6.1-terra', 'max', 'max'],
      ['gpt-6.2-sol', 'none', 'low'],
    ] as const)
      assert.equal(sent('openai-chat', model, { effort }).options.reasoning_effort, expected, model);
    for (const model of ['gpt-4o', 'gpt-4.1-mini', 'gpt-5-chat-latest'])
      assert.deepEqual(sent('openai-chat', model, { effort: 'low' }), { options: {}, unheeded: ['effort'] });
  });

  it('is a budget for older Claude models, a word for newer ones, and nothing for those that don’t think', () => {
    const budget = (count: number) => ({ thinking: { type: 'enabled', budget_tokens: count } });
    const shown = { type: 'adaptive', display: 'summarized' };
    const least = { thinking: shown, output_config: { effort: 'low' } };
    for (const [model, wanted, options, most] of [
      ['claude-sonnet-4-5', { effort: 'high' }, budget(16_384)],
      ['claude-sonnet-4-5', { effort: 'max' }, budget(4_096), 8_192],
      [
        'claude-opus-4-6',
        { effort: 'xhigh' },
        { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
      ],
      ['claude-opus-5', { effort: 'none' }, { thinking: { type: 'disabled' } }],
      ['claude-fable-5', { effort: 'none' }, least],
      ['claude-fable-5-1', { effort: 'none' }, least],
      ['claude-mythos-5', { effort: 'none' }, least],
      ['claude-opus-5-5', { effort: 'none' }, least],
      ['claude-sonnet-5-5', { effort: 'none' }, { thinking: { type: 'between_tools' } }],
      ['claude-sonnet-5', { effort: 'none' }, { thinking: { type: 'disabled' } }],
      ['claude-3-5-haiku-20241022', { effort: 'high' }, {}],
      ['glm-5', { effort: 'high' }, {}],
    ] as const) {
      const told = sent('anthropic-messages', model, wanted, most);
      const unheeded = Object.keys(options).length === 0 ? ['effort'] : [];
      assert.deepEqual(told, { options, unheeded }, model);
    }
    const short = { effort: 'low', maxOutputTokens: 1_500 } as const;
    assert.deepEqual(sent('anthropic-messages', 'claude-sonnet-4-5', short).unheeded, ['effort']);
  });

  it('is at least to see what a model thinks', () => {
    const adaptive = { type: 'adaptive' };
    const shown = { type: 'adaptive', display: 'summarized' };
    const hidden: ModelOptions = { showThinking: false };
    const rows: readonly (readonly [Dialect, string, ModelOptions, object, (readonly string[])?])[] = [
      ['anthropic-messages', 'claude-opus-5', {}, { thinking: shown }],
      ['anthropic-messages', 'claude-opus-4-6', {}, { thinking: adaptive }],
      ['anthropic-messages', 'claude-opus-4-6', { temperature: 0 }, { temperature: 0 }],
      ['anthropic-messages', 'claude-opus-5', { temperature: 0 }, { thinking: shown }, ['temperature']],
      ['openai-responses', 'gpt-5.4', {}, { reasoning: { summary: 'auto' } }],
      ['anthropic-messages', 'claude-sonnet-4-5', {}, {}],
      ['anthropic-messages', 'minimax-m2', {}, {}],
      ['openai-responses', 'gpt-4o', {}, {}],
      ['openai-chat', 'gpt-5.4', {}, {}],
      ['openai-responses', 'gpt-5.4', hidden, {}],
      [
        'anthropic-messages',
        'claude-opus-5',
        { ...hidden, effort: 'low' },
        { thinking: adaptive, output_config: { effort: 'low' } },
      ],
    ];
    for (const [dialect, model, wanted, options, unheeded = []] of rows)
      assert.deepEqual(sent(dialect, model, wanted), { options, unheeded }, model);
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
