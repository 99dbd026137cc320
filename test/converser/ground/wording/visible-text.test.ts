import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  visible,
  visibleLine,
  visibleProse,
  withoutGaps,
} from '../../../../src/converser/ground/wording/visible-text.ts';
import { anyCodePoint } from '../../../any-code-point.ts';

/** Every code point, halves of pairs included, but only a sample of the planes that are private or nearly empty. */
const codePoints = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter(point => point < 0x20000 || (point >= 0xe0000 && point < 0xe1000) || point % 509 === 0)
  .map(point => String.fromCodePoint(point));

/** What must not be seen as it is, by the classes of Unicode and by single code points that fonts leave blank. */
const classes: Readonly<Record<string, RegExp>> = {
  controls: /(?!\n)\p{Cc}/u,
  format: /\p{Cf}/u,
  'default ignorable': /\p{Default_Ignorable_Code_Point}/u,
  directions: /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
  tags: /[\u{e0000}-\u{e007f}]/u,
  'variation selectors': /\p{Variation_Selector}/u,
  'lines and paragraphs': /[\p{Zl}\p{Zp}]/u,
  'spaces other than the ordinary one': /(?! )\p{Zs}/u,
  'halves of pairs': /\p{Cs}/u,
  'private and unassigned': /[\p{Co}\p{Cn}]/u,
  'blank letters and signs': /[\u115f\u1160\u2800\u3164\uffa0\u{1d159}\u{16fe4}\u{13441}\u{13442}]/u,
};

/** Separated, so that no two of them make an emoji or a pair. */
const separated = (points: readonly string[]) => points.join('x');

describe('invisible characters', () => {
  for (const [name, pattern] of Object.entries(classes)) {
    it(`become visible in names and definitions: ${name}`, () => {
      const all = codePoints.filter(point => pattern.test(point));
      assert.ok(all.length > 0);
      const shown = visible(separated(all));
      assert.doesNotMatch(shown, pattern);
      assert.deepEqual(JSON.parse(`"${shown}"`), separated(all));
    });
  }

  it('leave all others as they are', () => {
    const hidden = Object.values(classes);
    const others = codePoints.filter(point => !hidden.some(pattern => pattern.test(point)));
    assert.ok(others.length > 70_000);
    // A quotation of the whole would fill the screen.
    assert.ok(visible(separated(others)) === separated(others));
    assert.ok(visibleProse(separated(others)) === separated(others));
  });

  it('keep different texts different, as JSON', () => {
    const texts = fc.string({ unit: anyCodePoint });
    const isSame = (text: string) =>
      [visible, visibleLine].every(shown => JSON.parse(shown(JSON.stringify(text))) === text);
    fc.assert(fc.property(texts, isSame), { numRuns: 200 });
  });

  it('do not add lines', () => {
    for (const end of ['\n', '\r\n', '\r', '\v', '\f', '\x85', '\u2028', '\u2029']) {
      assert.match(visibleLine(`a${end}? Start it?`), /^a(\\u[0-9a-f]{4})+\? Start it\?$/);
    }
    assert.equal(visible('a\nb'), 'a\nb');
  });

  it('are told by runs of spaces too, which push a text out of sight', () => {
    assert.equal(withoutGaps(`npx good${' '.repeat(300)}; evil  x`), 'npx good ⟨300 spaces⟩ ; evil  x');
  });
});

describe('invisible characters in prose', () => {
  const prose = [
    ...['👨‍👩‍👧 und 👩🏽‍💻', 'Watch out ⚠️, 1️⃣ ❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇳🇴'],
    ...['a\tb\r\nc', '10\u00a0000 km', '日本\u3000語', 'naïve cafe\u0301'],
  ];

  it('stay where they hold an emoji together, and spaces stay spaces', () => {
    for (const text of prose) assert.equal(visibleProse(text), text);
  });

  it('become visible everywhere else', () => {
    const { 'spaces other than the ordinary one': _, ...others } = classes;
    for (const [name, pattern] of Object.entries(others)) {
      const all = codePoints.filter(point => pattern.test(point) && point !== '\t');
      assert.doesNotMatch(visibleProse(separated(all)), pattern, name);
    }
  });

  it('become visible when they only follow an emoji, or hide a message in tags', () => {
    assert.equal(visibleProse('😀\u200d\r'), '😀\\u200d\\u000d');
    assert.equal(visibleProse('⚠️\ufe0f'), '⚠️\\ufe0f');
    const tags = visibleProse('🏴\u{e0072}\u{e006d}\u{e007f}');
    assert.equal(tags, '🏴\\udb40\\udc72\\udb40\\udc6d\\udb40\\udc7f');
  });
});
