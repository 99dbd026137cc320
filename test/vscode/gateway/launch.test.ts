import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createRandomIds, createSystemClock } from '../../../src/converser/ground/system-ports.ts';
import { createActivity } from '../../../src/gateway/activity.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { gatewayCommands } from '../../../src/vscode/gateway/gateway-commands.ts';
import { createGatewayControl } from '../../../src/vscode/gateway/gateway-control.ts';
import { createGatewayKeys } from '../../../src/vscode/gateway/gateway-keys.ts';
import { createScriptedPerson } from '../../fakes/scripted-person.ts';
import { memorySecrets } from '../support/compose.ts';

const baseUrl = 'http://127.0.0.1:4141';

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
