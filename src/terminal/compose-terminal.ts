import path from 'node:path';
import { createVouching, isAmong } from '../converser/caution/caution.ts';
import { errorData } from '../converser/errors.ts';
import type { Host } from '../converser/host.ts';
import { createInvokerBreakers } from '../converser/invocation/invoker-breakers.ts';
import { defined } from '../converser/json/defined.ts';
import { createModelRoster, type ModelRoster } from '../converser/models/model-roster.ts';
import type { Provider } from '../converser/models/provider.ts';
import { withOptions } from '../converser/models/with-model-options.ts';
import { createApprovals } from '../converser/permission/approvals.ts';
import { ordinaryMode } from '../converser/permission/permission-mode.ts';
import { createPermissions, type Permissions } from '../converser/permission/permissions.ts';
import type { RuleBook } from '../converser/permission/rules.ts';
import { type ConversePorts, ordinaryLimits } from '../converser/turn/converse-options.ts';
import { supervisorText } from '../converser/turn/supervisor-text.ts';
import type { Root } from '../converser/workspace/workspace.ts';
import { createPdfText } from '../ensembles/pdf/lazy-pdf-text.ts';
import type { WorkspaceAttachments } from '../ensembles/workspace/attachments/workspace-attachments.ts';
import type { AskedProvider } from '../gateway/doctor/model-checks.ts';
import type { Instructions } from '../instructions/create-instructions.ts';
import type { ConfiguredProvider } from '../providers/configured/configured-provider.ts';
import { readModelsFile } from '../providers/configured/models-file.ts';
import type { FactsFor } from '../providers/facts/facts.ts';
import type { ToolUse } from '../providers/facts/provider-definition.ts';
import { createRehearsalProvider } from '../providers/rehearsal/rehearsal-provider.ts';
import { withToolUse } from '../providers/wrappers/with-tool-use.ts';
import { createSpendingTotals } from '../store/spending-totals.ts';
import type { TerminalOptions } from './command-line/command-line.ts';
import { composeTerminalEnsembles, type TerminalEnsemblesOptions } from './compose-terminal-ensembles.ts';
import { connectProvider } from './connect-provider.ts';
import { openRuleFile } from './permissions/rule-file.ts';
import { createTerminalRules } from './permissions/terminal-rules.ts';
import { openApprovalFile } from './state/approval-file.ts';
import { openCards } from './state/card-file.ts';
import { stateFolder } from './state/state-file.ts';

/** All that a turn in a terminal needs. */
export interface ComposedTerminal {
  readonly ports: ConversePorts;
  readonly models: ModelRoster;
  readonly attachments: WorkspaceAttachments;
  readonly roots: readonly Root[];
  /** Asks the model provider for its models, whatever it said before. Never rejects. Absent: there is only Rehearsal. */
  readonly askProvider?: (signal: AbortSignal) => Promise<AskedProvider>;
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
    summarizer,
  } = options;
  const limits = { ...ordinaryLimits, rounds, compactAt, toolsOnDemandAt, caps, ...defined({ summarizer }) };
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

async function composeModels(
  { server, tools, wanted = {} }: Pick<TerminalOptions, 'server' | 'tools' | 'wanted'>,
  texts: FileTexts,
  host: Host,
): Promise<Pick<ComposedTerminal, 'models' | 'askProvider'>> {
  const [withText, withWanted] = [createPdfText(), withOptions(() => wanted)];
  const models = createModelRoster(model => withWanted(withText(model)));
  if (server === undefined) {
    models.add(withTools(createRehearsalProvider(), tools, promptIn(texts)));
    return { models };
  }
  const cards = await openCards(host.log);
  const facts = await readFacts(texts, host);
  const provider = connectProvider(server, { ...host, cards, facts, contractPrompt: promptIn(texts) });
  models.add(provider);
  return { models, askProvider: signal => ask(provider, signal) };
}

async function ask(
  { label, refresh }: Pick<ConfiguredProvider, 'label' | 'refresh'>,
  signal: AbortSignal,
): Promise<AskedProvider> {
  const outcome = await refresh(signal).then(({ length: models }) => ({ models }), errorData);
  return { label, outcome };
}

/** The models of a model provider already have the tools that the options ask for. Rehearsal has its own. */
function withTools(provider: Provider, tools: ToolUse | undefined, template: () => string): Provider {
  return {
    ...provider,
    models: async signal =>
      Promise.all((await provider.models(signal)).map(model => withToolUse(model, tools, { template }))),
  };
}

function promptIn({ contract = '' }: FileTexts): () => string {
  return () => contract;
}

/** Warns about each mistake in your file of models, and uses the rest of the file. */
async function readFacts({ models }: FileTexts, { log }: Host): Promise<readonly FactsFor[]> {
  if (models === undefined) return [];
  const { facts, problems } = await readModelsFile(models);
  for (const { line, message } of problems) log.warn(`--models-file, line ${line}: ${message}`);
  return facts;
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
