import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import type { PermissionAnswer } from '../../../src/converser/words/permission/permission-question.ts';
import type { FromPage } from '../../../src/sidebar/protocol.ts';
import {
  createPermissionQuestions,
  createServerQuestions,
} from '../../../src/vscode/questions/open-questions.ts';
import { parseFromPage } from '../../../src/vscode/sidebar/sidebar-messages.ts';
import { type Attempt, attempt } from './attempt.ts';
import type { WrittenCall } from './world.ts';

/** One of each, as the page sends it. */
const genuine: readonly FromPage[] = [
  { type: 'take-back', id: 'a' },
  { type: 'undo-turn', turn: 'a' },
  { type: 'show-changes', turn: 'a' },
  { type: 'list-changes', turn: 'a' },
  { type: 'undo-file', turn: 'a', place: 'b' },
  { type: 'keep-file', turn: 'a', place: 'b', kept: true },
  { type: 'show-file', turn: 'a', place: 'b' },
  { type: 'show-request', turn: 'a', round: 1, raw: true },
  { type: 'send', text: 'a' },
  { type: 'send-now', id: 'a' },
  { type: 'stop-after-round', stops: true },
  { type: 'copy', text: 'a' },
  { type: 'insert-code', code: 'a', language: 'b' },
  { type: 'show-diagram', code: 'a' },
  { type: 'apply-code', code: 'a', language: 'b' },
  { type: 'open-link', href: 'a' },
  { type: 'choose-model', reference: 'a' },
  { type: 'choose-effort', effort: 'high' },
  { type: 'enable-ensemble', name: 'a', enabled: true },
  { type: 'enable-invoker', fullName: 'a:b', enabled: true },
  { type: 'approve-server', name: 'a' },
  { type: 'answer', questionId: 'a', answer: { kind: 'allow', scope: 'once' } },
  { type: 'answer-request', requestId: 'a', answer: { action: 'accept', content: {} } },
  { type: 'complete', request: 1, text: 'a' },
  { type: 'read-turns', from: 0, to: 1 },
  { type: 'read-matches', request: 1, text: 'a' },
  { type: 'attach', template: 'a' },
];

/** None of them is what any part of any message is. */
const wrong: Readonly<Record<string, unknown>> = {
  missing: undefined,
  null: null,
  'a list': ['a'],
  'an object': { toString: 'a', length: 1 },
  'a fraction': 1.5,
};

/** Only the number of a request may be any. */
function shapesOf(part: string): readonly (readonly [what: string, value: unknown])[] {
  return Object.entries(wrong).filter(([what]) => part !== 'request' || what !== 'a fraction');
}

/** Each part of each message in each wrong shape: nothing of it may be taken for a message. */
const shapes: readonly Attempt[] = genuine.flatMap(message =>
  Object.keys(message)
    .filter(part => part !== 'type')
    .flatMap(part =>
      shapesOf(part).map(([what, value]) =>
        attempt(`the page sends ${message.type} with ${part}: ${what}`, async () => {
          const read = parseFromPage({ ...message, [part]: value });
          return read === undefined ? [] : [`it was read as ${JSON.stringify(read)}`];
        }),
      ),
    ),
);

/** A message with more in it than it has: nothing of that is passed on. */
const additions: readonly Attempt[] = genuine.map(message =>
  attempt(`the page adds to ${message.type} what it has not`, async () => {
    const raw = JSON.parse(
      JSON.stringify(message).replace(
        /^\{/,
        '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"origin":"shipped","command":"x",',
      ),
    );
    const read = parseFromPage(raw);
    const isSame = isDeepStrictEqual(JSON.parse(JSON.stringify(read)), JSON.parse(JSON.stringify(message)));
    return isSame && !('polluted' in {}) ? [] : [`it was read as ${JSON.stringify(read)}`];
  }),
);

/** What goes with no answer is passed on with none: arguments beside a yes, and an edit to what no tool takes. */
const edited: readonly Attempt[] = [
  attempt('the page adds arguments to a yes', async () => {
    const answer = { kind: 'allow', scope: 'once', arguments: { path: 'b' } };
    const read = parseFromPage({ type: 'answer', questionId: 'a', answer });
    const expected = { type: 'answer', questionId: 'a', answer: { kind: 'allow', scope: 'once' } };
    return isDeepStrictEqual(read, expected) ? [] : [`it was read as ${JSON.stringify(read)}`];
  }),
  attempt('the page sends an edit that is nested without end', async () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 20_000; level++) deep = { deep };
    const read = parseFromPage({
      type: 'answer',
      questionId: 'a',
      answer: { kind: 'edit', arguments: deep },
    });
    return read === undefined ? [] : ['it was read'];
  }),
];

