import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyPieces, type Piece } from '../../../../src/ensembles/workspace/edit/edit-pieces.ts';

function applied(text: string, ...pieces: readonly Piece[]): string {
  const result = applyPieces(text, pieces, true);
  if (result.kind === 'text') return result.text;
  const advice = result.kind === 'stale' ? (result.advice ?? '') : '';
  return `${result.kind}: ${result.reason} ${advice}`.trim();
}

describe('the pieces of an edit', () => {
  it('keep the line endings of the file', () => {
    assert.equal(applied('a\r\nb\r\n', { action: 'insert', line: 2, text: 'x\ny' }), 'a\r\nx\r\ny\r\nb\r\n');
    assert.equal(applied('a\r\nb\r\n', { action: 'replace', start_line: 1, text: 'x\n' }), 'x\r\nb\r\n');
    assert.equal(
      applied('a\r\nb\r\nc', { action: 'search_replace', search: 'a\nb', text: 'x\ny\nz' }),
      'x\r\ny\r\nz\r\nc',
    );
  });

  it('leave the ending of a last line as it is', () => {
    assert.equal(applied('a\nb', { action: 'replace', start_line: 2, text: 'c\n' }), 'a\nc');
    assert.equal(applied('a\nb', { action: 'insert', line: 3, text: 'c' }), 'a\nb\nc');
    assert.equal(applied('a\nb\n', { action: 'insert', line: 3, text: 'c' }), 'a\nb\nc\n');
    assert.equal(applied('', { action: 'insert', line: 1, text: 'c' }), 'c\n');
  });

  it('take lines away when nothing is put in their place', () => {
    assert.equal(applied('a\nb\nc\n', { action: 'replace', start_line: 1, end_line: 2, text: '' }), 'c\n');
  });

  it('insert in the order in which they are written', () => {
    const pieces: Piece[] = ['x', 'y', 'z'].map(text => ({ action: 'insert', line: 2, text }));
    assert.equal(applied('a\nb\n', ...pieces), 'a\nx\ny\nz\nb\n');
  });

  it('take text to search for, and text instead of it, by its letters', () => {
    assert.equal(
      applied('a.*(b)', { action: 'search_replace', search: '.*(', text: '$& $1 \\' }),
      'a$& $1 \\b)',
    );
  });

  it('replace several places only when they are asked to', () => {
    assert.match(
      applied('a\nb\na\n', { action: 'search_replace', search: 'a', text: 'x' }),
      /2 times \(lines 1, 3\)/,
    );
    assert.equal(
      applied('a\nb\na\n', { action: 'search_replace', search: 'a', text: 'x', all: true }),
      'x\nb\nx\n',
    );
  });

  it('say which line is close when only the spaces differ', () => {
    assert.match(
      applied('a\n  b;\n', { action: 'search_replace', search: '\tb;', text: '' }),
      /Line 2 is similar/,
    );
  });

  it('are refused when they overlap', () => {
    const remove: Piece = { action: 'delete', start_line: 1, end_line: 3 };
    assert.match(
      applied('a\nb\nc\nd\n', remove, { action: 'replace', start_line: 3, text: 'x' }),
      /^wrong: .*overlaps/,
    );
    assert.match(
      applied('a\nb\nc\nd\n', remove, { action: 'insert', line: 2, text: 'x' }),
      /^wrong: .*overlaps/,
    );
    assert.match(
      applied(
        'abc',
        { action: 'search_replace', search: 'ab', text: '' },
        { action: 'search_replace', search: 'bc', text: '' },
      ),
      /^wrong: .*overlaps/,
    );
  });

  it('are refused when they lack something or name lines that are not there', () => {
    assert.match(applied('a\n', { action: 'insert', text: 'x' }), /needs line/);
    assert.match(applied('a\n', { action: 'insert', line: 1 }), /needs text/);
    assert.match(
      applied('a\n', { action: 'search_replace', search: '', text: '' }),
      /needs the text to search/,
    );
    assert.match(applied('a\n', { action: 'delete', start_line: 2 }), /^stale: .*has 1 lines/);
    assert.match(applied('a\n', { action: 'delete', start_line: 1, end_line: 0 }), /^wrong: /);
  });

  it('replace any lines by the same lines without a change', () => {
    const lines = fc.array(fc.constantFrom('', 'a', ' b', 'c$&'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n'), fc.boolean(), fc.nat(7), (all, ending, ended, at) => {
        const text = all.join(ending) + (ended ? ending : '');
        const line = all[at];
        // No text at all means that the line is taken away.
        fc.pre(line !== undefined && line !== '');
        assert.equal(applied(text, { action: 'replace', start_line: at + 1, text: line ?? '' }), text);
      }),
    );
  });
});
