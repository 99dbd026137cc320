import path from 'node:path';
import { createVouching, isAmong } from '../converser/caution/caution.ts';
import type { Host } from '../converser/host.ts';
import { createInvokerBreakers } from '../converser/invocation/invoker-breakers.ts';
import { createApprovals } from '../converser/permission/approvals.ts';
import { ordinaryMode } from '../converser/permission/permission-mode.ts';
import { createPermissions, type Permissions } from '../converser/permission/permissions.ts';
import type { RuleBook } from '../converser/permission/rules.ts';
import { type ConversePorts, ordinaryLimits } from '../converser/turn/converse-options.ts';
import { supervisorText } from '../converser/turn/supervisor-text.ts';
import type { Root } from '../converser/workspace/workspace.ts';
import type { WorkspaceAttachments } from '../ensembles/workspace/attachments/workspace-attachments.ts';
import type { Instructions } from '../instructions/create-instructions.ts';
import { createSpendingTotals } from '../store/spending-totals.ts';
import type { TerminalOptions } from './command-line/command-line.ts';
import { composeTerminalEnsembles, type TerminalEnsemblesOptions } from './compose-terminal-ensembles.ts';
import { composeModels, type TerminalModels } from './models/compose-models.ts';
import { openRuleFile } from './permissions/rule-file.ts';
import { createTerminalRules } from './permissions/terminal-rules.ts';
import { openApprovalFile } from './state/approval-file.ts';
import { stateFolder } from './state/state-file.ts';

/** All that a turn in a terminal needs. */
export interface ComposedTerminal extends TerminalModels {
  readonly ports: ConversePorts;
  readonly attachments: WorkspaceAttachments;
  readonly roots: readonly Root[];
  readonly instructions: Pick<Instructions, 'list'>;
  /** What is wrong in descriptors, each with its place. */
  readonly mistakes: readonly string[];
  /** What every model is told. */
  readonly supervisor: string;
  dispose(): Promise<void>;
}

/** All but the question and who answers it. */
export type ComposeOptions = Omit<TerminalOptions, 'question' | 'model' | 'fallbacks' | 'json'> &
  Pick<TerminalEnsemblesOptions, 'isUnattended' | 'hasCallers' | 'keyFile' | 'keysFile'>;

/** What stands in the files that the options name. */
export interface FileTexts {
  readonly contract?: string;
  readonly models?: string;
  readonly instructions?: string;
}

/** Folders in the options are absolute by now. */
export async function composeTerminal(
  options: ComposeOptions,
  texts: FileTexts,
  host: Host,
): Promise<ComposedTerminal> {
  const rules = createTerminalRules(await openRuleFile(), options.allow);
  const { roster, roots, journal, contents, attachments, instructions, mistakes, dispose } =
    await composeTerminalEnsembles(options, { ...host, rules });
  const models = await composeModels(options, texts, host);
  const permissions = await composePermissions(options, { ...host, rules });
  const {
    rounds = ordinaryLimits.rounds,
    compactAt = ordinaryLimits.compactAt,
    toolsOnDemandAt = ordinaryLimits.toolsOnDemandAt,
    caps = {},
  } = options;
  const limits = { ...ordinaryLimits, rounds, compactAt, toolsOnDemandAt, caps };
  const breakers = createInvokerBreakers(host.clock);
  const totals = createSpendingTotals({ folder: path.join(stateFolder(), 'spending'), ...host });
  return {
    ports: {
      roster,
      permissions,
      host,
      limits,
      totals,
      breakers,
      journal,
      contents,
      models: models.models,
      ...(options.ignoresInstructions ? {} : { guidance: instructions.guidance }),
    },
    ...models,
    instructions,
    attachments,
    roots,
    supervisor: supervisorText(
      roots.map(({ name }) => name),
      texts.instructions,
    ),
    mistakes,
    async dispose() {
      await Promise.all([dispose(), totals.saved()]);
    },
  };
}

async function composePermissions(
  {
    roots,
    permissionMode = ordinaryMode,
    questionTime = 0,
    trustedSources = [],
  }: Pick<TerminalOptions, 'roots' | 'permissionMode' | 'questionTime' | 'trustedSources'>,
  { approver, clock, rules }: Host & { readonly rules: RuleBook },
): Promise<Permissions> {
  return createPermissions({
    approver,
    clock,
    rules,
    // You chose the folder yourself. Whether its own tools are loaded is for `--trust`.
    circumstances: () => ({ isTrusted: true, mode: permissionMode }),
    timeLimit: () => questionTime,
    vouching: createVouching({ has: source => isAmong(source, trustedSources) }),
    approvals: createApprovals(await openApprovalFile(roots)),
  });
}