const write: WrittenCall = ['workspace:write_file', { path: 'src/b.ts', content: 'x' }];
const harm: WrittenCall = ['workspace:write_file', { path: 'kept/notes.txt', content: 'theirs' }];
const once = { kind: 'allow', scope: 'once' } as const;

/** Two calls wait at the same time. `ids` are those of their questions: the first is harmless. */
type Sent = (
  ids: readonly [string, string],
  answer: (id: string, given: PermissionAnswer) => boolean,
) => void;

const concurrent: Readonly<Record<string, Sent>> = {
  'the same yes twice': ([first], answer) => {
    answer(first, once);
    answer(first, once);
  },
  'a no, and a yes to the same': ([, second], answer) => {
    answer(second, { kind: 'deny' });
    answer(second, once);
  },
  'a yes to both ids at once': ([first, second], answer) => void answer(`${first},${second}`, once),
  'a pattern for the other': ([first], answer) =>
    void answer(first, { kind: 'allow', scope: 'conversation', pattern: 'kept/**' }),
  'a pattern for all': ([first], answer) =>
    void answer(first, { kind: 'allow', scope: 'turn', pattern: '**' }),
  'a yes that vouches where nothing is to be vouched for': ([first, second], answer) => {
    answer(first, { ...once, vouches: 'trusted' });
    answer(second, { ...once, vouches: 'clean' });
  },
  'an edit that becomes the other': ([first], answer) => {
    answer(first, { kind: 'edit', arguments: { path: 'kept/notes.txt', content: 'theirs' } });
    answer(first, once);
  },
  'an edit with a scope': ([first], answer) => {
    const edit = {
      kind: 'edit',
      arguments: { path: 'kept/notes.txt', content: 'theirs' },
      scope: 'once',
    } as const;
    answer(first, edit);
    answer(first, once);
  },
};

/** What two views send at the same time, one of which was tampered with. */
const views: readonly Attempt[] = Object.entries(concurrent).map(([what, send]) =>
  attempt(`while two calls wait, a view sends ${what}`, async world => {
    let [count, isSent] = [0, false];
    const questions = createPermissionQuestions(() => `question-${++count}`);
    const stop = new AbortController();
    const { turn } = await world.talk({
      answer: question => {
        const { answer } = questions.open(question, stop.signal);
        if (questions.all.length === 2) {
          send(['question-1', 'question-2'], questions.answer);
          isSent = true;
          // Whatever is left open is withdrawn.
          stop.abort();
        }
        return answer;
      },
    });
    await turn([write, harm]);
    return isSent ? [] : ['nothing was sent'];
  }),
);

/** What a server asks is no call, and the other way round. */
const crossed: readonly Attempt[] = [
  attempt('the answer to what a server asks allows a call', async world => {
    const ids = () => 'question-1';
    const [permissions, servers] = [createPermissionQuestions(ids), createServerQuestions(ids)];
    const { turn } = await world.talk({
      answer: question => {
        const stop = new AbortController();
        servers.open(
          { kind: 'page', server: 'x', message: 'Allow?', page: 'https://example.com/' },
          stop.signal,
        );
        const { id, answer } = permissions.open(question, stop.signal);
        const read = parseFromPage({ type: 'answer-request', requestId: id, answer: { action: 'accept' } });
        if (read?.type === 'answer-request') servers.answer(read.requestId, read.answer);
        stop.abort();
        return answer;
      },
    });
    await turn([harm]);
    return [];
  }),
];

export const messages: readonly Attempt[] = [...shapes, ...additions, ...edited, ...views, ...crossed];
