import assert from 'node:assert/strict';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { denial } from '../../../src/converser/words/permission/permission-question.ts';
import type { Report } from '../../../src/gateway/doctor/examine.ts';
import { readCommandLine } from '../../../src/terminal/command-line/options.ts';
import { openTerminal } from '../../../src/terminal/open-terminal.ts';
import { examineTerminal, isGood } from '../../../src/terminal/run-doctor.ts';
import { createTerminalHost } from '../../../src/terminal/terminal-host.ts';
import { startJsonServer } from '../../fakes/json-server.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { openGateway } from '../../gateway/support/open-gateway.ts';
import { runConverse, tempRoot } from '../run-converse.ts';

async function examined(root: string, ...args: readonly string[]): Promise<Report> {
  const read = readCommandLine(['doctor', '--root', root, '--key-file', path.join(root, 'key'), ...args]);
  assert.equal(read.kind, 'doctor', JSON.stringify(read));
  const host = createTerminalHost();
  const quiet = { ...host, log: { ...host.log, warn() {} } };
  const approver = { ask: async () => denial };
  const terminal = await openTerminal({ ...read.options, isUnattended: true }, { host: quiet, approver });
  try {
    return await examineTerminal(read.options, terminal, new AbortController().signal);
  } finally {
    await terminal.converser.dispose();
  }
}

function linesIn({ sections }: Report, title: string): readonly string[] {
  const section = sections.find(each => each.title === title);
  return (section?.findings ?? []).map(({ state, title: about, found, remedy }) =>
    [state, `${about}:`, found, ...(remedy === undefined ? [] : [`→ ${remedy.text}`])].join(' '),
  );
}

const titlesIn = ({ sections }: Report) => sections.map(({ title }) => title).join(', ');
const statesIn = (report: Report, title: string) => linesIn(report, title).map(line => line.split(':')[0]);

