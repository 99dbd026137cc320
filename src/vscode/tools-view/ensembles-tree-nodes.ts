import type { Ensemble } from '../../converser/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../../converser/ensemble/ensemble-roster.ts';
import { fullName, type Invoker } from '../../converser/ensemble/invoker.ts';
import { toolTokens } from '../../converser/ensemble/tool-tokens.ts';
import type { ErrorData } from '../../converser/errors.ts';
import { defined } from '../../converser/json/defined.ts';
import type { ServerDefinition } from '../../ensembles/mcp/definition/server-definition.ts';
import { isMcpEnsemble } from '../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { McpEnsemble } from '../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { ToolProblem } from '../../ensembles/mcp/manifest/tool-invokers.ts';
import { sayMissing } from './tool-choices.ts';

/** What the tree of ensembles shows, without VS Code: words, and icons by their names. */
export type TreeNode = EnsembleNode | ToolNode | HintNode;

export interface EnsembleNode {
  readonly kind: 'ensemble';
  readonly name: string;
  readonly title: string;
  readonly ensemble: Ensemble;
  readonly isEnabled: boolean;
  readonly status: Status;
  /** About how many tokens the schemas of its offered tools cost with each request. */
  readonly tokens: number;
  /** How many of its tools are offered, and how many it has. */
  readonly count: number;
  readonly total: number;
  readonly children: readonly ToolNode[];
  /** By which menus know what can be done with it. */
  readonly context: string;
}

export interface ToolNode {
  readonly kind: 'tool';
  readonly fullName: string;
  readonly name: string;
  readonly invoker?: Invoker;
  /** Why it cannot be offered. Nobody switches it on or off meanwhile. */
  readonly problem?: ToolProblem | ChangedTool;
  /** Why it is not offered, though it could be. */
  readonly off?: string;
  readonly tokens: number;
  readonly context: string;
}

/** A line that leads somewhere. */
export interface HintNode {
  readonly kind: 'hint';
  readonly label: string;
  readonly icon: string;
  readonly command: string;
}

/** Never by icon or colour alone: the word is always shown. */
export interface Status {
  readonly word: string;
  readonly icon: string;
  /** What happened, in a sentence. */
  readonly reason?: string;
}

/** A tool that is no longer what was pinned of it. */
export interface ChangedTool extends ToolProblem {
  /** What has become of it, in a few words. */
  readonly change: string;
}

/** What is known of servers besides what their ensembles say. */
export interface ServerKnowledge {
  isApproved(definition: ServerDefinition): boolean;
  isSignedIn(definition: ServerDefinition): boolean;
  /** What has changed behind the person's back and waits to be looked at. */
  changedTools(server: string): readonly ChangedTool[];
  /** Whether there is a file to show. */
  hasFile(ensemble: Ensemble): boolean;
}

export function ensembleNode(
  ensemble: Ensemble,
  { roster, knowledge }: { readonly roster: EnsembleRoster; readonly knowledge: ServerKnowledge },
): EnsembleNode {
  const isEnabled = roster.isEnabled(ensemble.name);
  const problems = problemsOf(ensemble, { roster, knowledge });
  const tools = toolNodes(ensemble, roster);
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
    context: contextOf(ensemble, { isEnabled, knowledge, status }),
  };
}

/** As they are offered; those that are switched off stand where they would be. */
function toolNodes(ensemble: Ensemble, roster: EnsembleRoster): readonly ToolNode[] {
  const off = roster.switchedOff(ensemble);
  const offered = new Map(roster.offeredBy(ensemble).map(invoker => [invoker.name, invoker]));
  return ensemble.invokers.map(invoker =>
    toolNode(offered.get(invoker.name) ?? invoker, off.get(invoker.name)),
  );
}

function toolNode(invoker: Invoker, off: string | undefined): ToolNode {
  return defined({
    kind: 'tool',
    fullName: fullName(invoker),
    name: invoker.name,
    invoker,
    tokens: toolTokens(invoker),
    context: off === undefined ? 'tool enabled' : 'tool disabled',
    off,
  });
}

function problemNode(ensemble: string, problem: ToolProblem | ChangedTool): ToolNode {
  const { tool: name, kind } = problem;
  return { kind: 'tool', fullName: fullName({ ensemble, name }), name, problem, tokens: 0, context: kind };
}

