import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { onLoopback } from '../fakes/loopback.ts';
import type { Answer } from '../fakes/openai-server.ts';
import { eventsOf, runConverse, type TempRoot, tempRoot } from './run-converse.ts';
import { startServe } from './start-serve.ts';
import { calling, runWithServer, saying } from './with-server.ts';

/** Reads a file, and answers once it has the result. */
const reads =
  (path: string): Answer =>
  (response, received) => {
    const hasResult = JSON.stringify(received.body).includes('"role":"tool"');
    return (hasResult ? saying('A secret answer.') : calling('workspace__read_file', { path }))(
      response,
      received,
    );
  };

describe('npm run converse -- spending', () => {
  let state: TempRoot;
  let root: TempRoot;
  const environment = () => ({ XDG_STATE_HOME: state.path });
  beforeEach(async () => {
    state = await tempRoot();
    root = await tempRoot({ 'notes.txt': 'eggs and a secret' });
  });
  afterEach(() => Promise.all([state, root].map(each => each[Symbol.asyncDispose]())));

  const ask = async (path: string, more: Readonly<Record<string, string>> = {}) => {
    const args = ['--json', '--root', root.path, 'read it'];
    const { ran } = await runWithServer(reads(path), args, { environment: { ...environment(), ...more } });
    assert.equal(ran.code, 0, ran.stderr);
    return eventsOf(ran).findLast(event => event.type === 'turn-end');
  };
  const spending = async (...args: readonly string[]) => {
    const { stdout, code } = await runConverse(['spending', ...args], { environment: environment() });
    assert.equal(code, 0);
    return stdout;
  };

  it('tells what each tool, ensemble and model took, as the events of a turn do', async () => {
    const end = await ask('notes.txt');
    const told = end?.tools?.find(({ tool }) => tool === 'workspace:read_file');
    const { calls, requests, returned = 0, described = 0 } = told?.counts ?? {};
    assert.deepEqual([told?.model, calls, requests], ['openai/test-model', 1, 2]);
    assert.ok(returned > 0 && described > 100, JSON.stringify(told));
    await ask('missing.txt');
    const { today, idle } = JSON.parse(await spending('--json'));
    assert.deepEqual(
      today.map(({ title }: { readonly title: string }) => title),
      ['Tools', 'Ensembles', 'Models'],
    );
    const [tools, ensembles, models] = today;
    const named = (group: typeof tools, name: string) =>
      group.rows.find((row: { readonly name: string }) => row.name === name);
    const read = named(tools, 'workspace:read_file');
    assert.deepEqual([read.counts.calls, read.counts['failed execution']], [2, 1]);
    assert.ok(read.p50 > 0 && read.p95 >= read.p50);
    assert.equal(named(ensembles, 'workspace').counts.calls, 2);
    assert.equal(named(models, 'openai/test-model').counts.calls, 2);
    assert.equal(idle, undefined, 'two conversations are too few');
    assert.match(
      await spending(),
      /\nworkspace:read_file +\d+ +\d+ +\d+ +2 +1 execution +[\d.]+ m?s +[\d.]+ m?s +-\n/,
    );
  });

  it('says which tools no conversation called, until they are on demand', async () => {
    for (const _ of [1, 2, 3]) await ask('notes.txt');
    const said = await spending();
    assert.match(
      said,
      /Not called in your last 3 conversations: \d+ tools with about [\d,]+ tokens in every request: /,
    );
    const [, choices = ''] = /write in settings\.json: "tools": (.*)\n/.exec(said) ?? [];
    assert.ok(choices.includes('workspace:write_file') && !choices.includes('workspace:read_file'));
    await writeFile(`${state.path}/converser/settings.json`, `{ "tools": ${choices} }`);
    assert.doesNotMatch(await spending(), /Not called/);
    const end = await ask('notes.txt');
    assert.equal(
      end?.tools?.some(({ tool }) => tool === 'workspace:write_file'),
      false,
      'no request describes it',
    );
  });

  it('exports the turns to a collector, without what was said', async () => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      bodies.push(`${request.url}\n${await text(request)}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const { url, close } = await onLoopback(server);
    try {
      await ask('missing.txt', { OTEL_EXPORTER_OTLP_ENDPOINT: url });
    } finally {
      await close();
    }
    const [body = ''] = bodies;
    assert.ok(body.startsWith('/v1/traces\n'));
    assert.doesNotMatch(body, /secret|read it|missing|not found/);
    const { resourceSpans } = JSON.parse(body.slice(body.indexOf('\n')));
    const spans: readonly Span[] = resourceSpans[0].scopeSpans[0].spans;
    const turn = spans.find(({ name }) => name === 'invoke_agent Converser');
    const shown = spans.filter(each => each !== turn).map(({ name, parentSpanId }) => [name, parentSpanId]);
    const tool = 'execute_tool workspace:read_file';
    assert.deepEqual(
      shown,
      ['chat test-model', tool, 'chat test-model'].map(name => [name, turn?.spanId]),
    );
    const [chat, call] = ['chat test-model', tool].map(name =>
      attributesOf(spans.find(each => each.name === name)),
    );
    assert.deepEqual(
      [chat?.['gen_ai.provider.name'], chat?.['gen_ai.operation.name'], call?.['error.type']],
      ['openai', 'chat', 'execution'],
    );
    assert.ok(Number(chat?.['gen_ai.usage.input_tokens']) > 0);
  });

  it('counts and exports the turns of programs, too', async () => {
    const urls: (string | undefined)[] = [];
    const collector = await onLoopback(
      createServer((request, response) => {
        urls.push(request.url);
        request.resume().on('end', () => response.end('{}'));
      }),
    );
    const options = { environment: { ...environment(), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } };
    {
      await using serve = await startServe([], options);
      const question = { role: 'user', content: 'roll 3d6+2' };
      const body = { model: 'default+probability', messages: [question] };
      const headers = { 'content-type': 'application/json' };
      const { status } = await serve.ask('/v1/chat/completions', {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      assert.equal(status, 200);
    }
    await collector.close();
    assert.deepEqual(urls, ['/v1/traces']);
    assert.match(await spending(), /\nprobability:roll +- +\d+ +\d+ +1 /);
  });

  it('answers as ever if no collector is there', async () => {
    const end = await ask('notes.txt', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    assert.equal(end?.outcome, 'final');
  });
});

interface Span {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

function attributesOf(span: Span | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries(span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? []);
}
