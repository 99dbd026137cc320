import assert from 'node:assert/strict';
import { decodeFile, textOfFile } from '../../../../src/converser/words/workspace/decode-file.ts';
import {
  hasSameText,
  lineEndingOf,
  linesOf,
  withLineEnding,
} from '../../../../src/converser/words/workspace/line-endings.ts';
import { encodings, noTexts } from '../../../fakes/encoded.ts';

describe('a file of settings', () => {
  for (const [encoding, encode] of Object.entries(encodings)) {
    it(`is read in ${encoding}`, () => {
      const text = '{"servers": {"wetter": {"command": "Zürich", "args": ["東京 🌧"]}}}\r\n';
      assert.deepEqual(decodeFile(encode(text)), { text });
      assert.equal(textOfFile('/a/mcp.json', encode(text)), text);
      assert.equal(decodeFile(encode('')).text, '');
    });
  }

  for (const [what, bytes] of Object.entries(noTexts)) {
    it(`is refused by its name as ${what}`, () => {
      assert.match(decodeFile(bytes).problem ?? '', /isn’t valid UTF-8 or UTF-16\. Save it as UTF-8\.$/);
      assert.throws(() => textOfFile('/a/mcp.json', bytes), /"\/a\/mcp\.json".*isn’t valid UTF-8 or UTF-16/);
    });
  }
});

describe('the line ending of a text', () => {
  it('is that of most of its lines, and \\n where there are as many of each', () => {
    assert.equal(lineEndingOf('a\r\nb\r\nc\nd'), '\r\n');
    assert.equal(lineEndingOf('a\r\nb\nc\nd'), '\n');
    assert.equal(lineEndingOf('a\r\nb\nc'), '\n');
    assert.equal(lineEndingOf('a\nb'), '\n');
    assert.equal(lineEndingOf('a'), undefined);
  });

  it('is changed everywhere, and makes no difference to the lines', () => {
    assert.equal(withLineEnding('a\nb\r\nc', '\r\n'), 'a\r\nb\r\nc');
    assert.equal(withLineEnding('a\nb\r\nc', '\n'), 'a\nb\nc');
    assert.ok(hasSameText('a\nb\r\n', 'a\r\nb\n'));
    assert.ok(!hasSameText('a\nb', 'a\n\nb'));
    assert.deepEqual(linesOf('a\r\nb\n'), ['a', 'b']);
    assert.deepEqual(linesOf('a\n\nb'), ['a', '', 'b']);
  });
});