/** Each tool once, with what is worst of it. */
function problemsOf(
  ensemble: Ensemble,
  { roster, knowledge }: { readonly roster: EnsembleRoster; readonly knowledge: ServerKnowledge },
): readonly (ToolProblem | ChangedTool)[] {
  const ofServer = isMcpEnsemble(ensemble) ? problemsOfServer(ensemble, knowledge) : [];
  const known = new Set(ofServer.map(({ tool }) => tool));
  const missing = roster.missing(ensemble).filter(tool => !known.has(tool));
  return [...ofServer, ...missing.map(tool => asProblem(ensemble.name, tool))];
}

/** A tool that has vanished is no problem of the server's tools as they are, and is shown all the same. */
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
  return { tool, kind: 'unknown', message: sayMissing(fullName({ ensemble, name: tool })) };
}

interface Known {
  readonly isEnabled: boolean;
  readonly knowledge: ServerKnowledge;
}

function statusOf(ensemble: Ensemble, { isEnabled, knowledge }: Known): Status {
  if (!isEnabled) return { word: 'disabled', icon: 'circle-slash' };
  const { state } = ensemble;
  switch (state.status) {
    case 'connecting':
      return { word: 'connecting…', icon: 'loading~spin' };
    case 'disconnected':
      // A person who has just added a server should not think that something has gone wrong.
      return { word: isMcpEnsemble(ensemble) ? 'not started' : 'disconnected', icon: 'circle-outline' };
    case 'failed':
      return failed(ensemble, state.error, knowledge);
    case 'ready':
      return isMcpEnsemble(ensemble) ? running(ensemble, knowledge) : { word: 'ready', icon: 'pass' };
  }
}

function failed(ensemble: Ensemble, error: ErrorData, knowledge: ServerKnowledge): Status {
  const { message: reason } = error;
  if (needsSignIn(error)) {
    return { word: 'needs sign-in', icon: 'key', reason };
  }
  if (isMcpEnsemble(ensemble) && !knowledge.isApproved(ensemble.definition)) {
    return { word: 'needs approval', icon: 'shield', reason };
  }
  // It failed before, or needs long: either way nobody need do anything yet.
  if (isMcpEnsemble(ensemble) && ensemble.server === 'starting') return { ...starting, reason };
  return { word: 'failed', icon: 'error', reason };
}

/** You have not signed in yet, or it failed and you may try again. */
export function needsSignIn({ code }: ErrorData): boolean {
  return code === 'sign-in-needed' || code === 'sign-in-failed';
}

const starting: Status = { word: 'starting…', icon: 'loading~spin' };

/** Where its tools are known from the last time, a server is started by the first call. */
function running({ name, server }: McpEnsemble, knowledge: ServerKnowledge): Status {
  const changed = knowledge.changedTools(name).length;
  if (changed > 0) {
    const word = changed === 1 ? 'a tool has changed' : `${changed} tools have changed`;
    return { word, icon: 'warning', reason: 'They are not offered until you have looked at them.' };
  }
  switch (server) {
    case 'running':
      return { word: 'ready', icon: 'pass' };
    case 'starting':
      return starting;
    case 'stopped':
      return { word: 'ready, starts with the first call', icon: 'pass' };
  }
}

function contextOf(
  ensemble: Ensemble,
  { isEnabled, knowledge, status }: Known & { readonly status: Status },
): string {
  const words = ['ensemble', isEnabled ? 'enabled' : 'disabled'];
  if (knowledge.hasFile(ensemble)) words.push('described');
  if (!isMcpEnsemble(ensemble)) return words.join(' ');
  const { definition } = ensemble;
  words.push('mcp');
  if (definition.transport.kind !== 'stdio') {
    words.push('http', knowledge.isSignedIn(definition) ? 'signed-in' : 'signed-out');
  }
  if (definition.origin === 'workspace')
    words.push(knowledge.isApproved(definition) ? 'approved' : 'unapproved');
  if (status.word === 'needs sign-in') words.push('needs-sign-in');
  if (knowledge.changedTools(ensemble.name).length > 0) words.push('drifted');
  return words.join(' ');
}

/** `5 tools`, or `3 of 5 tools` where some are switched off. */
export function sayCount({ count, total }: Pick<EnsembleNode, 'count' | 'total'>): string {
  return `${count === total ? '' : `${count} of `}${total} ${total === 1 ? 'tool' : 'tools'}`;
}

/** Tokens as people read them: `340`, `1.2k`. */
export function sayTokens(tokens: number): string {
  return tokens < 1000 ? String(tokens) : `${(tokens / 1000).toFixed(1)}k`;
}
