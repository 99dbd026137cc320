import * as vscode from 'vscode';
import type { Activity } from '../../gateway/activity/activity.ts';
import type { AskUser } from '../window/ask-user.ts';
import type { Commands } from '../window/command.ts';
import { commands, gatewayViewId, gatewayCommands as treeCommands } from '../window/contributions.ts';
import { complain, inform } from '../window/notices.ts';
import { type ClientSetUp, clientSetUps, type GatewayAccess } from './client-set-ups.ts';
import type { GatewayControl, GatewayState } from './gateway-control.ts';
import type { GatewayKeys } from './gateway-keys.ts';
import type { GatewayNode } from './gateway-tree.ts';

export interface GatewayCommandPorts {
  readonly ask: AskUser;
  readonly control: GatewayControl;
  readonly keys: GatewayKeys;
  readonly activity: Activity;
  /** A model to begin with. */
  readonly modelFor: () => Promise<Pick<GatewayAccess, 'model' | 'contextTokens'>>;
}

/** What you can do about the gateway. */
export function gatewayCommands(ports: GatewayCommandPorts): Commands {
  const { control, activity } = ports;
  return {
    async [commands.startGateway]() {
      if (await running(control)) await vscode.commands.executeCommand(`${gatewayViewId}.focus`);
    },
    async [commands.restartGateway]() {
      const baseUrl = addressOf(await control.restart());
      if (baseUrl !== undefined) void inform(`The gateway is running again at ${baseUrl}.`);
    },
    [commands.stopGateway]: () => control.stop(),
    [commands.useGateway]: () => useGateway(ports),
    [commands.revokeGatewayKey]: () => revokeKey(ports),
    async [treeCommands.stopRequest](node) {
      const { kind, request } = Object(node) as Partial<Extract<GatewayNode, { kind: 'request' }>>;
      if (kind === 'request' && request !== undefined) activity.stop(request.id);
    },
    async [treeCommands.copyAddress]() {
      if (control.state.status === 'running') await vscode.env.clipboard.writeText(control.state.baseUrl);
    },
  };
}

/** Starts the gateway if it does not run. Says why it cannot. */
export async function running(control: GatewayControl): Promise<string | undefined> {
  return addressOf(await control.start());
}

function addressOf(state: GatewayState): string | undefined {
  if (state.status === 'running') return state.baseUrl;
  if (state.status === 'failed') void complain(`The gateway couldn't start: ${state.reason}`);
  return undefined;
}

async function useGateway({ ask, control, keys, modelFor }: GatewayCommandPorts): Promise<void> {
  const baseUrl = await running(control);
  if (baseUrl === undefined) return;
  const client = await ask.pick<ClientSetUp>({
    title: 'Use Gateway in Another Program',
    placeholder: 'Which program should use Converser’s models?',
    choices: clientSetUps.map(value => ({ label: value.label, value })),
  });
  if (client === undefined) return;
  const { key } = await keys.of(client.name);
  const access = { baseUrl, key, ...(await modelFor()) };
  const how = client.launch === undefined ? 'copy' : await pickHow(ask, client);
  if (how === 'launch') return launch(client, access);
  if (how !== 'copy') return;
  await vscode.env.clipboard.writeText(client.text(access));
  void inform(
    `Copied for ${client.label}: ${client.what}. The key in it opens the gateway; revoke it with “Converser: Revoke Gateway Key…”.`,
  );
}

function pickHow(ask: AskUser, { label, what }: ClientSetUp): Promise<'copy' | 'launch' | undefined> {
  return ask.pick<'copy' | 'launch'>({
    title: `Use Gateway in ${label}`,
    placeholder: `Start ${label} here, or copy what it needs?`,
    choices: [
      { label: `Start ${label} in a Terminal`, value: 'launch' },
      { label: `Copy Its Configuration`, description: what, value: 'copy' },
    ],
  });
}

function launch({ label, launch: how }: ClientSetUp, access: GatewayAccess): void {
  if (how === undefined) return;
  const { command, env } = how(access);
  const terminal = vscode.window.createTerminal({
    name: label,
    env,
    iconPath: new vscode.ThemeIcon('broadcast'),
  });
  terminal.show();
  terminal.sendText(command);
}

async function revokeKey({ ask, keys }: GatewayCommandPorts): Promise<void> {
  if (keys.all.length === 0) return void inform('The gateway has no keys yet.');
  const name = await ask.pick({
    title: 'Revoke Gateway Key',
    placeholder: 'Which program may no longer use Converser’s models?',
    choices: keys.all.map(key => ({ label: key.name, value: key.name })),
  });
  if (name === undefined) return;
  await keys.revoke(name);
  void inform(`The key of ${name} is revoked.`);
}
