import assert from 'node:assert/strict';
import { ofOutside } from '../../src/converser/words/labels/label.ts';
import { prepareModes } from '../../src/ensembles/prepare-modes.ts';
import { agentTools } from '../../src/instructions/agent-tools.ts';
import { findAgents } from '../../src/instructions/find-agents.ts';
import { createFakeDescriptorFiles } from '../fakes/fake-descriptor-files.ts';
import { eachGuidedFolder } from './guided-folder.ts';

describe('agents of teams', () => {
  const make = eachGuidedFolder();

  it('of VS Code and Claude Code are modes that only take tools away, and permit nothing', async () => {
    const vscode = [
      ...[
        "name: 'Planner (α)'",
        'description: Plans.',
        "tools: ['read', 'search/codebase', 'github/*', 'foo']",
      ],
      ...['model: Claude Opus', 'handoffs:', '  - label: Go', '    agent: agent'],
    ].join('\n');
    const { folders } = await make({
      '.github/agents/plan.agent.md': `---\n${vscode}\n---\nPlan it.`,
      '.claude/agents/deep/review.md':
        '---\nname: review\ndescription: Reviews.\ntools: Grep, Bash(git:*), mcp__docs\npermissionMode: bypassPermissions\n---\nReview it.',
      '.claude/agents/all.md': 'No front matter.',
      '.claude/agents/hidden.md': '---\nname: hidden\nuser-invocable: false\n---\nHidden.',
      '.claude/agents/README.md': 'What these are.',
    });
    const found = await findAgents(folders);
    const modes = Object.fromEntries(
      found.flatMap(({ mode }) => (mode === undefined ? [] : [[mode.name, mode]])),
    );
    assert.deepEqual(Object.keys(modes).sort(), ['all', 'planner', 'review']);
    const { planner, review, all } = modes;
    assert.deepEqual(
      [planner?.title, planner?.instructions, planner?.origin],
      ['Planner (α)', 'Plan it.', 'workspace'],
    );
    assert.deepEqual(
      planner?.tools?.filter(each => !each.startsWith('workspace:')),
      ['summarization:*', 'skills:*', 'github:*'],
    );
    assert.ok(
      planner?.tools?.includes('workspace:read_file') && !planner.tools.includes('workspace:edit_file'),
    );
    assert.deepEqual(review?.tools?.slice(-2), ['shell:*', 'docs:*']);
    assert.equal(all?.tools, undefined);
    for (const mode of Object.values(modes))
      assert.deepEqual(
        [mode.model, mode.permissionMode, mode.acceptsEdits, mode.options],
        [undefined, undefined, undefined, {}],
      );
    const remarks = found.flatMap(each => each.remarks).join('\n');
    assert.match(remarks, /No such tools here: foo\.\nIgnored: model, handoffs\. Agents permit nothing/);
    assert.match(remarks, /Ignored: permissionMode\./);
  });

  it('are left out with a remark where a folder has too many', async () => {
    const names = Array.from({ length: 203 }, (_, at) => `.claude/agents/a${at}.md`);
    const { folders } = await make(Object.fromEntries(names.map(name => [name, 'Look.'])));
    const found = await findAgents(folders);
    const [rest, ...others] = found.filter(({ remarks }) => remarks.length > 0);
    assert.deepEqual(others, []);
    assert.match(
      rest?.remarks[0] ?? '',
      /^Others in \.claude\/agents\/… are left out, because more than 200/,
    );
    assert.match(rest?.file ?? '', /\.claude\/agents\/a\d+\.md$/);
  });

  it('lose what they withhold, and have no tools if they list none', () => {
    const without = agentTools(undefined, 'Write, Bash').patterns ?? [];
    assert.ok(
      without.includes('web:*') && !without.includes('shell:*') && !without.includes('workspace:write_file'),
    );
    assert.deepEqual(agentTools([], undefined), { patterns: [], unknown: [] });
    assert.deepEqual(agentTools(['*'], undefined).patterns, ['*']);
    assert.deepEqual(agentTools(['web_search', 'create'], undefined).unknown, []);
    assert.deepEqual(agentTools('constructor, toString/x', undefined), {
      patterns: ['toString:x'],
      unknown: ['constructor'],
    });
  });

  it('are left alone in folders that you do not trust, or if others may have written them', async () => {
    const { folders, trust, labels } = await make({ '.claude/agents/a.md': 'Of others.' });
    await labels.note('Of others.', ofOutside('web:evil.example'));
    const [agent] = await findAgents(folders);
    assert.equal(agent?.mode, undefined);
    assert.match(agent?.remarks.join() ?? '', /isn’t offered, because others may have written it/);
    trust.given = false;
    assert.deepEqual(await findAgents(folders), []);
  });

  it('replace no mode, and are read again when they change', async () => {
    const { folders, root, write } = await make({
      '.claude/agents/plan.md': '---\nname: plan\n---\nDo all.',
      '.claude/agents/mine.md': 'Mine.',
    });
    const files = createFakeDescriptorFiles({
      '/own/modes/a.toml': '[mode]\nname = "plan"\ndescription = "Plans."\n',
    });
    const warned: string[] = [];
    const modes = await prepareModes({
      folders: [{ path: '/own', origin: 'user', isTrusted: () => true }],
      log: { warn: line => void warned.push(line), error: assert.fail },
      files,
      agents: { watched: () => [`${root}/.claude/agents`], find: () => findAgents(folders) },
    });
    const named = () => modes.all.map(({ name, origin }) => `${name} ${origin}`);
    assert.deepEqual(named(), ['plan user', 'mine workspace']);
    assert.match(
      warned.join('\n'),
      /plan\.md:1:1: There is a mode "plan" already, which a folder can’t replace/,
    );
    await write('.claude/agents/new.md', 'New.');
    await modes.reload();
    assert.deepEqual(named(), ['plan user', 'mine workspace', 'new workspace']);
    modes.dispose();
  });
});
