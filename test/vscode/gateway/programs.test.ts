import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { composePrograms, type ProgramsInVscode } from '../../../src/composition/gateway/compose-programs.ts';
import { createRandomIds, createSystemClock } from '../../../src/converser/ground/system-ports.ts';
import { createActivity } from '../../../src/gateway/activity.ts';
import type { AskUser } from '../../../src/vscode/common/ask-in-vscode.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { gatewayCommands } from '../../../src/vscode/gateway/gateway-commands.ts';
import { createGatewayControl } from '../../../src/vscode/gateway/gateway-control.ts';
import { createGatewayKeys, type GatewayKeys } from '../../../src/vscode/gateway/gateway-keys.ts';
import { createScriptedPerson, type ScriptedPerson } from '../../fakes/scripted-person.ts';
import { memorySecrets } from '../support/compose.ts';

const baseUrl = 'http://127.0.0.1:4141';

describe('adding Converser to other programs', () => {
  let home: string;
  let keys: GatewayKeys;
  let person: ScriptedPerson;
  let programs: ProgramsInVscode;
  /** What the editor shows while you are asked. */
  let seen: readonly string[] = [];
  let whileAsked: () => Promise<void> = async () => {};

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'converser-home-'));
    let made = 0;
    keys = await createGatewayKeys({ secrets: memorySecrets(), newKey: () => `converser-key${++made}` });
    whileAsked = async () => {};
    const ask: AskUser = {
      pick: question => person.pick(question),
      search: question => person.search(question),
      enter: question => person.enter(question),
      wait: (title, work) => person.wait(title, work),
      async confirm(question) {
        seen = await shownTexts();
        await whileAsked();
        return person.confirm(question);
      },
    };
    const machine = { platform: process.platform, home, environment: {} };
    programs = composePrograms({
      user: { ask, machine },
      globalFolder: vscode.Uri.file(path.join(home, 'User', 'globalStorage', 'converser')),
      keys,
      running: async () => baseUrl,
    });
  });

  afterEach(async () => {
    programs.dispose();
    keys.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(home, { recursive: true, force: true });
  });

  const run = async (...answers: readonly string[]) => {
    person = createScriptedPerson(...answers);
    await programs.commands[commands.addToProgram]?.();
  };
  const claudeFile = () => path.join(home, '.claude.json');
  const claude = () => readFile(claudeFile(), 'utf8');

  it('writes the entry that you saw in the editor, with a key of its own, and closes the comparison', async () => {
    await writeFile(claudeFile(), '{\n  "numStartups": 7\n}\n');
    await run('Claude Code', 'Add');
    const text = await claude();
    assert.deepEqual(JSON.parse(text), {
      numStartups: 7,
      mcpServers: {
        converser: {
          type: 'http',
          url: `${baseUrl}/mcp`,
          headers: { Authorization: 'Bearer converser-key1' },
        },
      },
    });
    assert.deepEqual(seen, ['{\n  "numStartups": 7\n}\n', text]);
    assert.deepEqual(await shownTexts(), []);
    assert.deepEqual(keys.all, [{ name: 'claude-code', key: 'converser-key1' }]);
  });

  it('knows which entries no longer lead to the gateway', async () => {
    await run('Claude Code', 'Add');
    const states = async (address: string | undefined) =>
      (await programs.entries(address)).map(({ program, state }) => `${program} ${state}`);
    assert.deepEqual(await states(baseUrl), ['Claude Code current']);
    assert.deepEqual(await states(undefined), ['Claude Code current']);
    assert.deepEqual(await states('http://127.0.0.1:9'), ['Claude Code other-address']);
    await keys.revoke('claude-code');
    assert.deepEqual(await states(baseUrl), ['Claude Code unknown-key']);
  });

  it('changes nothing if you say no, and leaves no key behind', async () => {
    await run('Claude Code', 'Not Now');
    await assert.rejects(claude(), { code: 'ENOENT' });
    assert.deepEqual(keys.all, []);
  });

  it('takes the entry out again by the same command', async () => {
    const before = '# mine\nmodel = "gpt-5"\n';
    const file = path.join(home, '.codex', 'config.toml');
    await mkdir(path.dirname(file));
    await writeFile(file, before);
    await run('Codex', 'Add');
    const added = await readFile(file, 'utf8');
    assert.match(added, /http_headers = \{ Authorization = "Bearer converser-key1" \}/);
    await run('Codex', 'Remove It', 'Remove');
    assert.equal(await readFile(file, 'utf8'), before);
  });

  it('shows the change again if the file has changed meanwhile', async () => {
    await writeFile(claudeFile(), '{}\n');
    let asked = 0;
    whileAsked = async () => {
      if (++asked === 1) await writeFile(claudeFile(), '{ "numStartups": 8 }\n');
    };
    await run('Claude Code', 'Add', 'Add');
    assert.equal(asked, 2);
    assert.equal(seen[0], '{ "numStartups": 8 }\n');
    assert.deepEqual(Object.keys(JSON.parse(await claude())), ['numStartups', 'mcpServers']);
  });

  it('leaves a file alone that it cannot read, or that you are editing', async () => {
    await writeFile(claudeFile(), '{ "a": \n');
    await run('Claude Code', 'Add');
    assert.equal(await claude(), '{ "a": \n');
    assert.deepEqual(person.asked, ['Add Converser to…']);

    await writeFile(claudeFile(), '{}\n');
    const document = await vscode.workspace.openTextDocument(claudeFile());
    const typed = new vscode.WorkspaceEdit();
    typed.insert(document.uri, new vscode.Position(0, 1), ' ');
    await vscode.workspace.applyEdit(typed);
    await run('Claude Code', 'Add');
    assert.equal(await claude(), '{}\n');
    await document.save();
  });

  it('warns of a file that could be committed with its key, and takes yours instead', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const git = path.join(folder.uri.fsPath, '.git');
    await mkdir(git);
    try {
      const ofFolder = (answers: readonly string[]) => {
        const scripted = createScriptedPerson(...answers);
        person = {
          ...scripted,
          async pick(question) {
            if (question.title !== 'Add Converser to…') return scripted.pick(question);
            const ofClaude = question.choices.filter(({ label }) => label === 'Claude Code');
            return ofClaude.find(({ description = '' }) => description.startsWith('.mcp.json'))?.value;
          },
        };
        return programs.commands[commands.addToProgram]?.();
      };
      await ofFolder(['Use ~/.claude.json Instead', 'Add']);
      assert.match(await claude(), /converser-key1/);
      const file = path.join(folder.uri.fsPath, '.mcp.json');
      await assert.rejects(readFile(file), { code: 'ENOENT' });
      await ofFolder(['Use .mcp.json Anyway', 'Add']);
      assert.match(await readFile(file, 'utf8'), /converser-key1/);
      await rm(file);
    } finally {
      await rm(git, { recursive: true });
    }
  });
});

