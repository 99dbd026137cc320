import * as vscode from 'vscode';
import type { Disposable } from '../converser/async/listeners.ts';
import { listeners } from '../converser/async/listeners.ts';
import type { EnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import type { Host } from '../converser/host.ts';
import { defined } from '../converser/json/defined.ts';
import { type ModelRoster, modelReference } from '../converser/models/model-roster.ts';
import { supervisorText } from '../converser/turn/supervisor-text.ts';
import { locateCommand } from '../ensembles/mcp/process/locate-command.ts';
import { createLoginPath } from '../ensembles/mcp/process/login-path.ts';
import { createActivity } from '../gateway/activity/activity.ts';
import { createGateway } from '../gateway/gateway.ts';
import {
  type Client,
  createClientKeys,
  type KeptKey,
  keep,
  newKey,
  type Scopes,
} from '../gateway/guard/client-keys.ts';
import { parseScopes } from '../gateway/guard/kept-keys.ts';
import { listen } from '../gateway/listen.ts';
import type { ModelChoices } from '../gateway/models/find-model.ts';
import { reachOf, reachWarnings } from '../gateway/reach/reach.ts';
import type { ConversationStore } from '../store/conversation-store.ts';
import type { GatewayAccess } from '../vscode/gateway/client-set-ups.ts';
import { createGatewayApprover } from '../vscode/gateway/gateway-approver.ts';
import { gatewayCommands, running } from '../vscode/gateway/gateway-commands.ts';
import { createGatewayControl, type GatewayControl } from '../vscode/gateway/gateway-control.ts';
import { createGatewayKeys } from '../vscode/gateway/gateway-keys.ts';
import { openSpendings } from '../vscode/gateway/gateway-spendings.ts';
import { showGatewayStatus } from '../vscode/gateway/gateway-status.ts';
import { createGatewayTree } from '../vscode/gateway/gateway-tree.ts';
import { offerToVscode, vscodeClient } from '../vscode/gateway/offer-to-vscode.ts';
import { byProgram } from '../vscode/gateway/program-permissions.ts';
import { createStoredConversations } from '../vscode/gateway/stored-conversations.ts';
import { lmToolsName } from '../vscode/language-models/tool-token.ts';
import type { UserPorts } from '../vscode/mcp/questions/user-ports.ts';
import type { Commands } from '../vscode/window/command.ts';
import { gatewayViewId } from '../vscode/window/contributions.ts';
import { inform, warn } from '../vscode/window/notices.ts';
import { readSettings } from '../vscode/window/settings.ts';
import { composeDoctor, type DiagnosedModels } from './compose-doctor.ts';
import { composePrograms } from './compose-programs.ts';
import { composePermissions } from './compose-turns.ts';
import type { ExtensionFacts, VscodeStorage } from './vscode-ports.ts';

export interface GatewaySources {
  readonly models: DiagnosedModels;
  readonly roster: EnsembleRoster;
  readonly host: Host;
  readonly storage: Pick<VscodeStorage, 'secrets' | 'globalState' | 'globalFolder' | 'workspaceState'>;
  readonly user: Pick<UserPorts, 'ask' | 'machine'>;
  readonly window: GatewayWindow;
  readonly conversations: GatewayConversations;
}

/** Where you find the conversations that programs lead. */
export interface GatewayConversations {
  readonly store: ConversationStore;
  /** Called with the id of a conversation that has a new turn. */
  readonly onTurn: (id: string) => void;
  /** Shows one. Resolves to `false` if nothing of it is kept. */
  readonly open: (id: string) => Promise<boolean>;
}

export interface GatewayWindow {
  readonly extension: Pick<ExtensionFacts, 'extensionUri' | 'packageJSON'>;
  readonly rootNames: () => readonly string[];
}

export interface GatewayInVscode extends Disposable {
  readonly commands: Commands;
  readonly control: GatewayControl;
}

/** The gateway of this window, with all by which you see and steer it. Nothing listens until it is started. */
export async function composeGateway(sources: GatewaySources): Promise<GatewayInVscode> {
  const { models, roster, storage, user, window, conversations } = sources;
  const { secrets, globalState, workspaceState } = storage;
  const host = { ...sources.host, approver: createGatewayApprover() };
  const permissions = byProgram(composePermissions(host.approver, workspaceState));
  const keys = await createGatewayKeys({ secrets, newKey });
  const activity = createActivity(host);
  const keyChanges = listeners<void>();
  const visitors = createVisitors(keyChanges.fire);
  const clientKeys = createClientKeys(
    () => [
      ...keys.all.flatMap(({ key, name }) => {
        const scopes = scopesOf(name, roster);
        return scopes === undefined ? [] : [keep(key, { name, ...scopes })];
      }),
      ...visitors.all,
    ],
    { onDidChange: keyChanges.listen, onFirstUse: greet },
  );
  const kept = createStoredConversations(conversations.store, { host, onTurn: conversations.onTurn });
  const control = createGatewayControl(async () => {
    const reach = reachOf({
      address: readSettings.gatewayHost() || undefined,
      names: readSettings.gatewayHostNames(),
      origins: readSettings.gatewayOrigins(),
    });
    const gateway = createGateway(
      { models: models.all, roster, permissions, host, keys: clientKeys, activity },
      {
        choices,
        origins: readSettings.gatewayOrigins,
        spendings: openSpendings(globalState, host.log),
        turns: { limits: readSettings.limits(), supervisor: () => supervisorText(window.rootNames()), kept },
      },
    );
    const door = await listen(gateway, { port: readSettings.gatewayPort(), reach });
    for (const warning of [...reachWarnings(reach, door.port), ...limitWarnings()]) void warn(warning);
    return door;
  });
  const changes = listeners<void>();
  const seen = {
    state: () => control.state,
    requests: () => activity.requests,
    onDidChange: changes.listen,
  };
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
      borrowKey: visitors.admit,
      programs: () =>
        programs.entries(control.state.status === 'running' ? control.state.baseUrl : undefined),
    },
  });
  const parts: readonly Disposable[] = [
    keys.onDidChange(keyChanges.fire),
    control.onDidChange(changes.fire),
    activity.onDidChange(changes.fire),
    vscode.window.registerTreeDataProvider(gatewayViewId, createGatewayTree(seen)),
    showGatewayStatus(seen),
    offerToVscode({ control, keys, version: String(window.extension.packageJSON.version) }),
    keys,
    control,
    doctor,
    programs,
  ];
  return {
    control,
    commands: {
      ...gatewayCommands({
        ask: user.ask,
        control,
        keys,
        activity,
        access: { modelFor: () => firstModel(models.all), isInstalled: installedOn(user.machine) },
        openConversation: conversations.open,
      }),
      ...doctor.commands,
      ...programs.commands,
    },
    dispose() {
      for (const part of parts) part.dispose();
    },
  };
}

