import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyPieces, type Piece } from '../../../../src/ensembles/workspace/edit/edit-pieces.ts';

function applied(text: string, ...pieces: readonly Piece[]): string {
  const result = applyPieces(text, pieces, true);
  if (result.kind === 'text') return result.text;
  const advice = result.kind === 'stale' ? (result.advice ?? '') : '';
  return `${result.kind}: ${result.reason} ${advice}`.trim();
}

const insert = (line: number, text: string): Piece => ({ action: 'insert', line, text });
const replace = (start_line: number, text: string, more: Partial<Piece> = {}): Piece =>
  Object.assign({ action: 'replace', start_line, text } as const, more);
const exchange = (search: string, text: string, more: Partial<Piece> = {}): Piece =>
  Object.assign({ action: 'search_replace', search, text } as const, more);

describe('the pieces of an edit', () => {
  it('keep the line endings of the file', () => {
    assert.equal(applied('a\r\nb\r\n', insert(2, 'x\ny')), 'a\r\nx\r\ny\r\nb\r\n');
    assert.equal(applied('a\r\nb\r\n', replace(1, 'x\n')), 'x\r\nb\r\n');
    assert.equal(applied('a\r\nb\r\nc', exchange('a\nb', 'x\ny\nz')), 'x\r\ny\r\nz\r\nc');
  });

  it('keep a lone carriage return where it ends the lines', () => {
    assert.equal(applied('a\rb\r', insert(2, 'x\ny')), 'a\rx\ry\rb\r');
    assert.equal(applied('a\rb', replace(2, 'c\n')), 'a\rc');
    assert.equal(applied('a\rb\rc', exchange('a\nb', 'x\ny')), 'x\ry\rc');
    assert.equal(applied('50%\r100%\nb\n', exchange('b', 'x\ny')), '50%\r100%\nx\ny\n');
  });

  for (const [file, search, difference] of [
    ['a\nit’s\n', "it's", /Line 2 looks the same.* has ’ \(U\+2019\) instead of ' \(U\+0027\)/],
    ['say “x”', 'say "x"', /“ \(U\+201C\) instead of " \(U\+0022\); .*” \(U\+201D\)/],
    ['Cafe\u0301 a', 'Caf\u00e9', /\(U\+0065 U\+0301\) instead of é \(U\+00E9\)/],
    ['1.01\u202fAM', '1.01 AM', /has U\+202F instead of U\+0020/],
    ['x\n  let a\u200b = 1;\n', 'let a = 1;', /Line 2 .* also has U\+200B, which can’t be seen/],
    [
      'non-stop\r\nb\u00a0c\r\n',
      'non\u2011stop\nb c',
      /Line 1 .*- \(U\+002D\) instead of ‑ .*U\+00A0 instead/,
    ],
  ] as const) {
    it(`say which characters differ in ${JSON.stringify(file)} where they look the same`, () => {
      assert.match(applied(file, exchange(search, 'new')), difference);
    });
  }

  it('say which characters differ from an expected text', () => {
    const told = applied('a\nit’s\n', replace(2, 'new', { expected: "it's" }));
    assert.match(told, /Line 2 looks the same.* has ’ \(U\+2019\)/);
  });

  it('leave the ending of a last line as it is', () => {
    assert.equal(applied('a\nb', replace(2, 'c\n')), 'a\nc');
    assert.equal(applied('a\nb', insert(3, 'c')), 'a\nb\nc');
    assert.equal(applied('a\nb\n', insert(3, 'c')), 'a\nb\nc\n');
    assert.equal(applied('', insert(1, 'c')), 'c\n');
  });

  it('take lines away when nothing is put in their place', () => {
    assert.equal(applied('a\nb\nc\n', replace(1, '', { end_line: 2 })), 'c\n');
  });

  it('insert in the order in which they are written', () => {
    const pieces = ['x', 'y', 'z'].map(text => insert(2, text));
    assert.equal(applied('a\nb\n', ...pieces), 'a\nx\ny\nz\nb\n');
  });

  it('take text to search for, and text instead of it, by its letters', () => {
    assert.equal(applied('a.*(b)', exchange('.*(', '$& $1 \\')), 'a$& $1 \\b)');
  });

  it('replace several places only when they are asked to', () => {
    assert.match(applied('a\nb\na\n', exchange('a', 'x')), /2 times \(lines 1, 3\)/);
    assert.equal(applied('a\nb\na\n', exchange('a', 'x', { all: true })), 'x\nb\nx\n');
  });

  it('say which line is close when only the spaces differ', () => {
    assert.match(applied('a\n  b;\n', exchange('\tb;', '')), /Line 2 is similar/);
  });

  it('are refused when they overlap', () => {
    const remove: Piece = { action: 'delete', start_line: 1, end_line: 3 };
    assert.match(applied('a\nb\nc\nd\n', remove, replace(3, 'x')), /^wrong: .*overlaps/);
    assert.match(applied('a\nb\nc\nd\n', remove, insert(2, 'x')), /^wrong: .*overlaps/);
    assert.match(applied('abc', exchange('ab', ''), exchange('bc', '')), /^wrong: .*overlaps/);
  });

  it('are refused when they lack something or name lines that are not there', () => {
    assert.match(applied('a\n', { action: 'insert', text: 'x' }), /needs line/);
    assert.match(applied('a\n', { action: 'insert', line: 1 }), /needs text/);
    assert.match(applied('a\n', exchange('', '')), /needs the text to search/);
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
        assert.equal(applied(text, replace(at + 1, line ?? '')), text);
      }),
    );
  });
});
