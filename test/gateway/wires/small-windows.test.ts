import assert from 'node:assert/strict';
import { withToolUse } from '../../../src/providers/wrappers/with-tool-use.ts';
import { largeTools } from '../../dialects/contract/large-tools.ts';
import { createTextModel } from '../../fakes/text-model.ts';
import { openGateway } from '../support/open-gateway.ts';
import { toolClients } from './tool-clients.ts';

const looking = '{"calls": [{"name": "describe_tool", "arguments": {"names": ["Tool3"]}}]}';
const working = '{"calls": [{"name": "Tool3", "arguments": {"file_path": "/a"}}]}';
const tools = largeTools();

describe('a client with 59 kB of tools, and a model without tools and with a window of 8,192 tokens', () => {
  for (const [wire, ask] of Object.entries(toolClients)) {
    it(`get on over ${wire}, and the client sees nothing of the descriptions that the model asks for`, async () => {
      const text = createTextModel([looking, working], { contextTokens: 8192 });
      await using gateway = await openGateway({ models: [await withToolUse(text, 'contract')] });
      const { calls, input } = await ask(gateway, { tools });
      assert.deepEqual([calls, input], [[['Tool3', '{"file_path":"/a"}']], 20]);
      assert.equal(text.requests.length, 2);
    });

    it(`get a 413 over ${wire} with both numbers if even the signatures do not fit`, async () => {
      const text = createTextModel([working], { contextTokens: 1000 });
      await using gateway = await openGateway({ models: [await withToolUse(text, 'contract')] });
      await assert.rejects(ask(gateway, { tools }), (error: Error & { readonly status?: number }) => {
        const [, tokens] = /prompt is too long: (\d+) tokens > 1000 maximum/.exec(error.message) ?? [];
        assert.equal(error.status, 413);
        // What would be sent: the signatures, not the 14,000 tokens of the tools in full.
        assert.ok(Number(tokens) > 1000 && Number(tokens) < 3000, error.message);
        return true;
      });
      assert.equal(text.requests.length, 0);
    });
  }
});
