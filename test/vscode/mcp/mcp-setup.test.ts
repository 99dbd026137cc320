// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.

import assert from 'node:assert/strict';
import { createMcpHandler } from '@modelcontextprotocol/server';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { mark } from '../../../src/converser/ground/secrets/known-secrets.ts';
import type { AskUser } from '../../../src/vscode/common/ask-in-vscode.ts';
import type { UserPorts } from '../../../src/vscode/mcp/questions/user-ports.ts';
import { listenWith } from '../../fakes/mcp/http-listener.ts';
import { createModernServer } from '../../fakes/mcp/modern-server.ts';
import { createScriptedPerson } from '../../fakes/scripted-person.ts';
import { type ComposedConverser, composeConverser } from '../support/compose.ts';
import { workspaceFile, writeWorkspaceFile } from '../support/converser.ts';
import {
  callFromSidebar,
  fakeServer,
  npmServer,
  serverNamed,
  startedServer,
  untilGone,
} from '../support/mcp.ts';
import { set, written } from '../support/servers.ts';

const patience = () => AbortSignal.timeout(60_000);

/** Whatever runs VS Code's own Node, on the desktop too. */
const env = { ELECTRON_RUN_AS_NODE: '1' };

describe('setting up MCP servers in VS Code', () => {
  let composed: ComposedConverser;
  let converser: ConverserInVscode;
  const { fs } = vscode.workspace;

  let answers: Partial<UserPorts> = {};
  const answerWith = (other: Partial<UserPorts>) => {
    answers = other;
    composed.answerWith(other);
  };
  async function runAsking(ask: AskUser, command: string): Promise<void> {
    composed.answerWith({ ...answers, ask });
    await converser.commands[command]?.();
    composed.answerWith(answers);
  }
  const run = (command: string, ...typed: readonly string[]) =>
    runAsking(createScriptedPerson(...typed), command);
  const own = () => vscode.Uri.file(String(written('ensemblesFolder')));
  const read = async (file: vscode.Uri) => new TextDecoder().decode(await fs.readFile(file));
  const secrets = () => converser.mcp.values;

  before(async () => {
    composed = await composeConverser();
    converser = composed.converser;
  });

  after(async () => {
    // Where not all of this ran, nobody has set a folder, and what is deleted must not be another one.
    const folder = written('ensemblesFolder') ? own() : undefined;
    await set('ensemblesFolder', undefined);
    await untilGone(converser, 'added', 'addressed', 'piped', 'needing', 'guarded', 'ahead', 'taken');
    if (folder !== undefined) await fs.delete(folder, { recursive: true });
    for (const name of [...secrets().secretNames]) await secrets().keepSecret(name, '');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await composed.dispose();
  });

  describe('Add MCP Server…', () => {
    it('writes the descriptor of a program, and starts it', async () => {
      const [script] = npmServer('everything');
      await run('converser.addMcpServer', 'Program', `node "${script}" stdio`, 'added');
      const file = vscode.Uri.joinPath(own(), 'added.toml');
      const server = await serverNamed(converser, 'added');
      assert.deepEqual([server.state.status, server.server], ['ready', 'running']);
      assert.equal(server.origin, 'user');
      assert.deepEqual(server.definition.source, { kind: 'descriptor', place: file.fsPath });
      assert.match(await callFromSidebar(converser, 'added:echo', { message: 'in time' }), /in time/);
    });

    it('writes the descriptor of an address, and connects to it, too', async () => {
      const handler = createMcpHandler(createModernServer);
      const listener = await listenWith(request => handler.fetch(request));
      try {
        await run('converser.addMcpServer', 'Address', `${listener.url}/mcp`, 'addressed');
        const server = await serverNamed(converser, 'addressed');
        assert.equal(server.state.status, 'ready');
        assert.equal(await callFromSidebar(converser, 'addressed:echo', { message: 'hi' }), 'Echo: hi');
        await server.disconnect();
      } finally {
        await listener.close();
      }
    });

    it('takes a command line as an address, after stdio://', async () => {
      const [script] = npmServer('everything');
      await run('converser.addMcpServer', 'Address', `stdio://node "${script}" stdio`, 'piped');
      const text = await read(vscode.Uri.joinPath(own(), 'piped.toml'));
      assert.match(text, /transport = "stdio"\ncommand = "node"\n/);
      assert.match(text, /args = \[ "[^"]+", "stdio" \]/);
    });

    it('asks for what the server turns out to need, keeps it as a secret, and starts it', async () => {
      const [script] = npmServer('everything');
      const say = "console.error('Error: WEATHER_API_KEY environment variable is required')";
      const line = `node -e "if (!process.env.WEATHER_API_KEY) { ${say}; process.exit(1) } process.argv.splice(1, 0, ''); import('${script}')" stdio`;
      const person = createScriptedPerson('Program', line, 'needing', 'opens it');
      await runAsking(person, 'converser.addMcpServer');
      assert.equal(person.asked.at(-1), 'needing needs WEATHER_API_KEY');
      const server = await serverNamed(converser, 'needing');
      assert.equal(server.state.status, 'ready', JSON.stringify(server.state));
      const text = await read(vscode.Uri.joinPath(own(), 'needing.toml'));
      assert.match(text, /WEATHER_API_KEY = "\$\{secret:needing-weather-api-key\}"/);
      assert.equal(await secrets().secret('needing-weather-api-key'), 'opens it');
    });

    it('asks for a token where the address requires one and its sign-in fails', async () => {
      const handler = createMcpHandler(createModernServer);
      const listener = await listenWith(async request =>
        request.headers.get('authorization') === 'Bearer opens it'
          ? handler.fetch(request)
          : new Response('', { status: 401 }),
      );
      try {
        answerWith({ mayOpen: async () => true });
        const person = createScriptedPerson('Address', `${listener.url}/mcp`, 'guarded', 'opens it');
        await runAsking(person, 'converser.addMcpServer');
        const server = await serverNamed(converser, 'guarded');
        assert.equal(server.state.status, 'ready', JSON.stringify(server.state));
        assert.equal(person.asked.at(-1), 'guarded needs an API key or token');
        await server.disconnect();
      } finally {
        await listener.close();
      }
    });

    it('takes variables before the command, and keeps keys out of the descriptor', async () => {
      const [script] = npmServer('everything');
      await run(
        'converser.addMcpServer',
        'Program',
        `DOOR_TOKEN=opens-it LEVEL=1 node "${script}" stdio`,
        'ahead',
      );
      const text = await read(vscode.Uri.joinPath(own(), 'ahead.toml'));
      assert.match(text, /DOOR_TOKEN = "\$\{secret:ahead-door-token\}"\nLEVEL = "1"/);
      assert.match(text, /command = "node"/);
      assert.ok(!text.includes('opens-it'), text);
      assert.equal(await secrets().secret('ahead-door-token'), 'opens-it');
    });

    it('overwrites no descriptor, and writes nothing if you cancel', async () => {
      const descriptor = await read(vscode.Uri.joinPath(own(), 'added.toml'));
      const person = createScriptedPerson('Program', 'other-server', 'added');
      await runAsking(person, 'converser.addMcpServer');
      assert.deepEqual(person.problems, ['added.toml already exists. Enter another name.']);
      assert.equal(await read(vscode.Uri.joinPath(own(), 'added.toml')), descriptor);
    });
  });

  describe('Import MCP Servers…', () => {
    const home = workspaceFile('home of somebody');
    const key = 'sk-live-0123456789abcdef0123456789';

    after(() => fs.delete(home, { recursive: true }));

    it('imports only what is chosen, with its key in the secret storage', async () => {
      const [program] = fakeServer('misbehaving-stdio');
      const command = process.execPath;
      const theirs = {
        mcpServers: {
          taken: { command, args: [program], env: { ...env, API_KEY: key } },
          left: { command: 'left-alone' },
        },
      };
      const file = vscode.Uri.joinPath(home, '.cursor', 'mcp.json');
      await fs.writeFile(file, new TextEncoder().encode(JSON.stringify(theirs)));
      answerWith({ machine: { platform: process.platform, home: home.fsPath, environment: {} } });
      await run('converser.importMcpServers', 'taken');

      const text = await read(vscode.Uri.joinPath(own(), 'taken.toml'));
      assert.ok(!text.includes(key), text);
      assert.match(text, /API_KEY = "\$\{secret:taken-api-key\}"/);
      assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /taken\.toml$/);
      assert.ok(secrets().secretNames.includes('taken-api-key'));
      assert.equal(await secrets().secret('taken-api-key'), key);
      assert.deepEqual(JSON.parse(await read(file)), theirs);
      assert.ok(!converser.roster.ensembles.some(({ name }) => name === 'left'));

      await startedServer(converser, 'taken');
      const environment = JSON.parse(await callFromSidebar(converser, 'taken:environment'));
      // The server tells its key, which is hidden from the conversation: no other value would be.
      assert.equal(environment.API_KEY, mark);
    });
  });

  describe('a value that a description leaves open', () => {
    const [program] = fakeServer('misbehaving-stdio');

    async function environmentOf(name: string): Promise<Readonly<Record<string, string>>> {
      return JSON.parse(await callFromSidebar(converser, `${name}:environment`));
    }

    after(async () => {
      await fs.delete(workspaceFile('.vscode', 'mcp.json'));
      await untilGone(converser, 'open');
    });

    before(async () => {
      answerWith({ askLaunch: async () => true });
      const { execPath: command } = process;
      const open = { command, args: [program], env: { ...env, KEY: '${secret:door}', WHO: '${input:who}' } };
      const inputs = [{ id: 'who', type: 'promptString', description: 'Who are you?', password: true }];
      await writeWorkspaceFile('.vscode/mcp.json', JSON.stringify({ inputs, servers: { open } }));
    });

    it('is reported as missing until you set the secret', async () => {
      const server = await serverNamed(converser, 'open');
      await server.connect(patience());
      assert.match(JSON.stringify(server.state), /door/);
      assert.equal(server.state.status, 'failed');
      const first = secrets().secretNames.length === 0 ? [] : ['New Secret…'];
      await run('converser.setSecret', ...first, 'door', 'opens it');
      answerWith({ askLaunch: async () => true, ask: createScriptedPerson('Ada') });
      await server.restart(patience());
      assert.equal(server.state.status, 'ready', JSON.stringify(server.state));
      assert.equal((await environmentOf('open')).KEY, mark);
    });

    it('is asked for once, and again after saved inputs are cleared', async () => {
      const server = await serverNamed(converser, 'open');
      const nobody = createScriptedPerson();
      answerWith({ askLaunch: async () => true, ask: nobody });
      await server.restart(patience());
      assert.deepEqual(nobody.asked, []);
      assert.equal((await environmentOf('open')).WHO, 'Ada');

      await run('converser.manageMcpServer', 'Clear Saved Inputs');
      const grace = createScriptedPerson('Grace');
      answerWith({ askLaunch: async () => true, ask: grace });
      await server.restart(patience());
      assert.deepEqual(grace.asked, ['open needs a value']);
      assert.equal((await environmentOf('open')).WHO, 'Grace');
      await run('converser.manageMcpServer', 'Clear Saved Inputs');
    });
  });
});
