import assert from 'node:assert/strict';
import { pathFit } from '../../../../src/ensembles/workspace/attachments/path-fit.ts';

describe('how well a path fits what was typed', () => {
  const order = (typed: string, ...paths: readonly string[]) =>
    paths
      .filter(path => pathFit(typed, path) !== undefined)
      .sort((a, b) => (pathFit(typed, b) ?? 0) - (pathFit(typed, a) ?? 0));

  it('is best for the beginning of a name, then for a word in it, then for its folders', () => {
    assert.deepEqual(
      order('field', 'field/a.ts', 'src/message-field.ts', 'src/field.ts', 'src/afield.ts', 'x.ts'),
      ['src/field.ts', 'src/message-field.ts', 'src/afield.ts', 'field/a.ts'],
    );
  });

  it('prefers what lies higher and has a shorter path', () => {
    assert.deepEqual(order('readme', 'docs/guide/readme.md', 'README.md', 'docs/readme.md'), [
      'README.md',
      'docs/readme.md',
      'docs/guide/readme.md',
    ]);
  });

  it('takes letters in this order, best where they begin words', () => {
    assert.deepEqual(order('mf', 'lib/form.ts', 'src/message-field.ts', 'a/mega-uniform.ts'), [
      'src/message-field.ts',
      'a/mega-uniform.ts',
    ]);
    assert.deepEqual(order('src/cl', 'src/composer/list.ts', 'src/clock.ts'), [
      'src/clock.ts',
      'src/composer/list.ts',
    ]);
  });
});
