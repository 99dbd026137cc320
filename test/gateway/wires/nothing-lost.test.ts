import assert from 'node:assert/strict';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { openGateway } from '../support/open-gateway.ts';

const flat = { type: 'function', name: 'read_file', parameters: { type: 'object', properties: {} } };
const user = { role: 'user', content: 'Go.' };
const action = { type: 'exec', command: ['ls', '-l'], env: {} };

interface Case {
  readonly path: string;
  readonly body: object;
  /** What the model is sent. */
  readonly told: RegExp;
  /** What the client is told of it. */
  readonly ignored?: string;
}

const chat = '/v1/chat/completions';
const responses = '/v1/responses';
const messages = '/v1/messages';

function callAndOutput(type: string, call: object, output: object): readonly object[] {
  return [user, { type, call_id: 'c1', status: 'completed', ...call }, { type: `${type}_output`, ...output }];
}

const cases: Readonly<Record<string, Case>> = {
  'Cursor’s parts': {
    path: chat,
    body: { messages: [{ role: 'user', content: [{ type: 'input_text', text: 'WORDS' }] }] },
    told: /WORDS/,
  },
  'Cursor’s flat tools': {
    path: chat,
    body: { messages: [user], tools: [flat] },
    told: /"tools":\[.*"name":"read_file"/,
  },
  'the body of Responses at the path of Chat Completions': {
    path: chat,
    body: { input: [user], instructions: 'BRIEFLY', tools: [flat] },
    told: /BRIEFLY.*Go\..*"name":"read_file"/,
  },
  'tools of Chat Completions at the path of Responses': {
    path: responses,
    body: { input: [user], tools: [{ type: 'function', function: flat }] },
    told: /"tools":\[.*"name":"read_file"/,
  },
  'a result that holds sound': {
    path: chat,
    body: {
      messages: [
        user,
        {
          role: 'assistant',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        {
          role: 'tool',
          tool_call_id: 'c',
          content: [{ type: 'input_audio', input_audio: { format: 'wav' } }],
        },
      ],
    },
    told: /input_audio that could not be read/,
    ignored: 'messages[2].content[0] (input_audio)',
  },
  'an answer that was spoken': {
    path: chat,
    body: { messages: [user, { role: 'assistant', content: null, audio: { id: 'audio_1' } }, user] },
    told: /audio that could not be read.*audio_1/,
    ignored: 'messages[1].content (audio)',
  },
  'the shell of Codex': {
    path: responses,
    body: { input: callAndOutput('local_shell_call', { action }, { call_id: 'c1', output: 'a.txt' }) },
    told: /"command":\["ls","-l"\].*"name":"local_shell".*a\.txt/,
  },
  'the shell of OpenAI, whose output has the id of the call': {
    path: responses,
    body: {
      input: callAndOutput(
        'shell_call',
        { action: { commands: ['ls'] } },
        { id: 'c1', output: [{ stdout: 'b.txt' }] },
      ),
    },
    told: /"commands":\["ls"\].*"name":"shell".*b\.txt/,
  },
  'a patch that failed without a word': {
    path: responses,
    body: {
      input: callAndOutput(
        'apply_patch_call',
        { operation: { type: 'delete_file', path: 'a' } },
        { call_id: 'c1', status: 'failed' },
      ),
    },
    told: /delete_file.*"name":"apply_patch".*failed/,
  },
  'a search of the vendor': {
    path: responses,
    body: { input: [user, { type: 'web_search_call', id: 'w', action: { query: 'WEATHER' } }] },
    told: /web_search_call that could not be read.*WEATHER/,
    ignored: 'input[1] (web_search_call)',
  },
  'a summary that only the vendor can read': {
    path: responses,
    body: { input: [{ type: 'compaction', encrypted_content: 'x'.repeat(200) }, user] },
    told: /\[compaction that could not be read\]/,
    ignored: 'input[0] (compaction)',
  },
  'tools that came later': {
    path: responses,
    body: { input: [user, { type: 'additional_tools', role: 'developer', tools: [flat] }], tools: [flat] },
    told: /"tools":\[\{[^[]*"name":"read_file"\}\]/,
  },
  'a file at an address': {
    path: responses,
    body: {
      input: [{ role: 'user', content: [{ type: 'input_file', file_url: 'https://example.org/a.pdf' }] }],
    },
    told: /https:\/\/example\.org\/a\.pdf/,
    ignored: 'input[0].content[0] (file_url)',
  },
  'a choice that is not known': {
    path: responses,
    body: { input: [user], tools: [flat], tool_choice: { type: 'web_search' } },
    told: /read_file/,
    ignored: 'tool_choice',
  },
  'a stored file of Anthropic': {
    path: messages,
    body: {
      messages: [
        { role: 'user', content: [{ type: 'document', source: { type: 'file', file_id: 'file_1' } }] },
      ],
    },
    told: /\[document file_1\]/,
    ignored: 'messages[0].content[0].source',
  },
  'a block that nobody knows yet': {
    path: messages,
    body: { messages: [{ role: 'user', content: [{ type: 'hologram', beam: 'BEAM' }] }] },
    told: /hologram that could not be read.*BEAM/,
    ignored: 'messages[0].content[0] (hologram)',
  },
  'an effort from here on': {
    path: messages,
    body: { messages: [user, { role: 'system', content: [], output_config: { effort: 'low' } }] },
    told: /Go\./,
    ignored: 'messages[1].output_config',
  },
};

describe('What a program sends is never lost in silence', () => {
  for (const [what, { path, body, told, ignored }] of Object.entries(cases))
    it(`: ${what}`, async () => {
      const model = createScriptedModel(says('Done.'));
      await using gateway = await openGateway({ models: [model] });
      const response = await gateway.post(path, { model: 'scripted/model', ...body });
      assert.equal(response.status, 200, await response.text());
      assert.match(JSON.stringify(model.requests[0]), told);
      assert.equal(response.headers.get('x-converser-ignored'), ignored ?? null);
    });

  it('nor in the shape of the answer: the path of Chat Completions answers in its own', async () => {
    const model = createScriptedModel(invokes(['read_file', { path: 'a' }]), says('Done.'));
    await using gateway = await openGateway({ models: [model] });
    const body = { model: 'scripted/model', input: [user], tools: [flat] };
    const whole = await (await gateway.post(chat, body)).json();
    assert.match(JSON.stringify(whole), /"object":"chat\.completion".*"tool_calls":\[.*"name":"read_file"/);
    const stream = { ...body, stream: true, stream_options: { include_usage: true } };
    const streamed = await (await gateway.post(chat, stream)).text();
    assert.match(
      streamed,
      /"object":"chat\.completion\.chunk".*"content":"Done\.".*"usage":\{.*data: \[DONE\]/s,
    );
  });
});
