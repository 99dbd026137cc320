import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { serverProgram } from '../ensembles/mcp/servers.ts';
import {
  chunk,
  type FakeOpenAiServer,
  type Received,
  sendEvent,
  startEvents,
  startOpenAiServer,
} from '../fakes/openai-server.ts';
import { describedServer } from './described.ts';
import { mainFile, runConverse, type TempRoot, tempRoot } from './run-converse.ts';
import { runLine } from './run-line.ts';
import { at, calling, saying } from './with-server.ts';

const [interrupt, end] = ['\x03', '\x04'];
const prompt = '> ';

type Typed = readonly [to: string, keys: string];

/** What was shown, without what moves the cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find.
const plain = (shown: string) => shown.replace(/\x1b\[[\d;?]*[A-Za-z]/g, '').replaceAll('\r', '');

async function converse({ path: root }: TempRoot, args: readonly string[], typed: readonly Typed[]) {
  const line = [process.execPath, mainFile, '--root', root, ...args].map(word => `'${word}'`).join(' ');
  const options = { home: root, environment: { XDG_STATE_HOME: path.join(root, 'state') } };
  const answers = typed.map(([to, keys]) => ({ to, keys }));
  // A shell that stays would hear Ctrl+C, too, and end as if nothing had come after it.
  const { code, shown } = await runLine(`exec ${line}`, { ...options, answers });
  return { code, shown: plain(shown) };
}

const ask = ({ path: root }: TempRoot, ...args: readonly string[]) =>
  runConverse(['--root', root, ...args], { environment: { XDG_STATE_HOME: path.join(root, 'state') } });

const requests = ({ received }: FakeOpenAiServer) => received.filter(({ method }) => method === 'POST');
const messages = (request: Received | undefined) => JSON.stringify(request?.body.messages);

/** Writes the file that a message names, never answers `hang`, and says how many messages it has. */
async function startModel() {
  return startOpenAiServer((response, received) => {
    const { messages: all = [] } = received.body as {
      readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
    };
    const last = JSON.stringify(all.at(-1)?.content ?? '');
    const [, file] = /write (\S+\.txt)/.exec(last) ?? [];
    if (last.includes('hang')) {
      startEvents(response);
      return sendEvent(response, chunk({ content: 'Thinking' }));
    }
    if (file !== undefined)
      return calling('workspace__write_file', { path: file, content: 'new' })(response, received);
    const asked = all.filter(({ role }) => role === 'user').length;
    return saying(`Answer ${asked}.`)(response, received);
  });
}

