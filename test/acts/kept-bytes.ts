import { isResult } from '../../src/converser/words/canister/canister.ts';
import type { ModelRequest } from '../../src/converser/words/models/provider.ts';
import { asRead, sharedStart, type WireName } from '../dialects/as-read.ts';
import type { ActingModel } from './acting-models.ts';

/** What of the requests on one wire began as the last one to the same model, in bytes. */
export interface KeptBytes {
  kept: number;
  all: number;
  /** Pairs of requests between which nothing named happened. */
  pairs: number;
  /** And those between which something did. */
  breaks: number;
}

/** Compares each request with the last one to the same model, unless something in between says why they differ. */
export function createKeptBytes() {
  const byWire = new Map<WireName, KeptBytes>();
  const lasts = new Map<ActingModel, { readonly request: ModelRequest; readonly bytes: Buffer }>();
  const lost: string[] = [];
  let changes = 0;
  /** How many of them each model has been sent. */
  const seen = new Map<ActingModel, number>();

  return {
    byWire: byWire as ReadonlyMap<WireName, KeptBytes>,
    /** Where bytes were lost though nothing named happened. */
    lost: lost as readonly string[],
    /** Something that is said to change how requests begin: the next one to each model may begin otherwise. */
    name() {
      changes++;
    },
    hear(asked: ActingModel, request: ModelRequest) {
      const bytes = asRead(asked.wire, request, asked.model);
      const last = lasts.get(asked);
      lasts.set(asked, { request, bytes });
      const isNamed = seen.get(asked) !== changes;
      seen.set(asked, changes);
      if (last === undefined) return;
      const sum = byWire.get(asked.wire) ?? { kept: 0, all: 0, pairs: 0, breaks: 0 };
      byWire.set(asked.wire, sum);
      if (isNamed || isFound(last.request, request)) {
        sum.breaks++;
        return;
      }
      const kept = sharedStart(last.bytes, bytes);
      sum.pairs++;
      sum.all += last.bytes.length;
      sum.kept += kept;
      if (kept < last.bytes.length) lost.push(where(asked, last.bytes, bytes, kept));
    },
  };
}

/** Tools that the conversation has found or called since come after those that were there. */
function isFound(before: ModelRequest, after: ModelRequest): boolean {
  const isLonger = before.tools.length < after.tools.length;
  const more = after.tools.slice(before.tools.length);
  return (
    isLonger &&
    before.tools.every((tool, at) => tool.name === after.tools[at]?.name) &&
    more.every(({ name }) => isCalledOrFound(after, name))
  );
}

function isCalledOrFound({ canisters }: ModelRequest, name: string): boolean {
  return canisters.some(
    canister =>
      (canister.role === 'invocation' && `${canister.ensemble}__${canister.name}` === name) ||
      (isResult(canister) && canister.finds?.some(each => each.replace(':', '__') === name)),
  );
}

function where({ wire }: ActingModel, before: Buffer, after: Buffer, kept: number): string {
  const at = (bytes: Buffer) => bytes.subarray(Math.max(0, kept - 80), kept + 120).toString();
  return `${wire}, byte ${kept} of ${before.length}:\n  ${at(before)}\n  ${at(after)}`;
}
