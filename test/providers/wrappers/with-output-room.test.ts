import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { estimateRequest } from '../../../src/converser/words/spending/estimate-request.ts';
import { withOutputRoom } from '../../../src/providers/wrappers/with-output-room.ts';
import { withToolUse } from '../../../src/providers/wrappers/with-tool-use.ts';
import { largeTools } from '../../dialects/contract/large-tools.ts';
import { createTextModel, type TextModelOptions } from '../../fakes/text-model.ts';
import { userSays } from '../../fakes/user-canister.ts';

const canisters = [userSays('word '.repeat(1000))];

describe('A model with a known window', () => {
  it('is asked for no longer reply than it has room for beside the request', async () => {
    const tokens = estimateRequest({ canisters, tools: [] }, 'text');
    const room = Math.floor(8192 - tokens * 1.2);
    assert.ok(room > 5000 && room < 7500, `${room}`);
    for (const name of ['max_tokens', 'max_completion_tokens', 'max_output_tokens']) {
      assert.deepEqual(await sent({ [name]: 32_000, top_k: 3 }, { contextTokens: 8192 }), {
        [name]: room,
        top_k: 3,
      });
    }
  });

  it('is asked for no more than it can write', async () => {
    assert.deepEqual(await sent({ max_tokens: 32_000 }, { outputTokens: 4096 }), { max_tokens: 4096 });
    const both = { contextTokens: 200_000, outputTokens: 4096 };
    assert.deepEqual(await sent({ max_tokens: 32_000 }, both), { max_tokens: 4096 });
  });

  it('is asked for what fits, or for any length, as the client has it', async () => {
    assert.deepEqual(await sent({ max_tokens: 500 }, { contextTokens: 8192 }), { max_tokens: 500 });
    assert.deepEqual(await sent({ temperature: 0 }, { contextTokens: 8192 }), { temperature: 0 });
    assert.deepEqual(await sent({ max_tokens: 32_000 }, {}), { max_tokens: 32_000 });
    assert.deepEqual(await sent({ max_tokens: null }, { contextTokens: 8192 }), { max_tokens: null });
  });

  it('is asked for no more than fits, though you want more of it', async () => {
    const text = createTextModel(['Done.'], { contextTokens: 8192 });
    const request = { canisters, tools: [], wanted: { maxOutputTokens: 32_000, seed: 1 } };
    await Array.fromAsync(withOutputRoom(text).reply(request, new AbortController().signal));
    const [{ wanted, options } = {}] = text.requests;
    assert.ok(Number(wanted?.maxOutputTokens) < 7500);
    assert.deepEqual([wanted?.seed, options], [1, undefined]);
  });

  it('is left a little room where the request seems to fill its window', async () => {
    assert.deepEqual(await sent({ max_tokens: 32_000 }, { contextTokens: 900 }), { max_tokens: 256 });
    assert.deepEqual(await sent({ max_tokens: 100 }, { contextTokens: 900 }), { max_tokens: 100 });
  });

  it('has less room after each description of a tool that it asks for', async () => {
    const looking = '{"calls": [{"name": "describe_tool", "arguments": {"names": ["Tool3"]}}]}';
    const text = createTextModel([looking, 'Done.'], { contextTokens: 8192 });
    const model = await withToolUse(withOutputRoom(text), 'contract');
    const request = { canisters, tools: largeTools(), options: { max_tokens: 32_000 } };
    await Array.fromAsync(model.reply(request, new AbortController().signal));
    const [first = 0, second = 0] = text.requests.map(({ options }) => Number(options?.max_tokens));
    assert.ok(first < 6000 && second < first - 400, `${first}, ${second}`);
  });
});

async function sent(options: JsonObject, capabilities: TextModelOptions): Promise<JsonObject | undefined> {
  const model = createTextModel(['Done.'], capabilities);
  const request = { canisters, tools: [], options };
  await Array.fromAsync(withOutputRoom(model).reply(request, new AbortController().signal));
  return model.requests[0]?.options;
}
