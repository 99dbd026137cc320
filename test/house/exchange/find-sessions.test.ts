import assert from 'node:assert/strict';
import { realpath, symlink, utimes } from 'node:fs/promises';
import { findSessions } from '../../../src/house/exchange/find-sessions.ts';
import { eachTest } from '../../ensembles/each-test.ts';
import { createTempFolder } from '../../ensembles/temp-folder.ts';
import { claudeSession, codexSession, jsonl } from './sessions.ts';

describe('the sessions of other programs', () => {
  const temp = eachTest(() => createTempFolder());
  const find = async (program: 'claude-code' | 'codex', roots = ['/work/my.app']) => {
    const env = { CLAUDE_CONFIG_DIR: temp.file('claude'), CODEX_HOME: temp.file('codex') };
    const found = await findSessions(program, { roots, env, signal: new AbortController().signal });
    return found.map(({ title, time }) => `${title} ${time.toISOString().slice(11, 16)}`);
  };
  const put = async (name: string, lines: readonly unknown[], minute: number) => {
    await temp.write(name, jsonl(lines));
    const time = new Date(Date.UTC(2026, 10, 20, 12, minute));
    await utimes(temp.file(name), time, time);
  };

  it('of Claude Code are those of this folder, the newest first, by their titles or first questions', async () => {
    const here = claudeSession('/work/my.app');
    const question = here.user('Fix  the\nbug.');
    await put(
      'claude/projects/-work-my-app/a.jsonl',
      [{ type: 'mode' }, here.user('<x>', { isMeta: true }), question],
      1,
    );
    const titled = [
      here.user('x'.repeat(300_000)),
      { type: 'custom-title', customTitle: 'Bugs', sessionId: 's1' },
    ];
    await put('claude/projects/-work-my-app/b.jsonl', titled, 2);
    await put('claude/projects/-work-my-app/c.jsonl', [claudeSession('/work/my-app').user('Elsewhere.')], 3);
    await put('claude/projects/-work-my-app/d.txt', [question], 3);
    await put('claude/projects/-work-my-app/b/subagents/agent-1.jsonl', [question], 3);
    const command = '<command-message>fix</command-message>\n<command-name>/fix</command-name>';
    await put('claude/projects/-work-my-app/e.jsonl', [here.user(command), question], 0);
    assert.deepEqual(await find('claude-code'), ['Bugs 12:02', 'Fix the bug. 12:01', '/fix 12:00']);
    assert.deepEqual(await find('claude-code', ['/other']), []);
  });

  it('are found where the folder was opened through a link', async () => {
    await temp.write('real/a.txt', '');
    await symlink(temp.file('real'), temp.file('link'));
    const real = await realpath(temp.file('real'));
    const project = `claude/projects/${real.replaceAll(/[^A-Za-z0-9]/g, '-')}`;
    await put(`${project}/a.jsonl`, [claudeSession(real).user('In the real folder.')], 1);
    await put('codex/sessions/rollout-1.jsonl', [...codexSession(real).start()], 2);
    assert.deepEqual(await find('claude-code', [temp.file('link')]), ['In the real folder. 12:01']);
    assert.equal((await find('codex', [temp.file('link')])).length, 1);
  });

  it('of Codex are those of this folder, wherever they are kept', async () => {
    const { start, message, event } = codexSession('/work/my.app');
    const asked = [...start(), event({ type: 'user_message', message: 'Add tests.' })];
    await put('codex/sessions/2026/11/20/rollout-2026-11-20T12-00-00-s1.jsonl', asked, 1);
    await put(
      'codex/archived_sessions/rollout-2026-11-19-s2.jsonl',
      [...start(), message('user', 'Old.')],
      2,
    );
    await put('codex/sessions/2026/11/20/rollout-s3.jsonl', codexSession('/work').start(), 3);
    await put('codex/sessions/2026/11/20/notes.jsonl', asked, 3);
    assert.deepEqual(await find('codex'), ['Old. 12:02', 'Add tests. 12:01']);
  });
});
