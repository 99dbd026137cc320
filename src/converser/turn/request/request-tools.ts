import type { Conversation } from '../../conversation/conversation.ts';
import type { CallableInvokers, EnsembleRoster } from '../../ensemble/ensemble-roster.ts';
import { fullName, type Invoker } from '../../ensemble/invoker.ts';
import { definitionOf, toolDefinitions } from '../../ensemble/tool-definitions.ts';
import type { Model, ToolDefinition } from '../../models/provider.ts';
import { onDemandText } from './on-demand-text.ts';
import { splitTools } from './split-tools.ts';
import { wantedTools } from './wanted-tools.ts';

/** The tools of a turn's requests. */
export interface RequestTools {
  /** Those of the next request, in an order to which later ones only add: a provider's cache holds what requests begin with. */
  next(): readonly ToolDefinition[];
  /** What each request tells of the others. */
  readonly told: string | undefined;
  /** Those that the turn begins with, whatever has been found. */
  readonly atOnce: readonly Invoker[];
}

export interface RequestToolsOptions {
  readonly conversation: Pick<Conversation, 'canisters'>;
  readonly roster: Pick<EnsembleRoster, 'ensembles'>;
  readonly callable: CallableInvokers;
  readonly model: Pick<Model, 'capabilities'>;
  /** See `Limits.toolsOnDemandAt`. */
  readonly onDemandAt: number;
}

/**
 * Which tools requests describe: those that the conversation begins with, then those that it has found or called, as they
 * come. All of that follows from the conversation itself, so it is the same after a reload, in a fork, and after an undo.
 */
export function createRequestTools(options: RequestToolsOptions): RequestTools {
  const { conversation, roster, callable, model, onDemandAt } = options;
  const { capabilities } = model;
  if (capabilities.tools === 'none') return { next: () => [], told: undefined, atOnce: [] };
  const split = splitTools(callable.invokers(), { capabilities, onDemandAt });
  const { atOnce, onDemand } = split;
  let tools = toolDefinitions(atOnce);
  const told = new Set(atOnce.map(fullName));
  let read = 0;

  return {
    atOnce,
    told: onDemandText(split, roster.ensembles),
    next() {
      if (onDemand.length === 0) return tools;
      const { canisters } = conversation;
      const names = wantedTools(canisters.slice(read)).filter(name => !told.has(name));
      read = canisters.length;
      const found = names.flatMap(name => invokerNamed(name, callable) ?? []);
      for (const name of names) told.add(name);
      if (found.length > 0) tools = [...tools, ...found.map(definitionOf)];
      return tools;
    },
  };
}

/** A tool that has gone since is none. */
function invokerNamed(name: string, callable: CallableInvokers): Invoker | undefined {
  const found = callable.find(name);
  return found.kind === 'found' && fullName(found.invoker) === name && !found.invoker.findsTools
    ? found.invoker
    : undefined;
}
