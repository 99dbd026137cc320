import assert from 'node:assert/strict';
import { fileReference, linkTarget } from '../../../src/sidebar/markdown/link-target.ts';

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
});
