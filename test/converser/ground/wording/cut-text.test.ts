import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cutText } from '../../../../src/converser/ground/wording/cut-text.ts';

const readOn = 'Read on.';
const notice = /\[… (\d+) characters \((\d+) lines\) of (\d+) are left out here\. Read on\.\]/;

describe('cutting text', () => {
  it('leaves alone what fits exactly', () => {
    assert.equal(cutText('x'.repeat(100), { limit: 100, readOn }), 'x'.repeat(100));
    assert.equal(cutText('', { limit: 0, readOn }), '');
  });

  it('keeps head and tail of what is too long, three to one, and says what is missing', () => {
    const cut = cutText('x'.repeat(10_000), { limit: 1_000, readOn });
    assert.ok(cut.length <= 1_000 && cut.length > 980);
    const [head, , tail] = cut.split('\n');
    assert.equal(Math.round((head?.length ?? 0) / (tail?.length ?? 1)), 3);
    const [, missing] = notice.exec(cut) ?? [];
    assert.equal(Number(missing), 10_000 - (head?.length ?? 0) - (tail?.length ?? 0));
  });

  it('cuts between lines where that costs little', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`);
    const cut = cutText(lines.join('\n'), { limit: 1_000, readOn });
    for (const line of cut.split('\n')) assert.ok(lines.includes(line) || notice.test(line), line);
  });

  it('says only what is missing where there is no room for more', () => {
    assert.match(cutText('x'.repeat(200), { limit: 5, readOn }), /^\[… 200 characters \(0 lines\) of 200/);
  });

  it('never splits a character, wherever the cuts fall', () => {
    for (let limit = 100; limit < 120; limit++) {
      const cut = cutText(`${limit % 2 === 0 ? '' : 'x'}${'😀'.repeat(200)}`, { limit, readOn });
      assert.ok(cut.isWellFormed() && cut.includes('😀') && cut.length <= limit);
    }
  });

  it('never exceeds its limit, never splits a character and never alters what it keeps', () => {
    const text = fc.array(fc.constantFrom('a', '\n', '😀', 'é', '\r\n', 'word '), { maxLength: 800 });
    fc.assert(
      fc.property(
        text.map(parts => parts.join('')),
        fc.nat(1_000),
        (whole, limit) => {
          const cut = cutText(whole, { limit, readOn });
          if (whole.length <= limit) return assert.equal(cut, whole);
          const [said = '', missing, lines, of] = notice.exec(cut) ?? [];
          assert.ok(cut.length <= limit || cut === said);
          assert.ok(cut.isWellFormed());
          const [head = '', tail = ''] = cut.split(said);
          const keptHead = whole.startsWith(head) ? head : head.slice(0, -1);
          const keptTail = tail.slice(1);
          assert.ok(whole.startsWith(keptHead) && whole.endsWith(keptTail));
          assert.equal(Number(of), whole.length);
          assert.equal(Number(missing), whole.length - keptHead.length - keptTail.length);
          const gap = whole.slice(keptHead.length, whole.length - keptTail.length);
          assert.equal(Number(lines), gap.split('\n').length - 1);
        },
      ),
    );
  });
});
