import assert from 'node:assert/strict';
import { textOf } from '../../src/converser/words/canister/content.ts';
import { ofOutside } from '../../src/converser/words/labels/label.ts';
import { says } from '../fakes/scripted-model.ts';
import { eachGuidedFolder, type GuidedFolder } from './guided-folder.ts';

const signal = () => new AbortController().signal;

describe('prompts of teams', () => {
  const make = eachGuidedFolder();
  const offered = async ({ skills }: GuidedFolder, typed = '/') =>
    (await skills.forMessage(typed, signal())).map(({ name, description }) => `/${name}: ${description}`);

  /** What the model is sent besides the message, and what you are told. */
  async function asked(folder: GuidedFolder, message: string) {
    const { say, conversation, events } = await folder.talk(says('Done.'));
    await say(message);
    const told = conversation.canisters
      .filter(({ role }) => role === 'document')
      .map(({ content }) => textOf(content));
    const notices = events.flatMap(event => (event.type === 'notice' ? [event.message] : []));
    return { told, notices };
  }

  it('of VS Code, Claude Code and opencode are offered as /name, and never to models', async () => {
    const folder = await make({
      '.github/prompts/form.prompt.md': '---\ndescription: Makes a form.\n---\nMake it.',
      '.github/prompts/x.prompt.md': '---\nname: named\n---\nDo\nthis.',
      '.github/prompts/readme.md': 'No prompt.',
      '.claude/commands/front/Fix.md': 'Fix issue $1.',
      '.opencode/command/team/review.md': '---\ndescription: Reviews.\nagent: plan\n---\nReview.',
      '.opencode/commands/empty.md': '---\ndescription: Nothing.\n---\n',
      '.claude/commands/a b.md': 'Bad name.',
      '.claude/skills/form/SKILL.md': '---\nname: form\ndescription: A skill.\n---\nSkill.',
    });
    const notices = await folder.skills.refresh(signal());
    const expected = ['/form: A skill.', '/front:Fix: Fix issue $1.', '/named: Do', '/team/review: Reviews.'];
    assert.deepEqual(await offered(folder), expected);
    assert.deepEqual(await offered(folder, '/f'), expected.slice(0, 2));
    assert.match((await asked(folder, '/front:Fix 7')).told.join(), /Fix issue 7\.$/);
    assert.match(
      notices.join('\n'),
      /form\.prompt\.md isn’t followed, because .*form\/SKILL\.md has the same name\./,
    );
    assert.match(notices.join('\n'), /empty\.md isn’t followed, because it is empty\./);
    assert.match(notices.join('\n'), /a b\.md isn’t followed, because its name must have/);
    const { all } = await folder.list();
    assert.ok(
      all.some(({ path, holdsFor }) => path.endsWith('Fix.md') && holdsFor.startsWith('/front:Fix: ')),
    );
    assert.doesNotMatch(
      folder.roster.ensembles.find(({ name }) => name === 'skills')?.instructions ?? '',
      /Fix|review/,
    );
  });

  it('are left out with a notice where a folder has too many', async () => {
    const names = Array.from({ length: 203 }, (_, at) => `.claude/commands/a${at}.md`);
    const folder = await make(Object.fromEntries(names.map(name => [name, 'Do it.'])));
    const notices = (await folder.skills.refresh(signal())).join('\n');
    assert.match(notices, /\.claude\/commands\/… isn’t followed, because more than 200 files are too many\./);
  });

  it('of a folder that you do not trust, or that others may have written, are left alone', async () => {
    const folder = await make({ '.claude/commands/a.md': 'A.', '.claude/commands/b.md': 'B of others.' });
    await folder.labels.note('B of others.', ofOutside('web:evil.example'));
    assert.deepEqual(await offered(folder), ['/a: A.']);
    folder.off.add('.claude/commands/a.md');
    assert.deepEqual(await offered(folder), []);
    folder.off.clear();
    folder.trust.given = false;
    assert.deepEqual(await offered(folder), []);
    assert.deepEqual((await asked(folder, '/a')).told, []);
  });

  it('take arguments as Claude Code documents it, and run no command', async () => {
    const folder = await make({
      '.claude/commands/fix.md':
        '---\nallowed-tools: Bash(git:*)\nmodel: opus\n---\n!`git status`\nFix $1 ($2) of $ARGUMENTS. Costs $x.',
      '.claude/commands/zero.md': 'From $0 to $ARGUMENTS[1].',
      '.claude/commands/named.md': '---\narguments: [issue, branch]\n---\n$issue on $branch, $1 left',
      '.claude/commands/plain.md': 'Look.',
      '.claude/commands/costs.md': 'Spend $50 at most, \\$1 is no argument.\n```!\ndate\n```',
    });
    const { told, notices } = await asked(folder, '/fix "a b" $1 c');
    const head = 'The user wants you to follow the prompt fix, from .claude/commands/fix.md.';
    assert.deepEqual(told, [`${head}\n\n\`git status\` (not run)\nFix a b ($1) of "a b" $1 c. Costs $x.`]);
    assert.match(notices.join('\n'), /The commands in \.claude\/commands\/fix\.md weren’t run/);
    assert.match(
      notices.join('\n'),
      /Ignored in \.claude\/commands\/fix\.md: allowed-tools, model\. Prompts permit nothing/,
    );
    assert.match((await asked(folder, '/zero one two')).told.join(), /From one to two\.$/);
    assert.match((await asked(folder, '/named 4711 main')).told.join(), /\n\n4711 on main, main left$/);
    assert.match(
      (await asked(folder, '/plain  at a.ts ')).told.join(),
      /Look\.\n\nThe user’s arguments: at a\.ts$/,
    );
    assert.match((await asked(folder, '/plain')).told.join(), /\n\nLook\.$/);
    const costs = await asked(folder, '/costs a b');
    assert.match(
      costs.told.join(),
      /Spend \$50 at most, \$1 is no argument\.\n\(not run\)\n```\ndate\n```\n\nThe user’s arguments: a b$/,
    );
    assert.match(costs.notices.join(), /The commands in .*costs\.md weren’t run/);
  });

  it('give the last number of opencode the rest', async () => {
    const folder = await make({ '.opencode/commands/c/new.md': 'Make $1 with $2.' });
    assert.match(
      (await asked(folder, '/c/new a.ts "two words" more')).told.join(),
      /Make a\.ts with two words more\.$/,
    );
  });

  it('have the variables of VS Code, as far as there is an editor', async () => {
    const body = `In \${workspaceFolder}: \${file} \${fileBasename} \${fileBasenameNoExtension} \${fileDirname}: \${selection}. \${input:name} \${input:kind:a kind} \${env:HOME}`;
    const folder = await make({
      '.github/prompts/p.prompt.md': `---\nagent: agent\ntools: ['edit']\n---\n${body}`,
    });
    folder.editor.focus = { path: 'src/a.test.ts', lines: '3-5' };
    const { told, notices } = await asked(folder, '/p name="My Form" please');
    const text = told.join();
    assert.match(
      text,
      /: src\/a\.test\.ts a\.test\.ts a\.test src: lines 3-5 of src\/a\.test\.ts\. My Form \[a kind: see/,
    );
    assert.match(text, /\$\{env:HOME\}\n\nThe user’s arguments: name="My Form" please$/);
    assert.match(notices.join('\n'), /Ignored in .*: agent, tools\./);
    folder.editor.focus = undefined;
    const without = await asked(folder, '/p');
    assert.match(without.told.join(), /\$\{file\} /);
    assert.match(
      without.notices.join('\n'),
      /p\.prompt\.md asks for \$\{file\}, .*\$\{selection\}: open a file, or select text\./,
    );
  });
});
