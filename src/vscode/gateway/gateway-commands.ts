import * as vscode from 'vscode';
import type { Activity, ServedRequest } from '../../gateway/activity.ts';
import { openRequestCommand } from '../activation-ids.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { commands, gatewayCommands as treeCommands } from '../common/contributions.ts';
import { complain, inform } from '../common/notices.ts';
import { type PossibleAction, pickAction } from '../common/pick-action.ts';
import type { Commands } from '../common/vscode-command.ts';
import { type ClientSetUp, clientSetUps, type GatewayAccess } from './client-set-ups.ts';
import type { GatewayControl } from './gateway-control.ts';
import type { GatewayKeys } from './gateway-keys.ts';
import type { GatewayNode } from './gateway-tree.ts';

const { clipboard } = vscode.env;

export interface GatewayCommandPorts {
  readonly ask: AskUser;
  readonly control: GatewayControl;
  readonly keys: GatewayKeys;
  readonly activity: Activity;
  readonly access: AccessPorts;
  /** Resolves to `false` if nothing of the conversation is stored. */
  readonly openConversation: (id: string) => Promise<boolean>;
}

export interface AccessPorts {
  readonly modelFor: () => Promise<Pick<GatewayAccess, 'model' | 'contextTokens'>>;
  readonly isInstalled: (command: string) => Promise<boolean>;
}

export function gatewayCommands(ports: GatewayCommandPorts): Commands {
  const { control, activity, openConversation } = ports;
  return {
    [commands.startGateway]: () => start(control),
    [commands.stopGateway]: () => control.stop(),
    [commands.manageGateway]: wanted => manageGateway(ports, wanted),
    [commands.useGateway]: () => useGateway(ports),
    async [treeCommands.stopRequest](node) {
      const request = requestOf(node);
      if (request !== undefined) activity.stop(request.id);
    },
    async [openRequestCommand](node) {
      const { conversation } = requestOf(node) ?? {};
      if (conversation === undefined || (await openConversation(conversation))) return;
      void inform('This conversation is no longer stored: it has no answer, or newer ones replaced it.');
    },
  };
}

function requestOf(node: unknown): ServedRequest | undefined {
  const { kind, request } = Object(node) as Partial<Extract<GatewayNode, { kind: 'request' }>>;
  return kind === 'request' ? request : undefined;
}

/** Says why the gateway cannot start. */
export async function running(control: GatewayControl): Promise<string | undefined> {
  const state = await control.start();
  if (state.status === 'running') return state.baseUrl;
  if (state.status === 'failed') void complain(`The gateway couldn’t start: ${state.reason}`);
  return undefined;
}

async function start(control: GatewayControl): Promise<void> {
  const baseUrl = await running(control);
  if (baseUrl !== undefined) void inform(`The gateway is running at ${baseUrl}.`);
}

/** @param wanted the id of an action, where a link asks for it */
async function manageGateway(ports: GatewayCommandPorts, wanted: unknown): Promise<void> {
  const { ask, control, keys } = ports;
  const { state } = control;
  const address = state.status === 'running' ? state.baseUrl : undefined;
  const isRunning = address !== undefined;
  const description = 'Ends running requests';
  const actions: readonly PossibleAction[] = [
    !isRunning && { label: 'Start', icon: 'play', run: () => start(control) },
    isRunning && { label: 'Copy Address', icon: 'copy', run: () => clipboard.writeText(address) },
    isRunning && { label: 'Stop', description, icon: 'debug-stop', run: control.stop },
    isRunning && {
      id: 'restart',
      label: 'Restart',
      description,
      icon: 'debug-restart',
      run: () => restart(control),
    },
    keys.all.length > 0 && { label: 'Revoke Key…', icon: 'key', run: () => revokeKey(ports) },
    { id: 'change-port', label: 'Change Port…', icon: 'gear', run: showPort },
  ];
  await pickAction(actions, { ask, title: `Gateway: ${address ?? state.status}`, wanted });
}

