import assert from 'node:assert/strict';
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { legibleMarkdown } from '../../src/vscode/common/markdown.ts';

const markdown = markdownIt({ html: true });

/** What stands between the tags. */
function textIn(html: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return html.replace(/&(\w+);/g, (whole, name) => named[name] ?? whole);
}

const flat = (value: string) => value.replace(/\s+/g, ' ').trim();

describe('text in a document of Markdown', () => {
  it('is only text, and the very text, whatever it is made of', () => {
    const marks = fc.constantFrom(...'\\`*_{}[]()#+-.!|<>~$=&:;/"\'1a9 é\n');
    const texts = fc.oneof(
      fc.string({ unit: marks, maxLength: 30 }),
      fc.constantFrom(
        '[run](command:evil)',
        '![x](y)',
        '<a href="z">',
        '~~~a~~~ ~~b~~',
        '&lt;b&gt;',
        '| a |',
      ),
      // These begin a heading, a list or a quotation where a line begins with them.
      fc.constantFrom('# One', '- one', '+ one', '1. one', '12) one', '> one', '~~~ one', '=== one', '~~~'),
    );
    fc.assert(
      fc.property(texts, value => {
        const said = flat(value.replaceAll('$(', '$\u2060('));
        const list = markdown.render(`- ${legibleMarkdown(value)}`);
        assert.equal(flat(textIn(list)), flat(`<ul>\n<li>${said}</li>\n</ul>`));
        const heading = markdown.render(`## ${legibleMarkdown(value)}:`);
        assert.equal(flat(textIn(heading)), `<h2>${said}:</h2>`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves names of files and models as they are', () => {
    const names = ['README.md', 'talker/gpt-oss-20b', 'read_file (a, b).', 'npm run test!', 'R&D', 'a < b'];
    for (const name of names) assert.equal(legibleMarkdown(name), name);
  });
});