/** Both sides of the comparison that is open. */
async function shownTexts(): Promise<readonly string[]> {
  const diffs = vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .map(({ input }) => input)
    .filter(input => input instanceof vscode.TabInputTextDiff);
  const sides = diffs.flatMap(({ original, modified }) => [original, modified]);
  const documents = await Promise.all(sides.map(uri => vscode.workspace.openTextDocument(uri)));
  return documents.map(document => document.getText());
}

describe('launching a program with Converser’s models', () => {
  const opened: vscode.Terminal[] = [];
  const listening = vscode.window.onDidOpenTerminal(terminal => opened.push(terminal));

  after(() => {
    listening.dispose();
    for (const terminal of opened) terminal.dispose();
  });

  const launch = async (program: string, { model = 'local/test', isInstalled = true } = {}) => {
    const terminals = new Set(vscode.window.terminals);
    const keys = await createGatewayKeys({ secrets: memorySecrets(), newKey: () => 'converser-key' });
    const control = createGatewayControl(async () => ({
      baseUrl,
      port: 4141,
      isOpen: false,
      close: async () => {},
    }));
    await gatewayCommands({
      ask: createScriptedPerson(program, 'Start'),
      control,
      keys,
      activity: createActivity({ clock: createSystemClock(), ids: createRandomIds() }),
      openConversation: async () => false,
      access: { modelFor: async () => ({ model }), isInstalled: async () => isInstalled },
    })[commands.useGateway]?.();
    keys.dispose();
    const [terminal] = vscode.window.terminals.filter(each => !terminals.has(each));
    const options = terminal?.creationOptions as vscode.TerminalOptions | undefined;
    return options && { name: options.name, env: options.env };
  };

  it('opens a terminal that has the address, the key and the model', async () => {
    assert.deepEqual(await launch('Claude Code'), {
      name: 'Claude Code',
      env: {
        ANTHROPIC_BASE_URL: baseUrl,
        ANTHROPIC_AUTH_TOKEN: 'converser-key',
        ANTHROPIC_MODEL: 'local/test',
      },
    });
    assert.deepEqual(await launch('Codex'), { name: 'Codex', env: { CONVERSER_KEY: 'converser-key' } });
    const { env } = (await launch('opencode')) ?? {};
    const { model, provider } = JSON.parse(env?.OPENCODE_CONFIG_CONTENT ?? '');
    assert.equal(model, 'converser/local/test');
    assert.deepEqual(provider.converser.options, { baseURL: `${baseUrl}/v1`, apiKey: 'converser-key' });
  });

  it('gives no shell a model’s name that it would read in its own way', async () => {
    const { env } = (await launch('Claude Code', { model: 'local/$(rm -rf ~)' })) ?? {};
    assert.equal(env?.ANTHROPIC_MODEL, 'default');
  });

  it('opens none where the program is not installed', async () => {
    assert.equal(await launch('Qwen Code', { isInstalled: false }), undefined);
  });
});
