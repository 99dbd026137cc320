import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { InvocationCanister, ResultCanister } from '../../../src/converser/words/canister/canister.ts';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import type { PermissionQuestion } from '../../../src/converser/words/permission/permission-question.ts';
import { type Plan, planText, type StepState } from '../../../src/converser/words/texts/plan-text.ts';
import { answerCommand } from '../../../src/vscode/activation-ids.ts';
import { askInChat } from '../../../src/vscode/chat/chat-approver.ts';
import { renderInChat } from '../../../src/vscode/chat/chat-renderer.ts';
import { createPlanInChat } from '../../../src/vscode/chat/plan-in-chat.ts';
import { escapeMarkdown, inlineCode } from '../../../src/vscode/common/markdown.ts';
import { createPermissionQuestions } from '../../../src/vscode/questions/open-questions.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { createFakeInvoker } from '../../fakes/fake-ensemble.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { workspaceFile } from '../support/converser.ts';
import { fakeStream } from '../support/fake-stream.ts';

const make = canisterMaker();
const unescapedLink = /(?<!\\)\]\(/;
const noResults = { add: () => {}, show: async () => {}, dispose: () => {} };
const evil =
  '[click](command:converser.showResult?%5B%22x%22%5D) $(sync~spin) ![x](https://example.com/x.png)';

/** A chat answer of these events, and of the end of their turn. */
async function answerOfEvents(...said: readonly ConverseEvent[]) {
  const answer = fakeStream();
  const end: ConverseEvent = { type: 'turn-end', outcome: 'final', canisters: [] };
  const events = (async function* () {
    yield* [...said, end];
  })();
  await renderInChat(events, { stream: answer.stream, results: noResults, leftOut: noResults });
  return { ...answer, text: answer.markdown.map(({ value }) => value).join('') };
}

const rendered = (invocation: InvocationCanister, result: ResultCanister) =>
  answerOfEvents(
    { type: 'invocation-start', canister: invocation },
    { type: 'invocation-end', canister: result, duration: 3 },
  );

describe('a thought in a chat answer', () => {
  it('is shown as progress, once each time that the model begins to think', async () => {
    const think = { type: 'reasoning-delta', text: 'A secret plan' } as const;
    const over = { type: 'reasoning-end', duration: 1200 } as const;
    const { progress, markdown } = await answerOfEvents(think, think, over, think, over);
    assert.deepEqual([progress, markdown], [['Thinking…', 'Thinking…'], []]);
  });
});

describe('a call in a chat answer', () => {
  it('links to its result by our own link', async () => {
    const { markdown } = await rendered(
      make.invocation('call-1', 'files:read', { path: 'a.txt' }),
      make.result('call-1', 'text of a'),
    );
    const [row] = trusted(markdown);
    assert.match(row?.value ?? '', /\[files:read\]\(command:converser\.showResult\?%5B%22call-1%22%5D /);
    assert.match(row?.value ?? '', /`a\.txt`/);
  });

  it('is one line that says what was done, with its file and its lines as a link', async () => {
    const { markdown, progress } = await rendered(
      make.invocation('call-1', 'workspace:read_file', { path: 'README.md', start_line: 3 }),
      make.result('call-1', 'a long result\n'.repeat(100)),
    );
    assert.deepEqual(progress, ['Reading README\\.md…']);
    const readme = workspaceFile('README.md').toString();
    assert.deepEqual(
      markdown.map(({ value }) => value),
      [
        `\n\n✓ [Read](command:converser.showResult?%5B%22call-1%22%5D "Show arguments and result in an editor") [README\\.md](${readme}#L3) · 3&nbsp;ms\n\n`,
      ],
    );
  });

  it('says how much a file has changed, and in words why a call failed', async () => {
    const edit = make.invocation('call-1', 'workspace:edit_file', { path: 'gone.ts', pieces: [] });
    const screen = 'Edited [gone.ts](<file:///w/gone.ts>) +42 −3\n\n```diff\n+x\n```';
    const done = await rendered(edit, make.result('call-1', 'Edited gone.ts', { screen }));
    assert.match(done.markdown[0]?.value ?? '', /✓ \[Edited\]\(.*\) gone\\\.ts · \\\+42 −3 · 3&nbsp;ms\n\n$/);
    assert.equal(done.markdown.length, 1);
    const failure = { kind: 'execution', message: 'The file is *gone*.' } as const;
    const failed = await rendered(edit, make.failure('call-1', failure));
    assert.match(failed.markdown[0]?.value ?? '', /✗ \[Edit\]\(.*\) gone\\\.ts · The tool failed\n\n$/);
    assert.match(failed.markdown[1]?.value ?? '', /^> The file is \\\*gone\\\*\\\.\n\n$/);
  });

  it('shows at once what a tool shows in one line, and no more', async () => {
    const roll = make.invocation('call-1', 'probability:roll', { dice: '3d6' });
    const shown = async (screen?: string) => {
      const result = make.result('call-1', '{"total":14}', screen === undefined ? {} : { screen });
      return (await rendered(roll, result)).markdown.slice(1).map(({ value }) => value);
    };
    assert.deepEqual(await shown('🎲 **14**'), ['🎲 **14**\n\n']);
    assert.deepEqual(await shown('one\ntwo'), []);
    assert.deepEqual(await shown('x'.repeat(300)), []);
    assert.deepEqual(await shown(), []);
  });

  it('shows a plan as a task list, and then only the step that is worked on', async () => {
    const steps = (first: StepState, second: StepState): Plan => [
      { text: 'Read [a](command:x)', state: first },
      { text: 'Write', state: second },
    ];
    const call = make.invocation('call-1', 'dialogue:plan', { steps: [] });
    const one = await rendered(call, make.result('call-1', planText(steps('in_progress', 'pending'))));
    assert.match(one.markdown[0]?.value ?? '', /\[Updated\]\(.*\) the plan · 0 of 2 done · /);
    const values = one.markdown.slice(1).map(({ value }) => value);
    assert.deepEqual(values, ['- [ ] **Read \\[a\\]\\(command:x\\)** (in progress)\n- [ ] Write\n\n']);
    const show = createPlanInChat();
    show(steps('in_progress', 'pending'));
    assert.equal(show(steps('done', 'in_progress')), 'Now: Write');
    assert.equal(show(steps('done', 'dropped')), '');
    assert.equal(show([{ text: 'Rest', state: 'dropped' }]), '- [ ] ~~Rest~~ (dropped)');
  });

  it('never trusts the output of a tool, and shows no icons in it', async () => {
    const { markdown } = await rendered(
      make.invocation('call-1', 'files:read', { path: 'a.txt' }),
      make.result('call-1', 'short', { screen: evil }),
    );
    const holding = markdown.filter(({ value }) => value.includes('click'));
    assert.equal(holding.length, 1);
    assert.ok(holding.every(({ isTrusted, supportThemeIcons }) => !isTrusted && !supportThemeIcons));
  });

  it('shows no links or icons in the name and the arguments that a model wrote', async () => {
    const invocation = { ...make.invocation('call-1', 'x', { path: evil }), ensemble: '', name: evil };
    const { markdown, progress } = await rendered(invocation, make.result('call-1', 'no such tool'));
    const [row] = trusted(markdown);
    const outsideCode = (row?.value ?? '').replace(/`[^`]*`/g, '');
    assert.deepEqual(outsideCode.match(/(?<!\\)\]\([^)]*\)/g)?.length, 1, 'only our own link');
    assert.ok(!row?.value.includes('$(sync'));
    const read = make.invocation('call-1', 'workspace:read_file', { path: evil });
    const spoken = await rendered(read, make.result('call-1', 'text'));
    assert.equal(progress.length + spoken.progress.length, 2);
    for (const line of [...progress, ...spoken.progress]) {
      assert.doesNotMatch(line, unescapedLink);
      assert.ok(!line.includes('$(sync'));
    }
    const said = trusted(spoken.markdown)[0]?.value ?? '';
    assert.equal(said.match(new RegExp(unescapedLink, 'g'))?.length, 1, 'only our own link');
    assert.ok(!said.includes('$(sync'));
  });
});

describe('a call with a dollar among its arguments', () => {
  it('starts no formula, which the chat view would see between two dollars', async () => {
    const { markdown } = await rendered(
      make.invocation('call-1', 'files:read', { path: '$(sync).md' }),
      make.result('call-1', 'text'),
    );
    const [row] = trusted(markdown);
    assert.equal(row?.value.split('$').length, 2);
    assert.match(row?.value ?? '', /✓ \[/);
  });
});

describe('a file that a chat answer names', () => {
  async function shown(said: string) {
    const letters = [...said].map((character): ConverseEvent => ({ type: 'text-delta', text: character }));
    const { anchors, text } = await answerOfEvents({ type: 'round-start', round: 1 }, ...letters);
    return { anchors, text };
  }

  it('is a link, as code and as a link of Markdown, with its line', async () => {
    const { anchors, text } = await shown(
      'See `README.md`, `README.md:3` and `README.md:3:9`, [the file](README.md), [line 3](README.md#L3-L9), [**it**](<./README.md:3>), [all](README%2Emd).\n',
    );
    assert.deepEqual(anchors, [
      'README.md → README.md',
      'README.md:3 → README.md:2',
      'README.md:3:9 → README.md:2',
      'the file → README.md',
      'line 3 → README.md:2',
      'it → README.md:2',
      'all → README.md',
    ]);
    assert.equal(text, 'See ,  and , , , , .\n');
  });

  it('is none outside the workspace, on the web, in an image or in a code block', async () => {
    const written =
      '[a](https://example.org/README.md) [b](../README.md) [c](//host/README.md) ![d](README.md) [e](#L3) [f](gone.md) [g](/etc/passwd) [h](command:x)\n```\n[i](README.md)\n```\n';
    assert.deepEqual(await shown(written), { anchors: [], text: written });
  });
});

describe('a round that restarts, in a chat answer', () => {
  const again: ConverseEvent = { type: 'round-restart', round: 1, message: 'Again in 8 s', wait: 8_000 };
  const says = (text: string): ConverseEvent => ({ type: 'text-delta', text });

  const shown = async (...said: readonly ConverseEvent[]) =>
    (await answerOfEvents({ type: 'round-start', round: 1 }, ...said)).text;

  it('notes that the text above was interrupted', async () => {
    assert.equal(
      await shown(says('It sa'), again, says('It says Sample.')),
      'It sa\n\n$(history) Again in 8 s\n\n_The answer above was interrupted and restarts below._\n\n---\n\nIt says Sample.',
    );
  });

  it('gives only the reason when there is no text above', async () => {
    const told = '\n\n$(history) Again in 8 s\n\n';
    assert.equal(await shown(again, again, says('Hello.')), `${told}${told}Hello.`);
    const next: ConverseEvent = { type: 'round-start', round: 2 };
    assert.doesNotMatch(await shown(says('First.'), next, again, says('Second.')), /interrupted/);
  });

  it('closes a code block that was cut off', async () => {
    const whole = await shown(says('````ts\nconst a'), again, says('See `x`.\n'));
    assert.match(whole, /^````ts\nconst a\n````\n\n\n\$\(history\)/);
    assert.match(whole, /---\n\nSee `x`\.\n$/);
  });
});

const never = new AbortController().signal;

const question = (path: string, scopes: PermissionQuestion['scopes']): PermissionQuestion => ({
  conversationId: 'chat-1',
  invoker: createFakeInvoker({ name: 'write', invocable: () => '' }),
  invocation: make.invocation(`call-${path}`, 'fake:write', { path }),
  reason: 'It may change something.',
  scopes,
  patterns: [],
});

describe('a permission question in a chat answer', () => {
  it('shows the arguments verbatim, without icons', async () => {
    const { stream, markdown, buttons, progress } = fakeStream();
    const questions = createPermissionQuestions(() => 'question-1');
    const asked = askInChat(questions, stream).ask(
      { ...question('$(trash)/a', ['once']), reason: `It runs ${evil}.` },
      never,
    );
    await setImmediate();
    questions.answer('question-1', answerOf('once'));
    assert.deepEqual(await asked, answerOf('once'));
    const [holding] = markdown.filter(({ value }) => value.includes('$(trash)'));
    assert.equal(holding?.supportThemeIcons ?? false, false);
    const themed = markdown.filter(({ supportThemeIcons }) => supportThemeIcons === true);
    assert.ok(themed.every(({ value }) => !value.includes('$(sync') && !value.includes('[click](')));
    // Buttons would stay when they are answered.
    assert.deepEqual(buttons, []);
    const [links, ...others] = trusted(markdown);
    assert.deepEqual(others, []);
    assert.deepEqual(links?.isTrusted, { enabledCommands: [answerCommand] });
    assert.equal(
      links?.value,
      [
        `[Allow Once](${command(answerOf('once'))})`,
        `[Edit…](${command('edit')})`,
        `[Deny](${command(answerOf('deny'))})`,
        `[Deny with Reason…](${command('reason')})\n\n`,
      ].join(' · '),
    );
    assert.deepEqual(progress, ['Waiting for your permission to run fake:write']);
  });
});

describe('several permission questions in a chat answer', () => {
  const held = ['once', 'conversation'] as const;

  function setUp() {
    let count = 0;
    const questions = createPermissionQuestions(() => `question-${++count}`);
    return { questions, ...fakeStream() };
  }
  const textOf = (markdown: readonly vscode.MarkdownString[]) => markdown.map(({ value }) => value).join('');

  it('come in one list that is answered together, but for what must be allowed alone', async () => {
    const { questions, stream, markdown, progress } = setUp();
    const { ask } = askInChat(questions, stream);
    const asked = [question('a', held), question('b', ['once']), question('c', held)].map(each =>
      ask(each, never),
    );
    await setImmediate();
    assert.match(textOf(markdown), /^\n\n\$\(shield\) \*\*3 calls wait for your permission\.\*\*\n\n/);
    for (const number of [1, 2, 3])
      assert.match(textOf(markdown), new RegExp(`\\*\\*${number}\\.\\*\\* \\*\\*Allow`));
    assert.deepEqual(progress, ['Waiting for your permission to run 3 calls']);
    const links = trusted(markdown);
    assert.equal(links.length, 4);
    assert.equal(
      links.at(-1)?.value,
      `**All that wait:** ${[
        `[Allow 2 of 3 Once](${command(answerOf('once'), ['question-1', 'question-3'])})`,
        `[Deny All 3](${command(answerOf('deny'), ['question-1', 'question-2', 'question-3'])})`,
      ].join(' · ')} (1 call to be answered alone)\n\n`,
    );
    for (const id of ['question-1', 'question-3']) questions.answer(id, answerOf('once'));
    questions.answer('question-2', answerOf('deny'));
    assert.deepEqual(await Promise.all(asked), [answerOf('once'), answerOf('deny'), answerOf('once')]);
    assert.match(textOf(markdown), /\*\*2\.\*\* \$\(circle-slash\) Denied\./);
    assert.match(textOf(markdown), /\*\*3\.\*\* \$\(check\) Allowed once\./);
  });

  it('can be answered together when one comes while another waits', async () => {
    const { questions, stream, markdown } = setUp();
    const { ask } = askInChat(questions, stream);
    const first = ask(question('a', held), never);
    await setImmediate();
    assert.doesNotMatch(textOf(markdown), /All that wait/);
    const second = ask(question('b', held), never);
    await setImmediate();
    assert.match(textOf(markdown), /\[Allow All 2 Once\]/);
    for (const id of ['question-1', 'question-2']) questions.answer(id, answerOf('once'));
    await Promise.all([first, second]);
  });

  it('are not shown once they are settled', async () => {
    const { questions, stream, markdown, progress } = setUp();
    const { ask } = askInChat(questions, stream);
    const asked = [ask(question('a', held), never), ask(question('b', held), never)];
    for (const id of ['question-1', 'question-2']) questions.answer(id, answerOf('once'));
    await Promise.all(asked);
    assert.deepEqual([markdown, progress], [[], []]);
  });
});

function command(answer: unknown, id: string | readonly string[] = 'question-1'): string {
  return `command:converser.answerPermission?${encodeURIComponent(JSON.stringify([id, answer]))}`;
}

describe('text in Markdown', () => {
  it('contains neither markup nor icons', () => {
    assert.equal(escapeMarkdown('*a* $(x)\n b'), '\\*a\\* \\$\u2060\\(x\\) b');
    assert.equal(inlineCode('$(x) `b`'), '`` $\u2060(x) `b` ``');
    assert.equal(inlineCode(' '), '');
  });
});

function trusted(markdown: readonly vscode.MarkdownString[]): readonly vscode.MarkdownString[] {
  return markdown.filter(({ isTrusted }) => isTrusted !== undefined && isTrusted !== false);
}
