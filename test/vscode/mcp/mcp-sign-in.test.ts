import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import type { McpEnsemble } from '../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { readRedirect } from '../../../src/vscode/mcp/questions/read-redirect.ts';
import type { UserPorts } from '../../../src/vscode/mcp/questions/user-ports.ts';
import { eventually } from '../../eventually.ts';
import { type GuardedServer, startGuardedServer } from '../../fakes/mcp/guarded-server.ts';
import { createScriptedPerson } from '../../fakes/scripted-person.ts';
import { type ComposedConverser, composeConverser, testsExtensionId } from '../support/compose.ts';
import { workspaceFile, writeWorkspaceFile } from '../support/converser.ts';
import { callFromSidebar, serverNamed } from '../support/mcp.ts';

describe('signing in to an MCP server in VS Code', () => {
  let composed: ComposedConverser;
  let converser: ConverserInVscode;
  let guarded: GuardedServer;
  let server: McpEnsemble;
  const opened: URL[] = [];
  const asked: string[] = [];

  const node = () => converser.tree.nodes.find(each => each.kind === 'ensemble' && each.name === 'guarded');
  const state = () => {
    const found = node();
    return found?.kind === 'ensemble' ? found.status.word : '';
  };
  const run = async (action: string) => {
    composed.answerWith({ ...user, ask: createScriptedPerson(action) });
    await converser.commands[commands.manageMcpServer]?.(node());
  };
  const paths = () => guarded.asked.map(({ path }) => path);

  /** What a browser does in which somebody agrees at once. */
  async function signInThere(page: URL): Promise<void> {
    opened.push(page);
    const { headers } = await fetch(page, { redirect: 'manual' });
    await vscode.commands.executeCommand('vscode.open', broughtBack(new URL(headers.get('location') ?? '')));
  }

  const user: Partial<UserPorts> = {
    askLaunch: async () => true,
    openPage: signInThere,
    mayOpen: async ({ page }) => {
      asked.push(page.host);
      return false;
    },
  };

  before(async () => {
    guarded = await startGuardedServer();
    composed = await composeConverser(user);
    converser = composed.converser;
    const described = { servers: { guarded: { type: 'http', url: guarded.mcp } } };
    await writeWorkspaceFile('.vscode/mcp.json', JSON.stringify(described));
    server = await serverNamed(converser, 'guarded');
  });

  after(async () => {
    await vscode.workspace.fs.delete(workspaceFile('.vscode', 'mcp.json'));
    await eventually(converser.roster.onDidChange, () => node() === undefined);
    await composed.dispose();
    await guarded.close();
  });

  it('opens nothing unasked, and is offered in the tree after a no', async () => {
    await server.connect(AbortSignal.timeout(60_000));
    assert.equal(server.state.status, 'failed');
    assert.deepEqual(asked, [new URL(guarded.url).host]);
    assert.deepEqual(opened, []);
    assert.ok(!paths().includes('/authorize'));
    assert.equal(state(), 'needs sign-in');
    assert.equal(converser.mcp.signIns.has('guarded'), false);
  });

  it('goes through the browser and back through VS Code, and starts the server', async () => {
    await run('Sign In');
    assert.equal(server.state.status, 'ready', JSON.stringify(server.state));
    assert.equal(opened.length, 1);
    assert.equal(asked.length, 1);
    assert.equal(guarded.asked.filter(({ path }) => path === '/token').length, 1);
    await eventually(converser.mcp.onDidChangeKnowledge, () => converser.mcp.signIns.has('guarded'));
    assert.match(await callFromSidebar(converser, 'guarded:echo', { message: 'let in' }), /let in/);
  });

  it('lasts after a restart of the server, and opens nothing', async () => {
    await server.restart(AbortSignal.timeout(60_000));
    assert.match(await callFromSidebar(converser, 'guarded:echo', { message: 'still in' }), /Echo: still in/);
    assert.equal(opened.length, 1);
  });

  it('ignores answers that no sign-in waits for', async () => {
    guarded.revoke();
    await vscode.commands.executeCommand('vscode.open', ourAddress('state=guessed&code=stolen'));
    await run('Sign In');
    assert.equal(opened.length, 2);
    assert.ok(!guarded.asked.some(({ params }) => params.code === 'stolen'));
    assert.match(await callFromSidebar(converser, 'guarded:echo', { message: 'again' }), /Echo: again/);
  });

  it('is over with Sign Out: the next call is refused, opens nothing, and the tree offers it again', async () => {
    await run('Sign Out');
    await eventually(converser.mcp.onDidChangeKnowledge, () => !converser.mcp.signIns.has('guarded'));
    const refused = await callFromSidebar(converser, 'guarded:echo', { message: 'out' });
    assert.match(refused, /guarded requires you to sign in/);
    assert.equal(asked.length, 2);
    assert.equal(opened.length, 2);
    assert.equal(state(), 'needs sign-in');
  });
});

function ourAddress(query: string): vscode.Uri {
  return vscode.Uri.parse(`${vscode.env.uriScheme}://${testsExtensionId}/signed-in?${query}`);
}

/**
 * What the operating system hands to a VS Code on the desktop, or the page of VS Code's own to one in a browser: that
 * page knows from its address whose the rest of its query is.
 */
function broughtBack(address: URL): vscode.Uri {
  if (!/^https?:$/.test(address.protocol)) return vscode.Uri.parse(address.href);
  assert.equal(address.searchParams.get('vscode-authority'), testsExtensionId);
  assert.equal(address.searchParams.get('vscode-path'), '/signed-in');
  const rest = [...address.searchParams].filter(([name]) => !name.startsWith('vscode-'));
  return ourAddress(new URLSearchParams(rest).toString());
}

describe('What a browser brings back from signing in', () => {
  const sent = { code: 'a+b&c%d=/ä', state: 's-1', iss: 'https://sign.example/in?x=1' };

  it('is parsed as usual in a browser’s workbench', () => {
    const query = new URLSearchParams(sent).toString();
    assert.deepEqual(Object.fromEntries(readRedirect(query, true)), sent);
  });

  it('is taken literally on a desktop, which has decoded it', () => {
    const decoded = Object.entries(sent).map(([name, value]) => `${name}=${value}`);
    for (const query of [
      decoded.join('&'),
      decoded.toReversed().join('&'),
      `session_state=x&${decoded.join('&')}`,
    ]) {
      const { session_state: _, ...read } = Object.fromEntries(readRedirect(query, false));
      assert.deepEqual(read, sent);
    }
    const refused = 'error=access_denied&error_description=Not today & not tomorrow&state=s-1';
    assert.deepEqual(Object.fromEntries(readRedirect(refused, false)), {
      error: 'access_denied',
      error_description: 'Not today & not tomorrow',
      state: 's-1',
    });
  });

  it('may be nothing', () => {
    assert.equal(readRedirect('', false).size, 0);
  });
});
