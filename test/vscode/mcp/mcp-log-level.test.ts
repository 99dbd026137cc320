import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { createServerLogs } from '../../../src/vscode/mcp/server-logs.ts';
import { eventually } from '../../eventually.ts';
import { type ComposedConverser, composeConverser } from '../support/compose.ts';
import { callFromSidebar, endAfter, fakeServer, serverNamed, writeMcpJson } from '../support/mcp.ts';

describe('the level of the log of an MCP server in VS Code', () => {
  let composed: ComposedConverser;
  let converser: ConverserInVscode;
  let usual: string;

  before(async () => {
    composed = await composeConverser({ askLaunch: async () => true });
    converser = composed.converser;
    usual = await vscode.commands.executeCommand('_extensionTests.getLogLevel');
  });

  after(async () => {
    await setLevel(usual);
    await endAfter(composed, ['logging']);
  });

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

/** What “Developer: Set Log Level…” does when its list is answered. */
function setLevel(level: string): Thenable<unknown> {
  return vscode.commands.executeCommand('_extensionTests.setLogLevel', level);
}
