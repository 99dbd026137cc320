import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { Canister } from '../../converser/canister/canister.ts';
import { sameIn } from '../../converser/same-in.ts';
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
 * Canisters as messages. Consecutive canisters of one side become one message, because the templates of many local
 * models reject two in a row; they also reject instructions that are not first. A tool message holds only text, so
 * images in results follow in a user message after the last result of their round.
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
  return [...goOn(nothingConverted, instructions, options).messages, ...ended(messages)];
}

/** Converted canisters, up to where the user speaks again. */
interface Converted {
  readonly messages: readonly ChatCompletionMessageParam[];
  /** Images of the last results, which the next user message has to show. */
  readonly shown: ShownByTools;
}

interface Past extends Converted {
  readonly variant: string;
  readonly canisters: readonly Canister[];
}

/** By their first canister. */
const pasts = new WeakMap<Canister, Past>();

/** Earlier turns: their messages are reused, and only new canisters are converted. */
function nativizePast(canisters: readonly Canister[], options: MessageOptions): Converted {
  const [first] = canisters;
  if (first === undefined) return nothingConverted;
  const variant = variantOf(options);
  const known = pasts.get(first);
  const before = known?.variant === variant && goesOn(canisters, known) ? known : nothingConverted;
  if (before.canisters.length === canisters.length) return before;
  const past = { ...goOn(before, canisters.slice(before.canisters.length), options), variant, canisters };
  pasts.set(first, past);
  return past;
}

/** Whether they are the same canisters, perhaps followed by a new user turn. */
function goesOn(canisters: readonly Canister[], { canisters: before }: Past): boolean {
  const next = canisters[before.length];
  const isTurn = next === undefined || (isUsers(next) && says(next, before.length, canisters));
  return isTurn && sameIn(before, canisters) === before.length;
}

function goOn(
  before: Converted,
  canisters: readonly Canister[],
  options: GroupOptions,
): Converted & { readonly messages: ChatCompletionMessageParam[] } {
  const messages = [...before.messages];
  let { shown } = before;
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

/** The start of the last user turn. Empty canisters do not separate messages. */
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
 * Whether there is anything to send: servers reject messages without content. An assistant canister without text
 * counts only if calls follow it.
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
    case 'compaction':
      return false;
  }
}

interface Became {
  readonly variant: string;
  readonly hasResidue: boolean;
  readonly before: ShownByTools;
  readonly native: Native;
}

const groupBySpeaker = createGrouping<Became>();

const nothing: ShownByTools = { images: [], messages: [] };

const nothingConverted: Converted & Pick<Past, 'canisters'> = { canisters: [], messages: [], shown: nothing };

/** Reuses what a group became before under the same options, which the variant lists. */
function rememberer(options: GroupOptions): (group: Group<Became>, before: ShownByTools) => Native {
  const [variant, lasting] = [variantOf(options), variantOf({ ...options, isCurrent: false })];
  return (group, before) => {
    const { became } = group;
    const isResidual = became?.hasResidue ?? group.canisters.some(hasResidue);
    // Without residue, the messages of a turn stay the same objects in the next turn.
    const due = isResidual && (options.thoughts ?? 'turn') === 'turn' ? variant : lasting;
    if (became?.variant === due && became.before === before) return became.native;
    const native = nativizeGroup(group, options, before);
    group.became = { variant: due, hasResidue: isResidual, before, native };
    return native;
  };
}

function hasResidue({ content }: Canister): boolean {
  return content.some(({ type }) => type === 'opaque');
}

function variantOf(options: GroupOptions): string {
  const {
    provider,
    supervisor,
    images,
    files,
    thoughts = 'turn',
    needsThoughts = false,
    needsSignatures = false,
    isCurrent = false,
  } = options;
  return JSON.stringify([
    ...[provider, supervisor, images, files, thoughts],
    ...[needsThoughts, needsSignatures, isCurrent],
  ]);
}