/** The gateway restarts with the current settings. */
async function restart(control: GatewayControl): Promise<void> {
  await control.stop();
  const baseUrl = await running(control);
  if (baseUrl !== undefined) void inform(`The gateway is running again at ${baseUrl}.`);
}

async function showPort(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'converser.gateway.port');
}

async function useGateway(ports: GatewayCommandPorts): Promise<void> {
  const { ask, control } = ports;
  if ((await running(control)) === undefined) return;
  const client = await ask.pick<ClientSetUp>({
    title: 'Use Gateway in Another Program',
    placeholder: 'Select the program that should use Converser’s models',
    choices: clientSetUps.map(value => ({
      label: value.label,
      icon: value.launch === undefined ? 'copy' : 'terminal',
      value,
    })),
  });
  if (client === undefined) return;
  const how = client.launch === undefined ? 'copy' : await pickHow(ask, client);
  if (how === 'launch') return launch(client, ports);
  if (how !== 'copy') return;
  const access = await accessFor(client, ports);
  if (access === undefined) return;
  await clipboard.writeText(client.text(access));
  void inform(
    `Copied for ${client.label}: ${client.what}. The key in it opens the gateway; revoke it with “Converser: Manage Gateway…”.`,
  );
}

function pickHow(ask: AskUser, { label, what }: ClientSetUp): Promise<'copy' | 'launch' | undefined> {
  return ask.pick<'copy' | 'launch'>({
    title: `Use Gateway in ${label}`,
    placeholder: `Select how to set up ${label}`,
    choices: [
      { label: `Start ${label} in a Terminal`, icon: 'terminal', value: 'launch' },
      { label: `Copy Its Configuration`, icon: 'copy', description: what, value: 'copy' },
    ],
  });
}

async function accessFor(
  { name }: ClientSetUp,
  { control, keys, access: { modelFor } }: GatewayCommandPorts,
): Promise<GatewayAccess | undefined> {
  const baseUrl = await running(control);
  if (baseUrl === undefined) return undefined;
  const { key } = await keys.of(name);
  const { model, ...known } = await modelFor();
  return { baseUrl, key, model: plainName(model), ...known };
}

/** A provider names its models as it likes, and shells would interpret the name. Its other name is as good. */
function plainName(model: string): string {
  return /^[\w./:@+-]+$/.test(model) ? model : 'default';
}

async function launch(client: ClientSetUp, ports: GatewayCommandPorts): Promise<void> {
  const access = await accessFor(client, ports);
  const how = access && client.launch?.(access);
  if (how === undefined) return;
  const { command, args = [], env, install } = how;
  const { label } = client;
  if (!(await ports.access.isInstalled(command))) return sayMissing({ label, command, install });
  const terminal = vscode.window.createTerminal({
    name: label,
    env,
    iconPath: new vscode.ThemeIcon('broadcast'),
  });
  terminal.show();
  terminal.sendText([command, ...args].join(' '));
}

interface Missing {
  readonly label: string;
  readonly command: string;
  readonly install: string;
}

function sayMissing({ label, command, install }: Missing): void {
  const copy = 'Copy Install Command';
  const message = `${label} isn’t installed: there is no program ${command} on your PATH. Install it with “${install}”, then try again.`;
  void complain(message, copy).then(async pressed => {
    if (pressed === copy) await clipboard.writeText(install);
  });
}

async function revokeKey({ ask, keys }: GatewayCommandPorts): Promise<void> {
  const name = await ask.pick({
    title: 'Revoke Gateway Key',
    placeholder: 'Select the program that may no longer use Converser’s models',
    choices: keys.all.map(({ name }) => ({ label: name, icon: 'key', value: name })),
  });
  if (name === undefined) return;
  await keys.revoke(name);
  void inform(`The key of ${name} is revoked.`);
}
