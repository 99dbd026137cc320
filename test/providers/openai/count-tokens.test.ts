import assert from 'node:assert/strict';
import { isTokenizerKnown } from '../../../src/providers/facts/tokenizer.ts';
import { countTokens } from '../../../src/providers/openai/count-tokens.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';

const make = canisterMaker();
const count = (said: string) => countTokens({ canisters: [make.user('u', said)], tools: [] });

describe('counting by the tokenizer', () => {
  it('counts what a request holds: texts, calls and tools', async () => {
    const empty = await count('');
    // "The", " quick", " brown", " fox", "." are one token each.
    assert.equal((await count('The quick brown fox.')) - empty, 5);
    const call = await countTokens({
      canisters: [make.invocation('c', 'files:write', { text: 'word '.repeat(50) })],
      tools: [],
    });
    assert.ok(call > 50);
    const schema = { type: 'object', properties: { path: { type: 'string' } } };
    const tool = { name: 'read', description: 'Reads.', inputSchema: schema };
    assert.ok((await countTokens({ canisters: [], tools: [tool] })) > 15);
  });

  it('takes what looks like a control token for text', async () => {
    assert.ok((await count('<|endoftext|> <|im_start|>')) > 8);
  });

  it('gets through a long text without a break, which is nearly what it would be with one', async () => {
    const word = 'abcdefghij';
    const [unbroken, broken] = [
      await count(word.repeat(20_000)),
      await count(`${word.repeat(39)} `.repeat(513)),
    ];
    assert.ok(Math.abs(unbroken / broken - 1) < 0.1, `${unbroken}, ${broken}`);
  });

  it('is known of the families that have it, by whatever server', () => {
    const known = ['gpt-5.6-luna', 'gpt-4o-mini', 'gpt-4.1', 'o3', 'o4-mini', 'openai/gpt-5', 'gpt-oss-20b'];
    for (const id of known) assert.ok(isTokenizerKnown(id), id);
    for (const id of ['gpt-4', 'gpt-3.5-turbo', 'claude-opus-5', 'llama3.2', 'qwen3', 'yo3', 'olmo1-7b'])
      assert.ok(!isTokenizerKnown(id), id);
  });
});
