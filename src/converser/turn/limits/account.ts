import { aborted, orAborted } from '../../ground/async/abort.ts';
import { type ErrorData, errorData } from '../../ground/errors.ts';
import type { ConverseEvent } from '../../words/conversation/converse-event.ts';
import type { Model, ModelRequest } from '../../words/models/provider.ts';
import {
  type Caps,
  callsWithin,
  capsCalendar,
  capsTokens,
  findBreach,
  type SpentByScope,
} from '../../words/spending/caps.ts';
import { countRequest } from '../../words/spending/count-request.ts';
import { estimateRequest } from '../../words/spending/estimate-request.ts';
import type { Ledger } from '../../words/spending/ledger.ts';
import { addSpending, noSpending, type Spending, sumSpending } from '../../words/spending/spending.ts';
import type { SpendingTotals } from '../../words/spending/totals.ts';
import { breachError } from './breach-error.ts';
import { createCapNotices } from './cap-notices.ts';

export interface Account {
  readonly isCapped: boolean;
  admit(request: ModelRequest, to?: Model): Promise<ErrorData | undefined>;
  admitCalls(calls: number): Promise<AdmittedCalls>;
  /**
   * Counts what was spent and announces caps that are near. Call it when the turn begins and after each
   * round.
   */
  settle(turn: { readonly isOver: boolean }): Promise<readonly ConverseEvent[]>;
  /** Counts what isn't counted yet, however the turn ends. */
  end(): void;
}

export interface AdmittedCalls {
  readonly admitted: number;
  readonly error?: ErrorData;
}

export interface AccountOptions {
  readonly answering: { readonly model: Model };
  readonly caps?: Caps | undefined;
  readonly ledger: Ledger;
  readonly totals?: SpendingTotals | undefined;
  readonly signal: AbortSignal;
}

/** How far an estimate may be off. Only within that margin is the model asked to count. */
const doubt = 1.2;

/** Counts only if something depends on it, and over the network only if it is close. */
export function createAccount({ answering, caps = {}, ledger, totals, signal }: AccountOptions): Account {
  const isCapped = Object.keys(caps).length > 0;
  const notices = createCapNotices(caps);
  let counted = 0;

  const uncounted = (): Spending => sumSpending(ledger.roundsAfter(counted));

  function count(): void {
    const fresh = ledger.roundsAfter(counted);
    for (const round of fresh) totals?.add(round);
    counted += fresh.length;
  }

  async function spent(): Promise<SpentByScope> {
    if (!isCapped) return nothingSpent;
    const { turn, conversation } = ledger.spent();
    const isWanted = capsCalendar(caps) && totals !== undefined;
    const found = isWanted ? await orAborted(totals.sums(), signal) : aborted;
    const { day, month } = found === aborted ? { day: noSpending, month: noSpending } : found;
    const open = uncounted();
    return { turn, conversation, day: addSpending(day, open), month: addSpending(month, open) };
  }

  return {
    isCapped,
    async admit(request, to = answering.model) {
      const before = await spent();
      const breachWith = (tokens: number) => findBreach(caps, { spent: before, tokens, price: to.price });
      const estimate = capsTokens(caps) ? estimateRequest(request, to.provider) : 0;
      if (breachWith(estimate * doubt) === undefined) return undefined;
      const { tokens } = await countRequest(to, request, signal);
      const breach = breachWith(tokens);
      return breach && errorData(breachError(breach, to));
    },
    async admitCalls(calls) {
      const { admitted, breach } = callsWithin(caps, { spent: await spent(), calls });
      return breach === undefined
        ? { admitted }
        : { admitted, error: errorData(breachError(breach, answering.model)) };
    },
    async settle(turn) {
      count();
      return notices(await spent(), turn).map(message => ({ type: 'notice', message }));
    },
    end: count,
  };
}

/** Without limits, nothing is added up. */
const nothingSpent: SpentByScope = {
  turn: noSpending,
  conversation: noSpending,
  day: noSpending,
  month: noSpending,
};
