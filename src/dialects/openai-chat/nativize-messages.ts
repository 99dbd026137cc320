import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { Canister } from '../../converser/canister/canister.ts';
import { createGrouping, type Group, speakerOf } from './group-by-speaker.ts';
import { addInOrder, ended } from './keep-order.ts';
import { hasText } from './nativize-content.ts';
import {
  type GroupOptions,
  type MessageOptions,
  type Native,
  nativizeGroup,
  type ShownByTools,
} from './nativize-group.ts';

/**
 * Canisters as messages. What one side says without interruption is one message, because the templates of many
 * local models refuse two in a row, and instructions come first, because they refuse them elsewhere. A message
 * of a tool holds text only: images of results follow in a message of the user's, after the last result of their
 * round.
 */
export function nativizeMessages(
  canisters: readonly Canister[],
  options: MessageOptions,
): ChatCompletionMessageParam[] {
  const [instructions, said] = instructionsFirst(canisters);
  const turn = startOfLastTurn(said);
  const past = nativizePast(said.slice(0, turn), options);
  const { messages, shown } = goOn(past, said.slice(turn), { ...options, isCurrent: true });
  for (const message of shown.messages) addInOrder(message, messages);
  return [...goOn(nothingTold, instructions, options).messages, ...ended(messages)];
}

/** What canisters became, up to where the user speaks again. */
interface Told {
  readonly messages: readonly ChatCompletionMessageParam[];
  /** What results showed last, which the user has still to show. */
  readonly shown: ShownByTools;
}

interface Past extends Told {
  readonly variant: string;
  readonly canisters: readonly Canister[];
}

/** By their first canister. */
const pasts = new WeakMap<Canister, Past>();

/** Earlier turns: they become what they became the last time, and only what has been added is looked at. */
function nativizePast(canisters: readonly Canister[], options: MessageOptions): Told {
  const [first] = canisters;
  if (first === undefined) return nothingTold;
  const variant = variantOf(options);
  const known = pasts.get(first);
  const before = known?.variant === variant && goesOn(canisters, known) ? known : nothingTold;
  if (before.canisters.length === canisters.length) return before;
  const past = { ...goOn(before, canisters.slice(before.canisters.length), options), variant, canisters };
  pasts.set(first, past);
  return past;
}

/** Whether they are the same, or more follows where the user speaks. */
function goesOn(canisters: readonly Canister[], { canisters: before }: Past): boolean {
  const next = canisters[before.length];
  const isTurn = next === undefined || (isUsers(next) && says(next, before.length, canisters));
  return isTurn && before.every((each, at) => each === canisters[at]);
}

function goOn(
  told: Told,
  canisters: readonly Canister[],
  options: GroupOptions,
): Told & { readonly messages: ChatCompletionMessageParam[] } {
  const messages = [...told.messages];
  let { shown } = told;
  const nativize = rememberer(options);
  const add = (more: readonly ChatCompletionMessageParam[]) => {
    for (const message of more) addInOrder(message, messages);
  };
  for (const group of groupBySpeaker(canisters.filter(says))) {
    if (group.speaker !== 'user') add(shown.messages);
    const native = nativize(group, group.speaker === 'user' ? shown : nothing);
    add(native.messages);
    shown = native.shown ?? nothing;
  }
  return { messages, shown };
}

function isUsers(canister: Canister): boolean {
  return speakerOf(canister) === 'user';
}

/** Where the user began to speak last. What says nothing parts nobody's words. */
function startOfLastTurn(canisters: readonly Canister[]): number {
  let start = canisters.findLastIndex((each, at) => isUsers(each) && says(each, at, canisters));
  for (let at = start - 1; at >= 0; at--) {
    const canister = canisters[at];
    if (canister === undefined) break;
    if (!says(canister, at, canisters)) continue;
    if (!isUsers(canister)) break;
    start = at;
  }
  return Math.max(0, start);
}

function instructionsFirst(
  canisters: readonly Canister[],
): readonly [readonly Canister[], readonly Canister[]] {
  const isInstruction = ({ role }: Canister) => role === 'supervisor';
  const count = canisters.findIndex(canister => !isInstruction(canister));
  if (count < 0) return [canisters, []];
  const said = canisters.slice(count);
  if (!said.some(isInstruction)) return [canisters.slice(0, count), said];
  return [canisters.filter(isInstruction), said.filter(canister => !isInstruction(canister))];
}

/**
 * Whether there is anything to send: servers refuse messages without content. An assistant who said nothing
 * counts only as the one who made the calls that follow.
 */
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
  }
}

interface Became {
  readonly variant: string;
  readonly before: ShownByTools;
  readonly native: Native;
}

const groupBySpeaker = createGrouping<Became>();

const nothing: ShownByTools = { images: [], messages: [] };

const nothingTold: Told & Pick<Past, 'canisters'> = { canisters: [], messages: [], shown: nothing };

/** What a group became before, with the same options: all of them are told in the variant. */
function rememberer(options: GroupOptions): (group: Group<Became>, before: ShownByTools) => Native {
  const [variant, lasting] = [variantOf(options), variantOf({ ...options, isCurrent: false })];
  return (group, before) => {
    // Where nothing passes, the messages of a turn are still the same objects when the next one has begun.
    const due = group.canisters.some(hasResidue) ? variant : lasting;
    const { became } = group;
    if (became?.variant === due && became.before === before) return became.native;
    const native = nativizeGroup(group, options, before);
    group.became = { variant: due, before, native };
    return native;
  };
}

function hasResidue({ content }: Canister): boolean {
  return content.some(({ type }) => type === 'opaque');
}

function variantOf({ provider, supervisor, images, files, isCurrent = false }: GroupOptions): string {
  return JSON.stringify([provider, supervisor, images, files, isCurrent]);
}
