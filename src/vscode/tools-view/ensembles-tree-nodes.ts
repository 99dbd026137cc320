import type { InvokerBreakers, PausedInvoker } from '../../converser/call/invocation/invoker-breakers.ts';
import type { ErrorData } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import type { Ensemble } from '../../converser/words/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { fullName, type Invoker } from '../../converser/words/ensemble/invoker.ts';
import { missingText } from '../../converser/words/ensemble/tool-choices.ts';
import { toolTokens } from '../../converser/words/ensemble/tool-definitions.ts';
import type { ServerDefinition } from '../../ensembles/mcp/definition/server-definition.ts';
import { isMcpEnsemble } from '../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { McpEnsemble } from '../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { ToolProblem } from '../../ensembles/mcp/manifest/tool-invokers.ts';

export type TreeNode = EnsembleNode | ToolNode | HintNode;

export interface EnsembleNode {
  readonly kind: 'ensemble';
  readonly name: string;
  readonly title: string;
  readonly ensemble: Ensemble;
  readonly isEnabled: boolean;
  readonly status: Status;
  /** Estimates what the schemas of the offered tools cost with each request. */
  readonly tokens: number;
  readonly count: number;
  readonly total: number;
  readonly children: readonly ToolNode[];
}

export interface ToolNode {
  readonly kind: 'tool';
  readonly fullName: string;
  readonly name: string;
  readonly invoker?: Invoker;
  /** A tool with a problem cannot be offered and has no checkbox. */
  readonly problem?: ToolProblem | ChangedTool;
  readonly off?: string;
  /** A tool that keeps failing is not called for a while. */
  readonly paused?: PausedInvoker | undefined;
  readonly tokens: number;
}

export interface HintNode {
  readonly kind: 'hint';
  readonly label: string;
  readonly icon: string;
  readonly command: string;
}

/** The word is always shown, never only an icon or a colour. */
export interface Status {
  readonly word: string;
  readonly icon: string;
  readonly need: Need;
  readonly reason?: string;
}

/** Rows have this order. */
const needs = ['act', 'wait', 'ready', 'off'] as const;

type Need = (typeof needs)[number];

export interface ChangedTool extends ToolProblem {
  readonly change: string;
}

export interface ServerKnowledge {
  isApproved(definition: ServerDefinition): boolean;
  changedTools(server: string): readonly ChangedTool[];
}

export interface NodeSources {
  readonly roster: EnsembleRoster;
  readonly knowledge: ServerKnowledge;
  readonly breakers: Pick<InvokerBreakers, 'paused'>;
}

export function ensembleNode(ensemble: Ensemble, { roster, knowledge, breakers }: NodeSources): EnsembleNode {
  const isEnabled = roster.isEnabled(ensemble.name);
  const problems = problemsOf(ensemble, { roster, knowledge });
  const tools = toolNodes(ensemble, roster, breakers);
  const offered = tools.filter(({ off }) => off === undefined);
  const status = statusOf(ensemble, { isEnabled, knowledge });
  return {
    kind: 'ensemble',
    name: ensemble.name,
    title: ensemble.title,
    ensemble,
    isEnabled,
    status,
    tokens: offered.reduce((sum, { tokens }) => sum + tokens, 0),
    count: offered.length,
    total: tools.length,
    children: [...problems.map(problem => problemNode(ensemble.name, problem)), ...tools],
  };
}

/** The view is small, so nodes that need you come first; each keeps its place among its like. */
export function inOrderOfNeed(nodes: readonly EnsembleNode[]): readonly EnsembleNode[] {
  return needs.flatMap(need => nodes.filter(({ status }) => status.need === need));
}

function toolNodes(
  ensemble: Ensemble,
  roster: EnsembleRoster,
  { paused }: NodeSources['breakers'],
): readonly ToolNode[] {
  const off = roster.switchedOff(ensemble);
  const offered = new Map(roster.offeredBy(ensemble).map(invoker => [invoker.name, invoker]));
  return ensemble.invokers.map(invoker =>
    toolNode(offered.get(invoker.name) ?? invoker, {
      off: off.get(invoker.name),
      paused: paused.find(each => each.fullName === fullName(invoker)),
    }),
  );
}

function toolNode(
  invoker: Invoker,
  { off, paused }: { readonly off: string | undefined; readonly paused: PausedInvoker | undefined },
): ToolNode {
  return defined({
    kind: 'tool',
    fullName: fullName(invoker),
    name: invoker.name,
    invoker,
    tokens: toolTokens(invoker),
    off,
    paused,
  });
}

