import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import type { LaunchQuestion } from '../../../src/ensembles/mcp/approval/launch-question.ts';
import { eventually } from '../../eventually.ts';
import { startCompanyNetwork } from '../../fakes/company-network.ts';
import { startGuardedServer } from '../../fakes/mcp/guarded-server.ts';
import { type NpmRegistry, startNpmRegistry } from '../../fakes/npm-registry.ts';
import { type GuideSetups, readGuideSetups } from '../../guide-setups.ts';
import { type ComposedConverser, composeConverser } from '../support/compose.ts';
import { workspaceFile, writeWorkspaceFile } from '../support/converser.ts';
import { checkout, sayInSidebar, serverNamed } from '../support/mcp.ts';
import { set, setProxy } from '../support/servers.ts';

describe('The guide’s set-ups of MCP servers in VS Code, word for word', () => {
  // npx installs both of them anew.
  let composed: ComposedConverser;
  let converser: ConverserInVscode;
  let guide: GuideSetups;
  let registry: NpmRegistry;
  let own: string;

  const messageTo = (server: string) =>
    guide.quoted.find(text => text.startsWith(`/invoke ${server}:`)) ?? '';

  async function started(name: string): Promise<void> {
    const server = await serverNamed(converser, name);
    await server.connect(AbortSignal.timeout(60_000));
    // Whoever fetches a program slowly is told that it goes on starting.
    await eventually(server.onDidChange, () => server.state.status === 'ready');
  }

  before(async () => {
    composed = await composeConverser();
    converser = composed.converser;
    guide = await readGuideSetups(checkout());
    registry = await startNpmRegistry(checkout());
    own = await mkdtemp(path.join(tmpdir(), 'converser-own-'));
    await writeWorkspaceFile('.npmrc', registry.npmrc(path.join(own, 'npm')));
    await set('ensemblesFolder', own);
  });

  after(async () => {
    await set('ensemblesFolder', undefined);
    await vscode.workspace.fs.delete(workspaceFile('.npmrc'));
    const ours = ['memory', 'everything', 'remote'];
    const isGone = () => !converser.roster.ensembles.some(({ name }) => ours.includes(name));
    await eventually(converser.roster.onDidChange, isGone);
    await composed.dispose();
    await registry.close();
    await rm(own, { recursive: true, force: true, maxRetries: 5 });
  });

  it('a program is there as soon as its descriptor is written, and answers unasked where that says so', async () => {
    const asked: string[] = [];
    const listening = converser.questions.onDidChange(() =>
      asked.push(...converser.questions.all.map(({ question }) => question.reason)),
    );
    await writeFile(path.join(own, 'memory.toml'), guide.program);
    await started('memory');
    assert.match(await sayInSidebar(converser, messageTo('memory')), /"entities"/);
    listening.dispose();
    assert.deepEqual(asked, []);
  });

  it('a folder’s server starts once exactly what it runs is approved, and answers', async () => {
    const questions: LaunchQuestion[] = [];
    composed.answerWith({
      askLaunch: async question => {
        questions.push(question);
        return true;
      },
    });
    const file = await writeWorkspaceFile('.vscode/mcp.json', guide.folder);
    try {
      await started('everything');
      assert.deepEqual(
        questions.map(({ definition: { name, transport } }) => [
          name,
          transport.kind === 'stdio' ? [transport.command, ...transport.args].join(' ') : transport.url,
        ]),
        [['everything', 'npx -y @modelcontextprotocol/server-everything']],
      );
      assert.equal(await sayInSidebar(converser, messageTo('everything')), 'Echo: hi');
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  it('a remote server is reached through the proxy of VS Code’s settings, if its certificate can be trusted', async () => {
    const { host, origin } = new URL(guide.address);
    const guarded = await startGuardedServer({ address: origin });
    const network = await startCompanyNetwork({ host, at: guarded.url });
    try {
      await setProxy(network.url);
      await writeFile(path.join(own, 'remote.toml'), guide.remote);
      const server = await serverNamed(converser, 'remote');
      await server.connect(AbortSignal.timeout(60_000));
      assert.ok(network.asked.includes(`${host}:443`), network.asked.join());
      // Which authorities this VS Code trusts was decided when it was started.
      assert.match(server.state.status === 'failed' ? server.state.error.message : '', /certificate/);
      assert.deepEqual(guarded.asked, []);
    } finally {
      await setProxy(undefined);
      await network.close();
      await guarded.close();
    }
  });
});
