import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createMarkdownBlocks } from '../../../src/sidebar/markdown/markdown-blocks.ts';
import { createMarkdownParser } from '../../../src/sidebar/markdown/parse-markdown.ts';

const sample = `Intro with \`code\`
on two lines.

# Heading
- a list
- of two

  with a paragraph

\`\`\`ts
const x = 1;

# no heading
\`\`\`
| a | b |
|---|--:|
| 1 | 2 |

> quote
> goes on
***
Title
=====
para
#hashtag
1. one
2. two
`;

describe('the blocks of a growing Markdown text', () => {
  it('render like the whole text, however it was cut into deltas', () => {
    const whole = createMarkdownParser().toHtml(sample);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 20 }), lengths => {
        const { toHtml, findBlocks } = createMarkdownParser();
        const blocksOf = createMarkdownBlocks(findBlocks);
        let end = 0;
        for (const length of lengths) {
          end += length;
          blocksOf(sample.slice(0, end));
        }
        assert.equal(blocksOf(sample).sources.map(toHtml).join(''), whole);
      }),
      { numRuns: 25 },
    );
  });

  it('report how many have not changed', () => {
    const blocksOf = createMarkdownBlocks(createMarkdownParser().findBlocks);
    assert.deepEqual(blocksOf('One\n\nTwo\n\nThr').sources, ['One\n\n', 'Two\n\nThr']);
    const later = blocksOf('One\n\nTwo\n\nThree\n\nFour\n');
    assert.deepEqual(later, { kept: 1, sources: ['One\n\n', 'Two\n\n', 'Three\n\n', 'Four\n'] });
  });

  it('start over when the text is a different one', () => {
    const blocksOf = createMarkdownBlocks(createMarkdownParser().findBlocks);
    blocksOf('One\n\nTwo\n\nThree\n');
    assert.deepEqual(blocksOf('Other\n'), { kept: 0, sources: ['Other\n'] });
  });

  it('cost no more per delta when the text is long', () => {
    let read = 0;
    const { findBlocks } = createMarkdownParser();
    const blocksOf = createMarkdownBlocks(markdown => {
      read += markdown.length;
      return findBlocks(markdown);
    });
    let text = '';
    for (let paragraph = 0; paragraph < 500; paragraph++) {
      text += `Paragraph ${paragraph}\n\n`;
      blocksOf(text);
    }
    assert.ok(read < text.length * 4, `${read} characters were read for a text of ${text.length}`);
  });
});
