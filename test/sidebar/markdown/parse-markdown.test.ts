import assert from 'node:assert/strict';
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
