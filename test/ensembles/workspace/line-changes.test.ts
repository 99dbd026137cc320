import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { changesAt, lineChanges, linesIn } from '../../../src/ensembles/workspace/edit/line-changes.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '', '}'), { maxLength: 12 })
  .chain(lines => fc.constantFrom('\n', '\r\n').map(ending => lines.join(ending)));

describe('the changes between two texts', () => {
  it('are all that differs: taken back, they give the earlier text', () =>
    fc.assert(
      fc.asyncProperty(text, text, async (old, now) => {
        const lines = [...linesIn(now)];
        for (const { oldStart, oldCount, newStart, newCount } of [
          ...((await lineChanges(old, now)) ?? []),
        ].reverse())
          lines.splice(newStart, newCount, ...linesIn(old).slice(oldStart, oldStart + oldCount));
        assert.deepEqual(lines, linesIn(old));
      }),
    ));

  it('are found by the lines on either side, and what is gone by the lines beside it', async () => {
    const changes = (await lineChanges('a\nb\nc\nd\ne', 'a\nB\nc\ne')) ?? [];
    assert.deepEqual(changes, [
      { oldStart: 1, oldCount: 1, newStart: 1, newCount: 1 },
      { oldStart: 3, oldCount: 1, newStart: 3, newCount: 0 },
    ]);
    const at = (side: 'old' | 'new', first: number, last = first) =>
      changesAt(changes, { first, last, side }).map(change => changes.indexOf(change));
    assert.deepEqual(
      [0, 1, 2, 3, 4].map(line => at('new', line)),
      [[], [0], [1], [1], []],
    );
    assert.deepEqual(
      [0, 1, 2, 3, 4].map(line => at('old', line)),
      [[], [0], [], [1], []],
    );
    assert.deepEqual(at('new', 0, 3), [0, 1]);
  });

  it('are not looked for without end', async () => {
    const many = (word: string) => Array.from({ length: 20_000 }, (_, line) => `${word} ${line}`).join('\n');
    assert.equal(await lineChanges(many('a'), many('b')), undefined);
  });
});
