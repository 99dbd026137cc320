import assert from 'node:assert/strict';
import type { Canister, CompactionCanister } from '../../../src/converser/words/canister/canister.ts';
import { spendingOf } from '../../../src/converser/words/spending/spending.ts';
import { type HistorySource, TurnHistory } from '../../../src/vscode/sidebar/history/turn-history.ts';
import { canisterMaker } from '../canisters.ts';
import { turnStart } from '../sidebar-states.ts';

const make = canisterMaker();

function turnOf(at: number, answer = 'Yes.'): readonly Canister[] {
  return [make.user(`user-${at}`, `Question ${at}`), make.assistant(`assistant-${at}`, answer)];
}

const turns = (count: number) => Array.from({ length: count }, (_, at) => turnOf(at)).flat();

/** A history of a conversation that can become another one. */
function historyOf(wanted: Partial<HistorySource>) {
  const empty = { turn: [], spendings: {}, thoughts: new Map() };
  const source = { id: 'conversation-1', canisters: turns(3), ...empty, ...wanted };
  const now: { -readonly [Key in keyof HistorySource]: HistorySource[Key] } = source;
  return { now, history: new TurnHistory({ shown: now }) };
}

describe('the history that the page reads', () => {
  it('gives the turns that are asked for, with what they cost', () => {
    const spending = { ...spendingOf({ input: 1, output: 2 }), rounds: [] };
    const { history } = historyOf({ spendings: { 'assistant-1': spending } });
    const told = history.read(1, 3).map(({ canisters, spending: cost }) => [canisters[0]?.id, cost]);
    assert.deepEqual(told, [
      ['user-1', spending],
      ['user-2', undefined],
    ]);
    assert.deepEqual([history.read(3, 9), history.read(7, 9)], [[], []]);
  });

  it('keeps what was added while a turn ran within that turn', () => {
    const added = { ...make.user('user-added', 'Faster!'), added: true } as const;
    const [question, answer] = turnOf(1);
    assert.ok(question && answer);
    const call = [make.invocation('call', 'a:b', {}), make.result('call', 'done')];
    const { history } = historyOf({ canisters: [...turnOf(0), question, ...call, added, answer] });
    const told = history.read(0, 9).map(({ canisters }) => canisters.map(({ id }) => id));
    assert.deepEqual(told, [
      ['user-0', 'assistant-0'],
      ['user-1', 'call', 'call-result', 'user-added', 'assistant-1'],
    ]);
  });

  it('gives what models thought with the turns, and counts how long that is', () => {
    const thought = (before: string, text = 'Well…') => [before, { before, text, duration: 1000 }] as const;
    const thoughts = new Map([thought('assistant-1'), thought('gone')]);
    assert.deepEqual(
      historyOf({ thoughts })
        .history.read(0, 3)
        .map(({ thoughts: sent = [] }) => sent.map(({ before }) => before)),
      [[], ['assistant-1'], []],
    );
    const long = new Map([0, 1, 2].map(at => thought(`assistant-${at}`, 'x'.repeat(400_000))));
    assert.equal(historyOf({ thoughts: long }).history.read(0, 3).length, 2);
  });

  it('sends no more than a page can take at a time, but always a turn', () => {
    const { history } = historyOf({ canisters: turns(120) });
    assert.equal(history.read(0, 120).length, 50);
    const long = historyOf({
      canisters: [...turnOf(0), ...turnOf(1, 'x'.repeat(3_000_000)), ...turnOf(2)],
    }).history;
    assert.deepEqual([long.read(0, 3).length, long.read(1, 3).length, long.read(2, 3).length], [1, 1, 1]);
  });

  it('leaves out the turn that is shown live, while it runs and when it has ended', () => {
    const { now, history } = historyOf({});
    now.turn = [turnStart(make.user('user-2', 'Question 2'))];
    assert.equal(history.summary.turns, 2);
    now.turn = [turnStart(make.user('user-3', 'Question 3'))];
    assert.equal(history.summary.turns, 3);
    now.canisters = [...now.canisters, ...turnOf(3)];
    assert.equal(history.summary.turns, 3);
  });

  it('stays the same version while turns come, and becomes another one when they change', () => {
    const { now, history } = historyOf({});
    const { version } = history.summary;
    now.canisters = [...now.canisters, ...turnOf(3)];
    assert.deepEqual([history.summary.version, history.summary.turns], [version, 4]);
    now.canisters = structuredClone(now.canisters);
    assert.equal(history.summary.version, version, 'it was read again, and is the same');
    now.canisters = [...now.canisters, make.assistant('more', 'And more.')];
    assert.equal(history.summary.version, version + 1, 'the last turn has grown');
    now.canisters = now.canisters.slice(0, 4);
    assert.equal(history.summary.version, version + 2, 'turns are gone');
    now.spendings = { 'assistant-1': { ...spendingOf({ input: 1, output: 2 }), rounds: [] } };
    assert.equal(history.summary.version, version + 3, 'it is known what the last one cost');
    now.id = 'conversation-2';
    assert.equal(history.summary.version, version + 4);
  });

  it('becomes another version where a result is pinned that another turn says was left out', () => {
    const left = { id: 'r', title: 'files:read {}', line: '', tokens: 9 };
    const record = (results: CompactionCanister['results']) => [
      ...turnOf(0),
      make.compaction({ results }),
      ...turnOf(1),
    ];
    const { now, history } = historyOf({ canisters: record([left]) });
    const { version } = history.summary;
    now.canisters = record([{ ...left, isPinned: true }]);
    assert.equal(history.summary.version, version + 1);
    now.canisters = record([left]);
    assert.equal(history.summary.version, version + 2);
  });
});