function problemNode(ensemble: string, problem: ToolProblem | ChangedTool): ToolNode {
  const { tool: name } = problem;
  return { kind: 'tool', fullName: fullName({ ensemble, name }), name, problem, tokens: 0 };
}

function problemsOf(
  ensemble: Ensemble,
  { roster, knowledge }: { readonly roster: EnsembleRoster; readonly knowledge: ServerKnowledge },
): readonly (ToolProblem | ChangedTool)[] {
  const ofServer = isMcpEnsemble(ensemble) ? problemsOfServer(ensemble, knowledge) : [];
  const known = new Set(ofServer.map(({ tool }) => tool));
  const missing = roster.missing(ensemble).filter(tool => !known.has(tool));
  return [...ofServer, ...missing.map(tool => asProblem(ensemble.name, tool))];
}

/** Includes tools that have vanished, which the server no longer lists. */
function problemsOfServer(
  { name, problems }: McpEnsemble,
  knowledge: ServerKnowledge,
): readonly (ToolProblem | ChangedTool)[] {
  const known = new Set(problems.map(({ tool }) => tool));
  const changed = new Map(knowledge.changedTools(name).map(each => [each.tool, each]));
  return [
    ...problems.map(problem => changed.get(problem.tool) ?? problem),
    ...[...changed.values()].filter(({ tool }) => !known.has(tool)),
  ];
}

function asProblem(ensemble: string, tool: string): ToolProblem {
  return { tool, kind: 'unknown', message: missingText(fullName({ ensemble, name: tool })) };
}

interface StatusFacts {
  readonly isEnabled: boolean;
  readonly knowledge: ServerKnowledge;
}

function statusOf(ensemble: Ensemble, { isEnabled, knowledge }: StatusFacts): Status {
  if (!isEnabled) return { word: 'disabled', icon: 'circle-slash', need: 'off' };
  const { state } = ensemble;
  switch (state.status) {
    case 'connecting':
      return { word: 'connecting…', icon: 'loading~spin', need: 'wait' };
    case 'disconnected':
      // “Disconnected” would look like a fault right after the server was added.
      return {
        word: isMcpEnsemble(ensemble) ? 'not started' : 'disconnected',
        icon: 'circle-outline',
        need: 'ready',
      };
    case 'failed':
      return failed(ensemble, state.error, knowledge);
    case 'ready':
      return isMcpEnsemble(ensemble) ? running(ensemble, knowledge) : ready;
  }
}

function failed(ensemble: Ensemble, error: ErrorData, knowledge: ServerKnowledge): Status {
  const { message: reason } = error;
  if (needsSignIn(error)) {
    return { word: 'needs sign-in', icon: 'key', need: 'act', reason };
  }
  if (isMcpEnsemble(ensemble) && !knowledge.isApproved(ensemble.definition)) {
    return { word: 'needs approval', icon: 'shield', need: 'act', reason };
  }
  // The server failed before or is slow; either way you need not do anything yet.
  if (isMcpEnsemble(ensemble) && ensemble.server === 'starting') return { ...starting, reason };
  return { word: 'failed', icon: 'error', need: 'act', reason };
}

export function needsSignIn({ code }: ErrorData): boolean {
  return code === 'sign-in-needed' || code === 'sign-in-failed';
}

const starting: Status = { word: 'starting…', icon: 'loading~spin', need: 'wait' };

const ready: Status = { word: 'ready', icon: 'pass', need: 'ready' };

/** If its tools are known from the last time, a server starts with the first call. */
function running({ name, server }: McpEnsemble, knowledge: ServerKnowledge): Status {
  const drifted = knowledge.changedTools(name);
  if (drifted.length > 0) {
    const changed = drifted.filter(({ tool }) => tool !== '').length;
    const tools = changed === 1 ? '1 tool has changed' : `${changed} tools have changed`;
    const word = changed === 0 ? 'instructions have changed' : tools;
    return { word, icon: 'warning', need: 'act', reason: 'Withheld until you review them.' };
  }
  switch (server) {
    case 'running':
      return ready;
    case 'starting':
      return starting;
    case 'stopped':
      return { ...ready, word: 'ready (starts on first call)' };
  }
}

/** A withheld tool has changed, and you have not accepted that yet. */
export function isWithheld({ problem }: ToolNode): boolean {
  return problem?.kind === 'quarantined';
}

export function toolCountText({ count, total }: Pick<EnsembleNode, 'count' | 'total'>): string {
  return `${count === total ? '' : `${count} of `}${countText(total, 'tool')}`;
}
