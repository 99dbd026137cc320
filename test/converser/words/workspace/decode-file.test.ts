import assert from 'node:assert/strict';
import { decodeFile, textOfFile } from '../../../../src/converser/words/workspace/decode-file.ts';
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
