import assert from 'node:assert/strict';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import { addSpending, spendingOf } from '../../../src/converser/words/spending/spending.ts';
import { planText } from '../../../src/converser/words/texts/plan-text.ts';
import type { SidebarQuestion, SidebarState } from '../../../src/sidebar/protocol.ts';
import {
  type ConversationView,
  emptyView,
  isUnread,
  viewOf as pageViewOf,
  planAtWork,
  turnAt,
  turnCount,
  viewAfter,
  viewWith,
} from '../../../src/sidebar/turns/conversation-view-model.ts';
import { turnOfCanisters } from '../../../src/sidebar/turns/turn-of-canisters.ts';
import type { Item, TurnView } from '../../../src/sidebar/turns/turn-view.ts';
import { pluck } from '../../converser/pluck.ts';
import { canisterMaker } from '../canisters.ts';
import { type HostState, sidebarState, stateHost, turnStart, usageTold } from '../sidebar-states.ts';

describe('the view model of the sidebar', () => {
  const make = canisterMaker();
  const user = make.user('user-1', 'What is in README.md?');
  const call = make.invocation('call-1', 'workspace:read_file', { path: 'README.md' });
  const result = make.result('call-1', '# Sample');
  const said = make.assistant('assistant-1', 'It says **Sample**.');
  const next = make.user('user-2', 'And now?');
  const committed: readonly Canister[] = [user, call, result, said];
  const turnEnd = { type: 'turn-end', outcome: 'final', canisters: committed } as const;
  const usedBefore = spendingOf({ input: 10, output: 5 });
  const used = addSpending(usedBefore, spendingOf({ input: 20, output: 7 }));
  const events: readonly ConverseEvent[] = [
    turnStart(user),
    { type: 'round-start', round: 1 },
    usageTold(1, { input: 10, output: 5 }),
    { type: 'round-end', round: 1, reason: 'invocations' },
    { type: 'invocation-start', canister: call },
    { type: 'invocation-progress', invocationId: 'call-1', message: 'Reading', fraction: 0.5 },
    { type: 'invocation-end', canister: result, duration: 12 },
    { type: 'round-start', round: 2 },
    { type: 'text-delta', text: 'It says ' },
    { type: 'text-delta', text: '**Sample**.' },
    usageTold(2, { input: 20 }, usedBefore),
    usageTold(2, { input: 20, output: 7 }, usedBefore),
    { type: 'round-end', round: 2, reason: 'stop', canister: said },
    turnEnd,
  ];
  const asked = { invocationId: 'call-1', fullName: 'workspace:read_file', arguments: { path: 'README.md' } };
  const offered = { reason: 'It is set to ask first.', scopes: ['once'], patterns: [] } as const;
  const question: SidebarQuestion = { id: 'question-1', ...asked, ...offered };

  beforeEach(() => {
    host = stateHost();
  });

  it('has the plan of the newest call, and works by one that is unfinished or its own', () => {
    const open = [{ text: 'Write', state: 'in_progress' }] as const;
    const done = [{ text: 'Write', state: 'done' }] as const;
    const [planning, planned] = [make.invocation('p', 'dialogue:plan', {}), make.result('p', planText(done))];
    const running = viewOf({ turn: [turnStart(user)], running: true, plan: { call: 'old', steps: open } });
    assert.deepEqual(planAtWork(running), open);
    const started = viewAfter(running, { type: 'invocation-start', canister: planning });
    assert.deepEqual(planAtWork(started), open);
    const after = viewAfter(started, { type: 'invocation-end', canister: planned, duration: 1 });
    assert.deepEqual(after.plan, { call: 'p', steps: done });
    assert.deepEqual(planAtWork(after), done);
    const ended = viewAfter(after, { type: 'turn-end', outcome: 'final', canisters: [] });
    assert.equal(planAtWork(ended), undefined);
    assert.deepEqual(ended.plan?.steps, done);
    const later = viewOf({ turn: [turnStart(next)], running: true, plan: { call: 'p', steps: done } });
    assert.equal(planAtWork(later), undefined);
    // What was undone on the way is gone with the next state.
    assert.equal(viewOf({ running: false }, ended).plan, undefined);
  });

  it('offers to connect to a model where Rehearsal called no tool', () => {
    const greeting = make.assistant('assistant-0', 'Hello!');
    const hello = [
      turnStart(make.user('user-0', 'Hello')),
      { type: 'round-end', round: 1, reason: 'stop', canister: greeting },
      { type: 'turn-end', outcome: 'final', canisters: [greeting] },
    ] as const;
    const offered = (turn: readonly ConverseEvent[], more: Partial<SidebarState> = {}) =>
      viewOf({ turn, ...more }).live?.wantsModel;
    assert.equal(offered(hello), true);
    assert.equal(offered(hello, { model: 'openai/local' }), undefined);
    assert.equal(offered(hello, { model: undefined }), undefined);
    assert.equal(offered(hello.slice(0, 2), { running: true }), undefined);
    assert.equal(offered(events), undefined);
  });

  it('shows nothing of an empty conversation', () => {
    assert.deepEqual(turnsOf(viewOf({})), []);
  });

  it('knows that the answer at the end was cut off, live and from disk', () => {
    const half = { ...said, cut: true as const };
    const ends = (canisters: readonly Canister[]) => ({ ...turnEnd, canisters });
    const live = (canisters: readonly Canister[]) =>
      viewOf({ turn: [turnStart(user), ends(canisters)] }).live?.isCut;
    const stored = (canisters: readonly Canister[]) => turnsOf(viewOf({ canisters })).at(-1)?.isCut;
    for (const seen of [live, stored]) {
      const areCut = [seen([user, half]), seen([user, said]), seen([user, half, said])];
      assert.deepEqual(areCut, [true, undefined, undefined]);
    }
  });

  it('says of half an answer that it was cut off', () => {
    const [turn] = turnsOf(viewOf({ canisters: [user, { ...said, cut: true }] }));
    assert.equal(turn && keyAndItems(turn)[1], 'user-1 answer-0 cut');
  });

  it('groups committed canisters into turns', () => {
    const second = [next, make.assistant('assistant-2', 'Nothing.')];
    const turns = turnsOf(viewOf({ canisters: [...committed, ...second] }));
    assert.deepEqual(turns.map(keyAndItems), [
      ['user-1', 'user-1 call-1 answer-0'],
      ['user-2', 'user-2 answer-0'],
    ]);
    assert.deepEqual(pluck(turns, 'rounds'), [2, 1]);
    assert.deepEqual(pluck(turns, 'prompt'), ['What is in README.md?', 'And now?']);
    assert.deepEqual(pluck(turns, 'status'), ['committed', 'committed']);
  });

  it('begins a turn with the documents that were attached to its message', () => {
    const document: Canister = { ...user, id: 'document-1', role: 'document' };
    const turns = turnsOf(viewOf({ canisters: [...committed, document, make.user('user-2', 'This?')] }));
    assert.deepEqual(turns.map(keyAndItems).at(-1), ['document-1', 'document-1 user-2']);
  });

  it('does not show the instructions before the conversation', () => {
    const supervisor: Canister = { ...user, id: 'supervisor-1', role: 'supervisor' };
    assert.equal(turnsOf(viewOf({ canisters: [supervisor, ...committed] }))[0]?.key, 'user-1');
  });

  it('gives the running turn the same keys as the committed one', () => {
    const live = replay(events);
    const kept = viewOf({ canisters: committed });
    assert.deepEqual(turnsOf(live).map(keyAndItems), turnsOf(kept).map(keyAndItems));
  });

  it('joins deltas, and shows usage by round, duration and model', () => {
    const turn = lastTurn(replay(events));
    assert.equal(turn.status, 'committed');
    assert.equal(turn.rounds, 2);
    assert.equal(turn.model, 'Rehearsal');
    assert.deepEqual(turn.spending, used);
    assert.deepEqual(turn.roundSpendings, [usedBefore, spendingOf({ input: 20, output: 7 })]);
    const answer = turn.items.at(-1);
    assert.equal(answer?.kind === 'answer' && answer.text, 'It says **Sample**.');
    assert.equal(answer?.kind === 'answer' && answer.complete, true);
  });

  it('is the same whether events come one by one or within a state', () => {
    for (let length = 1; length <= events.length; length++) {
      const some = events.slice(0, length);
      const running = length < events.length;
      const state = { turn: some, running, ...(running ? {} : { spending: used }) };
      assert.deepEqual(viewOf(state), replay(some), `after ${length} events`);
    }
  });

  it('shows what was added while a turn ran at its place, while it runs and from the history', () => {
    const added = { ...make.user('added', 'Faster!'), added: true } as const;
    const canisters = [user, call, result, added, said];
    const live = replay([
      ...events.slice(0, 7),
      { type: 'message-added', canisters: [added] },
      { type: 'joined', canisters: [added] },
      ...events.slice(7, -1),
      { ...turnEnd, canisters },
    ]);
    const keys = (turn: TurnView | undefined) => turn?.items.map(({ kind, key }) => `${kind} ${key}`);
    const inOrder = ['user user-1', 'invocation call-1', 'user added', 'answer answer-0'];
    assert.deepEqual(keys(turnsOf(live)[0]), inOrder);
    const stored = turnOfCanisters({ canisters });
    assert.deepEqual(keys(stored), inOrder);
    assert.deepEqual([stored.prompt, stored.rounds], ['What is in README.md?', 2]);
  });

  it('shows a committed turn once when its events come too, and then with its exact durations', () => {
    const turns = turnsOf(viewOf({ canisters: committed, turn: events }));
    assert.equal(turns.length, 1);
    const row = turns[0]?.items.find(({ kind }) => kind === 'invocation');
    assert.equal(row?.kind === 'invocation' && row.duration, 12);
  });

  it('follows an invocation from running through progress to its result', () => {
    const states = events.map((_, index) => {
      const row = turnsOf(replay(events.slice(0, index + 1)))[0]?.items.find(
        ({ kind }) => kind === 'invocation',
      );
      return row?.kind === 'invocation' ? `${row.status} ${row.progress?.message ?? ''}`.trim() : 'absent';
    });
    assert.deepEqual([...new Set(states)], ['absent', 'running', 'running Reading', 'done']);
  });

  it('shows a question about a call that has not begun, until something else happens', () => {
    const shown = { ...question, invocationId: 'call-99' };
    const asked = viewOf({ turn: events.slice(0, 3), running: true, questions: [shown] });
    assert.deepEqual(turnsOf(asked)[0]?.proposed, [shown]);
    const end = events.at(-1);
    assert.ok(end !== undefined);
    assert.equal(turnsOf(viewAfter(asked, end))[0]?.proposed, undefined);
  });

  it('shows the question at its invocation until the call goes on', () => {
    const asked = viewOf({ turn: events.slice(0, 5), running: true, questions: [question] });
    assert.equal(invocation(asked).status, 'waiting');
    assert.equal(invocation(asked).question, question);
    const goesOn = events.slice(6, 7).reduce(viewAfter, asked);
    assert.equal(invocation(goesOn).status, 'done');
    assert.equal(invocation(goesOn).question, undefined);
  });

  it('shows a call behind a question as waiting, and as running once it may run', () => {
    const second = make.invocation('call-2', 'workspace:write_file', { path: 'a' });
    const third = make.invocation('call-3', 'workspace:read_file', { path: 'b' });
    const turn = [
      ...events.slice(0, 5),
      ...[second, third].map(canister => ({ type: 'invocation-start', canister }) as const),
    ];
    const statuses = (undecided: readonly string[], questions: readonly SidebarQuestion[]) =>
      turnsOf(viewOf({ turn, running: true, questions, undecided }))[0]?.items.flatMap(item =>
        item.kind === 'invocation' ? [item.status] : [],
      );
    assert.deepEqual(statuses(['call-1', 'call-2'], [question]), ['waiting', 'behind', 'running']);
    assert.deepEqual(statuses(['call-2'], []), ['running', 'behind', 'running']);
    assert.deepEqual(statuses([], []), ['running', 'running', 'running']);
  });

  it('leaves the time out in which calls waited for you, also that of turns that are opened again', () => {
    const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, seconds)).toISOString();
    const calls = ['call-1', 'call-2'].map(id => ({ ...make.invocation(id, 'a:b', {}), timestamp: at(1) }));
    const answered = [
      { ...make.result('call-1', ''), timestamp: at(43), waited: 40_000 },
      { ...make.result('call-2', ''), timestamp: at(52), waited: 50_000 },
    ];
    const whole = [{ ...user, timestamp: at(0) }, ...calls, ...answered, { ...said, timestamp: at(55) }];
    const [turn] = turnsOf(viewOf({ canisters: whole }));
    const times = turn?.items.flatMap(item => (item.kind === 'invocation' ? [item.duration] : []));
    assert.deepEqual([times, turn?.duration], [[2000, 1000], 5000]);
  });

  it('distinguishes failures, denials, cancellations and repetitions', () => {
    const statusOf = (last: Canister) => invocation(viewOf({ canisters: [user, call, last, said] })).status;
    assert.equal(statusOf(make.failure('call-1', { kind: 'timeout', message: 'Too slow.' })), 'failed');
    assert.equal(statusOf(make.failure('call-1', { kind: 'permission', message: 'No.' })), 'denied');
    assert.equal(statusOf(make.failure('call-1', { kind: 'cancelled', message: 'Stopped.' })), 'cancelled');
    assert.equal(statusOf(make.result('call-1', 'x', { repeats: 'call-0-result' })), 'repeated');
  });

  it('still shows a turn that was rolled back, after the committed ones, with its error', () => {
    const error = { code: 'model-failed', message: 'It failed.', retryable: false } as const;
    const failing: readonly ConverseEvent[] = [
      turnStart(make.user('user-2', 'Again?')),
      { type: 'round-start', round: 1 },
      { type: 'text-delta', text: 'I beg' },
      { type: 'turn-end', outcome: 'failed', canisters: [], error },
    ];
    const view = viewOf({ canisters: committed, turn: failing });
    assert.deepEqual(pluck(turnsOf(view), 'status'), ['committed', 'failed']);
    assert.equal(lastTurn(view).error, error);
    assert.equal(lastTurn(view).prompt, 'Again?');

    const next = viewAfter(view, turnStart(make.user('user-3', 'Once more')));
    assert.deepEqual(pluck(turnsOf(next), 'status'), ['committed', 'running']);
  });

  it('keeps how an answer began when its turn is read again, without what only the model reads', () => {
    const [asked, begun, marker] = [make.user('user-9', 'Again?'), 'I beg', '[An error ended this turn.]'];
    const cut = (...texts: readonly string[]): readonly Canister[] => [
      asked,
      {
        ...make.assistant('cut', ''),
        content: texts.map(each => ({ type: 'text', mimeType: 'text/plain', text: each })),
        interrupted: { kind: 'failed', message: 'It failed.' },
      },
    ];
    const read = (canisters: readonly Canister[]) => lastTurn(viewOf({ canisters }));
    const half = read(cut(begun, marker));
    const shown = half.items.map(item => (item.kind === 'answer' ? item.text : item.kind));
    assert.deepEqual(shown, ['user', begun]);
    assert.deepEqual([half.status, half.error?.message, half.rounds], ['failed', 'It failed.', 1]);
    const none = read(cut(marker));
    assert.deepEqual([none.items.map(({ kind }) => kind), none.rounds], [['user'], 0]);
  });

  it('shows an invocation without result as cancelled once the turn has ended', () => {
    const stopped = [...events.slice(0, 5), { type: 'turn-end', outcome: 'stopped', canisters: [] } as const];
    assert.equal(invocation(replay(stopped)).status, 'cancelled');
  });

  it('keeps turns the same objects when nothing in them changed', () => {
    const before = viewOf({ canisters: committed });
    const after = viewOf({ canisters: structuredClone(committed), model: 'other/model' }, before);
    assert.equal(turnsOf(after)[0], turnsOf(before)[0]);
  });

  it('shows what earlier turns cost, by round too, and renders them again once that is known', () => {
    const before = viewOf({ canisters: committed });
    const spendings = { 'assistant-1': { ...used, rounds: [usedBefore] } };
    const view = viewOf({ canisters: committed, spendings }, before);
    assert.deepEqual(lastTurn(view).spending, { ...used, rounds: [usedBefore] });
    assert.deepEqual(lastTurn(view).roundSpendings, [usedBefore]);
    assert.equal(lastTurn(before).spending, undefined);
  });

  it('shows what a turn that was rolled back cost, and adds it to the conversation', () => {
    const spending = { ...usedBefore, estimated: true as const, rounds: [usedBefore] };
    const failed = { type: 'turn-end', outcome: 'failed', canisters: [], spending } as const;
    const view = replay([...events.slice(0, 3), failed]);
    assert.deepEqual(lastTurn(view).spending, spending);
    assert.deepEqual(view.spending, usedBefore);
    const after = viewOf({ turn: [...events.slice(0, 3), failed], spending: used }, view);
    assert.deepEqual(after.spending, used, 'once it has ended, the state knows');
  });

  it('leaves out an answer of white space', () => {
    const blank = viewOf({ canisters: [user, make.assistant('a', ' \n'), call, result, said] });
    assert.equal(turnsOf(blank)[0]?.items.filter(({ kind }) => kind === 'answer').length, 1);
    const deltas = replay([
      turnStart(user),
      { type: 'text-delta', text: ' ' },
      { type: 'invocation-start', canister: call },
    ]);
    assert.deepEqual(pluck(lastTurn(deltas).items, 'kind'), ['user', 'invocation']);
  });

  it('shows what it saw of a turn until that is read from the history', () => {
    const seen = replay(events);
    const after = viewAfter(seen, turnStart(next));
    assert.equal(turnAt(after, 0), lastTurn(seen));
    assert.deepEqual([turnCount(after), isUnread(after, 0), isUnread(after, 1)], [2, true, false]);
  });

  it('asks again for turns that have changed, and shows them as they were until then', () => {
    const longer = [...committed, { ...said, id: 'assistant-2' }];
    const before = viewOf({ canisters: committed });
    const changed = pageViewOf(host.shown(sidebarState({ canisters: longer })), before);
    assert.equal(isUnread(changed, 0), true);
    assert.equal(turnAt(changed, 0), turnAt(before, 0));
    assert.equal(lastTurn(viewOf({ canisters: longer }, changed)).items.length, 4);
  });

  it('takes no turns that were read from another history', () => {
    const before = viewOf({ canisters: committed });
    const late = host.read(0, 1);
    const other = [make.user('user-9', 'Something else'), make.assistant('assistant-9', 'Yes.')];
    const view = pageViewOf(host.shown(sidebarState({ canisters: other })), before);
    assert.equal(turnAt(view, 0), undefined);
    assert.equal(viewWith(view, late), view);
  });

  it('keeps no more than some hundred turns, those around the last ones that were read', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => [
      make.user(`user-${at}`, `Question ${at}`),
      make.assistant(`assistant-${at}`, 'Yes.'),
    ]).flat();
    let view = pageViewOf(host.shown(sidebarState({ canisters: many })));
    for (let from = 0; from < 1_000; from += 50) {
      const read = host.read(from, from + 50);
      assert.equal(read.turns.length, 50);
      view = viewWith(view, read);
      assert.equal(turnAt(view, from + 49)?.prompt, `Question ${from + 49}`);
      assert.ok(view.known.size <= 300, `${view.known.size} are kept`);
    }
  });

  it('ignores events of a turn whose start is missing', () => {
    assert.equal(viewAfter(emptyView, { type: 'text-delta', text: 'x' }), emptyView);
  });

  it('shows who took over when a turn is read again', () => {
    const fallback = { model: 'p/b', label: 'B', message: 'A is overloaded. B answers.' };
    const { items, model } = turnOfCanisters({ canisters: [user, { ...call, fallback }, result, said] });
    assert.equal(model, 'B');
    const shown = items.map(item => (item.kind === 'notice' ? item.message : item.kind));
    assert.deepEqual(shown, ['user', 'A is overloaded. B answers.', 'invocation', 'answer']);
  });

  it('shows what was saved, when a turn ends and when it is read again', () => {
    const saved = { tokens: 4000, time: 1200 };
    const repeated = make.result('call-1', '# Sample', { repeats: 'earlier', saved });
    const left = make.compaction({ tokens: { before: 300, after: 200 } });
    const turn = { calls: 1, tokens: 4100, time: 1200 };
    const conversation = { calls: 3, tokens: 9000, time: 1200 };
    const earlier = { calls: 2, tokens: 4900, time: 0 };
    const before = pageViewOf(host.shown(sidebarState({ savings: earlier, running: true })));
    assert.deepEqual(before.savings, earlier);
    const end = { ...turnEnd, savings: { turn, conversation } };
    const after = viewAfter(viewAfter(before, turnStart(user)), end);
    assert.deepEqual([after.savings, after.live?.savings], [conversation, turn]);
    const again = turnOfCanisters({ canisters: [user, call, repeated, left] });
    assert.deepEqual(again.savings, turn);
    assert.deepEqual(again.items.at(-1), { kind: 'compaction', key: left.id, canister: left });
  });
});

