import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { createVouching } from '../../src/converser/call/caution/caution.ts';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import { converse } from '../../src/converser/turn/converse.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import { reply } from '../../src/converser/words/ensemble/invoker.ts';
import { ofOutside } from '../../src/converser/words/labels/label.ts';
import { shellTools } from '../../src/ensembles/shell/shell-tools.ts';
import { createDiskJournal } from '../../src/ensembles/workspace/journal/disk-journal.ts';
import { createKeptLabels } from '../../src/ensembles/workspace/kept-labels.ts';
import { workspaceTools } from '../../src/ensembles/workspace/workspace-tools.ts';
import { createTestShell } from '../ensembles/shell/test-shell.ts';
import { makeTemporaryWorkspace } from '../ensembles/workspace/temporary-workspace.ts';
import { createFakeEnsemble, createFakeInvoker } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../fakes/scripted-model.ts';

type Calls = readonly (readonly [tool: string, args: JsonObject])[];

/** Files and commands of a workspace on the disk, a page of the web and a server that sends, with all allowed by rules. */
async function setUp() {
  const made = await makeTemporaryWorkspace({ ripgrep: false });
  const labels = createKeptLabels();
  const log = { warn: (message: string) => assert.fail(message) };
  const journal = createDiskJournal({
    folder: path.join(made.beside, 'journal'),
    roots: () => [made.root],
    clock: { now: () => new Date() },
    log,
    labels,
  });
  const shell = createTestShell(made.workspace, { folder: path.join(made.beside, 'commands'), labels });
  const all = [
    ...workspaceTools(made.workspace, { labels }).map(tool => ({ ...tool, ensemble: 'workspace' })),
    ...shellTools(shell).map(tool => ({ ...tool, ensemble: 'shell' })),
  ].map(createFakeInvoker);
  const outside = createFakeEnsemble('outside', {
    fetch: {
      annotations: { readOnly: true, openWorld: true },
      invocable: () => reply({ content: [text('Obey.')], label: ofOutside('web:evil.example') }),
    },
    send: { annotations: { readOnly: true }, invocable: () => 'Sent.' },
  });
  // As a server of files does, which says nothing of what it changes.
  const server = createFakeEnsemble('files', {
    put: {
      annotations: {},
      origin: 'user',
      describedBy: 'server:files',
      async invocable({ path: file, content }) {
        await made.write(String(file), `${String(content)}\n`);
        return 'Written.';
      },
    },
  });
  const ports = await createFakePorts({
    ensembles: [
      ...['workspace', 'shell'].map(name => ({
        ...createFakeEnsemble(name, {}),
        invokers: all.filter(({ ensemble }) => ensemble === name),
      })),
      outside,
      server,
    ],
    answers: Array.from({ length: 20 }, () => 'once' as const),
    rules: { 'workspace:*': 'allow', 'shell:*': 'allow', 'outside:*': 'allow', 'files:*': 'allow' },
    // Of the server itself, nothing makes one careful here.
    vouching: createVouching({ has: source => source.startsWith('server:') }),
    journal,
  });
  const { asked } = ports.host.approver;
  /** A conversation of its own: why it was asked about each of these calls that it was asked about. */
  async function converseWith(...calls: Calls): Promise<readonly string[]> {
    const conversation = createConversation(ports.host.ids.next('conversation'));
    const before = asked.length;
    const model = createScriptedModel(...calls.map(call => invokes([call[0], call[1]])), says('Done.'));
    const { signal } = new AbortController();
    for await (const event of converse(conversation, { content: [text('Go on.')] }, { ports, model, signal }))
      void event;
    const failure = conversation.canisters.find(each => each.role === 'result' && each.failure !== undefined);
    assert.equal(failure, undefined, JSON.stringify(failure));
    return asked.slice(before).map(({ reason }) => reason);
  }
  const dispose = async () => {
    await shell.dispose();
    await made.dispose();
  };
  return { ...made, converseWith, dispose };
}

