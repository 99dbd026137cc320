import assert from 'node:assert/strict';
import { shortDiff } from '../../../../src/ensembles/workspace/edit/short-diff.ts';

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

const diffOf = async (before: string, after: string) => (await shortDiff(before, after)).diff;

describe('a short diff', () => {
  it('shows each difference with two lines around it, and those that are near each other as one', async () => {
    const before = numbered(1, 30);
    const after = before.with(9, 'ten').toSpliced(14, 1).toSpliced(28, 0, 'more');
    assert.equal(
      await diffOf(before.join('\n'), after.join('\n')),
      [
        ...['@@ line 8 @@', ' line 8', ' line 9', '-line 10', '+ten', ' line 11', ' line 12', ' line 13'],
        ...[' line 14', '-line 15', ' line 16', ' line 17', '@@ line 27 @@', ' line 28', ' line 29', '+more'],
        ' line 30',
      ].join('\n'),
    );
  });

  it('has nothing to show where only the endings of lines differ', async () => {
    assert.equal(await diffOf('a\r\nb\r\n', 'a\nb'), '');
  });

  it('shows what is new, or gone, from the first line on', async () => {
    assert.equal(await diffOf('', 'a\nb\n'), '@@ line 1 @@\n+a\n+b');
    assert.equal(await diffOf('a\n', ''), '@@ line 1 @@\n-a');
  });

  it('counts the lines that came and went, and not those around them', async () => {
    const { counts } = await shortDiff('--one\n+two\nthree\n', '+two\nthree\n++four\n-five\n');
    assert.equal(counts, '+2 −1');
  });

  it('shows of too many differences the changed part in whole, and of too many lines the first ones', async () => {
    const [head, tail] = [numbered(1, 50), numbered(900, 950)];
    const old = [...head, ...numbered(1_000, 1_600), ...tail].join('\n');
    const fresh = [...head, ...numbered(2_000, 2_600), ...tail].join('\n');
    const short = await shortDiff(old, fresh, 700);
    assert.equal(short.counts, '+601 −601', 'those that are not shown, too');
    const diff = short.diff.split('\n');
    assert.deepEqual(diff.slice(0, 2), ['@@ line 51 @@', '-line 1000']);
    assert.deepEqual(diff.slice(601, 604), ['-line 1600', '+line 2000', '+line 2001']);
    assert.deepEqual(diff.slice(-1), ['… 503 more lines']);
  });
});
