import * as vscode from 'vscode';
import type { Disposable } from '../converser/async/listeners.ts';
import { listeners } from '../converser/async/listeners.ts';
import type { EnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import type { Host } from '../converser/host.ts';
import { defined } from '../converser/json/defined.ts';
import { type ModelRoster, modelReference } from '../converser/models/model-roster.ts';
import { supervisorText } from '../converser/turn/supervisor-text.ts';
import { createActivity } from '../gateway/activity/activity.ts';
import { createGateway } from '../gateway/gateway.ts';
import { type Client, createClientKeys, keep, newKey } from '../gateway/guard/client-keys.ts';
import { listen } from '../gateway/listen.ts';
import type { ModelChoices } from '../gateway/models/find-model.ts';
import { createGatewayApprover } from '../vscode/gateway/gateway-approver.ts';
import { gatewayCommands } from '../vscode/gateway/gateway-commands.ts';
import { createGatewayControl, type GatewayControl } from '../vscode/gateway/gateway-control.ts';
import { createGatewayKeys } from '../vscode/gateway/gateway-keys.ts';
import { showGatewayStatus } from '../vscode/gateway/gateway-status.ts';
import { createGatewayTree } from '../vscode/gateway/gateway-tree.ts';
import { offerToVscode, vscodeClient } from '../vscode/gateway/offer-to-vscode.ts';
import { lmToolsName } from '../vscode/language-models/tool-token.ts';
import type { AskUser } from '../vscode/window/ask-user.ts';
import type { Commands } from '../vscode/window/command.ts';
import { gatewayViewId } from '../vscode/window/contributions.ts';
import { inform } from '../vscode/window/notices.ts';
import { readSettings } from '../vscode/window/settings.ts';
import { composePermissions } from './compose-turns.ts';
import type { VscodeStorage } from './vscode-ports.ts';

export interface GatewaySources {
  readonly models: ModelRoster;
  readonly roster: EnsembleRoster;
  readonly host: Host;
  readonly storage: Pick<VscodeStorage, 'secrets' | 'workspaceState'>;
  readonly ask: AskUser;
  readonly rootNames: () => readonly string[];
  readonly version: string;
}

export interface GatewayInVscode extends Disposable {
  readonly commands: Commands;
  readonly control: GatewayControl;
}

/** The gateway of this window, with all by which you see and steer it. Nothing listens until it is started. */
export async function composeGateway(sources: GatewaySources): Promise<GatewayInVscode> {
  const { models, roster, storage, ask, rootNames, version } = sources;
  const { secrets, workspaceState } = storage;
  const host = { ...sources.host, approver: createGatewayApprover() };
  const permissions = composePermissions(host.approver, workspaceState);
  const keys = await createGatewayKeys({ secrets, newKey });
  const activity = createActivity(host);
  const clientKeys = createClientKeys(
    () => keys.all.map(({ key, name }) => keep(key, { name, ...scopesOf(name, roster) })),
    {
      onDidChange: keys.onDidChange,
      onFirstUse: ({ name }) => void inform(`${name} uses Converser’s gateway now.`),
    },
  );
  const control = createGatewayControl(() => {
    const gateway = createGateway(
      { models, roster, permissions, host, keys: clientKeys, activity },
      {
        choices,
        turns: { limits: readSettings.limits(), supervisor: () => supervisorText(rootNames()) },
      },
    );
    return listen(gateway, { port: readSettings.gatewayPort() });
  });
  const changes = listeners<void>();
  const seen = {
    state: () => control.state,
    requests: () => activity.requests,
    onDidChange: changes.listen,
  };
  const parts: readonly Disposable[] = [
    control.onDidChange(changes.fire),
    activity.onDidChange(changes.fire),
    vscode.window.registerTreeDataProvider(gatewayViewId, createGatewayTree(seen)),
    showGatewayStatus(seen),
    offerToVscode({ control, keys, version }),
    keys,
    control,
  ];
  return {
    control,
    commands: gatewayCommands({ ask, control, keys, activity, modelFor: () => firstModel(models) }),
    dispose() {
      for (const part of parts) part.dispose();
    },
  };
}

/** What VS Code itself offers is not offered to its own agent again. */
function scopesOf(name: string, roster: EnsembleRoster): Pick<Client, 'ensembles'> {
  if (name !== vscodeClient) return {};
  return { ensembles: roster.ensembles.map(ensemble => ensemble.name).filter(each => each !== lmToolsName) };
}

/** Of your settings. */
function choices(): ModelChoices {
  const ordinary = readSettings.model() || undefined;
  return defined({ ordinary, fallbacks: readSettings.gatewayFallbacks() });
}

/** The model that you chose, or else the first one. */
async function firstModel(models: ModelRoster): Promise<string> {
  const [first] = await models.models(AbortSignal.timeout(10_000));
  return readSettings.model() || (first === undefined ? 'default' : modelReference(first));
}
