import assert from 'node:assert/strict';
import {
  isHeldName,
  type Mention,
  mentionsIn,
  writeMention,
} from '../../../../src/converser/turn/attachments/mention.ts';
import { processorTime } from '../../../processor-time.ts';

describe('mentions in a message', () => {
  const targets = (message: string) => mentionsIn(message).map(([first]) => first?.target);
  const place = (path: string, more: object = {}) => ({ kind: 'place', path, isSure: false, ...more });

  it('are words that begin with @', () => {
    assert.deepEqual(targets('compare @src/a.ts with @b.md'), [place('src/a.ts'), place('b.md')]);
  });

  it('may name lines, one or several', () => {
    assert.deepEqual(targets('@a.ts:3 (@b.ts:10-20)'), [
      place('a.ts', { lines: { from: 3, to: 3 } }),
      place('b.ts:10-20)'),
    ]);
    const [[, second] = []] = mentionsIn('(@b.ts:10-20)');
    assert.deepEqual(second?.target, place('b.ts', { lines: { from: 10, to: 20 } }));
  });

  it('may be followed by punctuation, which is no part of them', () => {
    const [readings = []] = mentionsIn('See @a.ts, please.');
    const words = readings.map(({ start, end }) => 'See @a.ts, please.'.slice(start, end));
    assert.deepEqual(words, ['@a.ts,', '@a.ts']);
  });

  it('stand in quotes if they hold spaces, and are sure then', () => {
    assert.deepEqual(targets('read @"my notes/a b.md":2-4 now'), [
      { kind: 'place', path: 'my notes/a b.md', lines: { from: 2, to: 4 }, isSure: true },
    ]);
  });

  it('are sure with a prefix, also where the name has another meaning', () => {
    assert.deepEqual(targets('@file:problems @folder:src'), [
      place('problems', { isSure: true }),
      place('src', { isSure: true }),
    ]);
  });

  it('name what the editor shows, and what was pasted', () => {
    const message = 'fix @problems in @selection with @git-diff, see @image-2.';
    assert.deepEqual(targets(message).at(1), { kind: 'selection' });
    const [, , , image = []] = mentionsIn(message);
    assert.deepEqual(image.at(-1)?.target, { kind: 'held', name: 'image-2' });
    assert.ok(isHeldName('pdf-12') && !isHeldName('image-') && !isHeldName('movie-1'));
  });

  it('are no addresses, and there are none in a command', () => {
    assert.deepEqual(targets('mail me@example.org about a/@b'), []);
    assert.deepEqual(targets('/invoke workspace:read_file {"path": " @a"}'), []);
  });

  it('are no lines that run backwards', () => {
    assert.deepEqual(targets('@a.ts:5-3'), [place('a.ts')]);
  });

  it('are found in time in any text, and only so many', () => {
    assert.equal(mentionsIn('@a '.repeat(10_000)).length, 100);
    const begun = processorTime();
    mentionsIn(`@${'('.repeat(200_000)}`);
    mentionsIn(`@"${'x'.repeat(200_000)}`);
    mentionsIn(`@${'a:1-'.repeat(50_000)}`);
    mentionsIn('@"'.repeat(20_000));
    mentionsIn(`@${')'.repeat(200_000)}x`);
    mentionsIn(`@"${')'.repeat(900)}x `.repeat(200));
    assert.ok(processorTime() - begun < 2_000);
  });

  it('are written such that they are found again', () => {
    const paths = [
      'src/a.ts',
      'my notes.md',
      'selection',
      'image-1',
      'a:3',
      'what?',
      'weird(1).txt',
      'file:x',
    ];
    for (const path of paths)
      for (const lines of [undefined, { from: 2, to: 2 }, { from: 3, to: 9 }]) {
        const written = writeMention(path, lines);
        const message = `see ${written}`;
        const [reading] = mentionsIn(message)[0] ?? [];
        assert.deepEqual(found(reading), { path, lines }, written);
        assert.equal(message.slice(reading?.start, reading?.end), written);
      }
  });
});

function found(reading: Mention | undefined) {
  const { target } = reading ?? {};
  return target?.kind === 'place' ? { path: target.path, lines: target.lines } : target;
}
