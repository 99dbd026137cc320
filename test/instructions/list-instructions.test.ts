import assert from 'node:assert/strict';
import { listInstructions } from '../../src/instructions/list-instructions.ts';
import { createInstructionChoices } from '../../src/vscode/commands/instruction-choices.ts';
import { eachGuidedFolder } from './guided-folder.ts';

describe('the list of instructions', () => {
  const make = eachGuidedFolder();
  const list = async (folder: Parameters<typeof listInstructions>[0]) => {
    const { all, remarks } = await listInstructions(folder, new AbortController().signal);
    return { all, remarks, rows: all.map(({ path, holdsFor, isOn }) => [path, holdsFor, isOn]) };
  };

  it('has all that guides models, for what it holds, and whether it is on', async () => {
    const folder = await make({
      'AGENTS.md': 'Use tabs.',
      'CLAUDE.md': 'See @docs/style.md.',
      'docs/style.md': 'Short lines.',
      'src/ui/AGENTS.md': 'Of ui.',
      '.gitignore': 'ignored/\n',
      'ignored/AGENTS.md': 'Not looked for.',
      '.github/instructions/ts.instructions.md': '---\napplyTo: "**/*.ts"\n---\nNo any.',
      '.github/instructions/read.instructions.md': '---\ndescription: Use when asked.\n---\nRead me.',
      '.github/instructions/none.instructions.md': 'None.',
      '.agents/skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Fills forms.\n---\nFill.',
      '.agents/skills/bad/SKILL.md': 'No description.',
    });
    folder.off.add('CLAUDE.md');
    const { all, remarks, rows } = await list(folder);
    assert.deepEqual(rows, [
      ['AGENTS.md', 'everything', true],
      ['CLAUDE.md', 'everything', false],
      ['docs/style.md', 'everything', true],
      ['.github/instructions/none.instructions.md', 'nothing: it has no applyTo', true],
      ['.github/instructions/read.instructions.md', 'models to read when it fits: Use when asked.', true],
      ['.github/instructions/ts.instructions.md', '**/*.ts', true],
      ['src/ui/AGENTS.md', 'what is in src/ui', true],
      ['.agents/skills/pdf/SKILL.md', '/pdf: Fills forms.', true],
    ]);
    assert.ok(all.every(({ uri }) => uri.startsWith('file:///')));
    assert.deepEqual(remarks, ['.agents/skills/bad/SKILL.md isn’t followed, because it has no description.']);
  });

  it('has your own instructions first, whether the folder is trusted or not', async () => {
    const folder = await make({ 'AGENTS.md': 'Use tabs.' });
    await folder.writeOwn('.claude/CLAUDE.md', 'Be brief.');
    folder.off.add('~/.claude/CLAUDE.md');
    const rules = '.copilot/instructions';
    await folder.writeOwn(`${rules}/all.instructions.md`, "---\napplyTo: '**'\n---\nIn verse.");
    await folder.writeOwn(`${rules}/ts.instructions.md`, '---\napplyTo: "**/*.ts"\n---\nNo any.');
    await folder.writeOwn(`${rules}/none.instructions.md`, '---\ndescription: Use when asked.\n---\nNone.');
    folder.off.add(`~/${rules}/ts.instructions.md`);
    const everywhere = [
      [`~/${rules}/all.instructions.md`, 'everything, in all folders', true],
      ['~/.claude/CLAUDE.md', 'everything, in all folders', false],
    ];
    const somewhere = [
      [`~/${rules}/none.instructions.md`, 'nothing: it has no applyTo', true],
      [`~/${rules}/ts.instructions.md`, '**/*.ts, in all folders', false],
    ];
    assert.deepEqual((await list(folder)).rows, [
      ...everywhere,
      ['AGENTS.md', 'everything', true],
      ...somewhere,
    ]);
    folder.trust.given = false;
    assert.deepEqual((await list(folder)).rows, [...everywhere, ...somewhere]);
  });

  it('says that a folder isn’t trusted', async () => {
    const folder = await make({ 'AGENTS.md': 'Use tabs.', 'src/AGENTS.md': 'Of src.' });
    folder.trust.given = false;
    const { all, remarks } = await list(folder);
    assert.deepEqual(all, []);
    assert.match(remarks.join(), /aren’t trusted/);
  });
});

describe('what you have switched off', () => {
  it('is kept for the workspace, and what was not on the list stays as it was', async () => {
    const kept = new Map<string, unknown>();
    const state = {
      get: (<T>(key: string, otherwise: T) => (kept.get(key) as T | undefined) ?? otherwise) as never,
      update: async (key: string, value: unknown) => void kept.set(key, value),
    };
    const choices = createInstructionChoices(state);
    await choices.choose(['AGENTS.md'], ['CLAUDE.md', 'src/AGENTS.md']);
    assert.deepEqual(['AGENTS.md', 'CLAUDE.md'].map(choices.has), [false, true]);
    await createInstructionChoices(state).choose(['CLAUDE.md'], ['AGENTS.md']);
    assert.deepEqual(['AGENTS.md', 'CLAUDE.md', 'src/AGENTS.md'].map(choices.has), [true, false, true]);
  });
});
