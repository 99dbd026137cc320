import assert from 'node:assert/strict';
import { pathFit } from '../../../../src/ensembles/workspace/attachments/path-fit.ts';

describe('how well a path fits what was typed', () => {
  const order = (typed: string, ...paths: readonly string[]) =>
    paths
      .filter(path => pathFit(typed, path) !== undefined)
      .sort((a, b) => (pathFit(typed, b) ?? 0) - (pathFit(typed, a) ?? 0));

  it('is best for the beginning of a name, then for a word in it, then for its folders', () => {
    const best = ['src/field.ts', 'src/message-field.ts', 'src/afield.ts', 'field/a.ts'];
    assert.deepEqual(order('field', 'x.ts', ...best.toReversed()), best);
  });

  it('prefers what lies higher and has a shorter path', () => {
    const best = ['README.md', 'docs/readme.md', 'docs/guide/readme.md'];
    assert.deepEqual(order('readme', ...best.toReversed()), best);
  });

  it('takes letters in this order, best where they begin words', () => {
    const words = ['src/message-field.ts', 'a/mega-uniform.ts'];
    assert.deepEqual(order('mf', 'lib/form.ts', ...words.toReversed()), words);
    const parts = ['src/clock.ts', 'src/composer/list.ts'];
    assert.deepEqual(order('src/cl', ...parts.toReversed()), parts);
  });
});
