import assert from 'node:assert/strict';
import { sidebarState, turnStart } from '../../sidebar/sidebar-states.ts';
import { type SidebarPage, sidebarPages } from './open-sidebar-page.ts';
import { make, user } from './scenes.ts';

describe('an answer in the sidebar’s page', () => {
  const open = sidebarPages();

  async function showAnswer(markdown: string, width = 320): Promise<SidebarPage> {
    const sidebar = await open({ width });
    await sidebar.show(sidebarState({ canisters: [user, make.assistant('answer', markdown)] }));
    return sidebar;
  }

  describe('code', () => {
    it('gets the colours of its language without a change to what it says', async () => {
      const code = 'export const a = "<b>&amp;</b>"; // `one`\n';
      const { page } = await showAnswer(
        `\`\`\`ts\n${code}\`\`\`\n\n- In a list:\n  \`\`\`python\n  def f(): pass\n  \`\`\``,
      );
      await page.locator('.hljs-keyword').getByText('def').waitFor();
      const [first] = await page.locator('pre > code').all();
      assert.equal(await first?.textContent(), code);
      assert.equal(await page.locator('.hljs-string').textContent(), '"<b>&amp;</b>"');
      assert.equal(await page.locator('.code-block b').count(), 0);
    });

    it('stays as it is in a language that nobody knows, and without one', async () => {
      const { page } = await showAnswer(
        '```nonsense\nexport const a\n```\n\n```\nplain\n```\n\n```js\nlet a\n```',
      );
      await page.locator('.hljs-keyword').waitFor();
      assert.deepEqual(await page.locator('pre > code').allTextContents(), [
        'export const a\n',
        'plain\n',
        'let a\n',
      ]);
      assert.equal(await page.locator('.hljs-keyword').count(), 1);
    });

    it('keeps its colours while it grows', async () => {
      const sidebar = await open();
      const { page } = sidebar;
      const lines = Array.from({ length: 60 }, (_, at) => `const line${at} = "${at}"; // number ${at}\n`);
      await sidebar.show(sidebarState({ running: true }));
      await sidebar.play(turnStart(user), { type: 'round-start', round: 1 });
      await sidebar.play({ type: 'text-delta', text: `\`\`\`js\n${lines[0]}` });
      await page.locator('.hljs-keyword').waitFor();
      const fewest = await page.evaluate(async more => {
        let fewest = Number.POSITIVE_INFINITY;
        for (const text of more) {
          window.postMessage({ type: 'event', event: { type: 'text-delta', text } });
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
          fewest = Math.min(fewest, document.querySelectorAll('.hljs-keyword').length);
        }
        return fewest;
      }, lines.slice(1));
      assert.ok(fewest > 0, 'its colours were gone');
      await sidebar.play({ type: 'text-delta', text: '```\n\nDone.' });
      await page.waitForFunction(() => document.querySelectorAll('.hljs-comment').length === 60);
      assert.equal(await page.locator('pre > code').textContent(), lines.join(''));
    });

    it('is copied, inserted and applied by its buttons, with the file that the answer names', async () => {
      const sidebar = await showAnswer(
        [
          '```ts\nexport const a = 1;\n```',
          '```python src/a.py\nprint(1)\n```',
          '```ts title="src/c.ts"\nlet c;\n```',
          'Change `src/hello.ts:3` so:\n\n```js\nlet a;\n```',
          '```js\n// lib/first-line.js\nlet b;\n```',
          '```go:cmd/main.go\nfunc main() {}\n```',
          '```src/bare.rs\nfn main() {}\n```',
        ].join('\n\n'),
        900,
      );
      const { page } = sidebar;
      await sidebar.posts();
      const [copy, insert] = [
        page.getByRole('button', { name: 'Copy code (ts)' }).first(),
        page.getByRole('button', { name: 'Insert code (ts) at cursor' }).first(),
      ];
      await copy.focus();
      await page.keyboard.press('Enter');
      await insert.press('Enter');
      assert.deepEqual(await sidebar.posts(), [
        { type: 'copy', text: 'export const a = 1;' },
        { type: 'insert-code', code: 'export const a = 1;', language: 'ts' },
      ]);
      for (const apply of await page.getByRole('button', { name: /^Apply code/ }).all()) await apply.click();
      const applied = (await sidebar.posts()).flatMap(post =>
        post.type === 'apply-code' ? [`${post.language} ${post.file ?? '-'}`] : [],
      );
      assert.deepEqual(applied, [
        'ts -',
        'python src/a.py',
        'ts src/c.ts',
        'js src/hello.ts',
        'js lib/first-line.js',
        'go cmd/main.go',
        'rs src/bare.rs',
      ]);
      assert.deepEqual(await page.locator('.code-file').allTextContents(), [
        'src/a.py',
        'src/c.ts',
        'cmd/main.go',
        'src/bare.rs',
      ]);
      await page.locator('.code-file').first().click();
      assert.deepEqual(await sidebar.posts(), [{ type: 'open-link', href: 'src/a.py' }]);
    });

    it('can be used once it is complete, and only where it is part of an answer', async () => {
      const sidebar = await open();
      const { page } = sidebar;
      const apply = page.getByRole('button', { name: /^Apply code/ });
      await sidebar.show(sidebarState({ running: true }));
      await sidebar.play(
        turnStart(user),
        { type: 'round-start', round: 1 },
        { type: 'reasoning-delta', text: '```js\nlet thought\n```\n' },
        { type: 'text-delta', text: '```js\nlet a\n```\n\n```js\nlet b' },
      );
      await page.locator('.reasoning > summary').click();
      assert.equal(await page.getByRole('button', { name: /^Copy code/ }).count(), 3);
      assert.equal(await apply.count(), 1);
      const canisters = [user, make.assistant('answer', '```js\nlet a\n```\n\n```js\nlet b\n```')];
      await sidebar.play({ type: 'turn-end', outcome: 'final', canisters });
      assert.equal(await apply.count(), 2);
    });

    it('shows what a diff adds and removes', async () => {
      const diff =
        '--- a/x.sql\n+++ b/x.sql\n@@ -1,3 +1,3 @@\n select 1;\n--- old comment\n+-- new comment\n';
      const { page } = await showAnswer(`\`\`\`diff\n${diff}\`\`\``);
      assert.equal(await page.locator('pre > code').textContent(), diff);
      assert.deepEqual(await page.locator('.added').allTextContents(), ['+-- new comment\n']);
      assert.deepEqual(await page.locator('.removed').allTextContents(), ['--- old comment\n']);
    });
  });
});