describe('npm run converse without a question', () => {
  if (process.platform !== 'linux') return;

  it('holds a conversation of ten turns, with an undo, a stop and lines that go on, and later goes on with it', async () => {
    await using root = await tempRoot({ 'a.txt': 'old' });
    const model = await startModel();
    const options = at(model);
    const { code, shown } = await converse(root, options, [
      [prompt, 'one\r'],
      ['Answer 1.', ''],
      [prompt, 'two \\\r'],
      ['… ', 'goes on\r'],
      ['Answer 2.', ''],
      [prompt, '\x1b[200~three\rpasted\x1b[201~'],
      ['pasted', ' and typed\r'],
      ['Answer 3.', ''],
      [prompt, 'please write a.txt\r'],
      ['[d]eny', 'o\r'],
      ['Answer 4.', ''],
      [prompt, '/undo\r'],
      ['✓ a.txt', ''],
      [prompt, 'please hang\r'],
      ['Thinking', interrupt],
      ['press Ctrl+C again', ''],
      ...[6, 7, 8, 9].flatMap((turn): Typed[] => [
        [prompt, `turn ${turn}\r`],
        ['Answer', ''],
      ]),
      [prompt, `not sent${interrupt}`],
      [prompt, '/clear\r'],
      ['New conversation', ''],
      [prompt, 'ten\r'],
      ['Answer 1.', ''],
      [prompt, end],
    ]);
    assert.equal(code, 0, shown);
    assert.equal(await readFile(path.join(root.path, 'a.txt'), 'utf8'), 'old');
    const sent = requests(model).map(messages);
    assert.match(sent[1] ?? '', /two \\ngoes on/, shown);
    assert.match(sent[2] ?? '', /three\\npasted and typed/);
    assert.doesNotMatch(sent.at(-2) ?? '', /write a\.txt|not sent/, 'the model forgets what was undone');
    assert.match(sent.at(-2) ?? '', /Answer 3.*turn 8.*turn 9/);
    assert.doesNotMatch(sent.at(-1) ?? '', /turn 9/);

    const history = path.join(root.path, 'state/converser/history.json');
    assert.equal((await stat(history)).mode & 0o777, 0o600);
    assert.match(await readFile(history, 'utf8'), /^\{\s*"lines": \[\s*"ten",\s*"\/clear",\s*"turn 9"/);

    const { stderr } = await ask(root, ...options, '--continue', 'more of ten');
    assert.match(stderr, /^i Going on with “ten”\.$/m);
    assert.match(messages(requests(model).at(-1)), /"ten".*Answer 1.*more of ten/);
    const none = await ask(root, ...options, '--resume', 'nope', 'x');
    assert.equal(none.code, 1);
    const [, first = ''] = /^ {2}(\S+) {2}one$/m.exec(none.stderr) ?? [];
    await ask(root, ...options, '--resume', first, 'more of one');
    assert.match(messages(requests(model).at(-1)), /"one".*turn 9.*more of one/);
    const again = await converse(
      root,
      [...options, '--continue'],
      [
        [prompt, 'and?\r'],
        ['Answer', ''],
        [prompt, '\x1b[A\x1b[A\r'],
        ['Answer', ''],
        [prompt, interrupt],
        ['press Ctrl+C again', ''],
        [prompt, interrupt],
      ],
    );
    assert.equal(again.code, 130, again.shown);
    assert.match(
      messages(requests(model).at(-1)),
      /more of one.*and\?.*"ten"/,
      'the history is that of the last run',
    );
    await model.close();
  });

  it('answers questions with what is typed then, and keeps what was typed too early', async () => {
    await using root = await tempRoot();
    const model = await startModel();
    const { code, shown } = await converse(root, at(model), [
      [prompt, 'please write b.txt\r'],
      ['[d]eny', 'o\rafterwards\r/models\rhalf'],
      ['test-model', ''],
      [prompt, ' a line\r'],
      ['Answer', ''],
      [prompt, end],
    ]);
    assert.equal(code, 0, shown);
    assert.equal(await readFile(path.join(root.path, 'b.txt'), 'utf8'), 'new');
    const sent = requests(model).map(messages);
    assert.match(sent.at(-1) ?? '', /afterwards.*half a line/, shown);
    assert.doesNotMatch(sent.join(), /\/models/);
    assert.equal(shown.match(/half a line/g)?.length, 1, shown);
    await model.close();
  });
});

describe('A question in a terminal', () => {
  it('that is a command costs no request', async () => {
    await using root = await tempRoot();
    const model = await startModel();
    const tools = await ask(root, ...at(model), '/tools read_file');
    assert.equal(tools.code, 0, tools.stderr);
    assert.match(tools.stdout, /^workspace:read_file {2}.+\n/);
    assert.match((await ask(root, ...at(model), '/models')).stdout, /^openai\/test-model/m);
    const wrong = await ask(root, ...at(model), '/model nope');
    assert.deepEqual([wrong.code, wrong.stderr], [1, 'converse: Model nope not found. See /models.\n']);
    const edits = await ask(root, ...at(model), '/mode edits');
    assert.match(
      edits.stderr,
      /^i Mode: Accept Edits\. Writes, edits and moves files of the workspace without asking/,
    );
    assert.match(
      (await ask(root, ...at(model), '/mode x')).stderr,
      /another one: agent, edits, plan, ask\.\n$/,
    );
    const json = await ask(root, ...at(model), '--json', '/tools clock');
    assert.equal(JSON.parse(json.stdout).type, 'notice');
    assert.deepEqual(requests(model), []);
    await model.close();
  });

  it('sends what MCP servers have for `@server:uri` and `/server:prompt`, and nothing if they have none', async () => {
    const launch = [process.execPath, serverProgram('everything')];
    await using root = await tempRoot({ 'e.toml': describedServer('e', launch) });
    const model = await startModel();
    const say = (message: string) => ask(root, ...at(model), '--ensembles', root.path, message);
    const attached = await say('What is in @e:demo://resource/static/document/features.md?');
    assert.match(attached.stderr, /i Attached @e:demo:\/\/resource\/static\/document\/features\.md/);
    assert.match(messages(requests(model).at(-1)), /Everything Server/);
    const prompted = await say('/e:args-prompt city=Oslo');
    assert.match(prompted.stderr, /i Sent as: .*Oslo/);
    assert.doesNotMatch(messages(requests(model).at(-1)), /\/e:args-prompt/);
    const count = requests(model).length;
    const wrong = await say('/e:nope');
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /has no prompt nope\. Available: /);
    assert.equal(requests(model).length, count);
    await model.close();
  });

  it('is missing where there is neither one nor a terminal', async () => {
    await using root = await tempRoot();
    const ran = await ask(root, '--continue');
    assert.equal(ran.code, 2);
    assert.match(ran.stderr, /The question is missing/);
  });
});