/** A login shell is asked anew each time, because you may just have installed the program. */
function installedOn({ environment }: UserPorts['machine']) {
  return async (command: string) =>
    (await locateCommand(command, { environment, loginPath: createLoginPath({ environment }) })) !==
    undefined;
}

/** The name of the keys that open the gateway for a moment only, for Converser itself. */
const visitor = 'Converser: Doctor';

function createVisitors(changed: () => void) {
  const all = new Set<KeptKey>();
  return {
    all,
    admit() {
      const key = newKey();
      const kept = keep(key, { name: visitor });
      all.add(kept);
      const giveBack = () => {
        all.delete(kept);
        changed();
      };
      return { key, giveBack };
    },
  };
}

function greet({ name }: Client): void {
  if (name !== visitor) void inform(`${name} uses Converser’s gateway now.`);
}

/** As your settings limit it; `undefined` if that can't be read, so that its key opens nothing. */
function scopesOf(name: string, roster: EnsembleRoster): Scopes | undefined {
  const limits = parseScopes(readSettings.gatewayLimits()[name] ?? {});
  if (limits === undefined || name !== vscodeClient) return limits;
  // What VS Code itself offers is not offered to its own agent again.
  const ensembles = limits.ensembles ?? roster.ensembles.map(ensemble => ensemble.name);
  return { ...limits, ensembles: ensembles.filter(each => each !== lmToolsName) };
}

function limitWarnings(): readonly string[] {
  const unreadable = Object.entries(readSettings.gatewayLimits()).filter(
    ([, limits]) => parseScopes(limits) === undefined,
  );
  return unreadable.map(
    ([name]) =>
      `The limits of ${name} in the setting converser.gateway.limits can’t be read, so its key opens nothing. Correct or remove them.`,
  );
}

/** Of your settings. */
function choices(): ModelChoices {
  const ordinary = readSettings.model() || undefined;
  return defined({ ordinary, fallbacks: readSettings.gatewayFallbacks() });
}

/** The model that you chose, or else the first one. */
async function firstModel(models: ModelRoster): Promise<Pick<GatewayAccess, 'model' | 'contextTokens'>> {
  const signal = AbortSignal.timeout(10_000);
  const chosen = readSettings.model();
  const [first] = chosen === '' ? await models.models(signal) : [await models.find(chosen, signal)];
  const model = chosen || (first === undefined ? 'default' : modelReference(first));
  const { contextTokens } = first?.capabilities ?? {};
  return { model, ...(contextTokens === undefined ? {} : { contextTokens }) };
}
