import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isInvocation, isResult } from '../../src/converser/words/canister/canister.ts';
import { textOf } from '../../src/converser/words/canister/content.ts';
import { startJsonServer } from '../fakes/json-server.ts';
import { describedTool } from './described.ts';
import { eventsOf, mainFile, type Ran, runConverse, tempRoot } from './run-converse.ts';
import { allowOnTerminal } from './run-line.ts';

describe('npm run converse', () => {
  it('streams the answer to stdout, and reports the calls on stderr', async () => {
    await using root = await tempRoot({ 'README.md': '# Hello\n' });
    const ran = await runConverse(['--root', root.path, 'what is in', 'README.md?']);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /```md\n# Hello\n```\n$/);
    assert.match(
      ran.stderr,
      /^▸ workspace:read_file \{"path":"README.md"\}\n✓ workspace:read_file (< )?\d+ ms # Hello/,
    );
    assert.ok(!(ran.stdout + ran.stderr).includes('\x1b'));
  });

  it('prints the events of the core with --json, and nothing else', async () => {
    await using root = await tempRoot({ 'a.txt': 'A', 'b.txt': 'B' });
    const ran = await runConverse(['--json', '--root', root.path, 'read a.txt and read b.txt']);
    const events = eventsOf(ran);
    const types = events.map(({ type }) => type);
    assert.equal(ran.code, 0, ran.stderr);
    assert.deepEqual(types.slice(0, 10), [
      ...['turn-start', 'joined', 'window', 'round-start', 'usage', 'round-end'],
      ...['invocation-start', 'invocation-start', 'invocation-end', 'invocation-end'],
    ]);
    assert.equal(types.at(-1), 'turn-end');
    const end = events.at(-1);
    assert.ok(end?.type === 'turn-end' && end.outcome === 'final');
    const roles = end.canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'invocation', 'invocation', 'result', 'result', 'assistant']);
    const invocations = end.canisters.filter(isInvocation);
    const results = end.canisters.filter(isResult);
    assert.deepEqual(
      results.map(({ invocationId }) => invocationId),
      invocations.map(({ id }) => id),
    );
    const ids = end.canisters.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('hands your tools what you say with --auxdata, besides what their descriptor sets', async () => {
    await using own = await tempRoot({
      'desk.toml': describedTool('desk', ['desk', 'who'], 'auxdata = { desk = 3 }\n'),
      'desk.mjs': 'export const who = (args, { auxdata }) => JSON.stringify(auxdata);\n',
    });
    const options = ['--json', '--root', own.path, '--ensembles', own.path];
    const given = ['--auxdata', '{"customer": {"id": 17}, "desk": 4}'];
    const ran = await runConverse([...options, ...given, '/invoke desk:who {}']);
    assert.equal(ran.code, 0, ran.stderr);
    const results = eventsOf(ran).flatMap(event => (event.type === 'invocation-end' ? [event.canister] : []));
    const [said] = results.flatMap(({ content }) => content);
    assert.ok(said?.type === 'text');
    assert.deepEqual(JSON.parse(said.text), { customer: { id: 17 }, desk: 3 });
  });

  it('names the option that raises a limit', async () => {
    await using root = await tempRoot({ 'a.txt': 'A' });
    const rounds = await runConverse(['--root', root.path, '--rounds', '1', 'read a.txt']);
    assert.match(rounds.stderr, /No final answer after 1 rounds\. Continue, or raise --set roundLimit=N\./);
    const calls = await runConverse(['--root', root.path, '--max-calls', '1', 'read a.txt and read a.txt']);
    assert.match(calls.stderr, /Ask for less, or raise --set limits\.callsPerTurn=N\./);
  });

  it('denies what may change something when you cannot be asked', async () => {
    await using root = await tempRoot();
    const ran = await runConverse(['--json', '--root', root.path, 'write hello in notes.txt']);
    assert.equal(ran.code, 0);
    assert.deepEqual(failures(ran), ['permission']);
    assert.match(ran.stderr, /you can’t be asked here\. To allow it, use --allow workspace:write_file\./);
    await assert.rejects(readFile(path.join(root.path, 'notes.txt')));
  });

  it('names no option where none can allow the call', async () => {
    await using root = await tempRoot({ '.env': 'TOKEN=mine\n' });
    const ran = await runConverse(['--json', '--root', root.path, 'what is in .env?']);
    assert.deepEqual(failures(ran), ['permission']);
    assert.match(ran.stderr, /can’t be asked here\. .*\.env.* It needs your approval each time/);
    assert.doesNotMatch(ran.stderr, /--allow/);
  });

  it('names --local-host where a page of a host of your own is wanted, which then is asked', async () => {
    await using root = await tempRoot();
    const server = await startJsonServer(() => ({ body: 'hello from here' }));
    const { host } = new URL(server.url);
    const wish = ['--json', '--root', root.path, `/invoke web:fetch_page {"url": "${server.url}/"}`];
    const denied = await runConverse(wish);
    assert.deepEqual(failures(denied), ['permission']);
    assert.match(
      denied.stderr,
      new RegExp(`can’t be asked here\\. .*If you trust it, use --local-host ${host}\\.`),
    );
    assert.match(denied.stdout, new RegExp(`the user can start Converser with --local-host ${host}\\.`));
    assert.deepEqual(server.seen, []);
    const allowed = await runConverse(['--local-host', host, ...wish]);
    await server.close();
    assert.deepEqual(failures(allowed), []);
    assert.equal(server.seen.length, 1);
  });

  it('runs what --allow names', async () => {
    await using root = await tempRoot();
    const ran = await runConverse(['--root', root.path, '--allow', 'write_file', 'write hello in notes.txt']);
    assert.equal(ran.code, 0);
    assert.equal(await readFile(path.join(root.path, 'notes.txt'), 'utf8'), 'hello');
  });

  it('asks about protected places whatever is allowed', async () => {
    await using root = await tempRoot();
    const options = ['--json', '--root', root.path, '--allow', 'workspace:*'];
    const ran = await runConverse([...options, 'write {} in .vscode/settings.json']);
    assert.deepEqual(failures(ran), ['permission']);
  });

  it('asks about the places that --protect adds, also before it reads them', async () => {
    await using root = await tempRoot({ 'prod/main.tf': 'bucket = "mine"\n', 'a.txt': 'A' });
    const options = ['--json', '--root', root.path, '--protect', 'other', '--protect', 'prod/**'];
    const ran = await runConverse([...options, '--allow', 'workspace:*', 'what is in prod/main.tf?']);
    assert.deepEqual(failures(ran), ['permission']);
    assert.match(
      ran.stderr,
      /prod\/main\.tf is a protected place: it matches prod\/\*\* in the setting converser\.protectedPlaces\./,
    );
    assert.doesNotMatch(ran.stdout, /bucket/);
    assert.deepEqual(failures(await runConverse([...options, 'read a.txt'])), []);
  });

  it('does not start with a place to protect that it does not understand', async () => {
    await using root = await tempRoot();
    const ran = await runConverse(['--root', root.path, '--protect', '!prod/public', 'hello']);
    assert.equal(ran.code, 2);
    assert.match(
      ran.stderr,
      /^converse: converser\.protectedPlaces: "!prod\/public" leaves places out, but places can only be added\./,
    );
  });

  it('makes the calls that you write out, and explains what is wrong with them', async () => {
    await using root = await tempRoot();
    const question =
      '/invoke workspace:list_directory {}\n/invoke nope:gone {"a": 1}\n/invoke workspace:read_file {"path":\n/invoke roll {"dice": 3}';
    const ran = await runConverse(['--json', '--root', root.path, question]);
    assert.equal(ran.code, 0);
    assert.deepEqual(failures(ran), ['unknown-invoker', 'validation', 'validation']);
    const calls = eventsOf(ran).flatMap(event =>
      event.type === 'invocation-start' ? [[event.canister.ensemble, event.canister.name]] : [],
    );
    assert.deepEqual(calls, [
      ['workspace', 'list_directory'],
      ['', 'nope:gone'],
      ['workspace', 'read_file'],
      ['probability', 'roll'],
    ]);
  });

  it('calculates exactly and describes numbers, and ends at once what would take for ever', async () => {
    await using root = await tempRoot();
    const question = [
      '/invoke calculate:calculate {"expression": "(0.1 + 0.2) * 3"}',
      '/invoke calculate:calculate {"expression": "9^9^9^9"}',
      '/invoke statistics:describe {"values": [1, 2, 4]}',
      '/invoke statistics:percentiles {"values": [1, 2, 4], "percentiles": [50]}',
    ];
    const ran = await runConverse(['--json', '--root', root.path, question.join('\n')]);
    const told = eventsOf(ran).flatMap(event =>
      event.type === 'invocation-end' ? [textOf(event.canister.content)] : [],
    );
    assert.equal(told[0], '(0.1 + 0.2) * 3 = 0.9');
    assert.match(told[1] ?? '', /The result is too large: the limit is 1000 digits/);
    assert.match(told[2] ?? '', /"mean":2.33333333333,/);
    assert.equal(told[3], 'p50: 2');
  });

  it('reads the question from stdin for -', async () => {
    await using root = await tempRoot();
    const ran = await runConverse(['--root', root.path, '-'], { input: 'roll 1d1\n' });
    assert.equal(ran.code, 0);
    assert.match(ran.stdout, /Rolled 1d1: 1/);
  });

  it('works in several roots', async () => {
    await using one = await tempRoot({ 'a.txt': 'A' });
    await using other = await tempRoot({ 'b.txt': 'B' });
    const roots = ['--root', one.path, '--root', other.path];
    const ran = await runConverse([...roots, `read ${path.basename(other.path)}/b.txt`]);
    assert.equal(ran.code, 0);
    assert.match(ran.stdout, /```txt\nB\n```/);
  });

  it('adds the tools of --ensembles, and of the folder only with --trust', async () => {
    const descriptor = (name: string) =>
      describedTool(name, ['greet', 'greet'], 'annotations = { readOnly = true }\n');
    const tool = 'export const greet = () => "Good day!";\n';
    await using own = await tempRoot({ 'mine.toml': descriptor('mine'), 'greet.mjs': tool });
    await using root = await tempRoot({
      '.converser/ensembles/theirs.toml': descriptor('theirs'),
      '.converser/ensembles/greet.mjs': tool,
    });
    const question = '/invoke mine:greet\n/invoke theirs:greet';
    const options = ['--json', '--root', root.path, '--ensembles', own.path];
    const untrusted = await runConverse([...options, question]);
    assert.deepEqual(failures(untrusted), ['unknown-invoker']);
    assert.match(untrusted.stderr, /use --trust/);
    assert.deepEqual(failures(await runConverse([...options, '--trust', question])), ['permission']);
    const allowed = await runConverse([...options, '--trust', '--allow', 'theirs:greet', question]);
    assert.deepEqual(failures(allowed), []);
  });

  it('reports mistakes in descriptors by file and line', async () => {
    await using own = await tempRoot({ 'bad.toml': '[ensemble]\nname = "bad"\nkind = "nonsense"\n' });
    await using root = await tempRoot();
    const ran = await runConverse(['--root', root.path, '--ensembles', own.path, 'roll 1d1']);
    assert.equal(ran.code, 0);
    assert.match(ran.stderr, /bad\.toml:3:\d+: /);
  });

  it('ends with 1 when there is no final answer', async () => {
    await using root = await tempRoot();
    const ran = await runConverse(['--json', '--root', root.path, '--rounds', '1', 'roll 1d1']);
    assert.equal(ran.code, 1);
    const end = eventsOf(ran).at(-1);
    assert.ok(end?.type === 'turn-end' && end.outcome === 'round-limit');
    const roles = end.canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'invocation', 'result', 'assistant']);
  });

  for (const [what, args, message] of [
    ['an unknown option', '--nope hi', /^converse: Unknown option '--nope'/],
    ['an unknown model', '--model x/y hi', /^converse: Model x\/y not found\. .*rehearsal\/rehearsal/],
    ['a folder that is not there', '--root /nope hi', /^converse: Folder \/nope not found\./],
  ] as const) {
    it(`says in one line what is wrong with ${what}, and ends with 2`, async () => {
      const ran = await runConverse(args.split(' '));
      assert.equal(ran.code, 2);
      assert.equal(ran.stdout, '');
      assert.match(ran.stderr, message);
      assert.equal(ran.stderr.trimEnd().split('\n').length, 1);
    });
  }

  it('shows its usage and its version', async () => {
    assert.match((await runConverse(['--help'])).stdout, /--ensembles DIR/);
    assert.match((await runConverse(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  it('stops with Ctrl+C, says what had begun, and ends with 130', async () => {
    await using own = await tempRoot(slowTool);
    await using root = await tempRoot();
    let isStopped = false;
    const ran = await runConverse(
      ['--json', '--root', root.path, '--ensembles', own.path, '--allow', 'slow:*', '/invoke slow:wait'],
      {
        onOutput(stdout, kill) {
          // A second signal would not wait for the end of the turn.
          if (isStopped || !stdout.includes('"invocation-start"')) return;
          isStopped = true;
          kill('SIGINT');
        },
      },
    );
    assert.equal(ran.code, 130);
    const end = eventsOf(ran).at(-1);
    assert.ok(end?.type === 'turn-end' && end.outcome === 'stopped');
    const roles = end.canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'invocation', 'result', 'assistant']);
  });

  it('stops with Ctrl+C while it waits for the question', async () => {
    await using root = await tempRoot();
    const onReading = (kill: (signal: NodeJS.Signals) => void) => kill('SIGINT');
    const ran = await runConverse(['--json', '--root', root.path, '-'], { onReading });
    assert.deepEqual([ran.code, ran.stdout], [130, '']);
  });

  it('asks on a terminal, and does what is answered there', async () => {
    if (process.platform !== 'linux') return;
    await using root = await tempRoot();
    await using state = await tempRoot();
    const places = { root: root.path, state: state.path };
    const { code, shown } = await allowOnTerminal('write hello in notes.txt', 'w', places);
    assert.equal(code, 0, shown);
    assert.match(shown, /\? .*Create notes\.txt\?\s+@@ line 1 @@\s+\+hello[\s\S]*Allow \[o\]nce/);
    assert.equal(await readFile(path.join(root.path, 'notes.txt'), 'utf8'), 'hello');
    assert.match(
      await readFile(path.join(state.path, 'converser/approvals.json'), 'utf8'),
      /write_file#[0-9a-f]{64}\(\/notes\.txt\)"/,
    );
  });

  it('does not complain when its output is closed', async () => {
    await using root = await tempRoot({ 'long.txt': 'line\n'.repeat(5000) });
    const line = '"$0" "$1" --json --root "$2" "read long.txt" | head -n 1';
    const args = ['-c', line, process.execPath, mainFile, root.path];
    const { stdout, stderr } = await promisify(execFile)('sh', args);
    assert.match(stdout, /^\{"type":"turn-start".*\}\n$/);
    assert.equal(stderr, '');
  });
});

const slowTool = {
  'slow.toml': describedTool('slow', ['slow', 'wait']),
  // It heeds no signal: nobody may wait for it.
  'slow.mjs': 'export const wait = () => new Promise(resolve => setTimeout(resolve, 25_000));\n',
};

function failures(ran: Ran): readonly string[] {
  return eventsOf(ran).flatMap(event =>
    event.type === 'invocation-end' && event.canister.failure !== undefined
      ? [event.canister.failure.kind]
      : [],
  );
}
