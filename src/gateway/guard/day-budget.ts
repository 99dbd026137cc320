import { isAmount, isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import type { Clock } from '../../converser/ground/ports.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { costOfRequest } from '../../converser/words/spending/spending.ts';
import { costText } from '../../converser/words/spending/spending-text.ts';
import { Refused, refusals } from '../refusal.ts';
import type { Client } from './client-keys.ts';

export interface DayBudget {
  /** Sets the request's cost aside, so that others don't count on the money. Throws `Refused` if too little is left. */
  hold(
    client: Client,
    request: { readonly model: Pick<Model, 'label' | 'price'>; readonly tokens: number },
  ): Expense;
  spent(client: Client, dollars: number): void;
}

interface Expense {
  release(): void;
}

interface Account {
  readonly day: number;
  spent: number;
  held: number;
}

export interface SpendingStore {
  read(): unknown;
  write(spent: JsonObject): void;
}

const noStore: SpendingStore = { read: () => undefined, write: () => {} };

export function createDayBudget(clock: Pick<Clock, 'now'>, store: SpendingStore = noStore): DayBudget {
  const accounts = parseAccounts(store.read());

  function accountOf({ name }: Client): Account {
    const day = midnight(clock.now(), 0).getTime();
    const known = accounts.get(name);
    if (known?.day === day) return known;
    const fresh: Account = { day, spent: 0, held: 0 };
    accounts.set(name, fresh);
    return fresh;
  }

  return {
    hold(client, { model: { label, price }, tokens }) {
      const { name, dollarsPerDay: limit } = client;
      const account = accountOf(client);
      if (limit === undefined) return { release: () => {} };
      if (price === undefined) throw new Refused(refusals.priceUnknown(name, label));
      const cost = costOfRequest(tokens, price);
      const isOver = account.spent + account.held + cost > limit || account.spent >= limit;
      // Free models stay free.
      if (isOver && price.input + price.output > 0) {
        const now = clock.now();
        const wait = midnight(now, 1).getTime() - now.getTime();
        const amounts = { limit: costText(limit), spent: costText(account.spent) };
        throw new Refused(refusals.moneySpent(name, { ...amounts, wait }));
      }
      account.held += cost;
      return {
        release() {
          account.held -= cost;
        },
      };
    },
    spent(client, dollars) {
      const account = accountOf(client);
      account.spent += dollars;
      const today = [...accounts].filter(([, { day }]) => day === account.day);
      store.write(Object.fromEntries(today.map(([name, { day, spent }]) => [name, { day, spent }])));
    },
  };
}

function parseAccounts(kept: unknown): Map<string, Account> {
  const accounts = new Map<string, Account>();
  if (!isJsonObject(kept)) return accounts;
  for (const [name, account] of Object.entries(kept)) {
    if (!isJsonObject(account) || !isAmount(account.day) || !isAmount(account.spent)) continue;
    accounts.set(name, { day: account.day, spent: account.spent, held: 0 });
  }
  return accounts;
}

function midnight(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
}
