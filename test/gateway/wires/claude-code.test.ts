import assert from 'node:assert/strict';
import { asRead, wireNames } from '../../dialects/as-read.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { openGateway } from '../support/open-gateway.ts';

const marked = { cache_control: { type: 'ephemeral' } };
const text = (said: string, more: object = {}) => ({ type: 'text', text: said, ...more });

/** The shapes of Claude Code 2.1: `cch` differs in each request, and the marker wanders to the newest message. */
function asked(cch: string, messages: readonly object[]) {
  return {
    model: 'scripted/model',
    max_tokens: 32_000,
    stream: false,
    system: [
      text(`x-anthropic-billing-header: cc_version=2.1.280.48f; cc_entrypoint=cli; cch=${cch};`),
      text('You are Claude Code, Anthropic’s official CLI for Claude.', marked),
      text('\nYou are an interactive agent.', marked),
    ],
    messages,
    tools: [
      {
        name: 'Read',
        description: 'Reads a file.',
        input_schema: {
          type: 'object',
          properties: { file_path: { type: 'string' } },
          required: ['file_path'],
        },
        ...marked,
      },
    ],
    metadata: { user_id: 'user_0_account__session_1' },
    thinking: { type: 'adaptive' },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    output_config: { effort: 'high' },
  };
}

const headers = {
  'anthropic-version': '2023-06-01',
  'anthropic-beta': 'claude-code-20250219,interleaved-thinking-2025-05-14,mid-conversation-system-2026-04-07',
  'user-agent': 'claude-cli/2.1.280 (external, cli)',
};

const reminder = text('<system-reminder>\nAs you answer, you can use: # CLAUDE.md\n</system-reminder>\n');

describe('Claude Code behind the gateway', () => {
  it('sends requests that each begin with the bytes of the last, on every wire', async () => {
    const model = createScriptedModel(
      invokes(['Read', { file_path: '/a' }]),
      says('It says A.'),
      says('Gone.'),
      says('Done.'),
    );
    await using gateway = await openGateway({ models: [model] });
    let said: readonly object[] = [];
    let count = 0;
    const ask = async (...more: readonly object[]) => {
      said = [...said, ...more];
      const body = asked(`0000${count++}`, said);
      const response = await gateway.post('/v1/messages?beta=true', body, headers);
      assert.equal(response.status, 200);
      const { content } = (await response.json()) as {
        readonly content: readonly { readonly id?: string }[];
      };
      said = [...said, { role: 'assistant', content }];
      return content;
    };
    const [call] = await ask({ role: 'user', content: [reminder, text('What does /a say?')] });
    await ask(
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id, content: 'A' }] },
      { role: 'system', content: '<total_tokens>167102 tokens left</total_tokens>' },
    );
    await ask(
      { role: 'user', content: [text('And now?')] },
      { role: 'system', content: [text('The following skills have changed: pdf.', marked)] },
    );
    await ask({ role: 'system', content: 'The date has changed.' }, { role: 'user', content: 'Thanks.' });
    for (const wire of wireNames)
      for (const late of [false, true]) {
        const sent = model.requests.map(request => String(asRead(wire, request, { provider: 'p', late })));
        assert.equal(sent.length, 4);
        for (const [at, bytes] of sent.entries())
          assert.ok(bytes.startsWith(sent[at - 1] ?? ''), `${wire}: ${sent[at - 1]}\n\n${bytes}`);
        assert.doesNotMatch(sent.join(), /billing|cch=/);
      }
  });
});
