import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { type Growing, growing, type Part, sameInParts } from '../../converser/ground/growing.ts';
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

/**
 * Local models' templates reject two messages in a row of one side. Tool messages hold no images. Within a turn, it goes
 * on where its last round ended.
 */
export function nativizeMessages(
  canisters: readonly Canister[],
  options: MessageOptions,
): readonly ChatCompletionMessageParam[] {
  const variant = variantOf(options);
  const said = { of: canisters, from: startOfSaid(canisters) };
  const begun = afterRound(said, variant) ?? atTurn(said, options, variant);
  const { messages, ...state } = goOn(begun, canisters.slice(begun.said.to), { ...options, isCurrent: true });
  const rest = createOrderedMessages(state.last);
  rest.add(state.shown.messages);
  rest.end();
  const first = canisters[said.from];
  if (first === undefined || canisters.at(-1)?.role !== 'result')
    return [...begun.list.now(), ...messages, ...rest.messages];
  begun.list.add(messages);
  rounds.set(first, { ...begun, ...state, said: { ...said, to: canisters.length } });
  return rest.messages.length === 0 ? begun.list.now() : [...begun.list.now(), ...rest.messages];
}

/** What a request begins with: all before its turn, or all until the last round. */
interface Begun {
  readonly list: Growing<ChatCompletionMessageParam>;
  readonly last: ChatCompletionMessageParam['role'] | undefined;
  readonly shown: ShownByTools;
  readonly said: Said;
  readonly variant: string;
}

interface Said extends Part<Canister> {
  readonly to: number;
}

const rounds = createObjectMemory<Canister, Begun>();

function afterRound(said: Part<Canister>, variant: string): Begun | undefined {
  const first = said.of[said.from];
  const round = first && rounds.get(first);
  if (round?.variant !== variant || !hasSameAbove(round.said, said)) return undefined;
  if (sameInParts(round.said, said) !== sizeOf(round.said)) return undefined;
  const added = said.of.slice(round.said.to);
  return added[0]?.role === 'result' || added.some(each => isUsers(asSaid(each))) ? undefined : round;
}

function hasSameAbove(one: Part<Canister>, { of, from }: Part<Canister>): boolean {
  return one.from === from && of.slice(0, from).every((canister, at) => canister === one.of[at]);
}

function atTurn(said: Part<Canister>, options: MessageOptions, variant: string): Begun {
  const past = atPast({ ...said, to: startOfLastTurn(said) }, options, variant);
  const above = createOrderedMessages(undefined);
  convert(said.of.slice(0, said.from).filter(says), { ordered: above, shown: nothing, options, variant });
  return { ...past, list: growing(above.messages.concat(past.list.now())) };
}

const pasts = createObjectMemory<Canister, Begun>();

function atPast(said: Said, options: MessageOptions, variant: string): Begun {
  const first = said.of[said.from];
  const known = first && pasts.get(first);
  const isKnown = known?.variant === variant && goesOn(said, known.said);
  const before = isKnown ? known : { ...atStart(), said: { ...said, to: said.from }, variant };
  const from = said.from + sizeOf(before.said);
  if (first === undefined || from === said.to) return { ...before, said };
  const { messages, ...state } = goOn(before, said.of.slice(from, said.to), options);
  before.list.add(messages);
  const past = { ...before, ...state, said };
  pasts.set(first, past);
  return past;
}

function atStart() {
  return { list: growing<ChatCompletionMessageParam>([]), last: undefined, shown: nothing };
}

function goOn({ last, shown, variant }: Begun, canisters: readonly Canister[], options: GroupOptions) {
  const ordered = createOrderedMessages(last);
  const waiting = convert(canisters.filter(says).map(asSaid), { ordered, shown, options, variant });
  const { messages } = ordered;
  return { messages, shown: waiting, last: messages.at(-1)?.role ?? last };
}

function sizeOf({ from, to }: Said): number {
  return Math.max(0, to - from);
}

function goesOn(canisters: Said, before: Said): boolean {
  const size = sizeOf(before);
  const at = canisters.from + size;
  const next = at < canisters.to ? canisters.of[at] : undefined;
  const isTurn = next === undefined || (isUsers(asSaid(next)) && says(next, at, canisters.of));
  return isTurn && sameInParts(before, canisters) === size;
}

interface Converting {
  readonly ordered: OrderedMessages;
  readonly shown: ShownByTools;
  readonly options: GroupOptions;
  readonly variant: string;
}

function convert(
  canisters: readonly Canister[],
  { ordered, shown, options, variant }: Converting,
): ShownByTools {
  const nativize = rememberer(options, variant);
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

function rememberer(options: GroupOptions, lasting: string): (group: Group, before: ShownByTools) => Native {
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
