import assert from 'node:assert/strict';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openRuleFile } from '../../../src/terminal/permissions/rule-file.ts';
import { createTerminalRules } from '../../../src/terminal/permissions/terminal-rules.ts';
import { eventsOf, runConverse, tempRoot } from '../run-converse.ts';
import { allowOnTerminal } from '../run-line.ts';

describe('Your rules for every workspace, in a terminal', () => {
  it('stand in a file of yours, in order, and one that is added comes last', async () => {
    await using state = await tempRoot();
    const file = path.join(state.path, 'converser', 'permissions.json');
    const first = await openRuleFile(file);
    assert.deepEqual(first.all(), []);
    await first.set('workspace:write_file', 'ask');
    await first.set('workspace:*(secrets/**)', 'deny');
    await (await openRuleFile(file)).set('clock:now', 'allow');
    await first.set('workspace:write_file', 'allow');
    assert.deepEqual((await openRuleFile(file)).all(), [
      ['workspace:*(secrets/**)', 'deny'],
      ['clock:now', 'allow'],
      ['workspace:write_file', 'allow'],
    ]);
    assert.equal((await stat(file)).mode & 0o077, 0);
    await first.remove('clock:now');
    assert.doesNotMatch(await readFile(file, 'utf8'), /clock/);
  });

  it('come after those of your settings and before those of the command line, and each says where it stands', async () => {
    await using state = await tempRoot({ 'permissions.json': '{"workspace:*": "ask"}' });
    const file = await openRuleFile(path.join(state.path, 'permissions.json'));
    const rules = createTerminalRules(file, {
      permissions: [['workspace:read_file', 'deny']],
      allow: ['read_file'],
    });
    assert.deepEqual(rules.about('workspace:read_file'), [
      { rule: 'deny', text: 'workspace:read_file', place: 'the setting converser.permissions' },
      { rule: 'ask', text: 'workspace:*', place: file.file },
      { rule: 'allow', text: ':read_file' },
    ]);
    await rules.allow?.('workspace:write_file(src/**)');
    assert.deepEqual(rules.about('workspace:write_file').at(-1), {
      ...{ rule: 'allow', text: 'workspace:write_file(src/**)', pattern: 'src/**', place: file.file },
    });
  });

  for (const [written, mistake] of [
    ['{"workspace:*": "denied"}', /"workspace:\*" must be "allow", "ask" or "deny"/],
    ['{"workspace:*(a)": "deny",', /can’t be read: /],
    ['["workspace:*"]', /It must be an object/],
    ['{"workspace:*([secrets/**)": "deny"}', /doesn’t close a \[\. For a name with a \[, write \[\[\]\./],
    ['{"workspace:*(secrets/**": "deny"}', /doesn’t close a \(/],
    ['{"workspace:write_file({a,b/**)": "ask"}', /doesn’t close a \{/],
    ['{"workspace:*(secrets/@(a|b/**)": "deny"}', /doesn’t close a \(/],
  ] as const) {
    it(`keep a run from starting if one can’t be read, as in ${written}`, async () => {
      await using state = await tempRoot({ 'converser/permissions.json': written });
      await using root = await tempRoot({ 'a.txt': 'A' });
      const environment = { XDG_STATE_HOME: state.path };
      const ran = await runConverse(['--root', root.path, 'read a.txt'], { environment });
      assert.equal(ran.code, 1);
      assert.match(ran.stderr, mistake);
      assert.match(ran.stderr, /permissions\.json/);
      assert.equal(ran.stdout, '');
    });
  }

  it('may name a [ in a class, and be about a file that is called so', async () => {
    const rules = {
      'workspace:*([[]id/**)': 'deny',
      'workspace:read_file([id/a.txt)': 'allow',
      'a:b([)': 'deny',
    };
    await using state = await tempRoot({ 'permissions.json': JSON.stringify(rules) });
    const file = await openRuleFile(path.join(state.path, 'permissions.json'));
    assert.equal(file.all().length, 3);
  });

  it('deny and leave out as the setting of VS Code does, and say so', async () => {
    const rules = { 'workspace:*': 'allow', 'workspace:*(secrets/**)': 'deny' };
    await using state = await tempRoot({ 'converser/permissions.json': JSON.stringify(rules) });
    await using root = await tempRoot({ 'secrets/a.txt': 'needle', 'b.txt': 'needle' });
    const environment = { XDG_STATE_HOME: state.path };
    const run = (question: string) =>
      runConverse(['--json', '--root', root.path, '--allow', 'workspace:*', question], { environment });
    const denied = await run('read secrets/a.txt');
    assert.match(denied.stdout, /is denied by the rule workspace:\*\(secrets\/\*\*\) in .*permissions\.json/);
    const found = await run('/invoke workspace:search_text {"query": "needle"}');
    assert.match(
      found.stdout,
      /b\.txt:1: needle\\n\[Left out because a rule of the user denies it: 1 file\.\]/,
    );
    const written = await run('write hello in notes.txt');
    const [end] = eventsOf(written).flatMap(event =>
      event.type === 'invocation-end' ? [event.canister] : [],
    );
    assert.equal(end?.failure, undefined);
    assert.equal(await readFile(path.join(root.path, 'notes.txt'), 'utf8'), 'hello');
  });
});

describe('converse permissions', () => {
  it('lists what you decided, with why it holds, and takes it back', async () => {
    if (process.platform !== 'linux') return;
    await using state = await tempRoot();
    await using root = await tempRoot();
    await mkdir(path.join(state.path, 'converser'), { recursive: true });
    await writeFile(path.join(state.path, 'converser', 'permissions.json'), '{"clock:*": "deny"}');
    const environment = { XDG_STATE_HOME: state.path };
    for (const [question, key] of [
      ['write hello in once.txt', 'w'],
      ['write hello in more.txt', 'a'],
    ] as const) {
      const { code, shown } = await allowOnTerminal(question, key, { root: root.path, state: state.path });
      assert.equal(code, 0, shown);
    }
    const run = (...args: readonly string[]) =>
      runConverse(['permissions', '--root', root.path, ...args], { environment });

    const listed = await run();
    const file = path.join(state.path, 'converser', 'permissions.json');
    assert.equal(
      listed.stdout,
      [
        `Every workspace (${file})`,
        `  clock:*: never runs, because it stands in ${file}.`,
        `  workspace:write_file(/more.txt): runs without asking, because it stands in ${file}.`,
        `This workspace (${root.path})`,
        '  workspace:write_file(/once.txt): runs without asking, because you allowed it in answer to a question, for as long as the tool stays the same.',
        'To take one back: converse permissions --revoke "RULE"',
        '',
      ].join('\n'),
    );
    assert.match((await run('--json')).stdout, /"text":"clock:\*","rule":"deny"/);

    const missing = await run('--revoke', 'workspace:write_file(/none.txt)');
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /There is no rule workspace:write_file\(\/none\.txt\) here/);
    assert.equal((await run()).stdout, listed.stdout);

    const revoked = ['once', 'more'].flatMap(name => ['--revoke', `workspace:write_file(/${name}.txt)`]);
    const taken = await run(...revoked);
    assert.equal(taken.code, 0);
    assert.doesNotMatch(taken.stdout, /write_file/);
    assert.doesNotMatch((await run()).stdout, /write_file/);
    assert.match((await run()).stdout, /clock:\*/);
    for (const place of ['once.txt', 'more.txt']) {
      const again = await runConverse(['--root', root.path, `write again in ${place}`], { environment });
      assert.match(again.stderr, /was denied, because you can’t be asked here/, place);
    }
  });

  it('lists the rules of settings.json, which only you take back', async () => {
    const rules = JSON.stringify({ permissions: { 'clock:*': 'deny' } });
    await using state = await tempRoot({ 'converser/settings.json': rules });
    await using root = await tempRoot();
    const environment = { XDG_STATE_HOME: state.path };
    const run = (...args: readonly string[]) =>
      runConverse(['permissions', '--root', root.path, ...args], { environment });
    assert.match(
      (await run()).stdout,
      /^Your settings\n {2}clock:\*: never runs, because it stands in settings\.json\.\n/,
    );
    const refused = await run('--revoke', 'clock:*');
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /clock:\* stands in settings\.json\. Remove it there\./);
    const call = ['--json', '--root', root.path, '/invoke clock:now {}'];
    const denied = await runConverse(call, { environment });
    assert.match(denied.stdout, /is denied by the setting converser\.permissions/);
  });
});
