import path from 'node:path';
import { hasCode } from '../../converser/ground/causes.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import { isAmount, isJsonObject, type JsonObject, parseJson } from '../../converser/ground/json/json.ts';
import type { Log } from '../../converser/ground/ports.ts';
import type { SpendingStore } from '../../gateway/guard/day-budget.ts';
import { readOwn, stateFolder, writeState } from './state-file.ts';

export interface SpendingFile extends SpendingStore {
  saved(): Promise<void>;
}

/** Several runs share the file in your own folder: each adds what it spent itself. `file` is absolute. */
export async function openSpendingFile(
  log: Pick<Log, 'warn'>,
  file = path.join(stateFolder(), 'gateway-spending.json'),
): Promise<SpendingFile> {
  const atStart = await read(file);
  if (atStart === 'damaged')
    log.warn(`${file} is damaged, so what programs spent earlier today is not counted. It is replaced.`);
  const before = atStart === 'damaged' ? {} : atStart;
  let known = before;
  let next: JsonObject | undefined;
  let saving = Promise.resolve();
  let hasWarned = false;

  async function save(): Promise<void> {
    const mine = next;
    if (mine === undefined) return;
    next = undefined;
    try {
      const others = await read(file);
      await writeState(file, added(others === 'damaged' ? {} : others, known, mine));
      known = mine;
    } catch (cause) {
      if (!hasWarned) log.warn(`Can’t save what programs spend today: ${reasonOf(cause)}`);
      hasWarned = true;
    }
  }

  return {
    read: () => before,
    write(spent) {
      next = spent;
      // Saves run one at a time; what is written meanwhile is saved together.
      saving = saving.then(save);
    },
    saved: () => saving,
  };
}

async function read(file: string): Promise<JsonObject | 'damaged'> {
  try {
    const value = parseJson(await readOwn(file));
    return isJsonObject(value) ? value : 'damaged';
  } catch (cause) {
    return hasCode(cause, 'ENOENT') ? {} : 'damaged';
  }
}

function added(all: JsonObject, known: JsonObject, mine: JsonObject): JsonObject {
  const sums = Object.entries(mine).map(([name, account]) => {
    if (!isAccount(account)) return [name, account];
    const { day, spent } = account;
    const since = spent - spentOn(day, known, name);
    return [name, { day, spent: spentOn(day, all, name) + since }];
  });
  return { ...all, ...Object.fromEntries(sums) };
}

function spentOn(day: number, accounts: JsonObject, name: string): number {
  const account = Object.hasOwn(accounts, name) ? accounts[name] : undefined;
  return isAccount(account) && account.day === day ? account.spent : 0;
}

function isAccount(value: unknown): value is { readonly day: number; readonly spent: number } {
  return isJsonObject(value) && isAmount(value.day) && isAmount(value.spent);
}
