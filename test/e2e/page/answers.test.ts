import assert from 'node:assert/strict';
import { sidebarState, turnStart } from '../../sidebar/sidebar-states.ts';
import { type SidebarPage, says, sidebarPages } from './open-sidebar-page.ts';
import { make, user } from './scenes.ts';

describe('an answer in the sidebar’s page', () => {
  const open = sidebarPages();

  async function showAnswer(markdown: string, width = 320): Promise<SidebarPage> {
    const sidebar = await open({ width });
    await sidebar.show(sidebarState({ canisters: [user, make.assistant('answer', markdown)] }));
    return sidebar;
  }

  it('names below it what no call has done, and leads from the rest to the calls', async () => {
    const { page, show } = await open({ width: 320 });
    const canisters = [
      user,
      make.invocation('edit', 'workspace:edit_file', { path: 'src/a.ts' }),
      make.result('edit', 'Edited src/a.ts'),
      make.assistant('claims', 'I edited `src/a.ts`, and **all tests** pass.'),
    ];
    await show(sidebarState({ canisters }));
    const note = page.getByRole('note');
    assert.deepEqual(await note.getByRole('listitem').allTextContents(), ['all tests pass']);
    const marked = () =>
      [...(CSS.highlights.get('converser-unsupported') ?? [])].map(range => (range as Range).toString());
    await page.waitForFunction(() => (CSS.highlights.get('converser-unsupported')?.size ?? 0) > 0);
    assert.deepEqual(await page.evaluate(marked), ['all tests pass']);
    await page.getByText('1 statement backed by a call').click();
    await page.getByRole('button', { name: 'I edited src/a.ts' }).press('Enter');
    await says(page.locator(':focus'), /src\/a\.ts/);
  });

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
      const { page, show, play } = await open();
      const lines = Array.from({ length: 60 }, (_, at) => `const line${at} = "${at}"; // number ${at}\n`);
      await show(sidebarState({ running: true }));
      await play(turnStart(user), { type: 'round-start', round: 1 });
      await play({ type: 'text-delta', text: `\`\`\`js\n${lines[0]}` });
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
      await play({ type: 'text-delta', text: '```\n\nDone.' });
      await page.waitForFunction(() => document.querySelectorAll('.hljs-comment').length === 60);
      assert.equal(await page.locator('pre > code').textContent(), lines.join(''));
    });

    it('is copied, inserted and applied by its buttons, with the file that the answer names', async () => {
      const { page, posts } = await showAnswer(
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
      await posts();
      const [copy, insert] = [
        page.getByRole('button', { name: 'Copy code (ts)' }).first(),
        page.getByRole('button', { name: 'Insert code (ts) at cursor' }).first(),
      ];
      await copy.press('Enter');
      await insert.press('Enter');
      assert.deepEqual(await posts(), [
        { type: 'copy', text: 'export const a = 1;' },
        { type: 'insert-code', code: 'export const a = 1;', language: 'ts' },
      ]);
      for (const apply of await page.getByRole('button', { name: /^Apply code/ }).all()) await apply.click();
      const applied = (await posts()).flatMap(post =>
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
      assert.deepEqual(await posts(), [{ type: 'open-link', href: 'src/a.py' }]);
    });

    it('can be used once it is complete, and only where it is part of an answer', async () => {
      const { page, show, play } = await open();
      const apply = page.getByRole('button', { name: /^Apply code/ });
      await show(sidebarState({ running: true }));
      await play(
        turnStart(user),
        { type: 'round-start', round: 1 },
        { type: 'reasoning-delta', text: '```js\nlet thought\n```\n' },
        { type: 'text-delta', text: '```js\nlet a\n```\n\n```js\nlet b' },
      );
      await page.locator('.reasoning > summary').click();
      assert.equal(await page.getByRole('button', { name: /^Copy code/ }).count(), 3);
      assert.equal(await apply.count(), 1);
      const canisters = [user, make.assistant('answer', '```js\nlet a\n```\n\n```js\nlet b\n```')];
      await play({ type: 'turn-end', outcome: 'final', canisters });
      assert.equal(await apply.count(), 2);
    });

    it('is drawn in place, if it is a diagram that can be, and shown in a tab on wish', async () => {
      const { page, show, changeTheme, posts } = await open({ diagrams: true });
      const diagram = '```mermaid\ngraph TD\n  a[A <b>long</b> name] --> b\n```';
      const broken = '```mermaid\nno diagram\n```';
      const answer = make.assistant('answer', `${diagram}\n\n${broken}\n\n\`\`\`js\nlet a\n\`\`\``);
      await show(sidebarState({ canisters: [user, answer] }));
      const picture = page.getByRole('img', { name: 'Diagram' });
      await picture.waitFor();
      const source = await picture.getAttribute('src');
      assert.ok(await picture.evaluate(image => image.getBoundingClientRect().height > 60));
      assert.deepEqual(await page.locator('pre:visible').allTextContents(), ['no diagram\n', 'let a\n']);
      assert.equal(await page.getByRole('button', { name: 'Apply code (mermaid)…' }).count(), 0);
      await changeTheme('light');
      await page.waitForFunction(
        before => document.querySelector('.diagram')?.getAttribute('src') !== before,
        source,
      );
      await posts();
      await page.getByRole('button', { name: 'Show diagram as a picture' }).first().press('Enter');
      const code = 'graph TD\n  a[A <b>long</b> name] --> b';
      assert.deepEqual(await posts(), [{ type: 'show-diagram', code }]);
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

  describe('formulas', () => {
    it('are drawn, and read in MathML', async () => {
      const { page } = await showAnswer(
        'So $a^2 + b^2 = c^2$ and \\(\\vec{x} \\cdot \\vec{y}\\):\n\n$$\n\\left\\{\\frac{a}{b}\\right\\}\n= \\fcolorbox{red}{white}{1}\n- \\underbrace{x + y}_{2}\n$$\n\n\\[ \\sum_{i=1}^n \\sqrt{i} \\]\n\n| a |\n|---|\n| $x_1$ |',
        900,
      );
      await page.locator('.katex').nth(4).waitFor();
      assert.equal(await page.locator('.katex').count(), 5);
      assert.equal(await page.locator('.katex-display').count(), 2);
      assert.equal(await page.locator('math msup').first().textContent(), 'a2');
      assert.equal(await page.locator('code.formula').count(), 0);
      await page.evaluate(() => document.fonts.ready);
      const fonts = await page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      );
      assert.ok(fonts.includes('KaTeX_Math'), fonts.join());
      // A style that the content policy had kept out would leave all parts in one line.
      const [above, below] = await page.locator('.katex-display .mfrac .mord.mathnormal').all();
      const [top, bottom] = [await above?.boundingBox(), await below?.boundingBox()];
      assert.ok(top && bottom && Math.abs(top.y - bottom.y) > 8, JSON.stringify({ top, bottom }));
      // Only the size of stretched signs is an attribute, and is not a style.
      const styled = await page.evaluate(() => document.querySelectorAll('[data-style]').length);
      assert.equal(styled, 0);
    });

    it('are no money, no shell variables, and no code', async () => {
      const text =
        'It costs $5 and $6, or US$5/$6, $5-$10; set $HOME/bin:$PATH, `$a$` and \\$b\\$. A lone $$ too.\n\n```sh\necho $a$\n```\n\n$$\nnever closed';
      const { page } = await showAnswer(text);
      await page.locator('.hljs-built_in').waitFor();
      assert.equal(await page.locator('.katex, code.formula').count(), 0);
      await says(page.locator('.answer'), /\$5 and \$6, or US\$5\/\$6, \$5-\$10;/);
    });

    it('stay as they were written where they are no LaTeX, or would fetch or link', async () => {
      const { page } = await showAnswer(
        '$\\frac{1$ and $\\href{https://evil.example}{x}$ and $\\includegraphics{https://evil.example/a.png}$ and $x$',
      );
      await page.locator('.katex').last().waitFor();
      assert.equal(await page.locator('code.formula').first().textContent(), '\\frac{1');
      assert.equal(await page.locator('.answer a, .answer img').count(), 0);
    });

    it('can be hostile without harm', async () => {
      const { page } = await showAnswer(
        [
          '$\\text{<img src=x onerror="window.hacked=1"> style="color:red"}$',
          '$\\htmlStyle{position:fixed}{x}$ $\\htmlData{a=b}{x}$ $\\url{javascript:window.hacked=1}$',
          '$\\def\\a{\\a\\a}\\a$ $\\rule{9999em}{9999em}$',
          '$a$',
        ].join('\n\n'),
      );
      await page.locator('.katex').last().waitFor();
      const found = await page.locator('.answer').evaluate(answer => ({
        images: answer.querySelectorAll('img, a, script, iframe').length,
        hacked: 'hacked' in window,
        widest: Math.max(
          ...[...answer.querySelectorAll('.katex *')].map(each => each.getBoundingClientRect().height),
        ),
      }));
      assert.deepEqual([found.images, found.hacked], [0, false]);
      assert.ok(found.widest < 1000, `${found.widest} pixels`);
    });
  });

  describe('the small things of Markdown', () => {
    it('are boxes of tasks, keys, line ends in tables, and numbers with their units', async () => {
      const { page } = await showAnswer(
        '- [x] Done **well**\n- [ ] Not yet\n- [link](a.ts)\n\nPress <kbd>Ctrl</kbd> H<sub>2</sub>O <b onclick="x">no</b>\n\n| model | score of it |\n|---|---|\n| a<br>b | 71.2 % |\n| 3,812 ms | much longer text with 1 number |',
        250,
      );
      const box = (name: string) => page.getByRole('img', { name });
      assert.equal(await box('Done:').count(), 1);
      assert.equal(await box('To do:').count(), 1);
      assert.deepEqual(await page.locator('li.task').allTextContents(), ['Done well', 'Not yet']);
      assert.equal(await page.locator('kbd').textContent(), 'Ctrl');
      assert.equal(await page.locator('td br').count(), 1);
      await says(page.locator('.answer'), /H2O <b onclick="x">no<\/b>/);
      for (const number of ['71.2 %', '3,812 ms']) {
        const cell = page.locator('td').getByText(number, { exact: true });
        const { height = 0 } = (await cell.boundingBox()) ?? {};
        assert.ok(height > 0 && height < 60, `${number} is ${height} pixels high`);
        assert.equal(await cell.evaluate(each => getComputedStyle(each).whiteSpace), 'nowrap');
      }
    });
  });
});