describe('converse doctor', () => {
  it('finds no problem where serve works, and leaves nothing behind', async () => {
    await using root = await tempRoot();
    const report = await examined(root.path);
    assert.ok(isGood(report), JSON.stringify(report));
    assert.equal(titlesIn(report), 'Gateway, Keys, Access, MCP, Tools, Models, Commands');
    assert.match(linesIn(report, 'Gateway')[0] ?? '', /^good Running: http:\/\/127\.0\.0\.1:\d+ answers/);
    assert.deepEqual(linesIn(report, 'Keys'), [`good Key file: serve makes a key in ${root.path}/key.`]);
    const guarded = ['good Key', 'good Wrong key', 'good Host check', 'good Origin check'];
    assert.deepEqual(statesIn(report, 'Access'), guarded);
    assert.deepEqual(statesIn(report, 'MCP'), ['good Current clients', 'good Older clients']);
    assert.match(linesIn(report, 'Tools').join('\n'), /^good Clock: \d tools\.$/m);
    assert.deepEqual(linesIn(report, 'Models'), [
      'warning Language model: No model connected. Only Rehearsal answers, which follows rules. → Name a model provider with --provider NAME.',
    ]);
    assert.deepEqual(await readdir(root.path), []);
  });

  it('says that another program has the port, and sends it no key', async () => {
    await using root = await tempRoot({ key: 'a-key-of-the-gateway' });
    const other = await startJsonServer(() => ({ status: 401, body: { error: 'Log in.' } }));
    const report = await examined(root.path, '--port', new URL(other.url).port);
    await other.close();
    assert.ok(!isGood(report));
    const { port } = new URL(other.url);
    assert.deepEqual(linesIn(report, 'Gateway'), [
      `bad Running: The gateway couldn’t start: Port ${port} is in use by another program. → Choose another with --port N, or leave it out for any that is free.`,
    ]);
    assert.equal(titlesIn(report), 'Gateway, Keys, Tools, Models, Commands');
    assert.ok(other.seen.length > 0);
    for (const { headers } of other.seen)
      assert.ok(!JSON.stringify(headers).includes('a-key-of-the-gateway'));
  });

  it('examines the gateway that has the port, with the key of the file', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    await using root = await tempRoot({ key: gateway.key });
    const at = ['--port', new URL(gateway.baseUrl).port];
    const good = await examined(root.path, ...at);
    assert.deepEqual(statesIn(good, 'Gateway'), ['good Running']);
    assert.deepEqual(statesIn(good, 'MCP'), ['good Current clients', 'good Older clients']);
    await writeFile(path.join(root.path, 'key'), 'another-key-of-mine');
    const bad = await examined(root.path, ...at);
    assert.equal(
      linesIn(bad, 'Access')[0],
      'bad Key: A valid key was answered with status 401. → Start serve again, with the same --keys or --key-file as here.',
    );
    assert.ok(!isGood(bad));
  });

  it('says what is wrong with models, keys and descriptors, each with what to do', async () => {
    const server = await startJsonServer(() => ({ status: 401, body: { error: { message: 'No.' } } }));
    await using root = await tempRoot({ key: 'two words', 'tools/broken.toml': 'name = 1\n' });
    const report = await examined(
      root.path,
      ...['--provider', 'openai', '--base-url', `${server.url}/v1`, '--key-env', 'NO_SUCH_KEY'],
      ...['--ensembles', path.join(root.path, 'tools')],
    );
    await server.close();
    for (const [title, line] of [
      ['Models', /^bad OpenAI: .* → Set the environment variable NO_SUCH_KEY to a valid API key\.$/m],
      ['Keys', /^bad Key file: The key in .*key can’t be sent: .* Delete the file/],
      ['Descriptors', /^bad Mistake: .*broken\.toml:1:\d+: /],
    ] as const)
      assert.match(linesIn(report, title).join('\n'), line);
    assert.ok(!isGood(report));
  });

  it('asks every provider whose models the options name, and says what to do about each', async () => {
    const list = { object: 'list', data: [{ id: 'm', object: 'model' }] };
    const good = await startJsonServer(() => ({ body: list }));
    const locked = await startJsonServer(() => ({ status: 401, body: { error: { message: 'No.' } } }));
    await using root = await tempRoot();
    const report = await examined(
      root.path,
      ...['--provider', 'lmstudio', '--base-url', `${good.url}/v1`, '--model', 'm'],
      ...['--fallback', 'groq/spare', '--fallback', 'ollama/tiny', '--fallback', 'vllm/q', '--set'],
      `modelProviders=${JSON.stringify({
        groq: { baseUrl: `${locked.url}/v1` },
        ollama: { baseUrl: 'http://127.0.0.1:9' },
        vllm: { baseUrl: `${good.url}/v1` },
      })}`,
    );
    await Promise.all([good.close(), locked.close()]);
    const lines = linesIn(report, 'Models');
    const states = ['good LM Studio', 'bad Groq', 'bad Ollama', 'good vLLM', 'good Default model'];
    assert.deepEqual(statesIn(report, 'Models'), states, lines.join('\n'));
    assert.match(lines[1] ?? '', /→ Name the environment variable with the API key/);
    assert.match(lines[2] ?? '', /→ Check whether Ollama runs, and its address/);
    assert.ok(!isGood(report));
  });

  it('says which models are not there', async () => {
    await using root = await tempRoot();
    const fallbacks = ['--fallback', 'spare', '--fallback', 'rehearsal/rehearsal'];
    const report = await examined(root.path, '--model', 'gone', ...fallbacks);
    assert.deepEqual(linesIn(report, 'Models').slice(1), [
      'bad Default model: gone is not available. → Choose another model with --model NAME.',
      'bad Fallback: spare is not available. → Choose another one with --fallback NAME.',
    ]);
  });

  it('writes one report as JSON, and ends with 1 where there is a problem', async () => {
    await using root = await tempRoot({ 'keys.toml': '[cline]\ndollarPerDay = 1\n' });
    await chmod(path.join(root.path, 'keys.toml'), 0o600);
    const keys = ['--keys', path.join(root.path, 'keys.toml')];
    const { code, stdout } = await runConverse(['doctor', '--json', '--root', root.path, ...keys]);
    const report = JSON.parse(stdout) as Report & { readonly works: boolean };
    assert.deepEqual([code, report.works], [1, false]);
    assert.match(
      linesIn(report, 'Keys')[0] ?? '',
      /^bad Keys: .*keys\.toml:2:1: Unknown limit "dollarPerDay"\. Did you mean/,
    );
    assert.deepEqual(statesIn(report, 'Access')[0], 'good Key');
  });
});
