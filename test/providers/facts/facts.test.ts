import assert from 'node:assert/strict';
import { fits } from '../../../src/converser/words/models/fits.ts';
import { capabilitiesOf, factsOf, type Sources } from '../../../src/providers/facts/facts.ts';
import { knownFacts } from '../../../src/providers/facts/known-models.ts';

function allFactsOf({ id, host }: { readonly id: string; readonly host?: string }, sources: Sources) {
  return factsOf(id, { family: knownFacts(id, host), ...sources });
}

describe('What is known about a model', () => {
  const model = { id: 'gpt-5-mini', host: 'api.openai.com' };

  it('starts with its family, and the price of its vendor', () => {
    assert.deepEqual(allFactsOf(model, {}), {
      contextTokens: 400_000,
      outputTokens: 32_000,
      images: true,
      price: { input: 0.25, output: 2, cached: 0.025 },
    });
    assert.equal(allFactsOf({ ...model, host: 'proxy.example' }, {}).price, undefined);
    assert.deepEqual(allFactsOf({ id: 'never-heard-of' }, {}), {});
  });

  it('is overridden from the server through card up to the settings, fact by fact', () => {
    const told = { contextTokens: 1, images: false, tools: 'native', parallel: true } as const;
    const card = { tools: 'contract', contextTokens: 2 } as const;
    const settings = { 'gpt-5*': { contextTokens: 3, price: { input: 9, output: 9 } } };
    const sources = [{ told }, { card }, { settings }];
    const known = sources.map((_, at) => allFactsOf(model, Object.assign({}, ...sources.slice(0, at + 1))));
    assert.deepEqual(
      known.map(({ contextTokens }) => contextTokens),
      [1, 2, 3],
    );
    assert.deepEqual(
      known.map(({ tools }) => tools),
      ['native', 'contract', 'contract'],
    );
    assert.deepEqual(known[2], {
      contextTokens: 3,
      outputTokens: 32_000,
      images: false,
      tools: 'contract',
      parallel: true,
      price: { input: 9, output: 9 },
    });
  });

  it('is what the last of several matching entries says', () => {
    const settings = {
      'gpt-*': { contextTokens: 1, images: false },
      'GPT-5-mini': { contextTokens: 2 },
      'claude-*': { contextTokens: 3 },
      mini: { contextTokens: 4 },
    };
    const { contextTokens, images } = allFactsOf(model, { settings });
    assert.deepEqual([contextTokens, images], [2, false]);
  });

  it('becomes capabilities', () => {
    assert.deepEqual(capabilitiesOf({}), { tools: 'native', images: false });
    assert.deepEqual(capabilitiesOf({ tools: 'contract', images: true, contextTokens: 5, parallel: false }), {
      tools: 'none',
      images: true,
      contextTokens: 5,
      parallel: false,
    });
  });
});

describe('The families', () => {
  it('are found by the name, whichever server has the model', () => {
    assert.equal(knownFacts('anthropic/claude-opus-4-5').contextTokens, 200_000);
    assert.equal(knownFacts('claude-opus-4-6').contextTokens, 1_000_000);
    assert.equal(knownFacts('claude-next-9').contextTokens, 200_000);
    assert.equal(knownFacts('openai/gpt-oss-20b').contextTokens, 131_072);
    assert.equal(knownFacts('gemma3:4b').tools, 'contract');
    assert.equal(knownFacts('gemma3:1b').images, false);
    assert.equal(knownFacts('codellama:7b').tools, 'contract');
    assert.equal(knownFacts('llama3.1:8b').tools, undefined);
    assert.equal(knownFacts('gemini-3-pro').tools, undefined);
    assert.equal(knownFacts('google/gemini-3.5-flash').contextTokens, 1_048_576);
    assert.equal(knownFacts('gemini-2.5-flash-image').contextTokens, undefined);
    assert.equal(knownFacts('gemma4:12b').tools, undefined);
  });

  it('have the price of the exact model', () => {
    const priceOf = (id: string) => knownFacts(id, 'api.openai.com').price?.input;
    const dated = ['gpt-5', 'gpt-5-2025-08-07', 'gpt-5-nano', 'gpt-5-mini-2025-08-07'];
    const others = ['gpt-5-pro', 'gpt-5.2', 'gpt-5.4', 'gpt-5.9'];
    assert.deepEqual([...dated, ...others].map(priceOf), [1.25, 1.25, 0.05, 0.25, 15, 1.75, 2.5, undefined]);
    const google = 'generativelanguage.googleapis.com';
    assert.deepEqual(knownFacts('gemini-3.5-flash', google).price, { input: 1.5, output: 9, cached: 0.15 });
    assert.equal(knownFacts('gemini-3.1-pro-preview', google).price?.long?.output, 18);
    for (const id of ['gemini-3.5-flash-cyber', 'gemini-2.5-flash-image', 'gemini-4-flash'])
      assert.equal(knownFacts(id, google).price, undefined, id);
    assert.equal(knownFacts('google/gemini-3.5-flash', 'openrouter.ai').price, undefined);
    assert.equal(knownFacts('claude-opus-5', 'api.anthropic.com').price?.output, 25);
    // A newer one of the same name may cost otherwise.
    assert.equal(knownFacts('claude-opus-5-9', 'api.anthropic.com').price, undefined);
    const opus = { input: 4, output: 20, cached: 0.2, written: 5, writtenForHour: 8 };
    assert.deepEqual(knownFacts('claude-opus-5-5', 'api.anthropic.com').price, opus);
    const haiku = { input: 0.1, output: 0.5, cached: 0.01, written: 0.125, writtenForHour: 0.2 };
    const long = { above: 100_000, input: 0.5, output: 2.5, cached: 0.05, written: 0.625, writtenForHour: 1 };
    assert.deepEqual(knownFacts('claude-haiku-5-5', 'api.anthropic.com').price, { ...haiku, long });
    const terra = { input: 2, output: 12, cached: 0.2, written: 2.5 };
    const longer = { above: 272_000, input: 4, output: 18, cached: 0.4, written: 5 };
    assert.deepEqual(knownFacts('gpt-5.6-terra', 'api.openai.com').price, { ...terra, long: longer });
    const newest = ['gpt-6-astra', 'gpt-6.1-terra', 'gpt-6.2-astra', 'gpt-6.9-sol'];
    assert.deepEqual(newest.map(priceOf), [10, 1, 8, undefined]);
    assert.equal(knownFacts('gpt-6.9-sol').contextTokens, 1_050_000);
    assert.equal(knownFacts('claude-opus-4-1-20250805', 'api.anthropic.com').price?.input, 15);
  });
});

describe('A pattern', () => {
  it('matches the whole id, and * matches anything', () => {
    const fitting = [
      ['*', ''],
      ['a*', 'abc'],
      ['*c', 'abc'],
      ['a*c', 'ac'],
      ['a*b*c', 'a1b2c'],
      ['QWEN*', 'qwen3:8b'],
      ['**', 'x'],
      ['gpt-5', 'GPT-5'],
      ['*a*', 'banana'],
    ];
    const failing = [
      ['a', 'ab'],
      ['a*', 'ba'],
      ['a*b*c', 'acb'],
      ['a*a', 'a'],
      ['', 'x'],
      ['a.c', 'abc'],
      ['*ab*ab', 'xab'],
    ];
    for (const [pattern = '', text = ''] of fitting) assert.ok(fits(pattern, text), `${pattern} ${text}`);
    for (const [pattern = '', text = ''] of failing) assert.ok(!fits(pattern, text), `${pattern} ${text}`);
  });
});
