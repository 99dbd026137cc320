import assert from 'node:assert/strict';
import { isCompaction } from '../../src/converser/words/canister/canister.ts';
import { type WireName, wireNames } from '../dialects/as-read.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import { createActedConversation } from './acted-conversation.ts';
import { acts, anyAct, createRoll } from './acts.ts';
import { checkRequest } from './check-request.ts';
import type { KeptBytes } from './kept-bytes.ts';
import { compared, sameWithoutAny } from './taken-back.ts';

export interface ActsSeen {
  readonly byWire: ReadonlyMap<WireName, KeptBytes>;
  /** Where a request began otherwise although nothing named had happened. */
  readonly lost: readonly string[];
  readonly done: ReadonlyMap<string, number>;
  readonly requests: number;
  readonly compactions: Readonly<Record<string, number>>;
  /** Requests after a compaction was taken back, compared with those without it. */
  readonly compared: number;
}

/**
 * A conversation that goes through so many random acts. After each, its requests are looked at: what is pinned is there, what
 * is missing is in a record, and a compaction that is taken back leaves no trace.
 */
export async function runActs(seed: number, count: number): Promise<ActsSeen> {
  const temp = await createTempFolder();
  const roll = createRoll(seed);
  let requests = 0;
  const before = compared.requests;
  const done = new Map<string, number>();
  const acted = await createActedConversation({
    folder: temp.path,
    look(request, asked, conversation) {
      requests++;
      checkRequest(request, asked, conversation);
    },
  });
  try {
    for (let at = 0; at < count; at++) {
      const name = anyAct(roll);
      done.set(name, (done.get(name) ?? 0) + 1);
      await named(`act ${at + 1} (${name}) of seed ${seed}`, async () => acts[name]?.act(acted, roll));
    }
    const reasons = acted.conversation.canisters.filter(isCompaction).map(({ reason }) => reason);
    const compactions = Object.fromEntries(
      [...new Set(reasons)].map(each => [each, reasons.filter(other => other === each).length]),
    );
    await named(`the end of seed ${seed}`, () => sameWithoutAny(acted));
    const { byWire, lost } = acted.kept;
    return { byWire, lost, done, requests, compactions, compared: compared.requests - before };
  } finally {
    await temp.dispose();
  }
}

/** Where some acts have come to, for whoever reads that they failed. */
async function named(where: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw new Error(`In ${where}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** In percent. In a short run, a model may have been asked too seldom to say anything. */
export function shareKept(seen: readonly ActsSeen[], wire: WireName): number {
  const sums = seen.flatMap(({ byWire }) => byWire.get(wire) ?? []);
  const all = sums.reduce((sum, each) => sum + each.all, 0);
  return all === 0 ? 100 : (sums.reduce((sum, each) => sum + each.kept, 0) / all) * 100;
}

/** Least share of the bytes of a request, in percent, that the next one begins with. */
const leastKept = 98;

export function checkKept(seen: readonly ActsSeen[]): void {
  for (const wire of wireNames) {
    const share = shareKept(seen, wire);
    const lost = seen.flatMap(each => each.lost).slice(0, 5);
    assert.ok(share >= leastKept, `${wire}: ${share.toFixed(2)} % kept\n${lost.join('\n')}`);
  }
}
