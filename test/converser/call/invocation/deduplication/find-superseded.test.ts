import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findSuperseded } from '../../../../../src/converser/call/invocation/deduplication/find-superseded.ts';
import { shortened } from '../../../../../src/converser/call/invocation/deduplication/short-results.ts';
import type { JsonObject } from '../../../../../src/converser/ground/json/json.ts';
import {
  type Canister,
  isInvocation,
  isResult,
  ordinaryMarks,
  type ResultCanister,
} from '../../../../../src/converser/words/canister/canister.ts';
import { text } from '../../../../../src/converser/words/canister/content.ts';
import { validHistory } from '../../../../../src/converser/words/canister/valid-history.ts';
import type { Invoker } from '../../../../../src/converser/words/ensemble/invoker.ts';
import { linesExcerpt, showLines } from '../../../../../src/ensembles/workspace/edit/show-lines.ts';
import { callOf, resultNamed } from '../../../../contracts/deduplicator-contract.ts';
import { createFakeInvoker } from '../../../../fakes/fake-ensemble.ts';

const reading = { annotations: { readOnly: true, idempotent: true }, reads: ['{path}'] };
const writing = { annotations: { readOnly: false }, deduplication: 'none' } as const;
const tools: Readonly<Record<string, Partial<Invoker>>> = {
  read: {
    ...reading,
    deduplication: { strategies: ['semantic', 'compared', 'reuse'] },
    excerpt: linesExcerpt,
  },
  problems: { ...reading, deduplication: 'none' },
  search: { ...reading, reads: ['**'], deduplication: 'compared' },
  roll: { annotations: { readOnly: true }, deduplication: 'none' },
  write: { ...writing, writes: ['{path}'] },
  move: { ...writing, writes: ['{path}', '{new_path}'] },
  run: writing,
};

const long = 'A line that is long enough to be worth something. '.repeat(10);

interface Told {
  readonly content?: ResultCanister['content'];
  readonly result?: Partial<ResultCanister>;
  readonly isPinned?: boolean;
}

/** A call and its result, whose ids are `id` and `result-id`. */
function call(
  id: string,
  name: string,
  args: JsonObject,
  { content, result, isPinned }: Told = {},
): readonly Canister[] {
  return [
    { ...callOf(args, { name }).invocation, id },
    {
      ...resultNamed(`result-${id}`),
      invocationId: id,
      content: content ?? [text(`${id}: ${long}`)],
      ...(isPinned ? { marks: { ...ordinaryMarks, pinned: true } } : {}),
      ...result,
    },
  ];
}

/** Which results are replaced, and by which calls. */
function found(history: readonly Canister[], sent = history.length): string {
  const superseding = findSuperseded(history, {
    invokerOf: ({ name }) => tools[name] && createFakeInvoker({ name, invocable: () => '', ...tools[name] }),
    spell: undefined,
    isHidden: () => false,
    sent,
  });
  return superseding
    .map(({ id, replacedBy }) => `${id.replace('result-', '')} by ${replacedBy}`)
    .sort()
    .join(', ');
}

const read = (id: string, told: Told = {}) => call(id, 'read', { path: 'a' }, told);
const write = (id: string, told: Told = {}) => call(id, 'write', { path: 'a' }, told);
const pointing: Told = { result: { repeats: 'result-one', inShort: true } };

/** A call that read some of the lines of a file. */
function lines(id: string, start: number, end: number): readonly Canister[] {
  const all = Array.from({ length: 100 }, (_, at) => `line ${at + 1} of a file`);
  const { content } = showLines(all, { start, end, isNumbered: false }, []);
  return call(id, 'read', { path: 'a', start_line: start, end_line: end }, { content });
}

