import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Canister } from '../../src/converser/canister/canister.ts';
import type { ConverseEvent } from '../../src/converser/conversation/converse-event.ts';
import { spendingOf, sumSpending } from '../../src/converser/spending/spending.ts';
import type {
  FormRequest,
  PageRequest,
  SamplingRequest,
  SidebarQuestion,
  SidebarState,
} from '../../src/sidebar/protocol.ts';
import { canisterMaker } from '../sidebar/canisters.ts';
import { sidebarState, turnStart, usageTold } from '../sidebar/sidebar-states.ts';
import { openSidebarBrowser, type SidebarBrowser, type SidebarPage, themes } from './open-sidebar-page.ts';

const make = canisterMaker();
const user = make.user('user-1', 'What is in README.md? And roll 3d6+2 for me.');
const read = make.invocation('call-1', 'workspace:read_file', { path: 'README.md', lines: [1, 20] });
const roll = make.invocation('call-2', 'probability:roll', { dice: '3d6+2' });
const write = make.invocation('call-3', 'workspace:write_file', {
  path: 'notes/today.md',
  text: '# Today\n\nRolled 14.\n',
});
const readResult = make.result('call-1', '', {
  content: [
    { type: 'text', mimeType: 'text/plain', text: '# Sample\n\nA small project to try tools on.' },
    {
      type: 'image',
      mimeType: 'image/png',
      bytes: new Uint8Array(
        Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGOI6rlDEmIY1TCqYfhqAAC5YMIQMiotWgAAAABJRU5ErkJggg==',
          'base64',
        ),
      ),
    },
  ],
});
const rollResult = make.result('call-2', '{"total":14,"rolls":[3,4,5]}', {
  content: [{ type: 'text', mimeType: 'application/json', text: '{"total":14,"rolls":[3,4,5]}' }],
  screen: '🎲 **14** (3, 4, 5)',
});
const writeResult = make.failure('call-3', {
  kind: 'execution',
  message: 'The folder notes is read-only. Choose another path.',
});
const answer = make.assistant(
  'assistant-1',
  [
    '`README.md` says that this is **a small project** to try tools on. You rolled *14*.',
    '## What I did\n1. Read [the file](README.md#L1), see also `src/main.ts:12`\n2. Rolled dice',
    '```ts\nexport function roll(dice: string): number {\n  return parse(dice).map(one => 1 + Math.floor(Math.random() * one.sides)).reduce(sum, 0);\n}\n```',
    '| die | value |\n|---|--:|\n| 1 | 3 |\n| 2 | 4 |',
    '> A quotation, for good measure.',
  ].join('\n\n'),
);
const committed: readonly Canister[] = [
  user,
  read,
  roll,
  readResult,
  rollResult,
  write,
  writeResult,
  answer,
  make.user('user-2', 'Thank you!'),
  make.assistant('assistant-2', 'You are welcome.'),
];
const question: SidebarQuestion = {
  id: 'question-1',
  invocationId: 'call-3',
  fullName: 'workspace:write_file',
  arguments: write.arguments,
  reason: 'workspace:write_file may change or delete something.',
  choices: ['once', 'conversation', 'workspace', 'deny'],
};
const opening: readonly ConverseEvent[] = [
  turnStart(user),
  { type: 'round-start', round: 1 },
  { type: 'text-delta', text: 'I will look, roll, and write it down.' },
  usageTold(1, { input: 1200, output: 80 }),
  { type: 'round-end', round: 1, reason: 'invocations' },
  { type: 'invocation-start', canister: read },
  { type: 'invocation-start', canister: roll },
  { type: 'invocation-start', canister: write },
  { type: 'invocation-end', canister: readResult, duration: 12 },
  { type: 'invocation-progress', invocationId: 'call-2', message: 'Rolling the second die', fraction: 0.4 },
];
const asking = sidebarState({ turn: opening, running: true, questions: [question] });
const rolledBack = (outcome: 'stopped' | 'failed' | 'round-limit'): SidebarState =>
  sidebarState({
    canisters: committed.slice(-2),
    turn: [
      ...opening,
      {
        type: 'turn-end',
        outcome,
        canisters: [],
        error: {
          code: 'model-unreachable',
          message: 'Claude Opus 5 cannot be reached: connection refused. Check the connection and try again.',
          retryable: true,
        },
      },
    ],
  });

