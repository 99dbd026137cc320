/** What the sidebar's page is shown: one conversation, and the questions that come up in it. */

import type { Canister, CompactionCanister } from '../../../src/converser/words/canister/canister.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import type { LargePart } from '../../../src/converser/words/context-window/window-measure.ts';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import { ofOutside, ofWorkspace } from '../../../src/converser/words/labels/label.ts';
import { spendingOf, sumSpending } from '../../../src/converser/words/spending/spending.ts';
import type { TurnTimes } from '../../../src/converser/words/spending/turn-times.ts';
import { type Plan, planText } from '../../../src/converser/words/texts/plan-text.ts';
import type {
  FormRequest,
  PageRequest,
  SamplingRequest,
  SidebarAttachment,
  SidebarEnsemble,
  SidebarQuestion,
  ToPage,
} from '../../../src/sidebar/protocol.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { type HostState, sidebarState, turnStart, usageTold } from '../../sidebar/sidebar-states.ts';
import { tightMeasure } from '../../sidebar/window/a-measure.ts';

export const make = canisterMaker();
export const user = make.user('user-1', 'What is in README.md? And roll 3d6+2 for me.');
const read = make.invocation('call-1', 'workspace:read_file', { path: 'README.md', lines: [1, 20] });
const roll = make.invocation('call-2', 'probability:roll', { dice: '3d6+2' });
const write = make.invocation('call-3', 'workspace:write_file', {
  path: 'notes/today.md',
  text: '# Today\n\nRolled 14.\n',
});
export const readResult = make.result('call-1', '', {
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
export const rollResult = make.result('call-2', '{"total":14,"rolls":[3,4,5]}', {
  content: [{ type: 'text', mimeType: 'application/json', text: '{"total":14,"rolls":[3,4,5]}' }],
  screen: '🎲 **14** (3, 4, 5)',
  allowed: 'it only reads and comes with Converser',
});
export const writeResult = make.failure('call-3', {
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
export const committed: readonly Canister[] = [
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
/** What the conversation has read is from outside, and secret. */
export const labelled = sidebarState({
  canisters: [
    make.user('user-labelled', 'What do the page and the issue say?'),
    make.invocation('call-page', 'web:fetch_page', {
      url: 'https://example.org/a/long/way/to/the/guide.html',
    }),
    make.invocation('call-issue', 'tracker:get_issue', {
      number: 14,
      repository: 'example/with-a-long-name',
    }),
    make.invocation('call-keys', 'workspace:read_file', { path: '.env' }),
    make.result('call-page', 'Install it, and read on.', { label: ofOutside('web:example.org') }),
    make.result('call-issue', 'It does not start.', { label: ofOutside('server:tracker') }),
    make.result('call-keys', 'TOKEN=…', { label: { ...ofWorkspace, confidentiality: 'secret' } }),
    make.assistant('assistant-labelled', 'Both say how to install it.'),
  ],
  exposure: 'from outside: example.org and the MCP server tracker; secrets: .env',
});
const question: SidebarQuestion = {
  id: 'question-1',
  invocationId: 'call-3',
  fullName: 'workspace:write_file',
  arguments: write.arguments,
  reason: 'workspace:write_file may change or delete something.',
  scopes: ['once', 'turn', 'conversation', 'workspace', 'user'],
  patterns: ['notes/today.md', 'notes/**'],
};
export const opening: readonly ConverseEvent[] = [
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
export const asking = sidebarState({ turn: opening, running: true, questions: [question] });
/** Calls with words of their own and long results for people. */
export const edited = sidebarState({
  canisters: [
    make.user('user-5', 'Greet the world, please.'),
    ...(['src/hello.ts', 'src/a/long/way/down/to/a/file-with-a-long-name/goodbye.ts'] as const).flatMap(
      (path, at) => [
        {
          ...make.invocation(`edit-${at}`, 'workspace:edit_file', { pieces: [], path }),
          timestamp: '2026-11-20T12:00:00.000Z',
        },
        {
          ...make.result(`edit-${at}`, `Edited ${path}`, {
            screen: `Edited [${path}](<file:///w/${path}>) +42 −3\n\n\`\`\`diff\n${'+ a line of it\n'.repeat(80)}\`\`\``,
          }),
          timestamp: '2026-11-20T12:00:41.200Z',
          waited: 40_000,
        },
      ],
    ),
    make.assistant('assistant-5', 'The world is greeted.'),
  ],
});
/** All that an answer may be made of. */
export const rich = sidebarState({
  canisters: [
    make.user('user-6', 'Show me what you can do.'),
    make.assistant(
      'assistant-6',
      [
        '```ts src/a/long/way/down/to/a/file-with-a-long-name/dice.ts\n/** Rolls dice. */\nexport async function roll(dice: string, sides = 6): Promise<number> {\n  const all = parse(dice).map(one => 1 + Math.floor(Math.random() * sides)); // each\n  return /^\\d+/.test(dice) ? all.reduce((a, b) => a + b, 0) : await later<number>(null);\n}\n```',
        '```diff\n--- a/src/dice.ts\n+++ b/src/dice.ts\n@@ -1,3 +1,3 @@\n import { parse } from "./parse.ts";\n-const sides = 6;\n+const sides = 20; // as in a game that takes a whole evening, and sometimes a few more of them\n```',
        'The time grows with $n \\log n$:[^1] press <kbd>Ctrl</kbd>+<kbd>C</kbd> when $T > 5$ s.\n\n$$\nT(n) = \\sum_{i=1}^{n} \\frac{\\sqrt{i}}{2^i} + \\int_0^\\infty e^{-x^2} \\, dx = \\left\\{ \\begin{matrix} a & b \\\\ c & d \\end{matrix} \\right\\}\n$$',
        '- [x] Greet\n- [ ] Say good-bye\n\n| model | score | time |\n| --- | --: | --: |\n| a | 71.2 % | 3,812 ms |\n| a model with a long name | −0.4 % | 12 ms |\n\n[^1]: As measured, see `src/bench.ts`.',
        '```python\n@cached\ndef greet(name: str) -> str:\n    """Says hello."""\n    return f"Hello, {name}!"\n```',
        '```html\n<!-- a page -->\n<a href="x" class="y">text</a>\n```',
        '```css\n.a > #b:hover { color: red; --x: 2px; }\n```',
        '```bash\nnpm install --save "$NAME" # now\n```',
        '```json\n{ "a": [1, true, null, "b"] }\n```',
      ].join('\n\n'),
    ),
  ],
});
/** A model that thinks, after a round in which it thought already. */
export const thinking = sidebarState({
  canisters: [make.user('user-7', 'Hello?'), make.assistant('assistant-7', 'Hello.')],
  thoughts: [{ before: 'assistant-7', text: 'A greeting. **Greet back**, and be brief.', duration: 12_400 }],
  turn: [
    turnStart(user),
    { type: 'round-start', round: 1 },
    { type: 'reasoning-delta', text: '**Planning**\n\nI should read `README.md` first, and roll then.' },
    { type: 'reasoning-end', duration: 2600 },
    { type: 'round-end', round: 1, reason: 'invocations' },
    { type: 'invocation-start', canister: read },
    { type: 'invocation-end', canister: readResult, duration: 12 },
    { type: 'round-start', round: 2 },
    {
      type: 'reasoning-delta',
      text: '**Rolling dice**\n\nThe file is read. Now three dice with six sides each, and two more on top of what they show, which is at least five and at most twenty, and',
    },
  ],
  running: true,
});
const firstSteps: Plan = [
  { text: 'Read how rules are stored', state: 'in_progress' },
  { text: 'Write a test that fails', state: 'pending' },
  { text: 'Store rules by scope', state: 'pending' },
];
const laterSteps: Plan = [
  { text: 'Read how rules are stored', state: 'done' },
  {
    text: 'Write a test that fails for each of the scopes, the conversation and the user of all workspaces included',
    state: 'in_progress',
  },
  { text: 'Store rules by scope', state: 'pending' },
  { text: 'Move old rules', state: 'dropped' },
];
const planCall = (id: string, steps: Plan) =>
  make.invocation(id, 'dialogue:plan', { steps: steps.map(toJson) });
const toJson = ({ text, state }: Plan[number]) => ({ text, state });
/** A turn that works by a plan which it has changed. */
export const planned = sidebarState({
  turn: [
    turnStart(make.user('user-8', 'Store permission rules by their scope.')),
    { type: 'round-start', round: 1 },
    { type: 'text-delta', text: 'I will plan this first.' },
    { type: 'round-end', round: 1, reason: 'invocations' },
    { type: 'invocation-start', canister: planCall('plan-1', firstSteps) },
    { type: 'invocation-end', canister: make.result('plan-1', planText(firstSteps)), duration: 1 },
    { type: 'invocation-start', canister: read },
    { type: 'invocation-end', canister: readResult, duration: 12 },
    { type: 'round-start', round: 2 },
    { type: 'round-end', round: 2, reason: 'invocations' },
    { type: 'invocation-start', canister: planCall('plan-2', laterSteps) },
    { type: 'invocation-end', canister: make.result('plan-2', planText(laterSteps)), duration: 1 },
    { type: 'round-start', round: 3 },
    { type: 'text-delta', text: 'Rules are stored in one file. Now the test.' },
  ],
  running: true,
});
const changedTurn = make.user('user-9', 'Rename the greeting everywhere.');
/** A turn that has changed files, one of which you have taken back and one you keep. */
export const changed = sidebarState({
  canisters: [changedTurn, make.assistant('assistant-9', 'The greeting has its new name.')],
  changes: {
    [changedTurn.id]: {
      files: 5,
      undone: 1,
      kept: 1,
      isUndone: false,
      others: ['shell:run_command (dist/)'],
    },
  },
});
export const changedFiles = {
  type: 'changes',
  turn: changedTurn.id,
  more: 0,
  files: [
    {
      place: '/w/src/greeting.ts',
      path: 'src/greeting.ts',
      kind: 'created',
      counts: '+42 −0',
      state: 'kept',
    },
    { place: '/w/src/main.ts', path: 'src/main.ts', kind: 'changed', counts: '+3 −1', state: 'changed' },
    { place: '/w/src/hello.ts', path: 'src/hello.ts', kind: 'deleted', counts: '+0 −38', state: 'changed' },
    {
      place: '/w/test/greeting.test.ts',
      path: 'test/a/long/way/down/greeting.test.ts',
      from: 'test/hello.test.ts',
      kind: 'moved',
      state: 'changed',
    },
    { place: '/w/README.md', path: 'README.md', kind: 'changed', counts: '+1 −1', state: 'undone' },
  ],
} as const satisfies ToPage;
/** Messages that were sent while the answer is written. */
export const waitingForAnswer = sidebarState({
  turn: opening,
  running: true,
  queued: [
    { id: 'queued-1', text: 'And then this', when: 'after-answer' },
    { id: 'queued-2', text: 'What else could it be? '.repeat(12), when: 'after-answer' },
  ],
});
/** An answer that says more than was done. */
export const overstated = sidebarState({
  canisters: [
    make.user('asked', 'Fix the typo in README.md.'),
    make.invocation('edits', 'workspace:edit_file', { path: 'README.md' }),
    make.result('edits', 'Changed README.md.'),
    make.assistant(
      'overstates',
      'I fixed the typo in `README.md`. I also **ran the tests**, and they all pass.\n\n- Updated `docs/index.md`',
    ),
  ],
});
/** A turn that was sent a message, is to be sent another, and then stops. */
export const steered = sidebarState({
  turn: [
    turnStart(user),
    { type: 'round-start', round: 1 },
    { type: 'round-end', round: 1, reason: 'invocations' },
    { type: 'invocation-start', canister: read },
    { type: 'invocation-end', canister: readResult, duration: 12 },
    {
      type: 'message-added',
      canisters: [{ ...make.user('added', 'Only the first line, please.'), added: true }],
    },
    { type: 'round-start', round: 2 },
    { type: 'text-delta', text: 'I read the first line only, and then' },
  ],
  running: true,
  stopsAfterRound: true,
  queued: [
    { id: 'queued-1', text: 'And the last one', when: 'next-round' },
    { id: 'queued-2', text: 'Then summarize it', when: 'after-answer' },
    { id: 'queued-3', text: '/invoke probability:roll {"dice": "1d6"}', when: 'after-answer', isCall: true },
  ],
});
/** What is sent and comes back is kept. */
export const recorded = sidebarState({ turn: opening, running: true, isRecorded: true });

/** A question that shows what it would change. */
export const askingForChange = sidebarState({
  turn: opening,
  running: true,
  questions: [
    {
      ...question,
      preview: {
        title: 'Overwrite notes/today.md?',
        diff: [
          '@@ line 1 @@',
          ' # Today',
          ' ',
          '-Rolled 12, which is <b>less</b> than one would want of three dice with six sides and two more on top of them.',
          '+Rolled 14, which is **more**.',
          '+\tOne tab, and a-word-without-a-space-that-is-longer-than-any-sidebar-ever-was-or-will-be\\u200b.',
          ' ',
          '@@ line 40 @@',
          ' The end.',
          '+See $(shield) [the rules](command:x).',
          '… 200 more lines',
        ].join('\n'),
        size: '+3 −1, and more',
        isChange: true,
        notes: [
          { kind: 'place', text: 'In app' },
          { kind: 'danger', text: 'Not sandboxed: it can do whatever you can' },
          { kind: 'loss', text: 'Undo can’t bring back: build/a-file-with-a-long-name.bin (12 MB)' },
        ],
      },
    },
  ],
});
/** A question that is denied unless it is answered soon. */
export const askingInTime = sidebarState({
  turn: opening,
  running: true,
  questions: [{ ...question, left: 42_000 }],
});
/** Calls that wait together: of one, nothing but itself can be allowed, and one shows what it would change. */
export const askingAboutSeveral = sidebarState({
  turn: opening,
  running: true,
  questions: [
    { ...question, left: 30_000 },
    {
      ...question,
      id: 'question-b',
      invocationId: 'call-2',
      preview: {
        title: 'Edit src/a/long/way/down/to/a/file-with-a-long-name/goodbye.ts?',
        diff: '@@ line 1 @@\n-Good-bye.\n+See you.',
        size: '+1 −1',
        isChange: true,
      },
    },
    {
      ...question,
      id: 'question-c',
      invocationId: 'call-4',
      fullName: 'workspace:read_file',
      arguments: { path: 'infra/prod/main.tf' },
      reason:
        'infra/prod/main.tf is a protected place: it matches infra/prod/** in the setting converser.protectedPlaces.',
      scopes: ['once'],
      patterns: [],
    },
  ],
});
/** A turn whose connection was lost in the middle of its answer. */
export const brokenOff = sidebarState({
  canisters: [
    user,
    read,
    readResult,
    {
      ...make.assistant('half', ''),
      content: [
        text('`README.md` says that this is **a small project**, and', 'text/markdown'),
        text('[An error ended this turn in the middle of your answer.]'),
      ],
      interrupted: {
        kind: 'failed',
        message:
          'The reply from Claude Opus 5 broke off: other side closed. Check the connection and try again.',
      },
    },
  ],
});
export const rolledBack = (outcome: 'stopped' | 'failed' | 'round-limit'): HostState =>
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
/** Two calls at once, one of which waited for you, and a request that was made again. */
const times: TurnTimes = {
  took: 21_400,
  compactions: [{ start: 20, end: 900 }],
  rounds: [
    {
      requests: [{ start: 910, first: 1_700, end: 3_900 }],
      calls: [
        { id: 'call-1', start: 3_901, end: 5_200 },
        { id: 'call-2', start: 3_901, end: 12_400, waited: 7_000 },
      ],
    },
    {
      requests: [
        { start: 12_410, end: 12_900, again: 'The server is busy. Asking again in 1 s.' },
        { start: 13_900, first: 14_300, end: 16_000 },
      ],
      calls: [{ id: 'call-3', start: 16_001, end: 16_020 }],
    },
    { requests: [{ start: 16_030, first: 17_000, end: 21_400 }], calls: [] },
  ],
};
export const timed = sidebarState({
  canisters: committed,
  spendings: { 'assistant-1': { ...turnSpending, times } },
  spending: turnSpending,
});
export const priced = sidebarState({
  canisters: committed,
  spendings: { 'assistant-1': turnSpending },
  spending: turnSpending,
});

export const largest: readonly LargePart[] = [
  {
    kind: 'result',
    id: 'call-1-result',
    title: 'workspace:read_file {"path":"a/long/way/down/to/a/file-with-a-long-name.ts"}',
    tokens: 21_300,
  },
  { kind: 'tool', id: 'github:search', title: 'github:search', tokens: 2_400 },
];

/** Little is left of the model's window. */
export const windowed = sidebarState({
  canisters: committed.slice(0, 8),
  turn: [
    turnStart(make.user('user-window', 'Go on.')),
    { type: 'window', measure: { ...tightMeasure, largest } },
  ],
  model: 'copilot/claude-opus',
});

export const form: FormRequest = {
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
export const pageRequest: PageRequest = {
  id: 'request-2',
  kind: 'page',
  server: 'Weather',
  message: 'Confirm your account.',
  page: 'https://example.org/confirm?account=1&then=weather',
};
export const sampling: SamplingRequest = {
  id: 'request-3',
  kind: 'sampling',
  server: 'Weather',
  message: 'What it wants the model to read is below. The answer goes to the server.',
  model: 'Claude Opus 5 (anthropic)',
  prompt: [{ speaker: 'Prompt', text: 'Say hi' }],
  budget: 'The answer may have 50 tokens. In this session it may still ask 20 times.',
};

/** An MCP server whose start was put off. */
export const unapproved: SidebarEnsemble = {
  name: 'everything',
  title: 'Everything',
  description: 'An MCP server of this folder',
  enabled: true,
  state: {
    status: 'failed',
    error: {
      code: 'approval-needed',
      message: 'MCP server everything needs your approval to start. Defined in this folder and not approved.',
      retryable: false,
    },
  },
  invokers: [],
};

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==';

/** What messages can mention. */
export const attachable: readonly SidebarAttachment[] = [
  { written: '@src/a.ts', kind: 'file', title: 'src/a.ts', tokens: 840 },
  { written: '@README.md:2-3', kind: 'file', title: 'README.md:2-3', tokens: 1_240 },
  { written: '@src/', kind: 'folder', title: 'src/', tokens: 96, note: 'without 1 protected file' },
  { written: '@git-diff', kind: 'git-diff', title: 'Changes in 3 files', tokens: 31_400 },
  { written: '@.env', kind: 'file', title: '.env', tokens: 12, isSecret: true },
  { written: '@fetched.md', kind: 'file', title: 'fetched.md', tokens: 120, isOutside: true },
  { written: '@image-1', kind: 'image', title: 'screenshot.png', tokens: 1_500, thumbnail: picture },
  { written: '@pdf-1', kind: 'pdf', title: 'a paper with a long name about everything.pdf', tokens: 24_000 },
  { written: '@problems', title: 'problems', problem: 'VS Code shows no errors or warnings.' },
];

/** What is left out of requests, in all its kinds. */
export const compaction: CompactionCanister = make.compaction({
  tokens: { before: 36_100, after: 9_400 },
  results: [
    {
      id: 'r1',
      title: 'workspace:read_file {"path":"src/orders/import.ts"}',
      line: '',
      tokens: 8_120,
      replacedBy: 'c9',
    },
    { id: 'r2', title: 'workspace:search {"pattern":"<b>total</b>"}', line: '', tokens: 2_300 },
    { id: 'r3', title: 'shell:run {"command":"npm test"}', line: '', tokens: 6_000, kept: 1_200 },
  ],
  passages: [
    {
      from: 'a',
      to: 'b',
      turns: 6,
      rounds: 9,
      holds: { canisters: 20, characters: 40_000 },
      tokens: 11_000,
      asked: ['Import the orders.'],
      summary:
        'The user wants orders imported once.\n- src/orders/import.ts checks ids <script>alert(1)</script>',
      model: 'ollama/qwen3:4b',
      calls: [],
    },
  ],
});
