import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import type { Access } from '../../../src/ensembles/shell/sandbox/access.ts';
import { eachTest } from '../each-test.ts';
import { makeTemporaryWorkspace } from '../workspace/temporary-workspace.ts';
import { type CommandCallsOptions, createCommandCalls } from './command-calls.ts';

/** Prints the arguments that it gets, as JSON. */
const print = JSON.stringify(process.execPath);
const code = `"-e", "console.log(JSON.stringify({ args: process.argv.slice(1) }))", "--"`;

describe('an ensemble of the kind command', () => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));

  async function calls(tool: string, options: Partial<CommandCallsOptions> = {}) {
    const all = await createCommandCalls({
      workspace: made.workspace,
      rules: { 'own:*': 'allow' },
      descriptor: `[ensemble]
name = "own"
kind = "command"
[[invokers]]
name = "run"
description = "Runs it."
${tool}`,
      ...options,
    });
    ends.push(all.dispose);
    return all;
  }

  const some = `[invokers.arguments]
required = ["path"]
properties.path = { type = "string" }
properties.count = { type = "integer" }
properties.tags = { type = "array", items = { type = "string" } }
properties.kind = { type = "string", default = "all" }`;

  it('makes each argument one argument of the program, and reads none of it', async () => {
    const all = '"{path}", "x={count}", "{tags}", "{kind}"';
    const { call, mistakes } = await calls(`command = [${print}, ${code}, ${all}]\n${some}`);
    assert.deepEqual(mistakes(), []);
    const given = async (args: JsonObject) =>
      (JSON.parse((await call('own:run', args)).told) as { args: unknown }).args;
    for (const path of ['a b', '$(echo x)', '; ls', '"', "'", '{count}', '\n', '*', '', '{{', '`id`'])
      assert.deepEqual(await given({ path, count: 3, tags: ['p q', 'r'] }), [path, 'x=3', 'p q', 'r', 'all']);
    assert.deepEqual(await given({ path: 'a' }), ['a', 'all']);
    assert.deepEqual(await given({ path: 'a', tags: [] }), ['a', 'all']);
    const output = 'output = { model = "<{args.0}>" }';
    const shown = await calls(`command = [${print}, ${code}, "{path}"]\n${output}\n${some}`);
    assert.equal((await shown.call('own:run', { path: 'a b' })).told, '<a b>');
  });

  it('lets no argument become an option', async () => {
    const { call } = await calls(
      `command = ["git", "log", "{path}", "--max-count={count}", "{tags}"]\n${some}`,
    );
    const paths = ['--output=/tmp/x', '-c', '\u2212-output=x'].map(path => ({ path }));
    for (const args of [...paths, { path: 'a', tags: ['b', '--output=x'] }])
      assert.match((await call('own:run', args)).told, /must not begin with "-" here/);
    const after = await calls(`command = [${print}, ${code}, "{path}"]\n${some}`);
    assert.match((await after.call('own:run', { path: '-x' })).told, /"-x"/);
    const open = await calls(`command = ["echo", "{path}"]\nallow_options = ["path"]\n${some}`);
    assert.match((await open.call('own:run', { path: '-nope' })).told, /-nope/);
  });

  it('gives the program its input, its folder and its variables, and hides its secrets', async () => {
    await mkdir(`${made.root}/sub`);
    const { call } = await calls(
      `command = ["sh", "-c", "pwd; cat; echo; echo $TOKEN $KIND; echo $OTHER"]
stdin = "Hello {path}"
cwd = "{kind}"
env = { TOKEN = "key=\${secret:own}", KIND = "{kind}", OTHER = "{count}" }
${some}`,
      { secrets: { own: 'sk-very-secret-123456' } },
    );
    const { told } = await call('own:run', { path: 'you', kind: 'sub' });
    assert.match(told, /\/sub\nHello you\nkey=•+ sub$/);
    assert.match((await call('own:run', { path: 'x', kind: '../..' })).told, /"\.\.\/\.\."/);
    const without = await calls(`command = ["true"]\nenv = { TOKEN = "\${secret:none}" }`);
    assert.match((await without.call('own:run')).told, /\$\{secret:none\} has no value/);
  });

  it('fails with what the program wrote when it fails, and keeps its errors out of a result otherwise', async () => {
    const { call } = await calls(
      `command = ["sh", "-c", "echo out; echo err >&2; exit $0", "{path}"]\n${some}`,
    );
    const failed = await call('own:run', { path: '3' });
    assert.equal(failed.result.failure?.kind, 'execution');
    assert.match(failed.told, /^Exit code 3 after .*\nout\nerr$/);
    assert.equal((await call('own:run', { path: '0' })).told, 'out');
    const slow = await calls(`command = ["sleep", "60"]\ntimeout = 1`);
    assert.equal((await slow.call('own:run')).result.failure?.kind, 'timeout');
  });

  it('is asked about with what it may reach where there is a sandbox', async () => {
    const enclose = () => Promise.reject(new Error('Nothing was allowed.'));
    const plan = async (access: Access) =>
      access === 'full'
        ? ({ kind: 'open' } as const)
        : ({ kind: 'sandboxed', hasNetwork: access === 'network', enclose } as const);
    const shell = { sandbox: { isOn: () => true, plan } };
    const shown = async (access: string) => {
      const tool = `command = ["npm", "view", "{path}"]\n${access}\n${some}`;
      const { call, questions } = await calls(tool, { rules: {}, answers: ['deny'], shell });
      await call('own:run', { path: 'a' });
      const { notes = [] } = questions[0]?.preview ?? {};
      return { reach: notes[1], patterns: questions[0]?.patterns };
    };
    assert.deepEqual((await shown('')).reach, { kind: 'safe', text: 'Sandboxed, without network' });
    const network = await shown('access = "network"');
    assert.deepEqual(network.reach, { kind: 'safe', text: 'Sandboxed, with the network' });
    assert.deepEqual(network.patterns, ['[network] npm view a', '[network] npm view *']);
    const { reach } = await shown('access = "full"');
    assert.deepEqual(reach, { kind: 'danger', text: 'Not sandboxed: it can do whatever you can' });
  });

  it('is asked about with its command, and by its descriptor where it came with a folder', async () => {
    const tool = `command = ["git", "log", "--max-count={count}"]\n${some}`;
    const mine = await calls(tool, { rules: {}, answers: ['deny'] });
    await mine.call('own:run', { path: 'a', count: 2 });
    const [question] = mine.questions;
    assert.equal(question?.preview?.title, 'Run git log --max-count=2?');
    assert.equal(question.preview.diff, ' $ git log --max-count=2');
    assert.match(JSON.stringify(question.preview.notes), /"place".*"In .*"danger".*"Not sandboxed/);
    assert.deepEqual(question.patterns, ['git log --max-count=2', 'git log *']);
    const theirs = await calls(tool, { origin: 'workspace', answers: ['deny'] });
    await theirs.call('own:run', { path: 'a' });
    const reason = /defined in this folder; it runs git log --max-count=\{count\}\.$/;
    assert.match(theirs.questions[0]?.reason ?? '', reason);
    const named = { 'own:run(git log *)': 'allow', 'own:run(git log --max-count=3)': 'deny' } as const;
    const rules = { 'own:run(echo log *)': 'allow' } as const;
    const ruled = await calls(`command = ["echo", "log", "{path}"]\n${some}`, { rules });
    assert.match((await ruled.call('own:run', { path: 'a' })).told, /log a/);
    const denied = await calls(tool, { rules: named });
    assert.match((await denied.call('own:run', { path: 'a', count: 3 })).told, /denied by the rule/);
  });

  const log = 'command = ["git", "log",';
  for (const [tool, mistake] of [
    ['', /Missing key "command"/],
    [`command = ["{path}", "x"]\n${some}`, /must begin with a program/],
    [`command = ["git", "{pth}"]\n${some}`, /No argument is named "pth".*path/],
    [`command = ["git", "\${secret:x}"]`, /Put secrets into env/],
    [`command = ["git", "\${env:HOME}"]`, /means nothing here/],
    [`${log} "--max-count", "{count}"]\n${some}`, /:7:41: --max-count would stay without its value/],
    [`${log} ["--max-count", "{count}"], "--skip", "{path}"]\n${some}`, /^$/],
    ['command = ["git"]\nurl = "https://example.com"', /url must be left out/],
    ['command = ["git"]\nallow_options = ["x"]', /No argument is named "x"/],
  ] as const)
    it(`says what is wrong in a descriptor, and where: ${JSON.stringify(tool)}`, async () => {
      assert.match(String((await calls(tool)).mistakes()), mistake);
    });

  it('says that another kind has no command with options', async () => {
    const tool = '[[invokers]]\nname = "roll"\ncommand = ["git"]\nallow_options = []';
    const other = await calls('', { descriptor: `[ensemble]\nname = "x"\n${tool}` });
    assert.match(String(other.mistakes()), /allow_options must be left out: it needs kind = "command"/);
  });
});
