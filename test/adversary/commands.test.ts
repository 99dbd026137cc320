import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { type CommandCallsOptions, createCommandCalls } from '../ensembles/shell/command-calls.ts';
import { createTestShell } from '../ensembles/shell/test-shell.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import {
  makeTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../ensembles/workspace/temporary-workspace.ts';

describe('commands', () => {
  let made: TemporaryWorkspace;
  const ends: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    made = await makeTemporaryWorkspace({ ripgrep: false });
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    await made.dispose();
  });

  async function calls(options: Partial<CommandCallsOptions> = {}) {
    const all = await createCommandCalls({ workspace: made.workspace, ...options });
    ends.push(all.dispose);
    return all;
  }

  /** What runs leaves a file. */
  const wasRun = async () => (await readdir(made.root)).includes('evil');
  const evil = 'touch evil';

  it('that only look like what is allowed are asked about', async () => {
    const rules = {
      'shell:run_command(git log *)': 'allow',
      'shell:run_command(touch good)': 'allow',
      'shell:run_command($ touch good)': 'allow',
    } as const;
    const { call, questions } = await calls({ rules, answers: Array(40).fill('deny') });
    const tries = [
      { program: 'touch', args: ['good', 'evil'] },
      { program: 'touch', args: ['good\nevil'] },
      { program: 'touch good', args: ['evil'] },
      { program: 'touch', args: ['evil'] },
      { program: '/usr/bin/touch', args: ['evil'] },
      { program: './touch', args: ['good'] },
      { program: 'Touch', args: ['good'] },
      { program: 'to\u200buch', args: ['good'] },
      { line: `touch good; ${evil}` },
      { line: `touch good\n${evil}` },
      { line: `touch good && ${evil}` },
      { line: `touch good $(${evil})` },
      { line: `touch good \`${evil}\`` },
      { line: 'touch good > evil' },
      { line: 'touch  good' },
      { line: 'touch good\u00a0' },
      { program: 'git', args: ['log', '--output=evil'] },
      { program: 'git', args: ['log', '--output', 'evil'] },
      { program: 'git', args: ['log', '--outp=evil'] },
      { program: 'git', args: ['log', '--OUTPUT=evil'] },
      { program: 'git', args: ['log', '--ext-diff'] },
      { program: 'git', args: ['-c', `alias.log=!${evil}`, 'log'] },
      { program: 'sh', args: ['-c', evil] },
      { program: 'env', args: ['touch', 'evil'] },
      { command: `touch good;${evil}` },
    ];
    for (const args of tries) await call('shell:run_command', args);
    assert.equal(questions.length, tries.length);
    assert.equal(await wasRun(), false);
    await call('shell:run_command', { program: 'touch', args: ['good'] });
    await call('bash', { command: 'touch good' });
    assert.equal(questions.length, tries.length);
  });

  it('that run others are asked about, though all commands are allowed', async () => {
    const { call, questions } = await calls({
      rules: { 'shell:run_command': 'allow' },
      answers: Array(20).fill('deny'),
    });
    const tries = [
      { line: evil },
      { program: 'sh', args: ['-c', evil] },
      { program: 'bash', args: ['-lc', evil] },
      { program: process.execPath, args: ['--eval', 'x'] },
      { program: 'find', args: ['.', '-exec', 'touch', 'evil', ';'] },
      { program: 'tar', args: ['cf', 'x', '.', '--checkpoint=1', `--checkpoint-action=exec=${evil}`] },
      { program: 'git', args: ['fetch', '--upload-pack', evil, '.'] },
      { program: 'git', args: ['clone', `ext::sh -c ${evil}`] },
    ];
    for (const args of tries) await call('shell:run_command', args);
    assert.equal(questions.length, tries.length);
    assert.equal(await wasRun(), false);
  });

  it('that are denied stay so in every disguise', async () => {
    const { call, questions } = await calls({
      rules: { 'shell:run_command': 'allow', 'shell:run_command(touch *)': 'deny' },
      answers: Array(20).fill('deny'),
    });
    await symlink('/usr/bin/touch', path.join(made.root, 'harmless'));
    for (const args of [
      { program: 'touch', args: ['evil'] },
      { program: '/usr/bin/touch', args: ['evil'] },
      { program: './harmless', args: ['evil'] },
      { program: 'env', args: ['touch', 'evil'] },
      { program: 'nice', args: ['-n', '1', 'touch', 'evil'] },
      { program: 'sh', args: ['-c', 'true; touch evil'] },
      { program: 'xargs', args: ['touch', 'evil'] },
      { line: 'true && t"ou"ch evil' },
      { line: 'T=touch; $T evil' },
    ])
      await call('shell:run_command', args);
    assert.equal(await wasRun(), false);
    assert.ok(questions.length <= 1);
  });

  it('that were allowed for one line are not allowed for all', async () => {
    const { call, questions } = await calls({ answers: ['conversation', 'deny', 'deny'] });
    await call('shell:run_command', { line: 'true' });
    await call('shell:run_command', { line: evil });
    await call('shell:run_command', { program: 'sh', args: ['-c', evil] });
    assert.equal(questions.length, 3);
    assert.equal(await wasRun(), false);
  });

  it('that write without end cost no memory, and wait for nothing', async () => {
    const { call, state } = await calls({
      rules: {
        'shell:run_command($ yes 0123456789 | head -c 100000000)': 'allow',
      },
    });
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const { told } = await call('shell:run_command', { line: 'yes 0123456789 | head -c 100000000' });
    assert.match(told, /of 100000000 left out here/);
    assert.ok(told.length < 30_000);
    assert.ok(process.memoryUsage().rss - before < 150 * 1024 * 1024);
    const files = await readdir(state, { recursive: true });
    assert.equal(files.filter(name => name.endsWith('.txt')).length, 1);
  });

  it('never start outside of the workspace, whatever is swapped meanwhile', async () => {
    const outside = await createTempFolder();
    ends.push(outside.dispose);
    const shell = createTestShell(made.workspace);
    ends.push(() => shell.dispose());
    const place = path.join(made.root, 'place');
    const swapping = new AbortController();
    const swap = (async () => {
      while (!swapping.signal.aborted) {
        await mkdir(place, { recursive: true }).catch(() => {});
        await rename(place, `${place}.old`).catch(() => {});
        await symlink(outside.path, place).catch(() => {});
        await rm(place, { force: true }).catch(() => {});
        await rename(`${place}.old`, place).catch(() => {});
      }
    })();
    for (let run = 0; run < 40; run++) {
      const command = { kind: 'program', program: 'touch', args: ['here'] } as const;
      const started = await shell
        .start({ command, cwd: 'place', access: 'workspace', isBackground: false })
        .catch(() => undefined);
      await started?.running.ended;
    }
    swapping.abort();
    await swap;
    assert.deepEqual(await readdir(outside.path), []);
  });

  it('end with all their descendants, though these breed and hide', async () => {
    const shell = createTestShell(made.workspace);
    ends.push(() => shell.dispose());
    const breed = `: > ${made.root}/alive; for i in 1 2 3 4 5 6; do (setsid sh -c 'trap "" TERM; while :; do echo x >> ${made.root}/alive; sleep 0.02; done' &) ; done; wait; echo bred; sleep 100`;
    const started = await shell.start({
      command: { kind: 'line', line: breed },
      access: 'workspace',
      isBackground: true,
    });
    while (!started.running.output.shown().includes('bred')) {
      await started.running.news();
      await started.running.flush();
    }
    await started.running.stop();
    const size = async () => (await readFile(path.join(made.root, 'alive'), 'utf8')).length;
    const after = await size();
    // Long enough for each of them to write several times.
    await shell.clock.sleep(200, new AbortController().signal);
    assert.equal(await size(), after);
  });
});