let host = stateHost();

/** The view of a state whose turns have all been read. */
function viewOf(state: Partial<HostState>, before?: ConversationView): ConversationView {
  const view = pageViewOf(host.shown(sidebarState(state)), before);
  const missing = Array.from({ length: view.history.turns }, (_, at) => at).find(at => isUnread(view, at));
  if (missing === undefined) return view;
  return viewWith(view, host.read(missing, view.history.turns));
}

function turnsOf(view: ConversationView): readonly TurnView[] {
  return Array.from({ length: turnCount(view) }, (_, at) => {
    const turn = turnAt(view, at);
    assert.ok(turn);
    return turn;
  });
}

function replay(events: readonly ConverseEvent[]): ConversationView {
  return events.reduce(viewAfter, viewOf({}));
}

function keyAndItems({ key, items }: TurnView): readonly [string, string] {
  return [key, items.map(item => item.key).join(' ')];
}

function lastTurn(view: ConversationView): TurnView {
  const turn = turnsOf(view).at(-1);
  assert.ok(turn);
  return turn;
}

function invocation(view: ConversationView): Extract<Item, { kind: 'invocation' }> {
  const item = lastTurn(view).items.find(({ kind }) => kind === 'invocation');
  assert.ok(item?.kind === 'invocation');
  return item;
}
