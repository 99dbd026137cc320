import type { Overflow } from '../../ground/context-overflow.ts';
import type { CompactionCanister } from '../../words/canister/canister.ts';
import type { ConverseEvent } from '../../words/conversation/converse-event.ts';
import { modelReference } from '../../words/models/model-reference.ts';
import type { Model } from '../../words/models/provider.ts';
import type { Compact, Measure, RequestAround } from './compaction.ts';
import type { SentHistory } from './sent-history.ts';

export interface MakingRoomOptions {
  readonly model: Model;
  readonly sent: SentHistory;
  readonly compact: Compact;
  readonly measure: Measure;
  readonly compactAt: number;
  readonly past: readonly CompactionCanister[];
}

/** Leaves out what doesn't fit, one batch at a time. What it returns is yet to join the turn. */
export interface MakingRoom {
  /** `undefined` where there is room enough. */
  beforeRequest(around: RequestAround): Made | undefined;
  afterRejection(
    around: RequestAround,
    rejection: { readonly attempt: number; readonly told: Overflow },
  ): Made;
}

type Made = AsyncGenerator<readonly ConverseEvent[], CompactionCanister | undefined>;

/** Providers cache how requests begin, so each batch makes you pay for what follows once more. */
const leastFreed = 0.05;

const goal = 2 / 3;

/** Above this share of the window, or of what a request may take of it, older rounds of the last turns go, too. */
const nearlyFull = { window: 0.9, room: 0.95 };

/** At this share of what a request may take of the window, room is made in any case. */
const mostOfRoom = 0.9;

/** The share of what would fit after so many rejections: estimates may be wrong. */
const shares: readonly number[] = [0.7, 0.45, 0.25];

export const mostRejections = shares.length;

export function createMakingRoom(options: MakingRoomOptions): MakingRoom {
  const { model, sent, compact, measure, compactAt, past } = options;
  const reference = modelReference(model);
  let told = past.findLast(({ window }) => window?.model === reference)?.window?.tokens;
  const windowNow = () => smaller(model.capabilities.contextTokens, told);
  const sizeOf = ({ above, tools }: RequestAround) => measure({ canisters: sent.after(above), tools });
  const asTold = () => (told === undefined ? undefined : { model: reference, tokens: told });

  return {
    beforeRequest(around) {
      const window = windowNow();
      if (window === undefined || compactAt === 0) return undefined;
      const { total, reserved } = sizeOf(around);
      const room = window - reserved;
      const most = Math.min(window * compactAt, room * mostOfRoom);
      if (total <= most) return undefined;
      return compact({
        reason: 'near-window',
        around,
        target: most * goal,
        mostUnforced: Math.min(window * nearlyFull.window, room * nearlyFull.room),
        least: total > window ? 1 : window * leastFreed,
        window: asTold(),
      });
    },
    async *afterRejection(around, rejection) {
      // A limit of tokens a minute says nothing about the window.
      if (!rejection.told.isRate) told = smaller(told, rejection.told.window);
      const size = sizeOf(around).total;
      const target =
        size * fittingShare(size, rejection.told, windowNow()) * (shares[rejection.attempt - 1] ?? 0);
      const wanted = { around, target, mostUnforced: target, least: 1, window: asTold() };
      return yield* compact({ reason: 'overflow', ...wanted });
    },
  };
}

function fittingShare(size: number, { tokens, window }: Overflow, known: number | undefined): number {
  const limit = window ?? known;
  if (limit === undefined) return 1;
  return Math.min(1, limit / Math.max(tokens ?? size, limit));
}

function smaller(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}