describe('a result that a newer one replaces', () => {
  const cases: readonly (readonly [string, readonly (readonly Canister[])[], string?])[] = [
    [
      'is of an equal call, in whatever spelling',
      [read('one'), call('two', 'read', { path: './a' })],
      'one by two',
    ],
    [
      'is of the last of several',
      ['one', 'two', 'three'].map(id => call(id, 'problems', { path: 'a' })),
      'one by three, two by three',
    ],
    ['showed a part of what the newer one shows', [lines('one', 10, 40), lines('two', 1, 60)], 'one by two'],
    ['is none that showed more', [lines('one', 1, 60), lines('two', 10, 40)]],
    [
      'read what was written later',
      [read('one'), call('two', 'write', { path: './a' }, { content: [text('ok')] })],
      'one by two',
    ],
    [
      'read what was moved later, or was in it',
      [
        call('one', 'read', { path: 'd/a' }),
        call('two', 'read', { path: 'b' }),
        call('three', 'move', { path: 'd', new_path: 'b' }),
      ],
      'one by three, two by three',
    ],
    [
      'is none of another place',
      [call('one', 'read', { path: 'ab' }), read('two'), call('three', 'write', { path: 'a/b' })],
    ],
    ['is none of a search, after one file was written', [call('one', 'search', {}), write('two')]],
    [
      'is none of a tool that may say something else each time',
      [call('one', 'roll', {}), call('two', 'roll', {})],
    ],
    ['is none of a write', [write('one'), write('two')]],
    ['is none after a command, which says nothing about places', [read('one'), call('two', 'run', {})]],
    ['is none of a tool that is gone', [call('one', 'gone', {}), call('two', 'gone', {})]],
    [
      'is none where the newer call failed',
      [
        read('one'),
        read('two', { result: { failure: { kind: 'execution', message: 'no' } } }),
        write('three', { result: { failure: { kind: 'permission', message: 'no' } } }),
      ],
    ],
    ['is none that is pinned', [read('one', { isPinned: true }), read('two')]],
    [
      'is none so short that a line would be no shorter',
      [read('one', { content: [text('short')] }), read('two')],
    ],
    ['is none that the newer one only points to', [read('one'), read('two', pointing)]],
    [
      'takes with it what points to it',
      [read('one'), read('two', pointing), read('three')],
      'one by three, two by three',
    ],
    [
      'is none that something pinned points to',
      [read('one'), read('two', { ...pointing, isPinned: true }), read('three')],
    ],
  ];
  for (const [name, calls, expected = ''] of cases) {
    it(name, () => {
      assert.equal(found(calls.flat()), expected);
    });
  }

  it('is none that the model has not read yet, and none that one of those points to', () => {
    const history = [read('one'), write('two')].flat();
    assert.equal(found(history, 2), 'one by two');
    assert.equal(found(history, 1), '');
    const pointed = [read('one'), read('two', pointing), read('three')].flat();
    assert.equal(found(pointed, 2), '');
  });

  it('never leaves an orphan, nor a line that points to nothing, whatever was called', () => {
    const made = fc.array(
      fc.record({
        name: fc.constantFrom(...Object.keys(tools)),
        path: fc.constantFrom('a', './a', 'b', 'd/a', 'd'),
        isPinned: fc.boolean(),
        pointsTo: fc.option(fc.nat(20)),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(made, fc.nat(40), (calls, sent) => {
        const history = validHistory(
          calls.flatMap(({ name, path, isPinned, pointsTo }, at) => {
            const earlier = pointsTo !== null && pointsTo < at;
            const result = earlier ? ({ repeats: `result-${pointsTo}`, inShort: true } as const) : {};
            return call(String(at), name, { path, new_path: 'n' }, { isPinned, result });
          }),
        );
        const superseding = findSuperseded(history, {
          invokerOf: ({ name }) => createFakeInvoker({ name, invocable: () => '', ...tools[name] }),
          spell: undefined,
          isHidden: () => false,
          sent,
        });
        const short = shortened(history, new Map(superseding.map(each => [each.id, each])));
        assert.equal(short.length, history.length);
        const whole = new Set<string>();
        for (const [at, canister] of short.entries()) {
          const before = history[at];
          assert.equal(canister.id, before?.id);
          if (!isResult(canister)) continue;
          if (canister === before) whole.add(canister.id);
          else if (!superseding.some(({ id }) => id === canister.id))
            assert.ok(whole.has(canister.repeats ?? ''), 'it points to what is there');
          else assert.ok(at < sent && !canister.marks.pinned && short.some(each => isInvocation(each)));
        }
      }),
      { numRuns: 300 },
    );
  });
});
