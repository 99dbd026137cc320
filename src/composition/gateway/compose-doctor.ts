import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { Clock } from '../../converser/ground/ports.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import { locateCommand } from '../../ensembles/process/locate-command.ts';
import { createLoginPath } from '../../ensembles/process/login-path.ts';
import { commandCheck } from '../../gateway/doctor/command-check.ts';
import { type DoorState, guardCheck, runsCheck } from '../../gateway/doctor/door-checks.ts';
import { ensembleCheck } from '../../gateway/doctor/ensemble-check.ts';
import { examine } from '../../gateway/doctor/examine.ts';
import type { Check } from '../../gateway/doctor/finding.ts';
import { mcpCheck } from '../../gateway/doctor/mcp-check.ts';
import { type AskedProvider, type Consents, modelCheck } from '../../gateway/doctor/model-checks.ts';
import { type ProgramEntry, programCheck } from '../../gateway/doctor/program-check.ts';
import { reportText } from '../../gateway/doctor/report-text.ts';
import { chatModelVendor } from '../../vscode/activation-ids.ts';
import type { Commands } from '../../vscode/common/vscode-command.ts';
import { settings } from '../../vscode/common/vscode-settings.ts';
import { createDoctorPanel, doctorCommands } from '../../vscode/gateway/doctor-commands.ts';
import type { ModelProviders } from '../../vscode/models/model-providers.ts';
import type { ModelAccess } from '../vscode-ports.ts';
import type { BorrowedKey } from './gateway-clients.ts';

export interface DiagnosedModels {
  readonly all: ModelRoster;
  readonly providers: Pick<ModelProviders, 'refresh'>;
  readonly access: ModelAccess;
}

export interface DoctorSources {
  readonly models: DiagnosedModels;
  readonly roster: EnsembleRoster;
  readonly clock: Clock;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly extensionUri: vscode.Uri;
  readonly door: DiagnosedDoor;
}

export interface DiagnosedDoor {
  readonly state: () => DoorState;
  borrowKey(): BorrowedKey;
  readonly programs: () => Promise<readonly ProgramEntry[]>;
}

export function composeDoctor(sources: DoctorSources): { readonly commands: Commands } & Disposable {
  const { door, extensionUri, clock } = sources;
  const panel = createDoctorPanel(extensionUri);
  const commands = doctorCommands({
    panel,
    text: reportText,
    async examine(run) {
      const { key, giveBack } = door.borrowKey();
      try {
        return await examine(checks(sources, key), { clock, ...run });
      } finally {
        giveBack();
      }
    },
  });
  return { commands, dispose: panel.dispose };
}

function checks({ models, roster, environment, door }: DoctorSources, key: string): readonly Check[] {
  const state = door.state();
  const loginPath = createLoginPath({ environment });
  const access = state.status === 'running' ? { baseUrl: state.baseUrl, key } : undefined;
  return [
    runsCheck(state),
    ...(access === undefined ? [] : [guardCheck(access), mcpCheck(access)]),
    modelCheck({
      // A slow provider must not hide the others.
      providers: signal => askProviders(models, AbortSignal.any([signal, AbortSignal.timeout(10_000)])),
      consents: () => consents(models.access),
      chosen: signal => chosenModel(models.all, signal),
    }),
    ensembleCheck(roster),
    programCheck(door.programs),
    commandCheck(command => locateCommand(command, { environment, loginPath })),
  ];
}

async function askProviders(
  { providers }: DiagnosedModels,
  signal: AbortSignal,
): Promise<readonly AskedProvider[]> {
  const refreshed = await providers.refresh(signal);
  return refreshed.map(({ definition: { label }, outcome }) => ({
    label,
    outcome: 'code' in outcome ? outcome : { models: outcome.length },
  }));
}

async function consents(access: ModelAccess): Promise<Consents> {
  const all = await vscode.lm.selectChatModels();
  const foreign = all
    .filter(({ vendor }) => vendor !== chatModelVendor)
    .map(model => access.canSendRequest(model));
  const count = (answer: boolean | undefined) => foreign.filter(each => each === answer).length;
  return { granted: count(true), refused: count(false), notAsked: count(undefined) };
}

async function chosenModel(models: ModelRoster, signal: AbortSignal) {
  const name = settings.model;
  if (name === '') return undefined;
  return { name, isThere: (await models.find(name, signal)) !== undefined };
}
