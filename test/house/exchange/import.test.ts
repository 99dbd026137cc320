import assert from 'node:assert/strict';
import { zstdCompressSync } from 'node:zlib';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import { importConversation } from '../../../src/house/exchange/import-conversation.ts';
import { createConversationStore } from '../../../src/store/conversation-store.ts';
import { largestImport } from '../../../src/store/imported.ts';
import { createdEach, eachTest } from '../../ensembles/each-test.ts';
import { createTempFolder } from '../../ensembles/temp-folder.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { claudeSession, codexSession, jsonl } from './sessions.ts';

describe('an imported conversation', () => {
  const temp = eachTest(() => createTempFolder());
  const store = createdEach(() => createConversationStore(temp.path));
  const host = createdEach(() => createFakeHost());
  const read = async (file: string | Uint8Array) => {
    const { id, message } = await importConversation(Buffer.from(file), { store, host });
    return { ...(await store.read(id)), id, message };
  };
  const fails = (file: string | Uint8Array, message: RegExp) =>
    assert.rejects(importConversation(Buffer.from(file), { store, host }), (error: Error) => {
      assert.match(error.message, message);
      return true;
    });

  it('is in the list, or is refused', async () => {
    for (const role of ['system', 'assistant'])
      await fails(JSON.stringify([{ role, content: 'Told.' }]), /^Nothing was said/);
    assert.deepEqual(await store.list(), []);
  });

  it('may be what PowerShell made of what a program has printed', async () => {
    const list = JSON.stringify([{ role: 'user', content: 'Größe?' }]);
    const { canisters } = await read(Buffer.from(`\ufeff${list}\r\n`, 'utf16le'));
    assert.deepEqual(canisters.map(told), ['user: Größe?']);
    await fails(Buffer.from([0xff, 0xfe, 0x00, 0xd8]), /^This file isn’t UTF-8 text/);
  });

  describe('of Claude Code', () => {
    it('has each reply once, its parallel calls with their results, and what was thought for people only', async () => {
      const { line, user, assistant } = claudeSession();
      const summary = { type: 'summary', summary: 'Reading files', leafUuid: 'x' };
      const question = user('Read both.');
      const thinking = assistant('m1', { type: 'thinking', thinking: 'Two files.', signature: 'sig' });
      const said = assistant('m1', { type: 'text', text: 'I read them.' });
      const one = assistant('m1', {
        type: 'tool_use',
        id: 'toolu_1',
        name: 'Read',
        input: { file_path: 'a' },
      });
      const progress = line('progress', { data: { type: 'hook_progress' } });
      const two = assistant('m1', { type: 'tool_use', id: 'toolu_2', name: 'mcp__x__y', input: {} });
      const result = (id: string, more = {}) => [
        { type: 'tool_result', tool_use_id: id, content: `Of ${id}.`, ...more },
      ];
      const first = user(result('toolu_1'), { parentUuid: one.uuid, toolUseResult: { type: 'text' } });
      const second = user(result('toolu_2', { is_error: true }), { parentUuid: two.uuid });
      const end = assistant('m2', { type: 'text', text: 'Done.' });
      const torn = '{"type":"user","mess';
      const again = [second, user(result('toolu_2'), { parentUuid: two.uuid })];
      const lines = [summary, question, thinking, said, one, progress, two, first, second, ...again, end];
      const { canisters, versions, thoughts, message } = await read(jsonl(lines) + torn);
      assert.deepEqual(canisters.map(told), [
        'user: Read both.',
        'assistant: I read them.',
        'toolu_1 Read {"file_path":"a"}',
        'toolu_2 mcp__x__y {}',
        'toolu_1 → Of toolu_1.',
        'toolu_2 → execution: Of toolu_2.',
        'assistant: Done.',
      ]);
      assert.equal(versions.size, 0);
      assert.deepEqual(
        thoughts.map(({ text, before }) => [text, before]),
        [['Two files.', canisters[1]?.id]],
      );
      assert.equal(canisters[0]?.timestamp, question.timestamp);
      assert.ok(canisters.every(({ label }) => label?.sources.join() === 'import:Claude Code'));
      assert.match(
        message,
        /^Imported from Claude Code\. Converser treats its content as coming from outside/,
      );
      assert.equal((await store.list())[0]?.title, 'Reading files');
    });

    it('keeps what was edited as a version, and leaves subagents, compactions and bookkeeping out', async () => {
      const { line, user, assistant } = claudeSession();
      const lines = [
        user('One.'),
        assistant('m1', { type: 'text', text: 'First.' }),
        user('Sub', { isSidechain: true, parentUuid: null }),
        user('<local-command-caveat>', { isMeta: true }),
        user('Two.'),
        assistant('m2', { type: 'text', text: 'Second.' }),
      ];
      const boundary = line('system', {
        subtype: 'compact_boundary',
        parentUuid: null,
        logicalParentUuid: lines[1]?.uuid,
      });
      const summary = user('What was said: …', { isCompactSummary: true });
      const instead = user([{ type: 'text', text: 'Two instead.' }]);
      const error = assistant('e', { type: 'text', text: 'API Error' }, { isApiErrorMessage: true });
      const { canisters, versions } = await read(jsonl([...lines, boundary, summary, instead, error]));
      assert.deepEqual(canisters.map(told), ['user: One.', 'assistant: First.', 'user: Two instead.']);
      const [version] = [...versions.values()];
      assert.deepEqual([version?.at, version?.ends.length], [1, 2]);
    });

    it('gives calls without a result one, and says what it could not read', async () => {
      const { user, assistant } = claudeSession();
      const go = user('Go.');
      const lost = user([{ type: 'tool_result', tool_use_id: 'toolu_0', content: 'Lost.' }]);
      const call = assistant('m', {
        type: 'tool_use',
        id: 'toolu_1',
        name: 'Bash',
        input: { command: 'ls' },
      });
      const { canisters, message } = await read(jsonl([go, lost, call]));
      assert.deepEqual(canisters.map(told).slice(1), [
        'toolu_1 Bash {"command":"ls"}',
        'toolu_1 → cancelled: This call was interrupted before it had a result. Its effects are unknown.',
      ]);
      assert.match(message, /1 part couldn’t be read; the log lists it\.$/);
      assert.match(host.logged.join('\n'), /line 2 \(a result without its call, or another one\)/);
    });

    it('has what was sent while it worked, files that were named, and commands as they were typed', async () => {
      const { line, user, assistant } = claudeSession();
      const attachment = (type: string, more: object) =>
        line('attachment', { attachment: { type, ...more } });
      const command =
        '<command-message>fix is running…</command-message>\n<command-name>/fix</command-name>\n<command-args>a b</command-args>';
      const lines = [
        user(command),
        user([{ type: 'text', text: 'Fix what is named: a b.' }], { isMeta: true }),
        attachment('file', {
          displayPath: 'a.txt',
          content: { type: 'text', file: { filePath: '/work/a.txt', content: 'Alpha.' } },
        }),
        attachment('date', { date: '2026-11-20' }),
        assistant('m1', { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }),
        user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Slow.' }]),
        attachment('queued_command', {
          prompt: [{ type: 'text', text: 'And b, too.' }],
          commandMode: 'prompt',
        }),
        attachment('queued_command', {
          prompt: '<task-notification>One ended.</task-notification>',
          commandMode: 'task-notification',
        }),
        assistant('m2', { type: 'text', text: 'Both.' }),
        user('<bash-input>ls</bash-input>'),
        user('<bash-stdout>a.txt</bash-stdout>'),
        user('See @a.txt.'),
        attachment('file', { displayPath: 'b.txt', content: { type: 'text', file: { content: 'Beta.' } } }),
      ];
      const { canisters } = await read(jsonl(lines));
      assert.deepEqual(canisters.map(told), [
        'user: /fix a b',
        'document: Fix what is named: a b.',
        'user: Alpha.',
        'toolu_1 Bash {}',
        'toolu_1 → Slow.',
        'user: And b, too.',
        'document: <task-notification>One ended.</task-notification>',
        'assistant: Both.',
        'user: !ls',
        'document: <bash-stdout>a.txt</bash-stdout>',
        'user: See @a.txt.\nBeta.',
      ]);
    });

    it('is read from the file of a subagent, too', async () => {
      const { user, assistant } = claudeSession();
      const isSidechain = true;
      const lines = [
        user('Look.', { isSidechain }),
        assistant('m1', { type: 'text', text: 'Seen.' }, { isSidechain }),
      ];
      const { canisters } = await read(jsonl(lines));
      assert.deepEqual(canisters.map(told), ['user: Look.', 'assistant: Seen.']);
    });

    it('names the line that is damaged, and leaves out one whose form it does not know', async () => {
      const { user } = claudeSession();
      await fails(
        `${jsonl([user('One.')])}{"type":\n${jsonl([user('Two.')])}`,
        /^Line 2: must be a JSON object\.$/,
      );
      await fails(jsonl([{ type: 'ai-title', aiTitle: 'A', sessionId: 's1' }]), /^Nothing was said/);
      assert.deepEqual(await store.list(), []);
      const { canisters } = await read(jsonl([user('One.'), user([{ type: 'text', text: 4 }])]));
      assert.deepEqual(canisters.map(told), ['user: One.']);
      assert.match(host.logged.join('\n'), /line 2: messages\[0\]/);
    });
  });

  describe('of Codex', () => {
    const { start, line, message, item, event } = codexSession();
    const call = { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'call_1' };
    const patch = {
      type: 'custom_tool_call',
      name: 'apply_patch',
      input: '*** Begin Patch',
      call_id: 'call_2',
    };
    const turn = [
      message('user', 'List.'),
      event({ type: 'user_message', message: 'List.' }),
      item({
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'Simple.' }],
        encrypted_content: 'gAAA',
      }),
      item(call),
      item(patch),
      item({ type: 'function_call_output', call_id: 'call_1', output: 'a.txt' }),
      item({ type: 'custom_tool_call_output', call_id: 'call_2', output: 'Done' }),
      item({ type: 'function_call_output', call_id: 'call_0', output: 'lost' }),
      {
        type: 'compacted',
        timestamp: '2026-11-20T12:00:00Z',
        payload: { message: 'Short.', replacement_history: [] },
      },
      message('assistant', 'There is a.txt.'),
    ];

    it('has what was said and called, without what Codex tells its model of itself', async () => {
      const { canisters, thoughts } = await read(jsonl([...start(), ...turn]));
      assert.deepEqual(canisters.map(told), [
        'user: List.',
        'call_1 shell {"command":["ls"]}',
        'call_2 apply_patch {"input":"*** Begin Patch"}',
        'call_1 → a.txt',
        'call_2 → Done',
        'assistant: There is a.txt.',
      ]);
      assert.equal(canisters.at(-1)?.timestamp, turn.at(-1)?.timestamp);
      assert.equal(thoughts[0]?.text, 'Simple.');
      assert.doesNotMatch(JSON.stringify(canisters), /gAAA/);
      assert.match(host.logged.join('\n'), /a result without its call/);
    });

    it('leaves out what Codex wrote for itself, and one item whose form it does not know', async () => {
      const metadata = { internal_chat_message_metadata_passthrough: { turn_id: 't' }, metadata: { a: 1 } };
      const { canisters, message: said } = await read(
        jsonl([
          line('session_meta', { id: 's2', history_base: { thread_id: 's1' } }),
          message('user', '<codex_internal_context source="goal">Hidden.</codex_internal_context>'),
          message('user', 'Go.'),
          item({ type: 'ghost_snapshot', ghost_commit: {} }),
          item({ type: 'local_shell_call', call_id: 'call_1', action: { command: ['ls'] }, ...metadata }),
          item({
            type: 'function_call_output',
            call_id: 'call_1',
            output: { content: 'No.', success: false },
          }),
          item({ type: 'function_call', call_id: 'call_2', name: 'new', arguments: {} }),
          message('assistant', 'Done.'),
          message('assistant', 'Files were listed.'),
          line('compacted', { message: 'The summary:\nFiles were listed.' }),
          message('user', 'More.'),
        ]),
      );
      assert.deepEqual(canisters.map(told), [
        'user: Go.',
        'call_1 local_shell {"action":{"command":["ls"]}}',
        'call_1 → No.',
        'assistant: Done.',
        'user: More.',
      ]);
      assert.match(said, /2 parts couldn’t be read/);
      assert.match(host.logged.join('\n'), /line 1 \(session s1 has what came before\)/);
      assert.match(host.logged.join('\n'), /line 7 \(function_call of unknown form\)/);
    });

    it('is read from a file of the first versions, whose items stand alone', async () => {
      const { canisters } = await read(
        jsonl([
          { id: 's1', timestamp: '2025-06-20T12:00:00Z', instructions: null },
          { record_type: 'state' },
          message('user', 'List.').payload,
          { record_type: 'state' },
          call,
          { type: 'function_call_output', call_id: 'call_1', output: 'a.txt' },
        ]),
      );
      assert.deepEqual(canisters.map(told), [
        'user: List.',
        'call_1 shell {"command":["ls"]}',
        'call_1 → a.txt',
      ]);
    });

    it('goes on before what was rolled back, which stays as a version', async () => {
      const [one, two] = [message('assistant', 'One.'), message('user', 'And?')];
      const back = event({ type: 'thread_rolled_back', num_turns: 1 });
      const ends = [two, message('assistant', 'So.'), back];
      const { canisters } = await read(jsonl([...start(), message('user', 'Say one.'), one, ...ends]));
      assert.deepEqual(canisters.map(told), ['user: Say one.', 'assistant: One.']);
      const more = [...ends, message('user', 'Instead.')];
      const { versions, canisters: now } = await read(
        jsonl([...start(), message('user', 'Say one.'), one, ...more]),
      );
      assert.equal(now.map(told).at(-1), 'user: Instead.');
      assert.equal([...versions.values()][0]?.ends.length, 2);
    });

    it('is read from a compressed file, too', async function () {
      if (zstdCompressSync === undefined) return this.skip();
      const { canisters } = await read(zstdCompressSync(jsonl([...start(), ...turn])));
      assert.equal(canisters.length, 6);
      await fails(zstdCompressSync(Buffer.alloc(largestImport + 1, 32)), /It has more than/);
    });
  });

  describe('of VS Code', () => {
    const exported = (...requests: readonly object[]) =>
      JSON.stringify({ responderUsername: 'Copilot', initialLocation: 'panel', requests });

    it('has the rounds that its model made, with their results', async () => {
      const tree = {
        type: 1,
        ctor: 2,
        children: [
          { type: 2, text: 'Line 1\n' },
          { type: 2, text: 'Line 2' },
        ],
      };
      const metadata = {
        toolCallRounds: [
          { response: 'I look.', toolCalls: [{ id: 'c1', name: 'read_file', arguments: '{"path":"a"}' }] },
          { response: 'It has two lines.', toolCalls: [] },
        ],
        toolCallResults: { c1: { $mid: 20, content: [{ $mid: 23, value: { node: tree } }] } },
      };
      const request = {
        message: { text: 'How long is a?', parts: [] },
        timestamp: 1_795_000_000_000,
        response: [],
      };
      const { canisters } = await read(
        exported({ ...request, result: { metadata } }, { ...request, result: { metadata } }),
      );
      assert.deepEqual(canisters.slice(0, 5).map(told), [
        'user: How long is a?',
        'assistant: I look.',
        'q0-0-c1 read_file {"path":"a"}',
        'q0-0-c1 → Line 1\nLine 2',
        'assistant: It has two lines.',
      ]);
      assert.equal(canisters.length, 10);
      assert.equal(canisters[0]?.timestamp, '2026-11-18T11:06:40.000Z');
    });

    it('has the answer as it was shown, where there is nothing else', async () => {
      const response = [
        { kind: 'thinking', value: 'Hm.' },
        { value: 'See ', supportThemeIcons: false },
        { kind: 'inlineReference', inlineReference: { $mid: 1, path: '/work/a.ts', scheme: 'file' } },
        {
          kind: 'toolInvocationSerialized',
          toolId: 'copilot_findFiles',
          toolCallId: 'x',
          pastTenseMessage: { value: 'Searched for files' },
          resultDetails: [],
        },
        { kind: 'markdownContent', content: { value: 'Found.' } },
        { kind: 'undoStop', id: '1' },
        { kind: 'textEditGroup', uri: {}, edits: [] },
      ];
      const { canisters, thoughts, message } = await read(exported({ message: 'Find.', response }));
      assert.deepEqual(canisters.map(told), [
        'user: Find.',
        'assistant: See `a.ts`',
        'q0-0-x copilot_findFiles {}',
        'q0-0-x → Searched for files',
        'assistant: Found.',
      ]);
      assert.equal(thoughts[0]?.text, 'Hm.');
      assert.match(message, /1 part couldn’t be read/);
    });
  });

  describe('of a list of messages', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"a":1}' } };
    const chat = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Read.' }] },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'Alpha.' },
      { role: 'assistant', content: 'It says Alpha.' },
    ];
    const expected = ['user: Read.', 'c1 read {"a":1}', 'c1 → Alpha.', 'assistant: It says Alpha.'];
    const use = { type: 'tool_use', id: 'c1', name: 'read', input: { a: 1 } };
    const claude = {
      system: 'Be brief.',
      tools: [{ broken: true }],
      messages: [
        { role: 'user', content: 'Read.' },
        { role: 'assistant', content: [use] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'Alpha.' }] },
        { role: 'assistant', content: 'It says Alpha.' },
      ],
    };
    const input = [
      { role: 'user', content: 'Read.' },
      { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"a":1}' },
      { type: 'function_call_output', call_id: 'c1', output: 'Alpha.' },
      { role: 'assistant', content: 'It says Alpha.' },
    ];

    it('is read in each of the vendors’ forms', async () => {
      const files = [
        JSON.stringify(chat),
        jsonl(chat),
        JSON.stringify({ model: 'x', messages: chat }),
        JSON.stringify(claude),
      ];
      for (const file of files)
        assert.deepEqual((await read(file)).canisters.map(told), ['document: Be brief.', ...expected]);
      for (const file of [input, { input }])
        assert.deepEqual((await read(JSON.stringify(file))).canisters.map(told), expected);
    });

    it('is refused with the place where it is wrong', async () => {
      await fails(JSON.stringify(chat.toSpliced(2, 1)), /messages\[2\]\.tool_call_id: no call before it/);
      await fails(
        JSON.stringify([{ role: 'user' }, { role: 'boss', content: '' }]),
        /messages\[1\]: must be/,
      );
      await fails('{"a": 1}', /^No conversation found\./);
      await fails('[]', /^No conversation found\./);
      await fails('Hello.', /^Line 1: neither JSON nor JSON lines \(InvalidSymbol\)\.$/);
      await fails(Buffer.from([0xff, 0x7b]), /UTF-8/);
      await fails(new Uint8Array(largestImport + 1), /more than 52\.4 MB|more than 50/);
      assert.deepEqual(await store.list(), []);
    });
  });
});

function told(canister: Canister): string {
  const said = textOf(canister.content);
  if (canister.role === 'invocation')
    return `${canister.id} ${canister.name} ${JSON.stringify(canister.arguments)}`;
  if (canister.role !== 'result') return `${canister.role}: ${said}`;
  return `${canister.invocationId} → ${canister.failure === undefined ? '' : `${canister.failure.kind}: `}${said}`;
}
