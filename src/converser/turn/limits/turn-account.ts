import { aborted, orAborted } from '../../ground/async/abort.ts';
import { type ConverserError, type ErrorData, errorData } from '../../ground/errors.ts';
import { type Host, settingText } from '../../ground/host.ts';
import type { ConverseEvent } from '../../words/conversation/converse-event.ts';
import { turnErrors } from '../../words/conversation/turn-errors.ts';
import { modelReference } from '../../words/models/model-reference.ts';
import type { Model, ModelRequest } from '../../words/models/provider.ts';
import {
  type Breach,
  type CapKind,
  type Caps,
  callsWithin,
  capSetting,
  capsCalendar,
  capsTokens,
  findBreach,
  type Scope,
  type SpentByScope,
  usedOf,
} from '../../words/spending/caps.ts';
import { countRequest } from '../../words/spending/count-request.ts';
import { estimateRequest } from '../../words/spending/estimate-request.ts';
import type { Ledger } from '../../words/spending/ledger.ts';
import { addSpending, noSpending, type Spending, sumSpending } from '../../words/spending/spending.ts';
import type { SpendingTotals } from '../../words/spending/totals.ts';
import { amountText, capText } from './cap-text.ts';

export interface Account {
  readonly isCapped: boolean;
  admit(request: ModelRequest, to?: Model): Promise<ErrorData | undefined>;
  admitCalls(calls: number): Promise<AdmittedCalls>;
  /** Announces caps that are near. Call it when the turn begins and after each round. */
  settle(turn: { readonly isOver: boolean }): Promise<readonly ConverseEvent[]>;
  end(): void;
}

export interface AdmittedCalls {
  readonly admitted: number;
  readonly error?: ErrorData;
}

export interface AccountOptions {
  readonly conversation: { readonly id: string };
  readonly answering: { readonly model: Model };
  readonly caps?: Caps | undefined;
  readonly ledger: Ledger;
  readonly totals?: SpendingTotals | undefined;
  readonly signal: AbortSignal;
  readonly host: Pick<Host, 'settingText'>;
}

const doubt = 1.2;

export function createAccount(options: AccountOptions): Account {
  const { conversation, answering, caps = {}, ledger, totals, signal, host } = options;
  const isCapped = Object.keys(caps).length > 0;
  const settingOf = (cap: Pick<Breach, 'scope' | 'kind'>) => settingText(host, capSetting(cap));
  const notices = createCapNotices(caps, settingOf);
  let counted = 0;

  const uncounted = (): Spending => sumSpending(ledger.roundsAfter(counted));

  function count(): void {
    const fresh = ledger.roundsAfter(counted);
    const by = { model: modelReference(answering.model), conversation: conversation.id };
    for (const round of fresh) totals?.add(round, by);
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
      return breach && errorData(breachError(breach, to, settingOf(breach)));
    },
    async admitCalls(calls) {
      const { admitted, breach } = callsWithin(caps, { spent: await spent(), calls });
      return breach === undefined
        ? { admitted }
        : { admitted, error: errorData(breachError(breach, answering.model, settingOf(breach))) };
    },
    async settle(turn) {
      count();
      return notices(await spent(), turn).map(message => ({ type: 'notice', message }));
    },
    end: count,
  };
}

const nothingSpent: SpentByScope = {
  turn: noSpending,
  conversation: noSpending,
  day: noSpending,
  month: noSpending,
};

function breachError(breach: Breach, model: Pick<Model, 'label'>, setting: string): ConverserError {
  const { scope, kind, would } = breach;
  const cap = amountText(kind, breach.cap);
  const limit = { scope, cap, setting };
  if (would === undefined) return turnErrors.spendingUnknown(model.label, limit);
  const exceeded = { ...limit, would: excessText(amountText(kind, would), { kind, cap }) };
  if (kind === 'seconds') return turnErrors.timeCap(exceeded);
  return kind === 'calls' ? turnErrors.callCap(exceeded) : turnErrors.spendingCap(exceeded);
}

/** Rounded, it may read as the cap itself. */
function excessText(would: string, { kind, cap }: { readonly kind: CapKind; readonly cap: string }): string {
  if (would === cap) return `just over ${would}`;
  return kind === 'tokens' || kind === 'cost' ? `about ${would}` : would;
}

const near = 0.8;

/** The first look reports nothing, so that a day that is nearly spent isn't mentioned in each turn. */
function createCapNotices(
  caps: Caps,
  settingOf: (cap: Pick<Breach, 'scope' | 'kind'>) => string,
): (spent: SpentByScope, turn: { readonly isOver: boolean }) => readonly string[] {
  let known: ReadonlySet<string> | undefined;
  return (spent, { isOver }) => {
    const reached = usedOf(caps, spent).filter(({ used, cap }) => used > 0 && used >= cap * near);
    const fresh = known === undefined ? [] : reached.filter(each => known?.has(capSetting(each)) === false);
    known = new Set(reached.map(capSetting));
    const useful = fresh.filter(({ scope }) => !(isOver && scope === 'turn'));
    return useful.map(
      each =>
        `Limit ${scopeTexts[each.scope]}: ${capText(each)} used (${settingOf(each).replace('the setting ', '')}).`,
    );
  };
}

const scopeTexts: Readonly<Record<Scope, string>> = {
  turn: 'for this turn',
  conversation: 'for this conversation',
  day: 'for today',
  month: 'for this month',
};
