import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { createServerLogs } from '../../../src/vscode/mcp/server-logs.ts';
import { TurnHistory } from '../../../src/vscode/sidebar/history/turn-history.ts';
import { sidebarState } from '../../../src/vscode/sidebar/sidebar-state.ts';
import { eventually } from '../../eventually.ts';
import { type ComposedConverser, composeConverser } from '../support/compose.ts';
import {
  allowing,
  callFromSidebar,
  endAfter,
  fakeServer,
  serverNamed,
  startedServer,
  writeMcpJson,
} from '../support/mcp.ts';

describe('the life of MCP servers in VS Code', () => {
  let composed: ComposedConverser;
  let converser: ConverserInVscode;

  before(async () => {
    composed = await composeConverser({ askLaunch: async () => true });
    converser = composed.converser;
  });

  after(() => endAfter(composed, ['polite', 'stubborn', 'logging']));

  it('shows in the sidebar how far a call has come', async () => {
    await writeMcpJson({ asking: fakeServer('asking-stdio', '--old') });
    await serverNamed(converser, 'asking');
    await converser.conversation.open();
    const { conversation } = converser;
    const history = new TurnHistory(conversation);
    const sent = allowing(converser, () => converser.sidebar.send('/invoke asking:slow {}'));
    const progress = await eventually(conversation.onEvent, () =>
      sidebarState({ ...converser, history, models: [], providers: [] }).turn.find(
        event => event.type === 'invocation-progress' && event.fraction !== undefined,
      ),
    );
    assert.ok(progress.type === 'invocation-progress');
    assert.deepEqual([progress.message, progress.fraction], ['Looking', 0.25]);
    conversation.shown.stop();
    await sent;
  });

  it('ends with Converser: all their processes, even a stubborn one and its child', async () => {
    // The stubborn ones connect to it, and have its port in their command lines.
    const tie = createServer(socket => socket.on('error', () => {}).resume());
    await once(tie.listen(0, '127.0.0.1'), 'listening');
    const { port } = tie.address() as AddressInfo;
    const mark = new RegExp(`(--tie=|connect\\()${port}\\b`);
    const connected = new Promise(resolve => {
      let count = 0;
      tie.on('connection', () => ++count === 2 && resolve(count));
    });
    let another: ComposedConverser | undefined;
    try {
      await writeMcpJson({
        polite: fakeServer('asking-stdio', '--old', `--tie=${port}`),
        stubborn: fakeServer('misbehaving-stdio', '--stubborn', `--tie=${port}`),
      });
      another = await composeConverser({ askLaunch: async () => true });
      for (const name of ['polite', 'stubborn']) await startedServer(another.converser, name);
      await connected;
      const during = (await commandLines()).filter(line => mark.test(line));
      assert.equal(during.length, 3, during.join('\n'));
      await another.dispose();
      another = undefined;
      const after = (await commandLines()).filter(line => mark.test(line));
      assert.deepEqual(after, []);
    } finally {
      await another?.dispose();
      tie.close();
    }
  });

  describe('has the level of its log, which', () => {
    let usual: string;

    before(async () => {
      usual = await vscode.commands.executeCommand('_extensionTests.getLogLevel');
    });

    after(() => setLevel(usual));

    it('is the one that is set for its channel', async () => {
      const logs = createServerLogs();
      const { of, onDidChange } = logs.levels;
      try {
        // Asked for the first time it makes the channel, which has no level of its own yet.
        of('tried');
        const told: string[] = [];
        onDidChange(() => told.push(of('tried')));
        for (const level of ['off', 'trace', 'warn', 'error', 'debug', 'info']) {
          await setLevel(level);
          await eventually(onDidChange, () => of('tried') === (level === 'trace' ? 'debug' : level));
        }
        assert.deepEqual(told.slice(-6), ['off', 'debug', 'warn', 'error', 'debug', 'info']);
      } finally {
        logs.dispose();
      }
    });

    it('is sent to the server', async () => {
      await writeMcpJson({ logging: fakeServer('logging-stdio') });
      await serverNamed(converser, 'logging');
      const told = [];
      // What mocha says is lost while nothing is logged, so that comes first.
      for (const level of ['off', 'warn', 'debug']) {
        await setLevel(level);
        told.push(await callFromSidebar(converser, 'logging:log'));
      }
      assert.deepEqual(told, ['none', 'warning', 'debug']);
    });
  });
});

/** Of all processes of this machine. */
async function commandLines(): Promise<readonly string[]> {
  const [command, ...args] =
    process.platform === 'win32'
      ? ['powershell', '-NoProfile', '-Command', '(Get-CimInstance Win32_Process).CommandLine']
      : ['ps', '-A', '-o', 'stat=,args='];
  const { stdout } = await promisify(execFile)(command ?? '', args);
  // One that has ended, and that nobody has asked for its end yet, is none any more.
  return stdout.split('\n').filter(line => !/^Z[a-zA-Z<+]*\s/.test(line));
}

/** What “Developer: Set Log Level…” does when its list is answered. */
function setLevel(level: string): Thenable<unknown> {
  return vscode.commands.executeCommand('_extensionTests.setLogLevel', level);
}