const price = { input: 5, output: 25, cached: 0.5 };
const rounds = [
  spendingOf({ input: 5000, output: 80 }, price),
  { ...spendingOf({ input: 7400, output: 310, cached: 5000 }, price), estimated: true as const },
];
const turnSpending = { ...sumSpending(rounds), rounds };
const priced = sidebarState({
  canisters: committed,
  spendings: { 'assistant-1': turnSpending },
  spending: turnSpending,
});

const form: FormRequest = {
  id: 'request-1',
  kind: 'form',
  server: 'Weather',
  message: 'Where to?',
  fields: [
    {
      kind: 'string',
      name: 'city',
      title: 'City',
      description: 'At least two letters',
      required: true,
      minLength: 2,
    },
    { kind: 'integer', name: 'days', title: 'Days', required: true, minimum: 1, default: 3 },
    {
      kind: 'choice',
      name: 'unit',
      title: 'Unit',
      required: true,
      default: 'c',
      options: [
        { value: 'c', title: 'Celsius' },
        { value: 'f', title: 'Fahrenheit' },
      ],
    },
    {
      kind: 'choices',
      name: 'about',
      title: 'About',
      required: false,
      options: [
        { value: 'rain', title: 'Rain' },
        { value: 'wind', title: 'Wind' },
      ],
    },
    { kind: 'boolean', name: 'remember', title: 'Remember', required: false },
  ],
};
const pageRequest: PageRequest = {
  id: 'request-2',
  kind: 'page',
  server: 'Weather',
  message: 'Confirm your account.',
  page: 'https://example.org/confirm?account=1&then=weather',
};
const sampling: SamplingRequest = {
  id: 'request-3',
  kind: 'sampling',
  server: 'Weather',
  message: 'What it wants the model to read is below. The answer goes to the server.',
  model: 'Claude Opus 5 (anthropic)',
  prompt: [{ speaker: 'Prompt', text: 'Say hi' }],
  budget: 'The answer may have 50 tokens. In this session it may still ask 20 times.',
};

