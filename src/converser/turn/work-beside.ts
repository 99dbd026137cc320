import { defined } from '../ground/json/defined.ts';
import { type Canister, isInvocation } from '../words/canister/canister.ts';
import { text, textOf } from '../words/canister/content.ts';
import { type Conversation, createConversation } from '../words/conversation/conversation.ts';
import type { ConverseEvent, TurnEnd } from '../words/conversation/converse-event.ts';
import { exposureOf } from '../words/conversation/read-exposure.ts';
import type { CallableInvokers } from '../words/ensemble/ensemble-roster.ts';
import { fullName, type Invoker } from '../words/ensemble/invoker.ts';
import { carriedLabel } from '../words/labels/exposure.ts';
import { ofOutside } from '../words/labels/label.ts';
import type { ModelTask, ModelWork, WorkModel } from '../words/models/models-beside.ts';
import type { Model } from '../words/models/provider.ts';
import { type Cap, type Caps, capKinds, usedOf } from '../words/spending/caps.ts';
import type { Ledger } from '../words/spending/ledger.ts';
import { noSpending, type Spending } from '../words/spending/spending.ts';
import { spendingText } from '../words/spending/spending-text.ts';
import type { ChangeRecord } from '../words/workspace/undo-journal.ts';
import type { ConverseOptions, Prompt } from './converse-options.ts';
import { portsWithin } from './ports-within.ts';

export interface WorkBesideOptions {
  readonly conversation: Conversation;
  readonly outer: ConverseOptions;
  readonly callable: CallableInvokers;
  readonly ledger: Ledger;
  readonly changes: ChangeRecord | undefined;
  readonly converse: Converse;
}

export type Converse = (
  conversation: Conversation,
  prompt: Prompt,
  options: ConverseOptions,
) => AsyncGenerator<ConverseEvent, void>;

export interface WorkBeside {
  for(model: Model, caller: Caller): WorkModel;
  hasWritten(): boolean;
}

export interface Caller {
  readonly invocationId: string;
  /** `ensemble:name` */
  readonly tool: string;
}

const mostRounds = 8;

/**
 * Invariant: a model that works so can't have another one work, however its tools are called, and reads
 * nothing of the turn's conversation.
 */
export function createWorkBeside({ conversation, outer, ...rest }: WorkBesideOptions): WorkBeside {
  const { callable, ledger, changes, converse } = rest;
  const { ports, auxdata, permissionMode, acceptsEdits, beforeChange } = outer;
  let hasWritten = false;

  async function work(
    { model, caller, tools }: { model: Model; caller: Caller; tools: ReadonlySet<string> },
    task: ModelTask,
    signal: AbortSignal,
  ): Promise<ModelWork> {
    const inner = createConversation(conversation.id);
    // The question may carry what the conversation has read.
    inner.show(conversation.canisters);
    inner.spend(ledger.spent().conversation);
    const caps = capsLeft(ports.limits.caps ?? {}, ledger.spent().turn, { tokens: task.tokens });
    const rounds = Math.min(mostRounds, ports.limits.rounds);
    const events = converse(inner, promptOf(task), {
      model,
      signal,
      supervisor: task.instructions,
      offers: invoker => tools.has(fullName(invoker)),
      wanted: defined({ effort: task.effort }),
      within: { invocationId: caller.invocationId, by: `${model.label}, which ${caller.tool} asked,` },
      ports: portsWithin(ports, {
        changes,
        spent: ledger,
        limits: { rounds, caps },
        beginAsking: task.beginAsking,
      }),
      ...defined({ auxdata, permissionMode, acceptsEdits, beforeChange }),
    });
    const end = await lastOf(events, event => tell(event, { model, progress: task.progress }));
    const { spending } = end;
    if (spending !== undefined) ledger.include(spending);
    ledger.tools.include(end.tools ?? []);
    hasWritten ||= end.canisters.some(canister => mayHaveWritten(canister, end.canisters, callable));
    return workOf(end, model);
  }

  return {
    hasWritten: () => hasWritten,
    for: (model, caller) => async (task, signal) => {
      if (model.capabilities.tools === 'none')
        return refused(`${model.label} can’t call tools. Ask it without tools.`);
      const found = task.tools.map(name => [name, callable.find(name)] as const);
      const missing = found.filter(([, { kind }]) => kind !== 'found').map(([name]) => name);
      if (missing.length > 0) return refused(unknownTools(missing, callable.invokers()));
      const tools = new Set(
        found.flatMap(([, each]) => (each.kind === 'found' ? [fullName(each.invoker)] : [])),
      );
      return await work({ model, caller, tools }, task, signal);
    },
  };
}

