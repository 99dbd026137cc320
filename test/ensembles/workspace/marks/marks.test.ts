import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { hashOf, type Image } from '../../../../src/ensembles/workspace/journal/image.ts';
import type { Undoable } from '../../../../src/ensembles/workspace/journal/undoable.ts';
import { followYou } from '../../../../src/ensembles/workspace/marks/follow-changes.ts';
import { turnText } from '../../../../src/ensembles/workspace/marks/turn-texts.ts';
import {
  marksOf,
  type WaitingChange,
  withoutChanges,
} from '../../../../src/ensembles/workspace/marks/waiting-change.ts';
import { waitingFiles } from '../../../../src/ensembles/workspace/marks/waiting-files.ts';

const place = { root: '/work', path: 'a.txt' };

/** The journal, what you keep, and the disk, of one file. */
function createFile(first: readonly string[]) {
  const turns: Undoable[] = [];
  const decided = { kept: new Set<string>(), undone: new Set<string>() };
  const keptTurns = new Set<string>();
  let lines = first;
  const bytesOf = (of: readonly string[]) => Buffer.from(of.join('\n'));
  const imageOf = (of: readonly string[]): Image => {
    const bytes = bytesOf(of);
    return of.length === 0
      ? { kind: 'absent' }
      : { kind: 'file', hash: hashOf(bytes), size: bytes.length, mode: 0o644 };
  };
  return {
    get lines() {
      return lines;
    },
    edit(next: readonly string[]) {
      lines = next;
    },
    turn(next: readonly string[]) {
      const id = `turn ${turns.length}`;
      const texts = [lines, next].map(bytesOf);
      const [before, after] = [imageOf(lines), imageOf(next)];
      const was = before.kind === 'absent' ? {} : { was: place };
      turns.unshift({
        record: {
          id,
          header: { format: 1, conversationId: 'c', title: id, roots: ['/work'], at: '', process: 1 },
          changes: [{ number: 1, change: { kind: 'replace', place, before, made: [] }, after }],
          settled: new Map(),
          others: [],
          open: [],
          isCutOff: false,
          isWritten: false,
          last: 1,
          bytes: async hash => {
            const found = texts.find(bytes => hashOf(bytes) === hash);
            assert.ok(found);
            return found;
          },
        },
        files: [{ ...was, now: place, before, isUndone: false }],
        isUndone: false,
        undoneBy: [],
        rest: [],
      });
      lines = next;
    },
    keep({ from }: WaitingChange) {
      for (const name of from) decided.kept.add(name);
    },
    undo(change: WaitingChange) {
      for (const name of change.from) decided.undone.add(name);
      lines = withoutChanges(lines, [change]);
    },
    keepTurn: (at: number) => void keptTurns.add(`turn ${at}`),
    /** As after a reload: from nothing but what is stored. */
    async look() {
      const decisions = {
        isKept: (id: string) => keptTurns.has(id),
        decided: () => ({ kept: [...decided.kept], undone: [...decided.undone] }),
      };
      const [file] = waitingFiles(turns, decisions);
      if (file === undefined) return { changes: [], base: lines };
      const ports = {
        decisions,
        decode: async (bytes: Uint8Array) => Buffer.from(bytes).toString(),
        saved: async () => bytesOf(lines),
      };
      const left = await turnText(file, ports);
      const marked = left && (await followYou(left.text, lines, left.undone));
      assert.ok(marked);
      return { changes: marked.changes, base: withoutChanges(lines, marked.changes) };
    },
  };
}

type File = ReturnType<typeof createFile>;

interface Cut {
  readonly at: number;
  readonly gone: number;
  readonly come: number;
}

type Step =
  | { readonly kind: 'turn' | 'edit' | 'edit beside'; readonly cuts: readonly Cut[] }
  | { readonly kind: 'keep' | 'undo'; readonly at: number };

