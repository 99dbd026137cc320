import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ConverserError } from '../../../src/converser/ground/errors.ts';
import { isJsonObject, type JsonValue } from '../../../src/converser/ground/json/json.ts';
import { importConversation } from '../../../src/house/exchange/import-conversation.ts';
import { createConversationStore } from '../../../src/store/conversation-store.ts';
import { exportConversation } from '../../../src/store/exchange/export-conversation.ts';
import { exportForms } from '../../../src/store/exchange/export-forms.ts';
import { createdEach, eachTest } from '../../ensembles/each-test.ts';
import { createTempFolder } from '../../ensembles/temp-folder.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { claudeSession, codexSession } from './sessions.ts';

const content = [{ type: 'text', text: 'Hello.' }];
const common = { timestamp: '2026-01-01T00:00:00.000Z', marks: { active: true, pinned: false } };

/** One file of each form, as its lines or as its only value. */
function files(): readonly JsonValue[] {
  const { user, assistant, line } = claudeSession();
  const codex = codexSession();
  const use = { type: 'tool_use', id: 't1', name: 'Read', input: {} };
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } };
  const result = { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'x' }, image] };
  const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } };
  const round = {
    response: 'I look.',
    thinking: { text: ['a'] },
    toolCalls: [{ id: 'c', name: 'x', arguments: '{}' }],
  };
  const shown = {
    kind: 'toolInvocationSerialized',
    toolId: 'x',
    toolCallId: 'y',
    resultDetails: { input: '{}', output: [{ value: 'z' }] },
  };
  const request = {
    message: { text: 'Hi.' },
    timestamp: 1,
    response: [{ value: 'a' }, shown, { kind: 'inlineReference', inlineReference: { path: '/a' } }],
  };
  const made = {
    ...request,
    result: { metadata: { toolCallRounds: [round], toolCallResults: { c: { content: [{ value: 'v' }] } } } },
  };
  const all: readonly unknown[] = [
    [
      user('Hi.'),
      assistant('m', use),
      user([result]),
      line('system', { subtype: 'compact_boundary' }),
      assistant('n', { type: 'text', text: 'a' }),
    ],
    [
      ...codex.start(),
      codex.message('user', 'Hi.'),
      codex.item({ type: 'function_call', name: 'x', arguments: '{}', call_id: 'c' }),
      codex.item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'a' }] }),
      codex.item({ type: 'function_call_output', call_id: 'c', output: 'y' }),
      codex.event({ type: 'thread_rolled_back', num_turns: 1 }),
      codex.message('assistant', 'a'),
    ],
    { responderUsername: 'x', requests: [request, made] },
    {
      messages: [
        { role: 'user', content },
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: 'x' },
      ],
    },
    {
      system: 'x',
      messages: [
        { role: 'user', content: [...content, image] },
        { role: 'assistant', content: [use] },
        { role: 'user', content: [result] },
      ],
    },
    [
      { role: 'user', content },
      { type: 'function_call', call_id: 'c', name: 'x', arguments: '{}' },
    ],
    {
      format: 'converser-conversation',
      version: 1,
      records: [
        { title: 'x' },
        [
          {
            id: 'u',
            role: 'user',
            content: [{ type: 'text', mimeType: 'text/plain', text: 'Hi.' }],
            ...common,
          },
        ],
        {
          from: null,
          joined: [
            { id: 'i', role: 'invocation', ensemble: '', name: 'x', arguments: {}, content: [], ...common },
          ],
        },
        { thoughts: [{ before: 'i', text: 'a', duration: 1 }] },
        { undo: { turnId: 'u', isUndone: true, note: 'x' } },
        { pin: { canister: 'u', isPinned: true } },
        { goTo: 'u' },
      ],
    },
  ];
  return all as readonly JsonValue[];
}

describe('a file that is to be imported', () => {
  const temp = eachTest(() => createTempFolder());
  const store = createdEach(() => createConversationStore(temp.path));
  let count = 0;
  const host = () => ({ ...createFakeHost(), ids: { next: () => `c-${++count}` } });

  async function tried(bytes: Uint8Array): Promise<void> {
    try {
      const { id } = await importConversation(bytes, { store, host: host() });
      for (const form of exportForms) await exportConversation(id, form, { store, secrets: host().secrets });
    } catch (cause) {
      assert.ok(
        cause instanceof ConverserError && cause.code === 'bad-arguments',
        String((cause as Error).stack),
      );
    }
  }

  it('is read or refused with a reason, whatever stands anywhere in it', async () => {
    const known = files();
    const mutated = fc.record({
      at: fc.nat({ max: known.length - 1 }),
      where: fc.nat(),
      instead: fc.jsonValue({ maxDepth: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(mutated, async ({ at, where, instead }) => {
        const places = { left: where % Math.max(1, sizeOf(known[at] ?? null)) };
        const file = replaced(known[at] ?? null, places, instead as JsonValue);
        const lines = Array.isArray(file)
          ? file.map(line => JSON.stringify(line)).join('\n')
          : JSON.stringify(file);
        await tried(Buffer.from(lines));
        await tried(Buffer.from(JSON.stringify(file)));
      }),
      { numRuns: 600 },
    );
  });

  it('may be anything else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json().map(text => Buffer.from(text)),
          fc.uint8Array({ maxLength: 40 }),
        ),
        tried,
      ),
      { numRuns: 300 },
    );
    await tried(
      Buffer.from(
        `{"requests":[{"message":${'['.repeat(100_000)}${']'.repeat(100_000)}}],"responderUsername":""}`,
      ),
    );
    await tried(
      Buffer.from(
        `{"format":"converser-conversation","version":1,"records":[[${'['.repeat(50_000)}${']'.repeat(50_000)}]]}`,
      ),
    );
  });
});

function sizeOf(value: JsonValue): number {
  const inner: readonly JsonValue[] = Array.isArray(value)
    ? value
    : isJsonObject(value)
      ? Object.values(value)
      : [];
  return 1 + inner.reduce<number>((sum, each) => sum + sizeOf(each), 0);
}

/** Puts another value in the place at which `left` comes to nothing, in the order of `sizeOf`. */
function replaced(value: JsonValue, places: { left: number }, instead: JsonValue): JsonValue {
  if (places.left-- === 0) return instead;
  if (Array.isArray(value)) return value.map(each => replaced(each, places, instead));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, replaced(each, places, instead)]),
  );
}
