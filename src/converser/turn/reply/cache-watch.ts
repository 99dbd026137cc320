import { createObjectMemory } from '../../ground/object-memory.ts';
import type { Clock } from '../../ground/ports.ts';
import { type Canister, startOfSaid } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import type { Conversation } from '../../words/conversation/conversation.ts';
import { modelReference } from '../../words/models/model-reference.ts';
import type { Model, ModelRequest } from '../../words/models/provider.ts';
import type { CacheLoss } from '../../words/spending/cache-loss.ts';
import type { Ledger } from '../../words/spending/ledger.ts';
import type { HeardUsage } from './ask-model.ts';

/** Providers report how much was lost; for those that never do, nothing is noted. */
export function createCacheWatch(
  conversation: Pick<Conversation, 'id'>,
  { ledger, clock }: { readonly ledger: Pick<Ledger, 'note'>; readonly clock: Pick<Clock, 'monotonic'> },
): HeardUsage {
  return ({ model, request }, usage) => {
    const { input, cached = 0, written = 0, requests = 1, estimated } = usage;
    if (input === undefined || input === 0 || estimated || requests !== 1) return;
    const last = lastOnes.get(conversation);
    const caches = cached + written > 0 || last?.caches === true;
    const now = { reference: modelReference(model), request, input, caches, at: clock.monotonic() };
    lastOnes.set(conversation, now);
    if (last === undefined || last.request === request || !caches) return;
    const lost = last.input - cached;
    if (lost < fewestLost || lost < last.input * leastShare) return;
    ledger.note({ anew: { [causeOf(last, now)]: lost } });
  };
}

export interface HeldRequest {
  readonly request: ModelRequest;
  /** In tokens. */
  readonly input: number;
}

/** The conversation's last request to the model, unless a cache that is paid for has forgotten it. */
export function heldRequest(
  conversation: Pick<Conversation, 'id'>,
  { model, clock }: { readonly model: Model; readonly clock: Pick<Clock, 'monotonic'> },
): HeldRequest | undefined {
  const last = lastOnes.get(conversation);
  if (last?.reference !== modelReference(model)) return undefined;
  return model.price === undefined || clock.monotonic() - last.at <= lifetimeOf(last.request)
    ? last
    : undefined;
}

interface Asked extends HeldRequest {
  readonly reference: string;
  readonly caches: boolean;
  readonly at: number;
}

const lastOnes = createObjectMemory<object, Asked>();

/** In tokens. No vendor caches less. */
const fewestLost = 1_024;
const leastShare = 0.2;
/** In milliseconds; providers keep a cache at least so long. */
const kept = { '5m': 5 * 60_000, '1h': 60 * 60_000 };

function causeOf(last: Asked, now: Asked): CacheLoss {
  const { request: before } = last;
  const { request } = now;
  if (last.reference !== now.reference) return 'model';
  if (before.tools.some((tool, at) => tool !== request.tools[at])) return 'tools';
  if (request.tools.length > before.tools.length) return 'tools-added';
  if (instructionsOf(before) !== instructionsOf(request)) return 'instructions';
  if (JSON.stringify(before.wanted ?? {}) !== JSON.stringify(request.wanted ?? {})) return 'options';
  const said = saidIn(request);
  if (saidIn(before).some((canister, at) => !isSame(canister, said[at]))) return 'history';
  return now.at - last.at > lifetimeOf(request) ? 'expired' : 'missed';
}

const lifetimeOf = ({ wanted }: ModelRequest) => kept[wanted?.cacheLifetime ?? '5m'];

function instructionsOf({ canisters }: ModelRequest): string {
  return canisters
    .slice(0, startOfSaid(canisters))
    .map(({ content }) => textOf(content))
    .join('\n');
}

function saidIn({ canisters }: ModelRequest): readonly Canister[] {
  return canisters.slice(startOfSaid(canisters));
}

function isSame(one: Canister, other: Canister | undefined): boolean {
  return one === other || (one.id === other?.id && textOf(one.content) === textOf(other.content));
}
