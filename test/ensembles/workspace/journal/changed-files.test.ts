import assert from 'node:assert/strict';
import { type ChangedFile, changedFiles } from '../../../../src/ensembles/workspace/journal/changed-files.ts';
import type { Image } from '../../../../src/ensembles/workspace/journal/image.ts';
import type { KeptChange } from '../../../../src/ensembles/workspace/journal/record-lines.ts';

const file: Image = { kind: 'file', hash: 'h', size: 1, mode: 0o644 };
const absent: Image = { kind: 'absent' };
const emptyFolder: Image = { kind: 'folder', mode: 0o755, entries: [] };

describe('the files that a turn has changed', () => {
  it('are each shown once, as they were before the turn', () => {
    assert.deepEqual(shown([write('a', file), write('b', absent), write('a', { ...file, hash: 'later' })]), [
      'a → a (h)',
      'nothing → b (absent)',
    ]);
  });

  it('keep their first name when they are moved, also with a folder, and again', () => {
    assert.deepEqual(
      shown([write('src/a', file), move('src', 'lib'), move('lib/a', 'a'), write('a', file), move('b', 'c')]),
      ['src/a → a (h)', 'src → lib (moved)', 'b → c (moved)'],
    );
  });

  it('are part of a folder that was removed', () => {
    assert.deepEqual(shown([write('old', emptyFolder), write('old/new', absent), write('older', file)]), [
      'old → old (folder)',
      'older → older (h)',
    ]);
  });
});

function write(path: string, before: Image): KeptChange {
  return { kind: 'replace', place: at(path), before, made: [] };
}

function move(from: string, to: string): KeptChange {
  return { kind: 'move', from: at(from), to: at(to), made: [] };
}

function at(path: string) {
  return { root: '/root', path };
}

function shown(changes: readonly KeptChange[]): readonly string[] {
  return changedFiles({ changes: changes.map((change, number) => ({ number, change })) }).map(textOf);
}

function textOf({ was, now, before }: ChangedFile): string {
  const image = before?.kind === 'file' ? before.hash : (before?.kind ?? 'moved');
  return `${was?.path ?? 'nothing'} → ${now.path} (${image})`;
}
