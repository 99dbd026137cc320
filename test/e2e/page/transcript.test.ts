import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import { spendingOf } from '../../../src/converser/words/spending/spending.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { sidebarState, turnStart, usageTold } from '../../sidebar/sidebar-states.ts';
import { announced, says, sidebarPages, textOf } from './open-sidebar-page.ts';
import * as scene from './scenes.ts';

const { make, user } = scene;

describe('a conversation in the sidebar’s page', () => {
  const open = sidebarPages();

  it('offers a copy of an answer once there is one', async () => {
    const { page, show } = await open();
    const copy = page.getByRole('button', { name: 'Copy answer' });
    const asked = make.user('asked', 'A long story');
    await show(sidebarState({ canisters: [asked] }));
    await page.getByText('A long story').first().waitFor();
    assert.equal(await copy.count(), 0);
    await show(sidebarState({ canisters: [asked, make.assistant('told', 'Once upon')] }));
    await copy.waitFor();
  });

  it('offers to go on after an answer that was cut off, and a model where Rehearsal called no tool', async () => {
    const { page, show, posts } = await open();
    const [question, answer] = [make.user('asked', 'A long story'), make.assistant('told', 'Once upon')];
    await show(sidebarState({ canisters: [question, { ...answer, cut: true }], model: 'openai/local' }));
    await posts();
    await page.getByRole('button', { name: 'Continue' }).click();
    assert.deepEqual(await posts(), [{ type: 'send', text: 'Continue.' }]);
    const greeting = make.assistant('greeting', 'Hello!');
    const hello: readonly ConverseEvent[] = [
      turnStart(make.user('greeted', 'Hello')),
      { type: 'text-delta', text: 'Hello!' },
      { type: 'round-end', round: 1, reason: 'stop', canister: greeting },
      { type: 'turn-end', outcome: 'final', canisters: [greeting] },
    ];
    await show(sidebarState({ turn: hello }));
    await page.getByRole('article').getByRole('button', { name: 'Connect to Models…' }).click();
    assert.deepEqual(await posts(), [{ type: 'connect-to-models' }]);
    const more = [make.user('again', 'More'), make.invocation('call', 'e:t', {}), make.result('call', '1')];
    await show(sidebarState({ canisters: [question, { ...answer, cut: true }, ...more] }));
    const offered = page.getByRole('article').getByRole('button', { name: /Continue|Connect/ });
    assert.equal(await offered.count(), 0);
  });

  it('offers a key where one is refused, also after a reload, and nothing to continue where nothing was said', async () => {
    const refused = {
      kind: 'failed',
      message: 'Paid rejected the API key.',
      code: 'model-unauthorized',
    } as const;
    const canisters = [
      make.user('u', 'Hi'),
      { ...make.assistant('a', '[An error ended this turn.]'), interrupted: refused },
    ];
    const { page, posts } = await open({ state: sidebarState({ canisters }) });
    await page.getByRole('button', { name: 'Set API Key…' }).press('Enter');
    await page.getByRole('button', { name: 'Try Again' }).press('Enter');
    assert.deepEqual(await posts(), [
      { type: 'set-key', again: 'Hi', turn: 'u' },
      { type: 'retry-turn', turn: 'u' },
    ]);
    assert.equal(await page.getByRole('button', { name: 'Continue' }).count(), 0);
  });

  it('shows a long message of yours in a part of the view, which scrolls by keyboard', async () => {
    const { page, show } = await open({ height: 700 });
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n');
    await show(sidebarState({ canisters: [make.user('long', lines)] }));
    const message = page.getByRole('group', { name: 'Your message' });
    assert.ok(((await message.boundingBox())?.height ?? 0) <= 320);
    await message.press('End');
    await page.waitForFunction(() => (document.activeElement?.scrollTop ?? 0) > 0);
    await show(sidebarState({ canisters: [make.user('short', 'line')] }));
    assert.equal(await message.count(), 0);
  });

  it('shows what a call would change before it is allowed, and Control+Enter allows it once', async () => {
    const { page, posts, press } = await open({ state: scene.askingForChange });
    const card = page.getByRole('group', { name: 'Overwrite notes/today.md?' });
    assert.equal(await card.evaluate(element => element === document.activeElement), true);
    const told = await announced(page);
    assert.match(told, /^Permission needed: Overwrite notes\/today\.md\? workspace:write_file/);
    const diff = scene.askingForChange.questions[0]?.preview?.diff;
    assert.equal(await card.getByRole('group', { name: 'Changes' }).textContent(), `${diff}\n`);
    assert.equal(await card.locator('.added').count(), 3);
    assert.equal(await card.locator('.removed').count(), 1);
    assert.equal(await card.getByRole('group', { name: 'Arguments' }).isVisible(), false);
    await card.getByText('Arguments').click();
    await says(card.getByRole('group', { name: 'Arguments' }), /notes\/today\.md/);

    // What is being written keeps its keys; an empty field has none to keep.
    await page.locator('textarea').fill('a draft');
    await posts();
    await page.keyboard.press('Control+Enter');
    assert.deepEqual(await posts(), []);
    await page.locator('textarea').fill('');
    await posts();
    await press('Control+Shift+Enter', 'Control+Enter', 'Control+Enter');
    assert.deepEqual(await posts(), [{ type: 'answer', questionId: 'question-1', answer: answerOf('once') }]);
  });

  it('shows the plan at the call that left it, and above the field while the turn runs', async () => {
    const { page, play } = await open({ state: scene.planned });
    const lists = page.locator('.plan-steps');
    assert.equal(await lists.count(), 1, 'at the newest call only');
    const atCall = page.locator('converser-invocation').filter({ has: page.locator('.plan-steps') });
    await says(atCall, /Updated\s+the plan/);
    const steps = await atCall.getByRole('listitem').allTextContents();
    const states = steps.map(text => text.trim().split(':', 1)[0]);
    assert.deepEqual(states, ['Done', 'In progress', 'To do', 'Dropped']);
    const status = page.locator('converser-status');
    await says(status.getByRole('button'), /^\s*Plan: 1 of 3 done · Write a test/);
    await status.getByRole('button').press('Enter');
    assert.equal(await status.getByRole('list').isVisible(), true);
    await play({ type: 'turn-end', outcome: 'final', canisters: [] });
    await status.getByRole('button').waitFor({ state: 'detached' });
    assert.equal(await lists.count(), 1);
  });

  it('marks what is from outside or secret, and leads to declaring the conversation clean by keyboard', async () => {
    const { page, show, posts } = await open({ state: scene.labelled });
    await page.getByRole('button', { name: /fetched .* from outside: example\.org/i }).waitFor();
    await page.getByRole('button', { name: /get_issue.* from outside: the MCP server tracker/ }).waitFor();
    await page.getByRole('button', { name: /\.env.* holds secrets/ }).waitFor();
    await page.getByText('From outside: example.org and the MCP server tracker; secrets: .env').waitFor();
    await page.getByRole('button', { name: /get_issue/ }).press('Enter');
    await page.getByText('Unless you clear that, Converser asks before the model acts on it.').waitFor();
    await page.getByRole('button', { name: /\.env.* holds secrets/ }).press('Enter');
    await page.getByText('Unless you clear that, Converser asks before the model sends it.').waitFor();
    await posts();
    await page.getByRole('button', { name: /^From outside: / }).press('Enter');
    await page.getByRole('button', { name: 'Declare Clean…' }).press('Enter');
    assert.deepEqual(await posts(), [{ type: 'declare-clean' }]);
    const { exposure: _cleared, ...clean } = scene.labelled;
    await show(clean);
    assert.equal(await page.getByRole('button', { name: 'Declare Clean…' }).count(), 0);
  });

  it('lists the files that a turn has scene.changed, each to be looked at, kept and taken back by keyboard', async () => {
    const { page, tell, show, posts, settled } = await open({ state: scene.changed });
    const toggle = page.getByRole('button', { name: 'Changed: 5 files (1 undone, 1 kept)' });
    await toggle.press('Enter');
    await settled();
    assert.deepEqual(await posts(), [{ type: 'list-changes', turn: 'user-9' }]);
    await tell(scene.changedFiles);
    const rows = page.getByRole('list', { name: 'Changed files' }).getByRole('listitem');
    await rows.first().waitFor();
    assert.equal(await rows.count(), 5);
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).press('Enter');
      return posts();
    };
    const about = { turn: 'user-9', place: '/w/src/main.ts' };
    assert.deepEqual(await press('Undo src/main.ts'), [{ type: 'undo-file', ...about }]);
    assert.deepEqual(await press('Keep src/main.ts'), [{ type: 'keep-file', ...about, kept: true }]);
    assert.deepEqual(await press('Changed: src/main.ts'), [{ type: 'show-file', ...about }]);
    assert.deepEqual(await press('Keep src/greeting.ts'), [
      { type: 'keep-file', turn: 'user-9', place: '/w/src/greeting.ts', kept: false },
    ]);
    assert.equal(await page.getByRole('button', { name: 'Undo src/greeting.ts' }).count(), 0);
    assert.deepEqual(await press('Redo README.md'), [
      { type: 'undo-file', turn: 'user-9', place: '/w/README.md' },
    ]);
    assert.deepEqual(await press('Undo the Rest'), [{ type: 'undo-turn', turn: 'user-9' }]);
    // What has scene.changed is read again, as long as it is open.
    const undone = { files: 5, undone: 5, kept: 0, isUndone: true, others: [] };
    await show({ ...scene.changed, changes: { 'user-9': undone } });
    await settled();
    assert.deepEqual(await posts(), [{ type: 'list-changes', turn: 'user-9' }]);
    assert.equal(await rows.getByRole('button', { name: /^(Keep|Undo|Redo) / }).count(), 0);
    assert.deepEqual(await press('Undone: 5 files'), []);
    assert.equal(await rows.count(), 0);
  });

  it('serves a whole conversation by keyboard alone', async () => {
    const { page, tell, show, play, posts, press } = await open();
    const focused = () =>
      page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
      );
    assert.deepEqual(await posts(), [{ type: 'ready' }]);
    await tell({ type: 'state', state: sidebarState() }, { type: 'focus' });
    assert.equal(await focused(), 'Message');

    await page.keyboard.type('What is in README.md?');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('And roll.');
    await page.keyboard.press('Enter');
    assert.deepEqual(await posts(), [{ type: 'send', text: 'What is in README.md?\nAnd roll.' }]);
    assert.equal(await page.locator('textarea').inputValue(), '');

    await show(scene.asking);
    assert.equal(await page.locator('.permission').evaluate(card => card === document.activeElement), true);
    assert.match(await announced(page), /^Permission needed: workspace:write_file/);
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Arguments');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Allow Once');
    await page.keyboard.press('Enter');
    assert.deepEqual(await posts(), [{ type: 'answer', questionId: 'question-1', answer: answerOf('once') }]);
    assert.equal(await focused(), 'Message');
    assert.equal(await page.locator('textarea').inputValue(), '');

    await show({ ...scene.asking, questions: [] });
    await play({ type: 'invocation-end', canister: scene.rollResult, duration: 3 });
    await play({ type: 'invocation-end', canister: scene.writeResult, duration: 2400 });
    await play({ type: 'round-start', round: 2 }, { type: 'text-delta', text: 'All **done**.' });
    await page.keyboard.press('Escape');
    assert.deepEqual(await posts(), [{ type: 'stop' }]);
    await play({ type: 'turn-end', outcome: 'final', canisters: scene.committed.slice(0, 8) });
    assert.equal(await announced(page), 'All done.');
    await page.keyboard.press('Escape');
    assert.deepEqual(await posts(), []);

    await page.locator('.invocation-toggle').first().focus();
    await press('ArrowDown', 'ArrowDown', 'Enter');
    await says(
      page.locator('.invocation.failed .failure'),
      /The tool failed\. The folder notes is read-only/,
    );
    await press('ArrowUp', 'Space');
    await says(
      page.locator('.invocation.done .invocation-details').nth(1),
      /14.*Allowed because it only reads and comes with Converser\./s,
    );
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.locator('.invocation-toggle[aria-expanded=true]').count(), 1);
    await press('ArrowRight', 'Tab');
    assert.equal(await focused(), 'Pin result', 'what was made for people comes first');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Copy result');
    await page.locator('.invocation-details').nth(1).getByText('Arguments', { exact: true }).press('Enter');
    for (let presses = 0; (await focused()) !== 'Copy arguments' && presses < 5; presses++)
      await press('Tab');
    await press('Enter');
    assert.deepEqual(await posts(), [{ type: 'copy', text: '{\n  "dice": "3d6+2"\n}' }]);

    await tell({ type: 'focus' });
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.locator('textarea').inputValue(), 'What is in README.md?\nAnd roll.');
    await page.keyboard.press('ArrowUp');
    const sent = user.content[0]?.type === 'text' && user.content[0].text;
    assert.equal(await page.locator('textarea').inputValue(), sent);
    await press('ArrowDown', 'ArrowDown');
    assert.equal(await page.locator('textarea').inputValue(), '');
  });

  it('says whether a slow MCP server or a slow model is waited for', async () => {
    const { page, show } = await open({ state: sidebarState({ turn: [turnStart(user)], running: true }) });
    const working = page.locator('.working');
    assert.equal(await working.textContent(), 'Getting ready… Waiting for Probability to start.');
    const ready = sidebarState().ensembles.map(each => ({ ...each, state: { status: 'ready' } as const }));
    await show(sidebarState({ turn: [turnStart(user)], running: true, ensembles: ready }));
    assert.equal(await page.locator('.working').textContent(), 'Getting ready…');
  });

  it('counts down to the next attempt, and shows what follows', async () => {
    const { page, show, play } = await open();
    const again = (wait: number): ConverseEvent => ({
      type: 'round-restart',
      round: 2,
      message: 'The reply from Rehearsal broke off. Trying again in 8 s (2 of 5).',
      wait,
    });
    await show({ ...scene.asking, questions: [] });
    await play(
      { type: 'invocation-end', canister: scene.readResult, duration: 1 },
      { type: 'invocation-end', canister: scene.rollResult, duration: 1 },
      { type: 'invocation-end', canister: scene.writeResult, duration: 1 },
      { type: 'round-start', round: 2 },
      { type: 'text-delta', text: 'It sa' },
    );
    await says(page.locator('.answer').last(), /It sa/);
    await play(again(3_600_000));
    await says(page.locator('.working'), /^Asking Rehearsal again in 3(600|5\d\d) s…$/);
    assert.match(await announced(page), /^The reply from Rehearsal broke off/);
    assert.equal(await page.getByText('It sa').count(), 0);
    await play(again(0));
    assert.equal(await page.locator('.working').textContent(), 'Asking Rehearsal again…');
    await play({ type: 'text-delta', text: 'It says so.' });
    assert.equal(await page.locator('.working').count(), 0);
    assert.equal(await page.locator('.notice .codicon-history').count(), 2);
  });

  it('neutralises hostile Markdown in an answer', async () => {
    const { page, show, posts } = await open();
    const attempts = [
      '<script>window.hacked = 1</script>',
      '<img src=x onerror="window.hacked = 1">',
      '<svg onload="window.hacked = 1"><style>*{display:none}</style></svg>',
      '[a](javascript:window.hacked=1) [b](JAVASCRIPT&colon;window.hacked=1) [c](java&#10;script:window.hacked=1)',
      '[d](data:text/html,<script>window.hacked=1</script>) [e](vbscript:x) [f](command:workbench.action.quit)',
      '[g](file:///etc/passwd) [h](//evil.example/x) [i](#fragment) <javascript:window.hacked=1>',
      '![picture](https://evil.example/pixel.png) ![x](data:image/svg+xml,<svg onload=window.hacked=1>)',
      '[j](https://example.org "title\\" onmouseover=\\"window.hacked=1")',
      '```"><img src=x onerror=window.hacked=1>\ncode\n```',
      '<iframe src="https://evil.example"></iframe><form action="https://evil.example"><button>Go</button></form>',
      '<a href="x" style="position:fixed;inset:0">cover</a>',
      '[ref]: javascript:window.hacked=1\n\n[ref]',
      'https://example.org/auto and `../secret.md` and `a.ts`',
    ];
    await show(sidebarState({ canisters: [user, make.assistant('evil', attempts.join('\n\n'))] }));
    await page.locator('.answer').waitFor();
    const found = await page.locator('.answer').evaluate(element => ({
      tags: [...new Set([...element.querySelectorAll('*')].map(({ localName }) => localName))].sort(),
      attributes: [
        ...new Set([...element.querySelectorAll('*')].flatMap(each => each.getAttributeNames())),
      ].sort(),
      links: [...element.querySelectorAll('a')].map(link => link.getAttribute('href')),
      hacked: 'hacked' in window,
    }));
    assert.equal(found.hacked, false);
    for (const tag of ['script', 'img', 'svg', 'style', 'iframe', 'form'])
      assert.ok(!found.tags.includes(tag), tag);
    for (const name of found.attributes) assert.ok(name !== 'style' && !name.startsWith('on'), name);
    assert.deepEqual(found.links, [
      '/etc/passwd',
      'https://evil.example/pixel.png',
      'https://example.org',
      'https://evil.example',
      'https://evil.example',
      'https://example.org/auto',
      '../secret.md',
      'a.ts',
    ]);
    await page.locator('.answer a').last().click();
    assert.deepEqual((await posts()).at(-1), { type: 'open-link', href: 'a.ts' });
    assert.ok(page.url().startsWith('http://127.0.0.1'), 'no link leads the page away');
  });

  it('streams without touching the blocks that have ended', async () => {
    const { page, play } = await open({ state: sidebarState({ running: true }) });
    await play(
      turnStart(user),
      { type: 'round-start', round: 1 },
      { type: 'text-delta', text: 'First **block**.\n\nSec' },
    );
    await page.evaluate(() => {
      document.querySelector('.markdown > div')?.setAttribute('data-first', 'kept');
    });
    const mostOften = await page.evaluate(async () => {
      const markdown = document.querySelector('.markdown') as Element;
      const rendered = new Map<Node, number>();
      const observer = new MutationObserver(records => {
        for (const { target } of records)
          if (target.parentNode === markdown) rendered.set(target, (rendered.get(target) ?? 0) + 1);
      });
      observer.observe(markdown, { childList: true, subtree: true });
      for (let delta = 0; delta < 3000; delta++) {
        const text = delta % 20 === 19 ? 'word.\n\n' : 'word ';
        window.postMessage({ type: 'event', event: { type: 'text-delta', text } });
        if (delta % 50 === 0) await new Promise(requestAnimationFrame);
      }
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      observer.disconnect();
      return Math.max(...rendered.values());
    });
    await page.waitForFunction(() => document.querySelectorAll('.markdown > div').length > 150);
    assert.equal(await page.locator('[data-first=kept]').textContent(), 'First block.\n');
    assert.ok(mostOften <= 21, `a block of 20 deltas was rendered ${mostOften} times`);
  });

  it('follows the end until you scroll up, and goes back on demand', async () => {
    const state = sidebarState({ canisters: scene.committed, running: true });
    const { page, play } = await open({ height: 400, state });
    const distance = () =>
      page.locator('.log').evaluate(log => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop));
    // The page keeps up when the browser has laid the content out, which is later on a busy machine.
    const showsEnd = () =>
      page.waitForFunction(() => {
        const log = document.querySelector('.log');
        return log !== null && log.scrollHeight - log.clientHeight - log.scrollTop <= 1;
      });
    await showsEnd();
    const paragraph = 'More and more.\n\n';
    const paragraphs = (count: number): ConverseEvent => ({
      type: 'text-delta',
      text: paragraph.repeat(count),
    });
    await play(turnStart(make.user('user-3', 'Go on')), { type: 'round-start', round: 1 }, paragraphs(30));
    await showsEnd();

    await page.locator('.log').hover();
    await page.mouse.wheel(0, -300);
    await page.locator('.to-latest').waitFor();
    const before = await distance();
    await play(paragraphs(10));
    assert.ok((await distance()) > before, 'what is read stays in place');
    await page.locator('.to-latest').click();
    await showsEnd();
    await page.locator('.to-latest').waitFor({ state: 'detached' });
  });

  it('renders no turn again that has not changed', async () => {
    const { page, show, settled } = await open();
    const many = Array.from({ length: 100 }, (_, turn): readonly Canister[] => [
      make.user(`u${turn}`, `Question ${turn}`),
      make.invocation(`c${turn}`, 'workspace:read_file', { path: `file-${turn}.md` }),
      make.result(`c${turn}`, 'x'.repeat(2000)),
      make.assistant(
        `a${turn}`,
        `Answer **${turn}** with \`code\`.\n\n- one\n- two\n\n\`\`\`js\nlet x = ${turn};\n\`\`\``,
      ),
      make.assistant(`b${turn}`, 'And more.'),
    ]).flat();
    await show(sidebarState({ canisters: many }));
    // Code gets its colours once what finds them is loaded.
    await page.locator('converser-turn').last().locator('code .hljs-keyword').waitFor();
    await settled();
    await page.evaluate(countChanges);
    await show(sidebarState({ canisters: many, model: 'copilot/claude-opus' }));
    assert.equal(await page.evaluate(() => window.changes), 0);
    assert.ok(await page.locator('converser-turn').last().isVisible());
  });

  it('remembers draft, open rows and scroll position when it is loaded again', async () => {
    const height = 400;
    const sidebar = await open({ height, state: sidebarState({ canisters: scene.committed }) });
    await sidebar.page.locator('.invocation-toggle').first().click();
    await sidebar.page.locator('textarea').fill('A draft');
    await sidebar.page.locator('.log').evaluate(log => log.scrollTo(0, 60));
    // The click may have scrolled, too: what is remembered follows with the next event. The first row is 8 px below the top.
    await sidebar.page.waitForFunction(() =>
      JSON.stringify(window.converserDouble.state).includes('"turn":0,"offset":52'),
    );
    const remembered = await sidebar.remembered();
    const again = await open({ remembered, height });
    await again.show(sidebarState({ canisters: scene.committed }));
    assert.equal(await again.page.locator('textarea').inputValue(), 'A draft');
    assert.equal(await again.page.locator('.invocation-toggle[aria-expanded=true]').count(), 1);
    // It is taken up once the turns are drawn.
    await again.page.waitForFunction(() => document.querySelector('.log')?.scrollTop === 60);

    await again.show(sidebarState());
    await again.show(sidebarState({ canisters: scene.committed }));
    assert.equal(
      await again.page.locator('.to-latest').count(),
      0,
      'another conversation is shown from its end',
    );
  });

  it('says what a call does, and opens the file that it names', async () => {
    const { page, posts } = await open({ state: scene.edited });
    const row = page.getByRole('button', { name: /^Edited src\/hello\.ts \+42 −3 ?, done in 1\.2 s$/ });
    await row.waitFor();
    assert.equal(await row.getAttribute('title'), 'workspace:edit_file');
    await posts();
    const link = page.getByRole('button', { name: 'Open src/hello.ts' });
    await link.press('Enter');
    assert.deepEqual(await posts(), [{ type: 'open-link', href: 'src/hello.ts' }]);
    assert.equal(await row.getAttribute('aria-expanded'), 'false');
    await page.locator('.invocation-note').first().click({ force: true });
    assert.equal(await row.getAttribute('aria-expanded'), 'true', 'the rest of the row opens it');
  });

  it('shows a call behind a question without a sign that it runs', async () => {
    const { page } = await open({ state: { ...scene.asking, undecided: ['call-2', 'call-3'] } });
    const row = page.locator('.invocation.behind');
    await says(row, /roll.*, waiting/s);
    assert.equal(await page.locator('.invocation .codicon-modifier-spin').count(), 0);
  });

  it('opens a long result below its row, which stays where it is, in a limited height', async () => {
    const { page, settled } = await open({ height: 600, state: scene.edited });
    for (const row of await page.locator('.invocation-toggle').all()) {
      const top = async () => (await row.boundingBox())?.y;
      await row.scrollIntoViewIfNeeded();
      const before = await top();
      await row.click();
      await page.waitForFunction(
        () => document.querySelectorAll('.invocation-details .markdown *').length > 0,
      );
      await settled();
      assert.equal(await top(), before);
      await row.press('Enter');
      await settled();
      const closed = await top();
      await row.press('ArrowRight');
      await settled();
      assert.equal(await top(), closed, 'by keyboard, too');
    }
    const results = await page
      .locator('.scrolled-markdown')
      .evaluateAll(all => all.map(each => each.clientHeight));
    assert.equal(results.length, 2);
    for (const height of results) assert.ok(height <= 480, `${height} px`);
  });

  describe('where the model thinks', () => {
    const thinks = (text: string): ConverseEvent => ({ type: 'reasoning-delta', text });
    const rows = (page: Page) => page.locator('.reasoning > summary');

    it('shows a line of the newest, in a row that never changes its height, and says nothing aloud', async () => {
      const { page, play } = await open({ width: 250, state: sidebarState({ running: true }) });
      await play(turnStart(user), { type: 'round-start', round: 1 }, thinks('First'));
      const heights = new Set<number | undefined>();
      const preview = page.locator('.reasoning-preview');
      for (const more of [
        ' I look at the file.',
        '\n\n',
        '**Then**',
        ' I roll '.repeat(60),
        '\n- and `say` it all',
      ])
        for (const text of [more, '.']) {
          await play(thinks(text));
          heights.add((await rows(page).boundingBox())?.height);
          assert.equal(await announced(page), '');
        }
      assert.deepEqual([...heights], [24]);
      assert.equal(await preview.textContent(), 'and say it all.');
      assert.equal(await preview.getAttribute('aria-hidden'), 'true');
      assert.match(await page.locator('.log').ariaSnapshot(), /Thinking…$/m);
      assert.equal(await page.locator('.working').count(), 0);

      await play({ type: 'reasoning-end', duration: 12_400 });
      assert.equal((await rows(page).textContent())?.trim(), 'Thought for 12 s');
      assert.equal((await rows(page).boundingBox())?.height, 24);
      await play({ type: 'text-delta', text: 'Done.' });
      assert.equal(await announced(page), '');
    });

    it('opens by keyboard in a part of the view, follows it, and stays open when the page comes back', async () => {
      const sidebar = await open();
      const { page } = sidebar;
      const text = Array.from({ length: 80 }, (_, at) => `Line **${at}**\n\n`).join('');
      const turn: readonly ConverseEvent[] = [
        turnStart(user),
        { type: 'round-start', round: 1 },
        thinks(text),
      ];
      await sidebar.show(sidebarState({ running: true, turn }));
      assert.equal(await page.locator('.reasoning converser-markdown').count(), 0, 'it is not drawn unseen');
      await rows(page).press('Enter');
      const open80 = page.getByRole('group', { name: 'Thought' });
      const isAtEnd = () =>
        open80.evaluate(each => each.scrollHeight - each.clientHeight - each.scrollTop < 8);
      await sidebar.settled();
      assert.ok(((await open80.boundingBox())?.height ?? 999) <= 320);
      assert.equal(await isAtEnd(), true);
      await sidebar.play(thinks('More.\n\n'.repeat(20)));
      assert.equal(await isAtEnd(), true);
      await open80.press('Home');
      await page.waitForFunction(() => document.activeElement?.scrollTop === 0);
      await sidebar.settled();
      await sidebar.play(thinks('And more.\n\n'.repeat(20)));
      assert.equal(await open80.evaluate(each => each.scrollTop), 0, 'who reads is not disturbed');

      // The page is discarded when it is hidden, and time goes on.
      const back = await open({ remembered: await sidebar.remembered() });
      await back.show(sidebarState({ running: true, turn }));
      assert.equal(await open80.isVisible(), true);
      await back.play({ type: 'reasoning-end', duration: 61_000 });
      await says(rows(back.page), /Thought for 1 min 1 s/);
      await rows(back.page).press('Space');
      assert.equal(await open80.count(), 0);
    });

    it('has the thoughts of turns that are read from disk, and says what is missing of a long one', async () => {
      const { page, show } = await open();
      const thoughts = [
        { before: 'call-1', text: 'Read, then **roll**.', duration: 2600 },
        { before: 'assistant-2', text: 'x '.repeat(25_000), duration: 90_000, omitted: 1_234_567 },
      ];
      await show(sidebarState({ canisters: scene.committed, thoughts }));
      assert.deepEqual(
        (await rows(page).allTextContents()).map(title => title.trim()),
        ['Thought for 3 s', 'Thought for 1 min 30 s'],
      );
      for (const row of await rows(page).all()) await row.click();
      assert.deepEqual(
        await page.locator('.reasoning-text').evaluateAll(all => all.map(each => each.clientHeight <= 320)),
        [true, true],
      );
      assert.equal(await page.locator('.reasoning-text strong').textContent(), 'roll');
      assert.equal(
        await page.locator('.reasoning-text .hint').textContent(),
        'The rest of this thought isn’t kept: 1,234,567 characters.',
      );
    });

    it('stands still where you want it so', async () => {
      const { page, show } = await open();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await show(scene.thinking);
      const moving = await page.evaluate(() => document.getAnimations().length);
      await page.emulateMedia({ reducedMotion: null });
      assert.equal(moving, 0);
    });
  });

  it('shows the images of a result', async () => {
    const { page } = await open({ state: sidebarState({ canisters: scene.committed }) });
    await page.locator('.invocation-toggle').first().click();
    await page.waitForFunction(() => document.querySelector('img')?.naturalWidth === 16);
  });

  it('shows what a turn and the conversation cost, and all the figures by keyboard', async () => {
    const { page, play } = await open({ state: scene.priced });
    const turn = page.locator('.turn-footer .spending').first();
    await says(turn.locator('summary'), /3 rounds · .* · ≈ 12\.4k → 390 tokens, \$0\.0493 · /);
    await says(
      turn.locator('.visually-hidden').first(),
      /3 rounds · .* · about 12,400 tokens in, 390 out, \$0\.0493 · .*Figures$/,
    );
    await turn.locator('summary').press('Enter');
    assert.deepEqual(await turn.locator('ul li').allInnerTexts(), [
      '2 requests',
      '12,400 tokens in, 5,000 of them (40 %) from the cache',
      '390 tokens out',
      '$0.0493',
      'Some figures are estimated: the provider didn’t report all of them.',
    ]);
    const rounds = await turn.locator('ol li').allInnerTexts();
    assert.match(rounds.join('|'), /^Round 1: 5000 .*\|Round 2: ≈ 7400 .*\|Round 3: unknown/s);
    const whole = page.locator('.status-text');
    await says(whole, /Total: ≈ 12\.4k → 390 tokens/);
    await play(
      turnStart(make.user('user-3', 'More?')),
      { type: 'round-start', round: 1 },
      usageTold(1, { input: 20_000, output: 400 }),
    );
    assert.match(await textOf(whole), /Total: 20\.0k → 400 tokens/, 'while the turn runs');
  });

  it('shows no costs where there are none', async () => {
    const { page, show } = await open();
    const free = { ...spendingOf({ input: 0, output: 0 }, { input: 0, output: 0 }), rounds: [] };
    await show(
      sidebarState({ canisters: scene.committed, spending: free, spendings: { 'assistant-1': free } }),
    );
    assert.equal(await page.locator('.spending ul, .status-toggle').count(), 0);
    assert.doesNotMatch(await textOf(page.locator('.spending > summary').first()), /token|\$|→/);
  });

  it('shows the requests of a round by keyboard, and of one that failed before any reply', async () => {
    const { page, posts, show } = await open({ state: scene.priced, width: 250 });
    const turn = page.locator('.turn-footer .spending').first();
    await turn.locator('summary').press('Enter');
    await posts();
    const readable = turn.getByRole('button', { name: 'Show request of round 2' });
    await readable.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const asked = { type: 'show-request', turn: 'user-1', round: 2 } as const;
    assert.deepEqual(await posts(), [
      { ...asked, raw: false },
      { ...asked, raw: true },
    ]);
    const [width = 0] = await page.locator('.log').evaluateAll(logs => logs.map(log => log.scrollWidth));
    assert.ok(width <= 250);
    const places = await turn.getByRole('button', { name: /^Show .*request/ }).all();
    const boxes = await Promise.all(places.map(button => button.boundingBox()));
    const columns = new Set(boxes.map(box => box?.x));
    assert.deepEqual([boxes.length, columns.size], [6, 2], 'the buttons stand in two columns');
    assert.equal(await turn.getByRole('listitem').filter({ hasText: 'Round' }).count(), 3);
    const failed = [turnStart(make.user('user-9', 'Hi')), { type: 'round-start', round: 1 }] as const;
    const error = { code: 'model-unreachable', message: 'Refused.', retryable: true } as const;
    const end = { type: 'turn-end', outcome: 'failed', canisters: [], error } as const;
    await show(sidebarState({ turn: [...failed, end] }));
    await page.locator('.outcome .spending > summary').press('Enter');
    await page.getByRole('button', { name: 'Show request of round 1' }).press('Enter');
    const ofFailed = { ...asked, turn: 'user-9', round: 1, raw: false };
    assert.deepEqual((await posts()).at(-1), ofFailed);
    const marker = {
      ...make.assistant('cut', 'An error ended this turn.'),
      interrupted: { kind: 'failed', message: '' },
    } as const;
    await show(sidebarState({ canisters: [make.user('user-9', 'Hi'), marker] }));
    await page.locator('.outcome .spending > summary').press('Enter');
    await page.getByRole('button', { name: 'Show request of round 1' }).press('Enter');
    assert.deepEqual((await posts()).at(-1), ofFailed);
  });
});

declare global {
  interface Window {
    changes: number;
  }
}

/** Runs in the page: counts changes to the log from now on. */
function countChanges(): void {
  window.changes = 0;
  const observer = new MutationObserver(records => {
    window.changes += records.length;
  });
  const log = document.querySelector('.log') as Element;
  observer.observe(log, { childList: true, subtree: true, characterData: true });
}