describe('the page of the sidebar', function () {
  this.timeout(240_000);
  let browser: SidebarBrowser;
  let sidebar: SidebarPage;
  before(async () => {
    browser = await openSidebarBrowser();
  });
  after(() => browser?.close());
  afterEach(async () => {
    const problems = await sidebar?.problems();
    await sidebar?.close();
    assert.deepEqual(problems, []);
  });

  it('is a script of less than 400 kB', async () => {
    sidebar = await browser.open();
    assert.ok(browser.scriptSize < 400_000, `${browser.scriptSize} bytes`);
  });

  it('serves a whole conversation by keyboard alone', async () => {
    sidebar = await browser.open();
    const { page } = sidebar;
    const focused = () =>
      page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
      );
    assert.deepEqual(await sidebar.posts(), [{ type: 'ready' }]);
    await sidebar.tell({ type: 'state', state: sidebarState() }, { type: 'focus' });
    assert.equal(await focused(), 'Message');

    await page.keyboard.type('What is in README.md?');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('And roll.');
    await page.keyboard.press('Enter');
    assert.deepEqual(await sidebar.posts(), [{ type: 'send', text: 'What is in README.md?\nAnd roll.' }]);
    assert.equal(await page.locator('textarea').inputValue(), '');

    await sidebar.show(asking);
    assert.equal(await page.locator('.permission').evaluate(card => card === document.activeElement), true);
    assert.match(await announced(sidebar), /^Permission needed: workspace:write_file/);
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Arguments');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Allow Once');
    await page.keyboard.press('Enter');
    assert.deepEqual(await sidebar.posts(), [{ type: 'answer', questionId: 'question-1', answer: 'once' }]);
    assert.equal(await focused(), 'Message');

    await sidebar.show({ ...asking, questions: [] });
    await sidebar.play({ type: 'invocation-end', canister: rollResult, duration: 3 });
    await sidebar.play({ type: 'invocation-end', canister: writeResult, duration: 2400 });
    await sidebar.play({ type: 'round-start', round: 2 }, { type: 'text-delta', text: 'All **done**.' });
    await page.keyboard.press('Escape');
    assert.deepEqual(await sidebar.posts(), [{ type: 'stop' }]);
    await sidebar.play({ type: 'turn-end', outcome: 'final', canisters: committed.slice(0, 8) });
    assert.equal(await announced(sidebar), 'All done.');
    await page.keyboard.press('Escape');
    assert.deepEqual(await sidebar.posts(), []);

    await page.locator('.invocation-toggle').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.match(
      (await page.locator('.invocation.failed .failure').textContent()) ?? '',
      /The tool failed\. The folder notes is read-only/,
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    assert.match(
      (await page.locator('.invocation.done .invocation-details').nth(1).textContent()) ?? '',
      /14/,
    );
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.locator('.invocation-toggle[aria-expanded=true]').count(), 1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Copy arguments');
    await page.keyboard.press('Enter');
    assert.deepEqual(await sidebar.posts(), [{ type: 'copy', text: '{\n  "dice": "3d6+2"\n}' }]);

    await sidebar.tell({ type: 'focus' });
    await page.keyboard.press('ArrowUp');
    assert.equal(
      await page.locator('textarea').inputValue(),
      user.content[0]?.type === 'text' && user.content[0].text,
    );
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.locator('textarea').inputValue(), '');
  });

  it('shows the form of an MCP server, usable by keyboard, and says what is wrong with an entry', async () => {
    sidebar = await browser.open();
    const { page } = sidebar;
    await sidebar.tell({ type: 'state', state: sidebarState({ requests: [form] }) }, { type: 'focus' });
    await sidebar.posts();
    assert.match(await announced(sidebar), /^Weather has a question\. Where to\?/);
    assert.equal(await page.locator('.request').evaluate(card => card === document.activeElement), true);
    await page.keyboard.press('Tab');
    await page.keyboard.type('X');
    await page.keyboard.press('Enter');
    const city = page.getByLabel('City');
    assert.equal(await city.getAttribute('aria-invalid'), 'true');
    assert.match(await describedBy(city), /At least two letters.*Enter at least 2 characters/s);
    assert.equal(await city.evaluate(field => field === document.activeElement), true);
    assert.deepEqual(await sidebar.posts(), []);
    await page.keyboard.type('anten');
    await page.getByLabel('Unit').selectOption('f');
    await page.getByRole('checkbox', { name: 'Rain' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('checkbox', { name: 'Remember' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Send Answer' }).click();
    assert.deepEqual(await sidebar.posts(), [
      {
        type: 'answer-request',
        requestId: 'request-1',
        answer: {
          action: 'accept',
          content: { city: 'Xanten', days: 3, unit: 'f', about: ['rain'], remember: true },
        },
      },
    ]);
  });

  it('says whether a slow MCP server or a slow model is waited for', async () => {
    sidebar = await browser.open();
    const { page } = sidebar;
    await sidebar.show(sidebarState({ turn: [turnStart(user)], running: true }));
    assert.equal(
      await page.locator('.working').textContent(),
      'Getting ready… Waiting for Probability to start.',
    );
    const ready = sidebarState().ensembles.map(each => ({ ...each, state: { status: 'ready' } as const }));
    await sidebar.show(sidebarState({ turn: [turnStart(user)], running: true, ensembles: ready }));
    assert.equal(await page.locator('.working').textContent(), 'Getting ready…');
  });

  it('ticks a choice wherever it is clicked', async () => {
    sidebar = await browser.open();
    const { page } = sidebar;
    await sidebar.show(sidebarState({ requests: [form] }));
    await page.locator('vscode-checkbox', { hasText: 'Rain' }).click();
    assert.equal(await page.getByRole('checkbox', { name: 'Rain' }).isChecked(), true);
  });

  it('keeps the entries of an open form when the page is loaded again', async () => {
    sidebar = await browser.open();
    await sidebar.show(sidebarState({ requests: [form] }));
    await sidebar.page.getByLabel('City').fill('Bergen');
    const remembered = await sidebar.remembered();
    await sidebar.close();
    sidebar = await browser.open({ remembered });
    await sidebar.show(sidebarState({ requests: [form] }));
    assert.equal(await sidebar.page.getByLabel('City').inputValue(), 'Bergen');
  });

  it('shows the full address of a page to open, and everything that a model would read', async () => {
    sidebar = await browser.open();
    const { page } = sidebar;
    await sidebar.show(sidebarState({ requests: [pageRequest, sampling] }));
    await page.getByText(pageRequest.page, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Open example.org' }).click();
    await page.getByText('Say hi', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Allow in This Session' }).click();
    assert.deepEqual(
      (await sidebar.posts()).filter(({ type }) => type === 'answer-request'),
      [
        { type: 'answer-request', requestId: 'request-2', answer: { action: 'accept' } },
        { type: 'answer-request', requestId: 'request-3', answer: { action: 'accept', session: true } },
      ],
    );
  });

  it('suggests what MCP servers offer, with the focus in the field', async () => {
    sidebar = await browser.open();
    const { page } = sidebar;
    await sidebar.tell({ type: 'state', state: sidebarState({ canAttach: true }) }, { type: 'focus' });
    await sidebar.posts();
    await page.keyboard.type('see @wea');
    const asked = (await sidebar.posts()).at(-1);
    assert.deepEqual(asked?.type === 'complete' && asked.text, 'see @wea');
    const items = ['@weather:oslo', '@weather:bergen'].map(label => ({
      label,
      detail: '',
      insert: `${label} `,
    }));
    const request = asked?.type === 'complete' ? asked.request : 0;
    await sidebar.tell({ type: 'completions', request: request - 1, start: 4, items: [] });
    await sidebar.tell({ type: 'completions', request, start: 4, items });
    const field = page.getByLabel('Message');
    assert.equal(await field.getAttribute('aria-activedescendant'), 'completion-0');
    assert.deepEqual(await sidebar.accessibilityFindings(), []);
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.locator('[role=option][aria-selected=true]').getAttribute('id'), 'completion-1');
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), 'see @weather:bergen ');
    assert.equal(await page.getByRole('listbox').count(), 0);
    await page.getByRole('button', { name: 'Attach MCP resource' }).click();
    assert.deepEqual((await sidebar.posts()).at(-1), { type: 'attach' });
    await sidebar.tell({ type: 'insert', text: '@weather:oslo' });
    assert.equal(await field.inputValue(), 'see @weather:bergen @weather:oslo ');
  });

  for (const theme of themes) {
    it(`shows questions of servers without serious findings (${theme})`, async () => {
      sidebar = await browser.open({ theme, height: 900 });
      await sidebar.show(sidebarState({ canisters: committed, requests: [form] }));
      await sidebar.page.getByLabel('City').fill('X');
      await sidebar.page.getByRole('button', { name: 'Send Answer' }).click();
      assert.deepEqual(await sidebar.accessibilityFindings(), []);
      await sidebar.screenshot(`form-${theme}`);
      await sidebar.show(sidebarState({ requests: [pageRequest, sampling] }));
      assert.deepEqual(await sidebar.accessibilityFindings(), []);
      await sidebar.screenshot(`visit-${theme}`);
    });
  }

  it('counts down to the next attempt, and shows what follows', async () => {
    sidebar = await browser.open();
    const { page } = sidebar;
    const again = (wait: number): ConverseEvent => ({
      type: 'round-restart',
      round: 2,
      message: 'The reply from Rehearsal broke off. Trying again in 8 s (2 of 5).',
      wait,
    });
    await sidebar.show({ ...asking, questions: [] });
    await sidebar.play(
      { type: 'invocation-end', canister: readResult, duration: 1 },
      { type: 'invocation-end', canister: rollResult, duration: 1 },
      { type: 'invocation-end', canister: writeResult, duration: 1 },
      { type: 'round-start', round: 2 },
      { type: 'text-delta', text: 'It sa' },
    );
    assert.match((await page.locator('.answer').last().textContent()) ?? '', /It sa/);
    await sidebar.play(again(3_600_000));
    assert.match(
      (await page.locator('.working').textContent()) ?? '',
      /^Asking Rehearsal again in 3(600|5\d\d) s…$/,
    );
    assert.match(await announced(sidebar), /^The reply from Rehearsal broke off/);
    assert.equal(await page.getByText('It sa').count(), 0);
    await sidebar.play(again(0));
    assert.equal(await page.locator('.working').textContent(), 'Asking Rehearsal again…');
    await sidebar.play({ type: 'text-delta', text: 'It says so.' });
    assert.equal(await page.locator('.working').count(), 0);
    assert.equal(await page.locator('.notice .codicon-history').count(), 2);
  });

  it('lets you choose model and tools by keyboard', async () => {
    sidebar = await browser.open();
    const { page } = sidebar;
    await sidebar.tell({ type: 'state', state: sidebarState() }, { type: 'focus' });
    await sidebar.posts();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.deepEqual(await sidebar.posts(), [{ type: 'new-conversation' }]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('vscode-checkbox:focus').first().waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.deepEqual(await sidebar.posts(), [
      { type: 'enable-ensemble', name: 'workspace', enabled: false },
      { type: 'enable-invoker', fullName: 'workspace:read_file', enabled: false },
    ]);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('[role=dialog]').count(), 0);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.locator('[role=option]:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.deepEqual(await sidebar.posts(), [{ type: 'choose-model', reference: 'copilot/claude-opus' }]);
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Model: Rehearsal',
    );
  });

  it('leaves the focus where you type when a question appears', async () => {
    sidebar = await browser.open();
    await sidebar.tell(
      { type: 'state', state: sidebarState({ turn: opening, running: true }) },
      { type: 'focus' },
    );
    await sidebar.page.keyboard.type('Next I want');
    await sidebar.show(asking);
    await sidebar.page.keyboard.type(' to');
    assert.equal(await sidebar.page.locator('textarea').inputValue(), 'Next I want to');
  });

  it('neutralises hostile Markdown in an answer', async () => {
    sidebar = await browser.open();
    const { page } = sidebar;
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
    await sidebar.show(sidebarState({ canisters: [user, make.assistant('evil', attempts.join('\n\n'))] }));
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
    assert.deepEqual((await sidebar.posts()).at(-1), { type: 'open-link', href: 'a.ts' });
    assert.ok(page.url().startsWith('http://127.0.0.1'), 'no link leads the page away');
  });

  it('streams without touching the blocks that have ended', async () => {
    sidebar = await browser.open();
    const { page } = sidebar;
    await sidebar.show(sidebarState({ running: true }));
    await sidebar.play(
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
    sidebar = await browser.open({ height: 400 });
    const { page } = sidebar;
    await sidebar.show(sidebarState({ canisters: committed, running: true }));
    const distance = () =>
      page.locator('.log').evaluate(log => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop));
    assert.ok((await distance()) <= 1);
    const paragraphs = (count: number): ConverseEvent => ({
      type: 'text-delta',
      text: 'More and more.\n\n'.repeat(count),
    });
    await sidebar.play(
      turnStart(make.user('user-3', 'Go on')),
      { type: 'round-start', round: 1 },
      paragraphs(30),
    );
    await page.waitForFunction(() => {
      const log = document.querySelector('.log');
      return log !== null && log.scrollHeight - log.clientHeight - log.scrollTop <= 1;
    });

    await page.locator('.log').hover();
    await page.mouse.wheel(0, -300);
    await page.locator('.to-latest').waitFor();
    const before = await distance();
    await sidebar.play(paragraphs(10));
    assert.ok((await distance()) > before, 'what is read stays in place');
    await page.locator('.to-latest').click();
    assert.ok((await distance()) <= 1);
    assert.equal(await page.locator('.to-latest').count(), 0);
  });

  it('renders no turn again that has not changed', async () => {
    sidebar = await browser.open();
    const { page } = sidebar;
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
    await sidebar.show(sidebarState({ canisters: many }));
    await page.waitForFunction(() => document.querySelectorAll('converser-turn').length === 100);
    const changes = await page.evaluate(countChanges, [
      { type: 'state', state: sidebarState({ canisters: many, model: 'copilot/claude-opus' }) },
    ] as unknown);
    assert.equal(changes, 0);
    assert.ok(await page.locator('converser-turn').last().isVisible());
  });

  it('remembers draft, open rows and scroll position when it is loaded again', async () => {
    const height = 400;
    sidebar = await browser.open({ height });
    await sidebar.show(sidebarState({ canisters: committed }));
    await sidebar.page.locator('.invocation-toggle').first().click();
    await sidebar.page.locator('textarea').fill('A draft');
    await sidebar.page.locator('.log').evaluate(log => log.scrollTo(0, 60));
    await sidebar.page.locator('.to-latest').waitFor();
    const remembered = await sidebar.remembered();
    await sidebar.close();
    sidebar = await browser.open({ remembered, height });
    await sidebar.show(sidebarState({ canisters: committed }));
    assert.equal(await sidebar.page.locator('textarea').inputValue(), 'A draft');
    assert.equal(await sidebar.page.locator('.invocation-toggle[aria-expanded=true]').count(), 1);
    // It is taken up once the turns are drawn.
    await sidebar.page.waitForFunction(() => document.querySelector('.log')?.scrollTop === 60);

    await sidebar.show(sidebarState());
    await sidebar.show(sidebarState({ canisters: committed }));
    assert.equal(
      await sidebar.page.locator('.to-latest').count(),
      0,
      'another conversation is shown from its end',
    );
  });

  it('shows the images of a result', async () => {
    sidebar = await browser.open();
    await sidebar.show(sidebarState({ canisters: committed }));
    await sidebar.page.locator('.invocation-toggle').first().click();
    await sidebar.page.waitForFunction(() => document.querySelector('img')?.naturalWidth === 16);
  });

  it('shows what a turn and the conversation cost, and all the figures by keyboard', async () => {
    sidebar = await browser.open();
    const { page } = sidebar;
    await sidebar.show(priced);
    const turn = page.locator('.turn-footer .spending').first();
    assert.match(
      (await turn.locator('summary').textContent()) ?? '',
      /3 rounds · .* · ≈ 12\.4k → 390 tokens, \$0\.0493 · /,
    );
    assert.match(
      (await turn.locator('.visually-hidden').first().textContent()) ?? '',
      /3 rounds · .* · about 12,400 tokens in, 390 out, \$0\.0493 · .*Figures$/,
    );
    await turn.locator('summary').focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await turn.locator('ul li').allInnerTexts(), [
      '2 requests',
      '12,400 tokens in, 5,000 of them (40 %) from the cache',
      '390 tokens out',
      '$0.0493',
      "Some figures are estimated: the provider didn't report all of them.",
    ]);
    assert.equal(await turn.locator('ol li').count(), 2);
    const whole = page.locator('.conversation-spending summary');
    assert.match((await whole.textContent()) ?? '', /Total: ≈ 12\.4k → 390 tokens/);
    await sidebar.play(
      turnStart(make.user('user-3', 'More?')),
      { type: 'round-start', round: 1 },
      usageTold(1, { input: 20_000, output: 400 }),
    );
    assert.match((await whole.textContent()) ?? '', /Total: 20\.0k → 400 tokens/, 'while the turn runs');
  });

  it('shows no costs where there are none', async () => {
    sidebar = await browser.open();
    const free = { ...spendingOf({ input: 0, output: 0 }, { input: 0, output: 0 }), rounds: [] };
    await sidebar.show(
      sidebarState({ canisters: committed, spending: free, spendings: { 'assistant-1': free } }),
    );
    assert.equal(await sidebar.page.locator('.spending').count(), 0);
  });

  it('offers examples, and tries a turn again that was rolled back', async () => {
    sidebar = await browser.open();
    await sidebar.show(sidebarState());
    await sidebar.posts();
    await sidebar.page.getByRole('button', { name: 'Roll 3d6+2' }).click();
    await sidebar.show(rolledBack('failed'));
    await sidebar.page.getByRole('button', { name: 'Show Log' }).click();
    await sidebar.page.getByRole('button', { name: 'Try Again' }).click();
    assert.deepEqual(await sidebar.posts(), [
      { type: 'send', text: 'Roll 3d6+2' },
      { type: 'show-log' },
      { type: 'send', text: 'What is in README.md? And roll 3d6+2 for me.' },
    ]);
  });

  it('takes text that the extension composes', async () => {
    sidebar = await browser.open();
    await sidebar.tell({ type: 'compose', text: 'Explain this' }, { type: 'state', state: sidebarState() });
    await sidebar.page.waitForFunction(() => document.querySelector('textarea')?.value === 'Explain this');
    assert.equal(await sidebar.page.evaluate(() => document.activeElement?.localName), 'textarea');
  });

  for (const theme of themes) {
    describe(`in the theme ${theme}`, () => {
      const scenes: Readonly<
        Record<string, { readonly state: SidebarState; readonly act?: () => Promise<void> }>
      > = {
        empty: { state: sidebarState() },
        'no-model': { state: sidebarState({ models: [], model: undefined }) },
        conversation: { state: sidebarState({ canisters: committed }) },
        opened: {
          state: sidebarState({ canisters: committed.slice(0, 8) }),
          act: async () => {
            for (const row of await sidebar.page.locator('.invocation-toggle').all()) await row.click();
            await sidebar.page.locator('.log').evaluate(log => log.scrollTo(0, 0));
          },
        },
        spending: {
          state: priced,
          act: async () => {
            for (const summary of await sidebar.page.locator('.spending > summary').all())
              await summary.click();
          },
        },
        asking: { state: asking },
        stopped: { state: rolledBack('stopped') },
        failed: { state: rolledBack('failed') },
        tools: {
          state: sidebarState({ canisters: committed }),
          act: async () => {
            await sidebar.page.getByRole('button', { name: /^Tools:/ }).click();
            await sidebar.page.locator('.ensemble-toggle').first().click();
          },
        },
        models: {
          state: sidebarState({ canisters: committed }),
          act: () => sidebar.page.getByRole('button', { name: /^Model:/ }).click(),
        },
      };
      for (const [scene, { state, act }] of Object.entries(scenes)) {
        it(`has no serious accessibility finding: ${scene}`, async () => {
          sidebar = await browser.open({ theme, height: scene === 'opened' ? 1100 : 720 });
          await sidebar.show(state);
          await act?.();
          await sidebar.screenshot(`${scene}-${theme}`);
          assert.deepEqual(await sidebar.problems(), []);
          assert.deepEqual(await sidebar.accessibilityFindings(), []);
        });
      }
    });
  }

  for (const width of [230, 900]) {
    it(`fits a view of ${width} pixels`, async () => {
      sidebar = await browser.open({ width });
      const { page } = sidebar;
      for (const [name, state] of Object.entries({
        asking,
        empty: sidebarState({ model: 'openai/local' }),
        conversation: sidebarState({ canisters: committed }),
      })) {
        await sidebar.show(state);
        await sidebar.screenshot(`${name}-${width}`);
        const wide = await page.evaluate(() =>
          [...document.querySelectorAll('.page *')]
            .filter(each => each.closest('.table-frame, pre, .visually-hidden') === null)
            .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
            .map(each => `${each.localName}.${each.className}`),
        );
        assert.deepEqual(wide, [], name);
      }
    });
  }
});

/** Runs in the page: how many changes to the log some messages make. */
async function countChanges(messages: unknown): Promise<number> {
  let changes = 0;
  const observer = new MutationObserver(records => {
    changes += records.length;
  });
  const log = document.querySelector('.log') as Element;
  observer.observe(log, { childList: true, subtree: true, characterData: true });
  for (const message of messages as readonly unknown[]) window.postMessage(message);
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  observer.disconnect();
  return changes;
}

async function announced({ page }: SidebarPage): Promise<string> {
  return (await page.locator('[role=status]').textContent()) ?? '';
}

/** What a screen reader says of a control besides its name. */
function describedBy(control: Locator): Promise<string> {
  return control.evaluate(field =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
}
