import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fileReference, linkTarget, pathsIn } from '../../../src/sidebar/markdown/link-target.ts';
import { createMarkdownBlocks } from '../../../src/sidebar/markdown/markdown-blocks.ts';
import { createMarkdownParser } from '../../../src/sidebar/markdown/parse-markdown.ts';
import { processorTime } from '../../processor-time.ts';

const html = (markdown: string) => createMarkdownParser().toHtml(markdown);

describe('Markdown of an answer', () => {
  it('holds the page up for no more than a moment, whatever signs it is full of', () => {
    for (const [sign, times] of [
      ['<b>x</b>', 6_000],
      ['<b>', 20_000],
      ['</b>', 15_000],
      ['\\( ', 20_000],
      ['\\[ a\n', 8_000],
      ['$$ a\n', 8_000],
      ['$a ', 20_000],
    ] as const) {
      const since = processorTime();
      html(sign.repeat(times));
      assert.ok(processorTime() - since < 1_000, sign);
    }
  });

  it('has a formula after openings that nothing closes', () => {
    assert.match(html('\\[ a\n\\[ b \\] c\n\\[ d\n\n\\[ e\n\\]'), /<code class="formula display">e<\/code>/);
    assert.match(html('\\( a\n\n\\(b\\)'), /<code class="formula">b<\/code>/);
    assert.match(html('> \\[ a\n\n\\[ b\n\\]'), /<code class="formula display">b<\/code>/);
  });

  it('keeps tags that are closed, in either case, and shows the others as text', () => {
    assert.equal(html('<b>a</B> <i>b <b>c</b></b></i>'), '<p><b>a</B> <i>b <b>c</b>&lt;/b&gt;</i></p>\n');
    assert.equal(html('<b>a <i>b</i>'), '<p>&lt;b&gt;a <i>b</i></p>\n');
  });
});

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

describe('links of answers', () => {
  it('lead to http(s) addresses and to paths', () => {
    assert.equal(linkTarget('https://example.org/a?b#c'), 'https://example.org/a?b#c');
    assert.equal(linkTarget('src/main.ts#L12'), 'src/main.ts#L12');
    assert.equal(linkTarget('src/main.ts:12:3'), 'src/main.ts#L12');
    assert.equal(linkTarget('/work/a b.md'), '/work/a b.md');
    assert.equal(linkTarget('file:///work/a%20b.md#L3'), '/work/a%20b.md#L3');
    assert.equal(linkTarget('vscode-remote://ssh-remote+host/work/a.md'), '/work/a.md');
    assert.equal(linkTarget('C:\\work\\a.md'), 'C:\\work\\a.md');
  });

  it('lead nowhere else', () => {
    for (const href of [
      ...[
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)',
        ' javascript:alert(1)',
        'java\nscript:alert(1)',
        'blob:x',
      ],
      ...['data:text/html,<script>alert(1)</script>', 'vbscript:x', 'command:workbench.action.terminal.new'],
      ...['vscode://some.extension/do', 'file://server/share', 'file:////server/share', '//evil.example/x'],
      ...['\\\\server\\share', '#fragment', ''],
    ]) {
      assert.equal(linkTarget(href), undefined, href);
    }
  });

  it('come from inline code that names a file, and from no other code', () => {
    assert.equal(fileReference('README.md'), 'README.md');
    assert.equal(fileReference('src/main.ts:12'), 'src/main.ts#L12');
    assert.equal(fileReference('src\\main.ts#L3'), 'src\\main.ts#L3');
    for (const code of ['console.log', 'a.b.c()', '3.14', 'npm test', 'foo', 'x/y', '*.ts']) {
      assert.equal(fileReference(code), undefined, code);
    }
  });

  it('come from paths in a sentence, and from nothing that only looks like one', () => {
    const found = pathsIn('See src/hello.ts:1, and test/a-b/c.test.ts. Then (docs/x.md).');
    assert.deepEqual(
      found.map(({ text, target }) => `${text} ${target}`),
      ['src/hello.ts:1 src/hello.ts#L1', 'test/a-b/c.test.ts test/a-b/c.test.ts', 'docs/x.md docs/x.md'],
    );
    for (const text of [
      'https://a.org/b.html',
      'and/or',
      'README.md',
      '/etc/x.conf',
      'a//b.ts',
      'me@a/b.ts/',
    ])
      assert.deepEqual(pathsIn(text), [], text);
  });
});
