/**
 * What a question shows of a call of a folder's own `http` or `command` tool is what is sent, and what runs: whatever the
 * arguments hold, they add no line that passes for another part, hide nothing, and give no secret away.
 */

import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import type { PermissionQuestion } from '../../src/converser/words/permission/permission-question.ts';
import { createHttpCalls } from '../ensembles/http/http-calls.ts';
import { createCommandCalls } from '../ensembles/shell/command-calls.ts';
import { type JsonServer, startJsonServer } from '../fakes/json-server.ts';
import { eachWorkspace } from './each-workspace.ts';

const secret = 'sk-Secret-1234567890abcdef';

const values = [
  'plain',
  '',
  'a b',
  ' ',
  '"',
  "'",
  '\\',
  '\n authorization: Bearer mine',
  '\r\nX-Admin: 1\r\n\r\n{}',
  '\t',
  'a\u0000b',
  '\u202Etxt.exe',
  '\u2066a\u2069',
  'a\u200bb\u2060c\ufeff',
  '\u00a0',
  'pаypal',
  '$(rm -rf ~)',
  '; ls',
  '*',
  '--force',
  '{value}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what a model may write.
  '${secret:key}',
  '```\n# Heading',
  'e\u0301',
  '😀',
  '\u{E0041}\u{E0042}',
  'line\n in /home/you\n in a sandbox, without network',
  'x'.repeat(3_000),
  `${' '.repeat(2_000)}; rm -rf ~`,
] as const;

/** Neither has a shape of its own, but for the line end between lines. */
const invisible = /[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]--[\n ]]/v;

/** The lines of the question, those that an arrow continues put together. */
function linesOf(question: PermissionQuestion | undefined): readonly string[] {
  const { title = '', diff = '' } = question?.preview ?? {};
  assert.notEqual(title, '');
  assert.doesNotMatch(title, /\n/);
  assert.doesNotMatch(title, invisible);
  assert.doesNotMatch(diff, invisible);
  const lines = diff.split('\n');
  for (const line of lines) assert.ok(line.startsWith(' ') && line.length < 500, line);
  return lines
    .join('\n')
    .replaceAll(/\n +⤷ /g, '')
    .split('\n');
}

function assertSecretHidden(question: PermissionQuestion | undefined): string {
  const { title = '', diff = '' } = question?.preview ?? {};
  assert.ok(!`${title}\n${diff.replaceAll(/\n */g, '')}`.includes(secret.slice(3)));
  return diff;
}

describe('The question about a request of a folder’s own', () => {
  let server: JsonServer;
  before(async () => {
    server = await startJsonServer(() => ({ body: { ok: true } }));
  });
  after(() => server.close());

  const descriptor = () => `[ensemble]
name = "api"
kind = "http"
[http]
allowed_hosts = ["127.0.0.1:${server.port}"]
headers = { Authorization = "Bearer \${secret:key}", X-Note = "n={note}" }
[[invokers]]
name = "call"
description = "Calls it."
method = "POST"
url = "http://127.0.0.1:${server.port}/things?q={value}"
body = { value = "{value}", longer = "<{value}>", "{value}" = 1 }
[invokers.arguments]
required = ["value"]
properties.value = { type = "string" }
properties.note = { type = "string", default = "none" }`;

  async function ask(args: JsonObject) {
    const calls = await createHttpCalls({
      descriptor: descriptor(),
      origin: 'workspace',
      rules: {},
      answers: ['once'],
      secrets: { key: secret },
    });
    assert.deepEqual(calls.mistakes(), []);
    const seen = server.seen.length;
    const { result } = await calls.call('call', args);
    await calls.dispose();
    return { question: calls.questions[0], result, sent: server.seen.slice(seen) };
  }

  for (const value of values) {
    it(`shows what is sent with ${JSON.stringify(value).slice(0, 40)}`, async () => {
      const { question, result, sent } = await ask({ value });
      const [request] = sent;
      if (request === undefined) return assert.match(result.failure?.message ?? '', /argument|allowed/);
      const lines = linesOf(question).map(line => line.slice(1));
      const blank = lines.indexOf('');
      const [first, ...headers] = lines.slice(0, blank);
      assert.equal(first, `POST http://127.0.0.1:${server.port}${request.path}`);
      for (const line of headers) {
        const at = line.indexOf(': ');
        // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders look like this.
        const meant = line.slice(at + 2).replace('${secret:key}', secret);
        assert.equal(request.headers[line.slice(0, at)], meant);
      }
      assert.equal(headers.length, 5);
      assert.deepEqual(JSON.parse(lines.slice(blank).join('\n')), request.body);
      assert.ok(!lines.join('\n').includes(secret));
    });
  }

  it('shows a secret among the arguments nowhere', async () => {
    const { question, sent } = await ask({ value: `${'x'.repeat(395)}${secret}`, note: secret });
    assert.equal(sent.length, 1);
    const diff = assertSecretHidden(question);
    assert.match(diff, /x-note: n=••••/);
  });

  it('is about no request that can’t be sent', async () => {
    const { question, sent } = await ask({ value: 'a', note: 'b\r\nX-Admin: 1' });
    assert.equal(sent.length, 0);
    assert.equal(question?.preview, undefined);
  });
});

describe('The question about a command of a folder’s own', () => {
  const made = eachWorkspace({ ripgrep: false });

  async function ask(args: JsonObject) {
    const calls = await createCommandCalls({
      workspace: made.workspace,
      origin: 'workspace',
      answers: ['once'],
      secrets: { key: secret },
      descriptor: `[ensemble]
name = "own"
kind = "command"
[[invokers]]
name = "run"
description = "Runs it."
command = [${JSON.stringify(process.execPath)}, "-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", "{value}", "x={value}"]
stdin = "{value}"
env = { TOKEN = "t=\${secret:key}", OWN = "{value}" }
[invokers.arguments]
required = ["value"]
properties.value = { type = "string" }`,
    });
    assert.deepEqual(calls.mistakes(), []);
    const { told, result } = await calls.call('own:run', args);
    await calls.dispose();
    return { question: calls.questions[0], told, result };
  }

  for (const value of values) {
    it(`shows what runs with ${JSON.stringify(value).slice(0, 40)}`, async () => {
      const { question, told, result } = await ask({ value });
      if (result.failure !== undefined) return assert.match(result.failure.message, /NUL/);
      const shown = linesOf(question);
      const rest = shown.findIndex((line, at) => at > 0 && !line.startsWith('     '));
      const notes = question?.preview?.notes ?? [];
      assert.deepEqual(
        notes.map(({ kind }) => kind),
        ['place', 'danger'],
      );
      const written = shown.slice(0, rest).join(' ').slice(3);
      const words = written.match(/"(?:[^"\\]|\\.)*"|[^\s"]+/g) ?? [];
      const read = words.map(word => (word.startsWith('"') ? (JSON.parse(word) as string) : word));
      assert.deepEqual(read.slice(3), ['--', ...(JSON.parse(told) as string[])]);
      // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders look like this.
      assert.ok(shown.includes(' with TOKEN="t=${secret:key}"'), shown.join('\n'));
      for (const start of [' $ ', ' with TOKEN=', ' with OWN=', ' input: '])
        assert.equal(shown.filter(line => line.startsWith(start)).length, 1, start);
    });
  }

  it('shows a secret among the arguments nowhere', async () => {
    const { question } = await ask({ value: `${'x'.repeat(395)}${secret}` });
    const diff = assertSecretHidden(question);
    assert.match(diff, /••••/);
  });
});
