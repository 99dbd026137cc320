import assert from 'node:assert/strict';
import { fakeProgram, serverProgram } from '../../ensembles/mcp/servers.ts';
import { stepsIn } from '../window-steps.ts';
import { approve } from './approve.ts';
import { type MarkedProcesses, markedProcesses, type TableEntry } from './marked-processes.ts';
import type { McpWindow } from './mcp-window.ts';
import { rowInTree } from './row-in-tree.ts';

/** A well-kept server, one that heeds neither the end of its input nor SIGTERM, and a child of that one. */
const all = 3;

export function testHostEnd({ workbench: open, serve }: McpWindow): void {
  const { page, view, press, begin, send, button, run, reloadWindow } = stepsIn(open);
  let processes: MarkedProcesses;
  let running: readonly TableEntry[];

  before(async () => {
    processes = await markedProcesses();
    const server = (...args: readonly string[]) => ({ command: process.execPath, args });
    await serve({
      everything: server(serverProgram('everything'), 'stdio', processes.option),
      stubborn: server(fakeProgram('misbehaving-stdio.ts'), '--stubborn', processes.option),
    });
  });

  after(() => processes?.close());

  async function call(tool: string, { args, answer }: { readonly args: object; readonly answer: string }) {
    await begin();
    await send(`/invoke ${tool} ${JSON.stringify(args)}`);
    await button('Allow Once').click();
    await view().getByText(answer).first().waitFor();
  }

  async function callBoth(said: string): Promise<void> {
    await call('everything:echo', { args: { message: said }, answer: `Echo: ${said}` });
    await call('stubborn:ok', { args: {}, answer: 'ok {}' });
  }

  async function callsStartThemAnew(said: string): Promise<void> {
    const before = running;
    await callBoth(said);
    running = await processes.untilAlive(all);
    const known = new Set(before.map(({ pid }) => pid));
    assert.ok(running.every(({ pid }) => !known.has(pid)));
  }

  it('begins with servers that run', async () => {
    await press('Control+Alt+J');
    // The field takes the focus when it is there, from the palette, too, which closes then.
    await view().locator('textarea:focus').waitFor();
    await run('Converser: Focus on Ensembles View');
    for (const name of ['everything', 'stubborn']) {
      await approve(page(), name);
      await rowInTree(page(), new RegExp(`^${name}, ready`));
    }
    running = await processes.untilAlive(all);
    await callBoth('first');
    assert.deepEqual(processes.alive(), running);
  });

  // “Developer: Restart Extension Host” is a command of the desktop's VS Code alone. It ends the host as a reload does
  // here: by telling it, and each extension in it, to end.
  it('ends them when the window is reloaded, and the next calls start new ones', async () => {
    await Promise.all([reloadWindow(), processes.untilGone(running)]);
    await view().getByLabel('Message', { exact: true }).waitFor();
    await callsStartThemAnew('reloaded');
  });

  it('ends them when the extension host is killed, and the one that VS Code starts in its place goes on', async () => {
    process.kill(hostOf(running), 'SIGKILL');
    await processes.untilGone(running);
    await callsStartThemAnew('killed');
  });

  it('ends them when VS Code’s server is killed', async () => {
    await open().close();
    await processes.untilGone(running);
    assert.deepEqual(processes.alive(), []);
  });
}

/** Servers are children of the host; the child of one of them is not. */
function hostOf(processes: readonly TableEntry[]): number {
  const pids = new Set(processes.map(({ pid }) => pid));
  const hosts = new Set(processes.map(({ parent }) => parent).filter(parent => !pids.has(parent)));
  const [host] = hosts;
  assert.ok(host !== undefined && hosts.size === 1);
  return host;
}
