import { createObjectMemory, perObject } from '../../ground/object-memory.ts';
import type { ToolOrder } from '../../words/canister/canister.ts';
import type { Conversation } from '../../words/conversation/conversation.ts';
import type { CallableInvokers, EnsembleRoster } from '../../words/ensemble/ensemble-roster.ts';
import { fullName, type Invoker } from '../../words/ensemble/invoker.ts';
import { definitionOf, foundDefinitionOf, toolDefinitions } from '../../words/ensemble/tool-definitions.ts';
import { modelReference } from '../../words/models/model-reference.ts';
import type { Model, ToolDefinition } from '../../words/models/provider.ts';
import { readResult } from '../compaction/read-result.ts';
import { onDemandText } from './ensemble-instructions.ts';
import { splitTools, wantedTools } from './split-tools.ts';

export interface RequestTools {
  /** Later requests only add tools at the end: a provider's cache holds what requests begin with. */
  next(): readonly ToolDefinition[];
  readonly told: string | undefined;
  readonly atOnce: readonly Invoker[];
}

export interface RequestToolsOptions {
  readonly conversation: Conversation;
  readonly roster: Pick<EnsembleRoster, 'ensembles'>;
  readonly callable: CallableInvokers;
  readonly model: Pick<Model, 'provider' | 'id' | 'capabilities'>;
  readonly onDemandAt: number;
}

/** What the conversation began with comes first, late additions last: so requests keep their beginning. */
export function createRequestTools(options: RequestToolsOptions): RequestTools {
  const { conversation, roster, callable, model, onDemandAt } = options;
  const { capabilities } = model;
  if (capabilities.tools === 'none') return { next: () => [], told: undefined, atOnce: [] };
  const invokers = callable.invokers();
  const memory = memoryOf(conversation, model);
  let kept = keptOrder(conversation, model);
  const before = memory.atOnce ?? toldAtOnce(kept, invokers);
  const splitAfter = (told: ReadonlySet<string>) =>
    splitTools(invokers, { capabilities, onDemandAt, before: told });
  const split = splitAfter(before);
  const { atOnce } = split;
  const begun = new Set(atOnce.map(fullName));
  const firstNames = new Set(atOnce.map(invoker => definitionOf(invoker).name));
  memory.atOnce = begun;
  let tools = toolDefinitions(atOnce);
  const told = new Set(begun);
  let read = 0;
  let checked: readonly ToolDefinition[] | undefined;

  function isKept(described: readonly ToolDefinition[]): boolean {
    if (!isFirstKept(described)) return false;
    const after = inFormerOrder(tools, formerOf(kept, { tools, begun: firstNames }));
    if (after.length !== described.length || after.some(({ name }, at) => name !== described[at]?.name))
      return false;
    if (split.onDemand.length === 0) return true;
    const again = splitAfter(toldAtOnce(kept, invokers)).atOnce;
    return again.length === atOnce.length && again.every(invoker => begun.has(fullName(invoker)));
  }

  function isFirstKept(described: readonly ToolDefinition[]): boolean {
    if (kept === undefined) return described.length === 0;
    const names = new Set(kept.names);
    const now = new Set(described.map(({ name }) => name));
    return [...firstNames].every(name => names.has(name)) && [...names].every(name => now.has(name));
  }

  function keep(described: readonly ToolDefinition[]): void {
    const names = described.map(({ name }) => name);
    const found = names.filter(name => !firstNames.has(name));
    kept = { model: modelReference(model), names, ...(found.length > 0 && { found }) };
    conversation.keepToolOrder(kept);
  }

  return {
    atOnce,
    told: onDemandText(split, roster.ensembles),
    next() {
      const { canisters } = conversation;
      const wanted = wantedTools(canisters.slice(read)).filter(({ fullName: name }) => !told.has(name));
      read = canisters.length;
      const added = wanted.flatMap(({ fullName: name, isFound }) => {
        const invoker = invokerNamed(name, callable);
        return invoker === undefined ? [] : [isFound ? foundDefinitionOf(invoker) : definitionOf(invoker)];
      });
      for (const { fullName: name } of wanted) told.add(name);
      if (added.length > 0) tools = [...tools, ...added];
      memory.tools = inFormerOrder(tools, memory.tools ?? formerOf(kept, { tools, begun: firstNames }));
      if (memory.tools !== checked && !isKept(memory.tools)) keep(memory.tools);
      checked = memory.tools;
      return memory.tools;
    },
  };
}

function invokerNamed(name: string, callable: CallableInvokers): Invoker | undefined {
  if (name === fullName(readResult)) return readResult;
  const found = callable.find(name);
  return found.kind === 'found' && fullName(found.invoker) === name && !found.invoker.findsTools
    ? found.invoker
    : undefined;
}

interface ToolMemory {
  tools?: readonly ToolDefinition[];
  atOnce?: ReadonlySet<string>;
}

const memories = perObject(
  (_conversation: Conversation) => new Map<string, ToolMemory>(),
  createObjectMemory(),
);

function memoryOf(conversation: Conversation, model: Pick<Model, 'provider' | 'id'>): ToolMemory {
  const byModel = memories(conversation);
  const reference = modelReference(model);
  const memory = byModel.get(reference) ?? {};
  byModel.set(reference, memory);
  return memory;
}

function keptOrder(
  { canisters }: Conversation,
  model: Pick<Model, 'provider' | 'id'>,
): ToolOrder | undefined {
  const reference = modelReference(model);
  return canisters.findLast(({ toolOrder }) => toolOrder?.model === reference)?.toolOrder;
}

function toldAtOnce(order: ToolOrder | undefined, invokers: readonly Invoker[]): ReadonlySet<string> {
  if (order === undefined) return new Set();
  const found = new Set(order.found);
  const names = new Set(order.names.filter(name => !found.has(name)));
  return new Set(invokers.filter(invoker => names.has(definitionOf(invoker).name)).map(fullName));
}

function formerOf(
  order: ToolOrder | undefined,
  { tools, begun }: { readonly tools: readonly ToolDefinition[]; readonly begun: ReadonlySet<string> },
): readonly ToolDefinition[] {
  if (order === undefined) return [];
  const byName = new Map(tools.map(tool => [tool.name, tool]));
  const former = order.names.flatMap(name => byName.get(name) ?? []);
  if (former.length !== order.names.length) return [];
  const known = new Set(order.names);
  return [...former, ...tools.filter(({ name }) => !known.has(name) && !begun.has(name))];
}

/** If a tool is gone or changed, the cache is lost anyway, and all are sorted anew. */
function inFormerOrder(
  tools: readonly ToolDefinition[],
  former: readonly ToolDefinition[],
): readonly ToolDefinition[] {
  const byName = new Map(tools.map(tool => [tool.name, tool]));
  if (!former.every(tool => isSame(tool, byName.get(tool.name)))) return tools;
  const known = new Set(former.map(({ name }) => name));
  const fresh = tools.filter(({ name }) => !known.has(name));
  return fresh.length === 0 ? former : [...former, ...fresh];
}

function isSame(one: ToolDefinition, other: ToolDefinition | undefined): boolean {
  if (one === other) return true;
  return (
    one.description === other?.description &&
    JSON.stringify(one.inputSchema) === JSON.stringify(other.inputSchema)
  );
}