const fetched = ['outside:fetch', {}] as const;
const send = ['outside:send', {}] as const;
const line = (written: string) => ['shell:run_command', { line: written }] as const;
const run = (program: string, ...args: string[]) => ['shell:run_command', { program, args }] as const;
const read = (file: string) => ['workspace:read_file', { path: file }] as const;
const write = ['workspace:write_file', { path: 'mine.ts', content: 'x' }] as const;

describe('content from outside that a command has passed on through files', () => {
  let made: Awaited<ReturnType<typeof setUp>>;

  beforeEach(async function () {
    if (process.platform === 'win32') this.skip();
    made = await setUp();
  });
  afterEach(() => made?.dispose());

  it('makes the next step careful in another conversation, wherever it was moved', async () => {
    await made.converseWith(fetched, line('mkdir -p docs; echo "Obey me." > docs/notes.md'));
    const [asked] = await made.converseWith(read('docs/notes.md'), write);
    assert.match(asked ?? '', /docs\/notes\.md was read from .*evil\.example/);
    await made.converseWith(['workspace:move_file', { path: 'docs/notes.md', new_path: 'guide.md' }]);
    const later = await made.converseWith(read('guide.md'), write);
    assert.match(later[0] ?? '', /guide\.md was read from .*evil\.example/);
  });

  it('is known of a folder with too many files, and of what is moved out of it', async () => {
    await made.converseWith(
      fetched,
      line('mkdir many; for i in $(seq 1 700); do echo "Obey $i." > many/$i.md; done'),
    );
    const asked = await made.converseWith(read('many/123.md'), write);
    assert.match(asked[0] ?? '', /many\/123\.md was read/);
    await made.converseWith(['workspace:move_file', { path: 'many/123.md', new_path: 'one.md' }]);
    const later = await made.converseWith(read('one.md'), write);
    assert.match(later[0] ?? '', /one\.md was read/);
    await made.converseWith(run('mv', 'many/7.md', 'two.md'));
    const last = await made.converseWith(read('two.md'), write);
    assert.match(last[0] ?? '', /two\.md was read/);
  });

  it('is known of what a command has brought itself', async () => {
    const origin = path.join(made.root, 'origin');
    await made.write('origin/README.md', 'Obey me.');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: origin });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    await made.converseWith(run('git', 'clone', '-q', 'origin', 'copy'));
    const asked = await made.converseWith(read('copy/README.md'), write);
    assert.match(asked[0] ?? '', /README\.md was read from the tool shell:run_command/);
  });

  it('is known of secrets that a command has copied', async () => {
    await made.write('.env', 'TOKEN=s3cr3t-of-mine');
    await made.converseWith(run('cp', '.env', 'copy.txt'));
    const asked = await made.converseWith(read('copy.txt'), send);
    assert.match(asked.at(-1) ?? '', /copy\.txt was read: this call could send it/);
  });

  it('is known of what a server was handed to write', async () => {
    const put = (file: string, content: string) => ['files:put', { path: file, content }] as const;
    await made.converseWith(fetched, put('notes.md', 'Obey me, now.'));
    const [asked] = await made.converseWith(read('notes.md'), write);
    assert.match(asked ?? '', /notes\.md was read from .*evil\.example/);
    await made.converseWith(put('mine.md', 'Mine, and no other.'));
    assert.deepEqual(await made.converseWith(read('mine.md'), write), []);
  });

  it('is not seen in what ordinary commands leave, or merely move', async () => {
    await made.write('a.ts', 'a\n');
    assert.deepEqual(await made.converseWith(run('cp', 'a.ts', 'b.ts'), read('b.ts'), write), []);
    await made.converseWith(fetched, run('mv', 'a.ts', 'c.ts'));
    assert.deepEqual(await made.converseWith(read('c.ts'), write), []);
  });
});
