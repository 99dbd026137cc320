import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { type Part, sameInParts } from '../../converser/ground/growing.ts';
import { createObjectMemory } from '../../converser/ground/object-memory.ts';
import { type Canister, startOfSaid } from '../../converser/words/canister/canister.ts';
import { asSaid } from '../late-instructions.ts';
import { type Group, groupBySpeaker, speakerOf } from './group-by-speaker.ts';
import { createOrderedMessages, type OrderedMessages } from './keep-order.ts';
import { hasText } from './nativize-content.ts';
import {
  type GroupOptions,
  type MessageOptions,
  type Native,
  nativizeGroup,
  type ShownByTools,
} from './nativize-group.ts';

/** Local models' templates reject two messages in a row of one side. Tool messages hold no images. */
export function nativizeMessages(
  canisters: readonly Canister[],
  options: MessageOptions,
): ChatCompletionMessageParam[] {
  const said = { of: canisters, from: startOfSaid(canisters) };
  const turn = startOfLastTurn(said);
  const past = nativizePast({ ...said, to: turn }, options);
  const ordered = createOrderedMessages(past.messages.at(-1)?.role);
  const current = spoken(said.of.slice(turn));
  const shown = convert(current, { ordered, shown: past.shown, options: { ...options, isCurrent: true } });
  ordered.add(shown.messages);
  ordered.end();
  const above = createOrderedMessages(undefined);
  convert(canisters.slice(0, said.from).filter(says), { ordered: above, shown: nothing, options });
  // One copy is enough, because most of it is what the last request was, too.
  return above.messages.concat(past.messages, ordered.messages);
}

interface Converted {
  readonly messages: readonly ChatCompletionMessageParam[];
  readonly shown: ShownByTools;
}

interface Past extends Converted {
  readonly variant: string;
  readonly canisters: Said;
}

interface Said extends Part<Canister> {
  readonly to: number;
}

const pasts = createObjectMemory<Canister, Past>();

function nativizePast(canisters: Said, options: MessageOptions): Converted {
  const first = canisters.of[canisters.from];
  if (first === undefined || sizeOf(canisters) === 0) return nothingConverted;
  const variant = variantOf(options);
  const known = pasts.get(first);
  const before = known?.variant === variant && goesOn(canisters, known) ? known : undefined;
  const size = before === undefined ? 0 : sizeOf(before.canisters);
  if (before !== undefined && size === sizeOf(canisters)) return before;
  const { messages, shown: last } = before ?? nothingConverted;
  const ordered = createOrderedMessages(messages.at(-1)?.role);
  const added = spoken(canisters.of.slice(canisters.from + size, canisters.to));
  const shown = convert(added, { ordered, shown: last, options });
  const past = { messages: messages.concat(ordered.messages), shown, variant, canisters };
  pasts.set(first, past);
  return past;
}

function sizeOf({ from, to }: Said): number {
  return Math.max(0, to - from);
}

function goesOn(canisters: Said, { canisters: before }: Past): boolean {
  const size = sizeOf(before);
  const at = canisters.from + size;
  const next = at < canisters.to ? canisters.of[at] : undefined;
  const isTurn = next === undefined || (isUsers(asSaid(next)) && says(next, at, canisters.of));
  return isTurn && sameInParts(before, canisters) === size;
}

function spoken(canisters: readonly Canister[]): readonly Canister[] {
  return canisters.filter(says).map(asSaid);
}

interface Converting {
  readonly ordered: OrderedMessages;
  readonly shown: ShownByTools;
  readonly options: GroupOptions;
}

function convert(canisters: readonly Canister[], { ordered, shown, options }: Converting): ShownByTools {
  const nativize = rememberer(options);
  let waiting = shown;
  for (const group of groupBySpeaker(canisters)) {
    if (group.speaker !== 'user') ordered.add(waiting.messages);
    const native = nativize(group, group.speaker === 'user' ? waiting : nothing);
    ordered.add(native.messages);
    waiting = native.shown ?? nothing;
  }
  return waiting;
}

function isUsers(canister: Canister): boolean {
  return speakerOf(canister) === 'user';
}

/** Late instructions begin no turn, but belong to one that begins directly after them. */
function startOfLastTurn({ of: all, from }: Part<Canister>): number {
  let start = all.length;
  for (let at = all.length - 1; at >= from; at--) {
    const canister = all[at];
    if (canister === undefined || !says(canister, at, all)) continue;
    if (isUsers(start < all.length ? asSaid(canister) : canister)) start = at;
    else if (start < all.length) break;
  }
  return start < all.length ? start : from;
}

/** Servers reject messages without content. An assistant canister without text counts only if calls follow it. */
function says({ role, content }: Canister, at: number, all: readonly Canister[]): boolean {
  switch (role) {
    case 'invocation':
    case 'result':
      return true;
    case 'assistant':
      return all[at + 1]?.role === 'invocation' || hasText(content);
    case 'supervisor':
      return hasText(content);
    case 'user':
    case 'document':
      return content.some(part => part.type !== 'opaque' && (part.type !== 'text' || part.text !== ''));
    case 'compaction':
      return false;
  }
}

interface Became {
  readonly canisters: readonly Canister[];
  readonly variant: string;
  readonly hasResidue: boolean;
  readonly before: ShownByTools;
  readonly native: Native;
}

/** Keyed by the first canister of a group. Weak maps with thousands of entries slow down garbage collection. */
const becameOf = createObjectMemory<Canister, Became>();

const nothing: ShownByTools = { images: [], messages: [] };

const nothingConverted: Converted = { messages: [], shown: nothing };

function rememberer(options: GroupOptions): (group: Group, before: ShownByTools) => Native {
  const lasting = variantOf(options);
  const variant = options.isCurrent ? `${lasting} now` : lasting;
  return (group, before) => {
    const { canisters } = group;
    const known = becameOf.get(canisters[0]);
    const isSame =
      known?.canisters.length === canisters.length &&
      canisters.every((each, at) => each === known.canisters[at]);
    const became = isSame ? known : undefined;
    const isResidual = became?.hasResidue ?? canisters.some(hasResidue);
    // Without residue, the messages of a turn stay the same objects in the next turn.
    const due = isResidual && (options.thoughts ?? 'turn') === 'turn' ? variant : lasting;
    if (became?.variant === due && became.before === before) return became.native;
    const native = nativizeGroup(group, options, before);
    becameOf.set(canisters[0], { canisters, variant: due, hasResidue: isResidual, before, native });
    return native;
  };
}

function hasResidue({ content }: Canister): boolean {
  return content.some(({ type }) => type === 'opaque');
}

function variantOf(options: MessageOptions): string {
  const {
    provider,
    supervisor,
    images,
    files,
    thoughts = 'turn',
    thoughtsBack = 'taken',
    printsIds = false,
    needsSignatures = false,
  } = options;
  return JSON.stringify([
    ...[provider, supervisor, images, files, thoughts],
    ...[thoughtsBack, printsIds, needsSignatures],
  ]);
}
