import assert from 'node:assert/strict';
import type { ModelRequest } from '../../src/converser/words/models/provider.ts';
import { nativizeRequest as nativizeMessages } from '../../src/dialects/anthropic-messages/nativize-request.ts';
import { nativizeRequest as nativizeChat } from '../../src/dialects/openai-chat/nativize-request.ts';
import { nativizeRequest as nativizeResponses } from '../../src/dialects/openai-responses/nativize-request.ts';
import { tools } from './openai-chat/canisters.ts';

const openai = { model: 'm', provider: 'test' };
const anthropic = { model: 'm', maxTokens: 9 };
const asked = (more: Partial<ModelRequest> = {}): ModelRequest => ({ canisters: [], tools, ...more });

describe('A model that may make one call per reply', () => {
  it('is told so in both APIs of OpenAI, and only if there are tools', () => {
    for (const nativize of [nativizeChat, nativizeResponses]) {
      const single = (request: ModelRequest, parallel?: boolean) =>
        nativize(request, { ...openai, ...(parallel === undefined ? {} : { parallel }) }).parallel_tool_calls;
      assert.equal(single(asked(), false), false);
      assert.equal(single(asked({ toolChoice: 'required' }), false), false);
      assert.equal(single(asked({ tools: [] }), false), undefined);
      assert.equal(single(asked(), true), undefined);
      assert.equal(single(asked()), undefined);
    }
  });

  it('is told so in the tool choice of Anthropic Messages', () => {
    const choice = (request: ModelRequest, parallel = false) =>
      nativizeMessages(request, { ...anthropic, parallel }).tool_choice;
    const single = (type: string) => ({ type, disable_parallel_tool_use: true });
    const thinking = { thinking: { type: 'enabled', budget_tokens: 1024 } };
    assert.deepEqual(choice(asked()), single('auto'));
    assert.deepEqual(choice(asked({ toolChoice: 'required' })), single('any'));
    assert.deepEqual(choice(asked({ toolChoice: 'required', options: thinking })), single('auto'));
    assert.equal(choice(asked({ tools: [] })), undefined);
    assert.equal(choice(asked(), true), undefined);
    assert.deepEqual(choice(asked({ options: { tool_choice: { type: 'none' } } })), { type: 'none' });
  });
});
