import assert from 'node:assert/strict';
import { modelReference } from '../../../src/converser/words/models/model-reference.ts';
import { matchModels } from '../../../src/gateway/models/match-model.ts';
import { namedModels } from './named-models.ts';

interface Asked {
  readonly have: readonly string[];
  readonly preferred?: string;
}

function matches(wanted: string, { have, preferred }: Asked): readonly string[] {
  const models = namedModels(...have);
  const chosen = models.find(model => modelReference(model) === preferred);
  return matchModels(wanted, models, chosen).map(modelReference);
}

describe('A name of a model', () => {
  const anthropic = [
    'anthropic/claude-sonnet-4-5-20250929',
    'anthropic/claude-sonnet-4-20250514',
    'anthropic/claude-opus-4-1-20250805',
    'anthropic/claude-haiku-4-5-20251001',
  ];
  const openai = ['openai/gpt-5', 'openai/gpt-5-mini', 'openai/gpt-5-2025-08-07', 'openai/o3-2025-04-16'];

  it('means the family, whatever its date, alias, provider or spelling', () => {
    for (const [wanted, found] of [
      ['claude-sonnet-4-5', anthropic[0]],
      ['claude-sonnet-4-5-latest', anthropic[0]],
      ['claude-sonnet-4-5-20251231', anthropic[0]],
      ['anthropic/claude-sonnet-4.5', anthropic[0]],
      ['Claude-Sonnet-4.5', anthropic[0]],
      ['claude-sonnet-4-5[1m]', anthropic[0]],
      ['claude-sonnet-4-5@20250929', anthropic[0]],
      ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', anthropic[0]],
      ['claude-sonnet-4-0', anthropic[1]],
      ['copilot/claude-opus-4.1', anthropic[2]],
      ['gpt-5', openai[0]],
      ['gpt-5-2025-08-07', openai[2]],
      ['gpt-5-2025-10-01', openai[0]],
      ['gpt-5-latest', openai[0]],
      ['o3', openai[3]],
    ])
      assert.deepEqual(matches(wanted ?? '', { have: [...anthropic, ...openai] }), [found], wanted);
  });

  it('never means another family', () => {
    for (const wanted of [
      ...[
        'claude-sonnet-4-6',
        'claude-3-5-sonnet-20241022',
        'claude-opus-4-5',
        'gpt-4o',
        'gpt-5-nano',
        'gpt-50',
      ],
      ...['o3-mini', 'claude-5', '', '/', 'anthropic/', 'latest', '-20250929'],
    ]) {
      assert.deepEqual(matches(wanted, { have: [...anthropic, ...openai] }), [], wanted);
    }
    assert.deepEqual(matches('qwen3:8b', { have: ['ollama/qwen3:14b', 'ollama/qwen3'] }), []);
  });

  it('means the newest of its dates, and of its versions where it names none', () => {
    const dates = ['a/gpt-4o-2024-05-13', 'a/gpt-4o-2024-11-20', 'a/gpt-4o-2024-08-06'];
    assert.deepEqual(matches('gpt-4o', { have: dates }), ['a/gpt-4o-2024-11-20']);
    assert.deepEqual(matches('gpt-4o-2024-08-06', { have: dates }), ['a/gpt-4o-2024-08-06']);
    assert.deepEqual(matches('gpt-4o', { have: [...dates, 'a/gpt-4o'] }), ['a/gpt-4o']);
    assert.deepEqual(matches('claude-sonnet', { have: anthropic }), [anthropic[0]]);
    assert.deepEqual(matches('claude-haiku-latest', { have: anthropic }), [anthropic[3]]);
    const gemini = ['g/gemini-2.5-flash-preview-09-2025', 'g/gemini-2.5-flash-preview-04-2025'];
    assert.deepEqual(matches('gemini-2.5-flash-preview', { have: gemini }), [gemini[0]]);
  });

  it('is not guessed where dates do not say their year', () => {
    const have = ['a/gpt-4-1106', 'a/gpt-4-0125'];
    assert.deepEqual(matches('gpt-4', { have }), have);
    assert.deepEqual(matches('gpt-4-0125', { have }), ['a/gpt-4-0125']);
  });

  it('means the provider that it names, the user’s choice, or else all who have it', () => {
    const have = [
      'anthropic/claude-sonnet-4-5-20250929',
      'box/claude-sonnet-4-5-20250929',
      'openrouter/anthropic/claude-sonnet-4.5',
      'openrouter/other/claude-sonnet-4.5',
    ];
    assert.deepEqual(matches('box/claude-sonnet-4-5', { have }), ['box/claude-sonnet-4-5-20250929']);
    assert.deepEqual(matches('openrouter/anthropic/claude-sonnet-4-5-20250929', { have }), [have[2]]);
    assert.deepEqual(matches('anthropic/claude-sonnet-4.5', { have: have.slice(1) }), [have[2]]);
    assert.deepEqual(matches('claude-sonnet-4-5-20250929', { have }), have.slice(0, 2));
    const preferred = 'box/claude-sonnet-4-5-20250929';
    assert.deepEqual(matches('claude-sonnet-4-5-20250929', { have, preferred }), [preferred]);
    assert.deepEqual(matches('claude-sonnet-4-5', { have, preferred }), [preferred]);
    const elsewhere = { have: [...have, 'box/other'], preferred: 'box/other' };
    assert.deepEqual(matches('claude-sonnet-4-5', elsewhere), [preferred]);
  });
});
