import assert from 'node:assert/strict';
import { diffTexts } from '../../../../src/ensembles/mcp/lock/drift-text.ts';

describe('the two sides of a drift', () => {
  const side = (description: string) =>
    diffTexts({ server: 's', tool: 't', kind: 'new', present: { name: 't', description } });

  it('shows a description in the lines that it was written in, and the rest as JSON', () => {
    assert.deepEqual(side('First.\nSecond.'), {
      pinned: '',
      present: 'First.\nSecond.\n\n{\n  "name": "t"\n}\n',
    });
  });

  it('shows what cannot be seen, and what only looks like it as something else', () => {
    const alike = ['a\u200bb', 'a\\u200bb', 'a\\\u200bb', 'a\\\\u200bb'];
    const invisible = [...alike, 'ab', 'a\u{e0041}b', 'a\rb', 'a\u3164b'];
    const shown = invisible.map(description => side(description).present);
    assert.equal(new Set(shown).size, invisible.length);
    for (const text of shown) assert.doesNotMatch(text, /[\u200b\r\u3164]|\u{e0041}/u);
  });
});