/** The material is marked as written by others, so instructions in it aren't followed. */
function promptOf({ question, text: material }: ModelTask): Prompt {
  const content = [text(question)];
  if (material === '') return { content };
  const document = text(material);
  return { content, documents: [document], labels: new Map([[document, ofOutside('*')]]) };
}

async function lastOf(
  events: AsyncIterable<ConverseEvent>,
  hear: (event: ConverseEvent) => void,
): Promise<TurnEnd> {
  for await (const event of events) {
    hear(event);
    if (event.type === 'turn-end') return event;
  }
  throw new Error('The events of the turn ended without a turn-end.');
}

function tell(
  event: ConverseEvent,
  { model, progress }: Pick<ModelTask, 'progress'> & { readonly model: Model },
) {
  if (event.type === 'round-start')
    progress(`${model.label} works: round ${event.round} of ${mostRounds} at most`);
  if (event.type === 'invocation-start') progress(`${model.label} calls ${fullName(event.canister)}`);
  if (event.type === 'notice' || event.type === 'round-restart') progress(event.message);
}

function mayHaveWritten(
  canister: Canister,
  all: readonly Canister[],
  callable: Pick<CallableInvokers, 'find'>,
): boolean {
  if (canister.role !== 'invocation') return false;
  const found = callable.find(fullName(canister));
  if (found.kind === 'found' && found.invoker.annotations.readOnly === true) return false;
  const result = all.find(each => each.role === 'result' && each.invocationId === canister.id);
  const kind = result?.role === 'result' ? result.failure?.kind : undefined;
  return kind !== 'permission' && kind !== 'validation' && kind !== 'unknown-invoker';
}

/** Providers quote replies in their errors, so those aren't passed on. */
function workOf(end: TurnEnd, { label }: Model): ModelWork {
  const { canisters, outcome, error, spending } = end;
  const made = canisters.filter(isInvocation).filter(({ ensemble }) => ensemble !== '');
  const calls = made.map(fullName);
  const cost = spending === undefined ? '' : spendingText(spending);
  const done = { calls, cost, ...defined({ label: carriedLabel(exposureOf(canisters)) }) };
  const last = canisters.findLast(({ role }) => role === 'assistant');
  const isRefused = last?.role === 'assistant' && last.interrupted !== undefined;
  if (outcome === 'stopped') return { kind: 'refused', why: 'stopped', reason: 'it was stopped.', ...done };
  if (outcome === 'round-limit')
    return { kind: 'refused', why: 'limit', reason: 'it came to no answer within its rounds.', ...done };
  if (error?.code === 'spending-cap')
    return { kind: 'refused', why: 'limit', reason: 'it reached the limit of what may be spent.', ...done };
  if (error !== undefined)
    return { kind: 'refused', why: 'failed', reason: `it failed (${error.code}).`, ...done };
  const answers = canisters.filter(canister => canister.role === 'assistant' && canister.marks.active);
  if (isRefused || answers.length === 0)
    return { kind: 'refused', why: 'failed', reason: `${label} refused.`, ...done };
  return { kind: 'answered', text: textOf(answers.at(-1)?.content ?? []), ...done };
}

function refused(reason: string): ModelWork {
  return { kind: 'refused', why: 'failed', reason, calls: [], cost: '' };
}

function unknownTools(missing: readonly string[], offered: readonly Invoker[]): string {
  const known = offered.map(fullName).slice(0, mostNames).join(', ');
  return `no tool here is called ${missing.slice(0, mostNames).map(quoted).join(', ')}. Tools: ${known}.`;
}

const quoted = (name: string) => JSON.stringify(name.slice(0, 100));

const mostNames = 40;

function capsLeft(caps: Caps, turn: Spending, budget: Cap): Caps {
  const spent = { turn, conversation: noSpending, day: noSpending, month: noSpending };
  const used = new Map(
    usedOf(caps.turn === undefined ? {} : { turn: caps.turn }, spent).map(each => [each.kind, each.used]),
  );
  const left = capKinds.flatMap(kind => {
    const cap = caps.turn?.[kind];
    const amounts = [budget[kind], cap === undefined ? undefined : Math.max(0, cap - (used.get(kind) ?? 0))];
    const known = amounts.filter(amount => amount !== undefined);
    return known.length === 0 ? [] : [[kind, Math.min(...known)] as const];
  });
  return { ...caps, turn: Object.fromEntries(left) };
}
