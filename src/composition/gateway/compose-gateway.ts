import * as vscode from 'vscode';
import { type Disposable, listeners } from '../../converser/ground/async/listeners.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { KnownSecrets } from '../../converser/ground/secrets/known-secrets.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import { locateCommand } from '../../ensembles/process/locate-command.ts';
import { createLoginPath } from '../../ensembles/process/login-path.ts';
import { type Activity, createActivity } from '../../gateway/activity.ts';
import { newKey } from '../../gateway/guard/client-keys.ts';
import type { Door } from '../../gateway/listen.ts';
import { reachWarnings } from '../../gateway/reach.ts';
import type { Converser } from '../../house/create-converser.ts';
import { type DoorPorts, openGateway } from '../../house/open-gateway.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import { gatewayViewId } from '../../vscode/common/contributions.ts';
import { warn } from '../../vscode/common/notices.ts';
import type { Commands } from '../../vscode/common/vscode-command.ts';
import { settings } from '../../vscode/common/vscode-settings.ts';
import type { GatewayAccess } from '../../vscode/gateway/client-set-ups.ts';
import { createGatewayApprover } from '../../vscode/gateway/gateway-approver.ts';
import { gatewayCommands, running } from '../../vscode/gateway/gateway-commands.ts';
import { createGatewayControl, type GatewayControl } from '../../vscode/gateway/gateway-control.ts';
import { createGatewayKeys, type GatewayKeys } from '../../vscode/gateway/gateway-keys.ts';
import { openSpendings } from '../../vscode/gateway/gateway-spendings.ts';
import { showGatewayStatus } from '../../vscode/gateway/gateway-status.ts';
import { createGatewayTree } from '../../vscode/gateway/gateway-tree.ts';
import { offerToVscode } from '../../vscode/gateway/offer-to-vscode.ts';
import { byProgram } from '../../vscode/gateway/program-permissions.ts';
import { createStoredConversations } from '../../vscode/gateway/stored-conversations.ts';
import type { UserPorts } from '../../vscode/mcp/questions/user-ports.ts';
import type { ExtensionFacts, VscodeStorage } from '../vscode-ports.ts';
import { composeDoctor, type DiagnosedModels } from './compose-doctor.ts';
import { composePrograms } from './compose-programs.ts';
import { createGatewayClients, limitWarnings } from './gateway-clients.ts';

export interface GatewaySources {
  readonly converser: Converser;
  readonly models: DiagnosedModels;
  readonly storage: Pick<VscodeStorage, 'secrets' | 'globalState' | 'globalFolder'>;
  readonly user: Pick<UserPorts, 'ask' | 'machine'>;
  readonly window: GatewayWindow;
}

export interface GatewayConversations {
  readonly store: ConversationStore;
  readonly onTurn: (id: string) => void;
  readonly open: (id: string) => Promise<boolean>;
}

export interface GatewayWindow {
  readonly extension: Pick<ExtensionFacts, 'extensionUri' | 'packageJSON'>;
  readonly conversations: GatewayConversations;
}

export interface GatewayInVscode extends Disposable {
  readonly commands: Commands;
  readonly control: GatewayControl;
}

/** Nothing listens until the gateway is started. */
export async function composeGateway(sources: GatewaySources): Promise<GatewayInVscode> {
  const { converser, models, storage, user, window } = sources;
  const { host, roster } = converser;
  const { conversations } = window;
  const keys = await createGatewayKeys({ secrets: storage.secrets, newKey });
  const learning = learnKeys(keys, host.secrets);
  const activity = createActivity(host);
  const clients = createGatewayClients(keys, roster);
  const kept = createStoredConversations(conversations.store, { host, onTurn: conversations.onTurn });
  const door: DoorPorts = {
    converser,
    keys: clients.keys,
    activity,
    approver: createGatewayApprover(user.ask),
    permissionsOf: own => byProgram(own, clients.keyIdOf),
    kept,
  };
  const control = createGatewayControl(() => openDoor(door, storage));
  const programs = composePrograms({
    user,
    globalFolder: storage.globalFolder,
    keys,
    running: () => running(control),
  });
  const doctor = composeDoctor({
    models,
    roster,
    clock: host.clock,
    environment: user.machine.environment,
    extensionUri: window.extension.extensionUri,
    door: {
      state: () => control.state,
      borrowKey: clients.borrowKey,
      programs: () =>
        programs.entries(control.state.status === 'running' ? control.state.baseUrl : undefined),
    },
  });
  const access = { modelFor: () => firstModel(models.all), isInstalled: installedOn(user.machine) };
  const openConversation = conversations.open;
  const steering = gatewayCommands({ ask: user.ask, control, keys, activity, access, openConversation });
  const version = String(window.extension.packageJSON.version);
  const shown = [showGateway(control, activity), offerToVscode({ control, keys, version })];
  const parts: readonly Disposable[] = [...shown, learning, clients, keys, control, doctor, programs];
  return {
    control,
    commands: { ...steering, ...doctor.commands, ...programs.commands },
    dispose() {
      for (const part of parts) part.dispose();
    },
  };
}

async function openDoor(ports: DoorPorts, { globalState }: GatewaySources['storage']): Promise<Door> {
  const { port, reach } = settings.gateway;
  const { log } = ports.converser.host;
  const door = await openGateway(ports, {
    port,
    reach,
    choices: () => defined({ ordinary: settings.model || undefined, chains: settings.fallbacks }),
    origins: () => settings.gateway.reach.origins,
    contentLog: () => log.tracer?.(),
    spendings: openSpendings(globalState, log),
  });
  for (const warning of [...reachWarnings(reach, door.port), ...limitWarnings()]) void warn(warning);
  return door;
}

function learnKeys(keys: GatewayKeys, secrets: Pick<KnownSecrets, 'learn'>): Disposable {
  const learn = () => {
    for (const { key } of keys.all) secrets.learn(key);
  };
  learn();
  return keys.onDidChange(learn);
}

function showGateway(control: GatewayControl, activity: Activity): Disposable {
  const changes = listeners<void>();
  const seen = {
    state: () => control.state,
    requests: () => activity.requests,
    onDidChange: changes.listen,
  };
  const tree = vscode.window.createTreeView(gatewayViewId, { treeDataProvider: createGatewayTree(seen) });
  // So that the view need not be opened for that. VS Code hides the description of one that is closed.
  const sayWhere = () => {
    const { state } = control;
    tree.title = state.status === 'running' ? `Gateway: ${new URL(state.baseUrl).host}` : 'Gateway';
  };
  return vscode.Disposable.from(
    control.onDidChange(changes.fire),
    control.onDidChange(sayWhere),
    activity.onDidChange(changes.fire),
    tree,
    showGatewayStatus(seen),
  );
}

/** A login shell is asked anew each time, because you may just have installed the program. */
function installedOn({ environment }: UserPorts['machine']) {
  return async (command: string) =>
    (await locateCommand(command, { environment, loginPath: createLoginPath({ environment }) })) !==
    undefined;
}

async function firstModel(models: ModelRoster): Promise<Pick<GatewayAccess, 'model' | 'contextTokens'>> {
  const signal = AbortSignal.timeout(10_000);
  const chosen = settings.model;
  const [first] = chosen === '' ? await models.models(signal) : [await models.find(chosen, signal)];
  const model = chosen || (first === undefined ? 'default' : modelReference(first));
  const { contextTokens } = first?.capabilities ?? {};
  return { model, ...(contextTokens === undefined ? {} : { contextTokens }) };
}
