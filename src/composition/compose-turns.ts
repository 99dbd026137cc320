import * as vscode from 'vscode';
import type { EnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import type { Host } from '../converser/host.ts';
import { createPermissions, type Permissions } from '../converser/permission/permissions.ts';
import type { Log } from '../converser/ports.ts';
import type { KnownSecrets } from '../converser/secrets/known-secrets.ts';
import { createRandomIds, createSystemClock } from '../converser/system-ports.ts';
import { createApprovalMemory } from '../vscode/questions/approval-memory.ts';
import {
  type ConversationApprovers,
  createConversationApprovers,
} from '../vscode/questions/conversation-approvers.ts';
import { createRunTurn, type RunTurn } from '../vscode/run-turn.ts';
import { readSettings } from '../vscode/window/settings.ts';
import { createAlerts } from '../vscode/window/vscode-host.ts';

export interface VscodeHost extends Host {
  readonly approver: ConversationApprovers;
}

export function composeHost(log: Log, secrets: KnownSecrets): VscodeHost {
  const clock = createSystemClock();
  const ids = createRandomIds();
  return { clock, ids, log, secrets, alerts: createAlerts(), approver: createConversationApprovers() };
}

export interface TurnSources {
  readonly host: VscodeHost;
  readonly roster: EnsembleRoster;
  readonly rootNames: () => readonly string[];
  readonly workspaceState: vscode.Memento;
}

/** Who may run what, by your settings and your earlier answers. */
export function composePermissions(
  { approver, clock }: Pick<Host, 'approver' | 'clock'>,
  workspaceState: vscode.Memento,
): Permissions {
  return createPermissions({
    approver,
    clock,
    ruleFor: readSettings.permissionFor,
    isTrusted: () => vscode.workspace.isTrusted,
    remembered: createApprovalMemory(workspaceState),
  });
}

export function composeTurns({ host, roster, rootNames, workspaceState }: TurnSources): RunTurn {
  const permissions = composePermissions(host, workspaceState);
  const { limits } = readSettings;
  return createRunTurn({ roster, permissions, host, limits, approvers: host.approver, rootNames });
}
