import { defined } from '../../ground/json/defined.ts';
import type { Model, ModelEvent, ModelRequest, Usage } from '../models/provider.ts';
import type { ReadAnew } from './cache-loss.ts';
import { estimateRequest } from './estimate-request.ts';
import { estimateText } from './estimate-tokens.ts';
import {
  addSpending,
  correctUsage,
  noSpending,
  type Spending,
  type Spent,
  spendingOf,
  sumSpending,
  type TurnSpending,
} from './spending.ts';
import { createToolLedger, type DescribedModel, type ToolLedger } from './tool-ledger.ts';

export interface Ledger {
  /** Several may be under way. Once one has settled, or a later round has begun, its figures are ignored. */
  ask(round: number, request: ModelRequest, model?: PricedModel): Meter;
  note(work: { readonly milliseconds?: number; readonly calls?: number; readonly anew?: ReadAnew }): void;
  include(spending: Spending): void;
  spent(): Spent;
  turn(): TurnSpending;
  roundsAfter(count: number): readonly Spending[];
  readonly tools: ToolLedger;
}

export interface Meter {
  hear(event: ModelEvent): void;
  tell(usage: Usage): void;
  /** Returns an estimate of what wasn't reported. A reply that broke off at once may have cost nothing. */
  settle(isWhole: boolean): Usage | undefined;
}

export type PricedModel = DescribedModel & Pick<Model, 'price'>;

export interface LedgerOptions {
  readonly model: PricedModel;
  readonly before: Spending;
}

export function createLedger({ model: own, before }: LedgerOptions): Ledger {
  const rounds: Spending[] = [];
  let last = 0;
  let earlier = noSpending;
  const open = new Set<OpenRequest>();
  const tools = createToolLedger();

  const ofRound = (round: number): Spending => {
    const closed = rounds[round - 1] ?? noSpending;
    return round === last ? [...open].map(costOfOpen).reduce(addSpending, closed) : closed;
  };
  const addToLast = (more: Spending) => {
    if (last > 0) rounds[last - 1] = addSpending(rounds[last - 1] ?? noSpending, more);
  };
  const close = (request: OpenRequest) => {
    if (!open.delete(request)) return;
    addToLast(costOfOpen(request));
    // A model that reads no tokens isn't a language model, and a refused request cost nothing.
    if (request.usage.input) tools.asked(request.request, request.model);
  };

  const roundsAfter = (count: number) => rounds.slice(count).map((_, at) => ofRound(count + at + 1));

  return {
    roundsAfter,
    tools,
    ask(round, request, model = own) {
      if (round !== last) {
        for (const each of open) close(each);
        earlier = addSpending(earlier, ofRound(last));
      }
      last = round;
      rounds[round - 1] ??= noSpending;
      const asked: OpenRequest = { usage: {}, request, model };
      open.add(asked);
      return createMeter(asked, () => close(asked));
    },
    note({ milliseconds = 0, calls = 0, anew }) {
      const work = { worked: Math.round(milliseconds) || undefined, calls: calls || undefined, anew };
      addToLast({ ...noSpending, ...defined(work) });
    },
    include({ requests, input, output, cached, written, reasoning, cost, calls, unpriced, estimated }) {
      const counted = { requests, input, output, cached, reasoning };
      addToLast(defined({ ...counted, written, cost, calls, unpriced, estimated }));
    },
    spent() {
      const round = ofRound(last);
      const turn = addSpending(earlier, round);
      return { round, turn, conversation: addSpending(before, turn) };
    },
    turn() {
      const all = roundsAfter(0);
      return { ...sumSpending(all), rounds: all };
    },
  };
}

interface OpenRequest {
  usage: Usage;
  readonly request: ModelRequest;
  readonly model: PricedModel;
}

function costOfOpen({ usage, model }: OpenRequest): Spending {
  return spendingOf(usage, model.price);
}

function createMeter(asked: OpenRequest, close: () => void): Meter {
  const { request, model } = asked;
  const heard: ModelEvent[] = [];
  let isSettled = false;
  const tell = (told: Usage) => {
    asked.usage = correctUsage(asked.usage, told);
  };

  function estimate(isWhole: boolean): Usage | undefined {
    const { input, output, requests = 1 } = asked.usage;
    if (isWhole && input !== undefined && output !== undefined) return undefined;
    const spoken = Math.ceil(heard.reduce((sum, event) => sum + tokensIn(event), 0));
    if (!isWhole && spoken === 0) return undefined;
    // A model that reads no tokens isn't a language model.
    if (input === 0) return undefined;
    // If a reply broke off, its figure may be that of its start.
    const isOutputKnown = output !== undefined && (isWhole || output >= spoken);
    if (input !== undefined && isOutputKnown) return undefined;
    return {
      ...(input === undefined ? { input: estimateRequest(request, model.provider) * requests } : {}),
      ...(isOutputKnown ? {} : { output: spoken }),
      estimated: true,
    };
  }

  return {
    // Most replies end with their figures, so nothing is estimated before.
    hear: event => void heard.push(event),
    tell,
    settle(isWhole) {
      if (isSettled) return undefined;
      isSettled = true;
      const estimated = estimate(isWhole);
      if (estimated !== undefined) tell(estimated);
      close();
      return estimated;
    },
  };
}

function tokensIn(event: ModelEvent): number {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return estimateText(event.text);
    case 'invocation-delta':
      return estimateText(event.text);
    case 'invocation':
      if (event.call !== undefined) return 0;
      return estimateText(`${event.name} ${writtenArguments(event.arguments)}`);
    default:
      return 0;
  }
}

function writtenArguments(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