describe('the marks of what turns have changed', () => {
  const cut = fc.record({ at: fc.nat(30), gone: fc.nat(3), come: fc.nat(3) });
  const cuts = fc.array(cut, { minLength: 1, maxLength: 4 });
  const turn = fc.record({ kind: fc.constant('turn' as const), cuts });
  const edit = fc.record({ kind: fc.constant('edit' as const), cuts });
  const editBeside = fc.record({ kind: fc.constant('edit beside' as const), cuts });
  const decision = fc.record({ kind: fc.constantFrom('keep' as const, 'undo' as const), at: fc.nat(9) });
  const start = Array.from({ length: 12 }, (_, line) => `first ${line}`);

  it('name what differs, and keep and undo only what they name, whatever turns do, and you beside them', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(turn, editBeside, decision), { maxLength: 12 }), async steps => {
        const file = createFile(start);
        let hasUndone = false;
        for (const step of steps) {
          // What a turn took away is its change again if you take it away again.
          if (step.kind === 'edit beside' && hasUndone) continue;
          hasUndone ||= step.kind === 'undo';
          const { changes, base } = await file.look();
          const done = act(file, step, { changes, line: uniqueLine });
          const left = await file.look();
          if (done !== undefined && step.kind === 'undo') assert.deepEqual(left.base, base);
          if (done !== undefined)
            assert.deepEqual(left.changes.map(textsOf), changes.filter(each => each !== done).map(textsOf));
          if (step.kind === 'edit beside')
            assert.deepEqual(left.changes.map(textsOf), changes.map(textsOf), 'what you edit is yours');
          await isTrue(file);
        }
      }),
      { numRuns: 300 },
    ));

  it('name what differs wherever you edit, and whichever lines are the same', () => {
    const letters = fc.infiniteStream(fc.constantFrom('a', 'b', '', '}'));
    return fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(turn, edit, decision), { maxLength: 12 }),
        letters,
        async (steps, stream) => {
          const file = createFile(['a', 'b', '', '}', '', 'b']);
          for (const step of steps) {
            const { changes } = await file.look();
            act(file, step, { changes, line: () => stream.next().value ?? '' });
            await isTrue(file);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('undo what one turn did byte for byte, a change at a time', () => {
    const letters = fc.infiniteStream(fc.constantFrom('a', 'b', '', '}'));
    return fc.assert(
      fc.asyncProperty(turn, fc.array(fc.nat(9)), letters, async (first, order, stream) => {
        const before = ['a', 'b', '', '}', '', 'b', '', '}', 'a'];
        const file = createFile(before);
        act(file, first, { changes: [], line: () => stream.next().value ?? '' });
        for (const at of [...order, ...Array<number>(9).fill(0)]) {
          const { changes, base } = await file.look();
          assert.deepEqual(base, before);
          act(file, { kind: 'undo', at }, { changes, line: () => '' });
          assert.equal((await file.look()).changes.length, Math.max(0, changes.length - 1));
        }
        assert.deepEqual(file.lines, before);
      }),
    );
  });

  interface Acting {
    readonly changes: readonly WaitingChange[];
    readonly line: () => string;
  }

  /** Returns the change that was kept or undone. */
  function act(file: File, step: Step, { changes, line }: Acting): WaitingChange | undefined {
    if (step.kind === 'turn') file.turn(edited(file.lines, step.cuts, line));
    else if (step.kind === 'edit') file.edit(edited(file.lines, step.cuts, line));
    else if (step.kind === 'edit beside')
      for (const { at, gone, come } of step.cuts.slice(0, 1)) {
        const from = at % file.lines.length;
        const isBeside = changes.every(({ start, count }) => from + gone < start || from > start + count);
        if (isBeside) file.edit(edited(file.lines, [{ at: from, gone, come }], line));
      }
    else if ('at' in step) {
      const chosen = changes[step.at % Math.max(1, changes.length)];
      if (chosen !== undefined) file[step.kind](chosen);
      return chosen;
    }
    return undefined;
  }

  let written = 0;
  const uniqueLine = () => `new ${++written}`;

  function edited(lines: readonly string[], cuts: readonly Cut[], line: () => string) {
    const next = [...lines];
    for (const { at, gone, come } of cuts)
      next.splice(at % next.length, Math.min(gone, next.length - 1), ...Array.from({ length: come }, line));
    return next.length === 0 ? [''] : next;
  }

  /** What is marked is exactly what differs. */
  async function isTrue(file: File): Promise<void> {
    const { changes, base } = await file.look();
    let [at, from] = [0, 0];
    for (const change of changes) {
      for (const { newStart, newCount, oldStart, oldCount } of await marksOf(change, file.lines)) {
        const same = newStart - at;
        assert.deepEqual(file.lines.slice(at, newStart), base.slice(from, from + same));
        assert.ok(newCount > 0 || oldCount > 0);
        const old = change.old.slice(oldStart - change.start).slice(0, oldCount);
        const shown = file.lines.slice(newStart, newStart + newCount);
        assert.ok(!shown.some(line => old.includes(line)), 'a line that stayed is not marked');
        [at, from] = [newStart + newCount, from + same + oldCount];
      }
    }
    assert.deepEqual(file.lines.slice(at), base.slice(from));
  }

  const textsOf = ({ count, old, from }: WaitingChange) => ({ count, old, from });
});
