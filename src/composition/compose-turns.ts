import * as vscode from 'vscode';
import type { Disposable } from '../converser/async/listeners.ts';
import { createVouching, isAmong, type Vouching } from '../converser/caution/caution.ts';
import type { EnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import type { Host } from '../converser/host.ts';
import type { InvokerBreakers } from '../converser/invocation/invoker-breakers.ts';
import { createFallbacks } from '../converser/models/fallback/fallbacks.ts';
import type { ModelRoster } from '../converser/models/model-roster.ts';
import { createApprovals } from '../converser/permission/approvals.ts';
import {
  createPermissions,
  type Permissions,
  type PermissionsOptions,
} from '../converser/permission/permissions.ts';
import type { Log } from '../converser/ports.ts';
import type { KnownSecrets } from '../converser/secrets/known-secrets.ts';
import type { SpendingTotals } from '../converser/spending/totals.ts';
import { createRandomIds, createSystemClock } from '../converser/system-ports.ts';
import type { Journal } from '../converser/trust/journal.ts';
import type { Guidance } from '../converser/turn/guidance/guidance.ts';
import type { Contents } from '../converser/workspace/contents.ts';
import { createApprovalMemory } from '../vscode/questions/approval-memory.ts';
import {
  type ConversationApprovers,
  createConversationApprovers,
} from '../vscode/questions/conversation-approvers.ts';
import { createSettingsRules } from '../vscode/questions/settings-rules.ts';
import { type CompactNow, createCompactNow, createRunTurn, type RunTurn } from '../vscode/run-turn.ts';
import { settings, writeSettings } from '../vscode/window/settings.ts';
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
  readonly supervisor: () => string;
  readonly decisions: Decisions;
  readonly journal: Journal;
  readonly totals: SpendingTotals;
  readonly contents: Contents;
  readonly breakers: InvokerBreakers;
  readonly models: ModelRoster;
  readonly guidance: Guidance;
}

/** What you have decided about calls before, in your settings and in answers for this workspace. */
export type Decisions = Pick<PermissionsOptions, 'rules' | 'approvals'> & { readonly vouching: Vouching };

export function composeDecisions(workspaceState: vscode.Memento): Decisions & Disposable {
  const rules = createSettingsRules();
  const vouching = createVouching({
    has: source => isAmong(source, settings.trustedSources),
    async add(source) {
      await writeSettings.trustedSource(source);
    },
  });
  const approvals = createApprovals(createApprovalMemory(workspaceState));
  return { rules, approvals, vouching, dispose: rules.dispose };
}

export function composePermissions(
  { approver, clock }: Pick<Host, 'approver' | 'clock'>,
  decisions: Decisions,
): Permissions {
  return createPermissions({
    approver,
    clock,
    ...decisions,
    timeLimit: () => settings.questionTimeLimit,
    circumstances: () => ({
      isTrusted: vscode.workspace.isTrusted,
      mode: settings.permissionMode,
    }),
  });
}

/** How turns run, and what happens between them. */
export interface Turns {
  readonly runTurn: RunTurn;
  readonly compact: CompactNow;
}

export function composeTurns({ decisions, ...sources }: TurnSources): Turns {
  const { host } = sources;
  const fallbacks = createFallbacks({ chains: () => settings.fallbacks, clock: host.clock });
  const permissions = composePermissions(host, decisions);
  const limits = () => settings.limits;
  const shared = { ...sources, fallbacks, permissions, limits };
  return {
    runTurn: createRunTurn({ ...shared, approvers: host.approver }),
    compact: createCompactNow(shared),
  };
}
