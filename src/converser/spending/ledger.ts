import { defined } from '../json/defined.ts';
import type { Model, ModelEvent, ModelRequest, Usage } from '../models/provider.ts';
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

/** What a turn spends, from its first request to its last. */
export interface Ledger {
  /** A request is sent in this round. Further figures of the previous one are ignored. */
  ask(round: number, request: ModelRequest): Meter;
  /** Models or tools have worked for so many milliseconds in the last round, and calls were made in it. */
  note(work: { readonly milliseconds?: number; readonly calls?: number }): void;
  readonly spent: Spent;
  readonly turn: TurnSpending;
}

/** What one request comes to. */
export interface Meter {
  hear(event: ModelEvent): void;
  tell(usage: Usage): void;
  /**
   * Ends the request, and returns an estimate of what was not reported.
   *
   * @param isWhole whether the reply is complete; one that broke off at once may have cost nothing
   */
  settle(isWhole: boolean): Usage | undefined;
}

export interface LedgerOptions {
  readonly model: Pick<Model, 'provider' | 'price'>;
  /** What the conversation has spent in earlier turns. */
  readonly before: Spending;
}

export function createLedger({ model, before }: LedgerOptions): Ledger {
  const rounds: Spending[] = [];
  let last = 0;
  /** All rounds before the last one. */
  let earlier = noSpending;
  let open: Usage | undefined;

  const ofRound = (round: number): Spending => {
    const closed = rounds[round - 1] ?? noSpending;
    return round === last && open !== undefined ? addSpending(closed, spendingOf(open, model.price)) : closed;
  };
  const close = () => {
    if (last > 0) rounds[last - 1] = ofRound(last);
    open = undefined;
  };

  return {
    ask(round, request) {
      close();
      if (round !== last) earlier = addSpending(earlier, ofRound(last));
      last = round;
      rounds[round - 1] ??= noSpending;
      open = {};
      return createMeter({ request, provider: model.provider }, usage => {
        open = usage;
      });
    },
    note({ milliseconds = 0, calls = 0 }) {
      const work = { worked: Math.round(milliseconds) || undefined, calls: calls || undefined };
      if (last > 0)
        rounds[last - 1] = addSpending(rounds[last - 1] ?? noSpending, { ...noSpending, ...defined(work) });
    },
    get spent() {
      const round = ofRound(last);
      const turn = addSpending(earlier, round);
      return { round, turn, conversation: addSpending(before, turn) };
    },
    get turn() {
      const own = Array.from(rounds, (_, at) => ofRound(at + 1));
      return { ...sumSpending(own), rounds: own };
    },
  };
}

interface Metered {
  readonly request: ModelRequest;
  readonly provider: string;
}

function createMeter({ request, provider }: Metered, note: (usage: Usage) => void): Meter {
  let usage: Usage = {};
  const heard: ModelEvent[] = [];
  let isSettled = false;
  const tell = (told: Usage) => {
    usage = correctUsage(usage, told);
    note(usage);
  };

  /** An estimate of figures that are missing or cannot be right. */
  function estimate(isWhole: boolean): Usage | undefined {
    const { input, output, requests = 1 } = usage;
    if (isWhole && input !== undefined && output !== undefined) return undefined;
    const spoken = Math.ceil(heard.reduce((sum, event) => sum + tokensIn(event), 0));
    if (!isWhole && spoken === 0) return undefined;
    // A model that reads no tokens is not a language model.
    if (input === 0) return undefined;
    // If a reply broke off, its figure may be that of its start.
    const isOutputKnown = output !== undefined && (isWhole || output >= spoken);
    if (input !== undefined && isOutputKnown) return undefined;
    return {
      ...(input === undefined ? { input: estimateRequest(request, provider) * requests } : {}),
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
