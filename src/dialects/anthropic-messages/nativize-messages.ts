import type Anthropic from '@anthropic-ai/sdk';
import { type Part, sameInParts } from '../../converser/ground/growing.ts';
import { createObjectMemory, perObject } from '../../converser/ground/object-memory.ts';
import {
  type AssistantCanister,
  type Canister,
  type InvocationCanister,
  startOfSaid,
} from '../../converser/words/canister/canister.ts';
import { textOf } from '../../converser/words/canister/content.ts';
import { wireName } from '../../converser/words/ensemble/wire-name.ts';
import { fittingIds } from '../call-id.ts';
import { reminder } from '../late-instructions.ts';
import { thoughtOf } from '../sent-back.ts';
import { wellFormed } from '../well-formed.ts';
import { nativizeContent, type SaidBlock, textBlock } from './nativize-content.ts';
import { nativizeResult, type ResultOptions } from './nativize-result.ts';
import { type Maker, type Residue, residueIn, unsignedBlock } from './residue.ts';

export interface MessageOptions extends Maker, ResultOptions {
  /** Late instructions stay instructions where they follow the user; see `takesLateInstructions`. Default: `false`. */
  readonly late?: boolean;
}

type Block = Anthropic.ContentBlockParam;

interface Draft {
  readonly role: 'user' | 'assistant' | 'system';
  readonly from: number;
  readonly blocks: Block[];
}

/** Invariant: these drafts never change; others are only added. */
interface Done {
  readonly drafts: Draft[];
  readonly messages: Anthropic.MessageParam[];
}

interface State {
  readonly done: Done;
  readonly count: number;
  readonly open: Draft | undefined;
  readonly calls: number;
  readonly waiting: readonly Residue[];
}

interface Known extends State {
  readonly said: Part<Canister>;
  readonly options: MessageOptions;
}

const known = createObjectMemory<Canister, Known>();

/** The first message is the user's, and the last no assistant's. Each residue follows as many calls as in the original reply. */
export function nativizeMessages(
  canisters: readonly Canister[],
  options: MessageOptions,
): Anthropic.MessageParam[] {
  const said = { of: canisters, from: startOfSaid(canisters) };
  const first = canisters[said.from];
  const before = first === undefined ? undefined : known.get(first);
  const { begun, from } = before === undefined ? fromStart() : sharedStart(said, before, options);
  const drafts = createDrafts(begun);
  for (const [at, canister] of canisters.slice(said.from + from).entries()) {
    drafts.goTo(from + at);
    draft(canister, drafts, options);
  }
  if (first !== undefined) known.set(first, { ...drafts.state(), said, options });
  return withUserAtBothEnds(drafts.end());
}

/** Each message that calls has thoughts, where the server wants them back. */
export function withThoughts(
  canisters: readonly Canister[],
  options: MessageOptions,
): Anthropic.MessageParam[] {
  const messages = nativizeMessages(canisters, options);
  return options.unsigned ? messages.map(thoughtful) : messages;
}

const thoughtful = perObject((message: Anthropic.MessageParam): Anthropic.MessageParam => {
  const { role, content: blocks } = message;
  if (role !== 'assistant' || typeof blocks === 'string' || blocks.some(isThinking)) return message;
  const calls = blocks.filter(block => block.type === 'tool_use');
  if (calls.length === 0) return message;
  const thought = thoughtOf(calls.map(({ name, input }) => ({ name, input })));
  return { role, content: [unsignedBlock(thought), ...blocks] };
});

interface Start {
  readonly begun: State;
  readonly from: number;
}

function fromStart(): Start {
  const done: Done = { drafts: [], messages: [] };
  return { begun: { done, count: 0, open: undefined, calls: 0, waiting: [] }, from: 0 };
}

function sharedStart(said: Part<Canister>, before: Known, options: MessageOptions): Start {
  const alike = ['images', 'provider', 'unsigned', 'emptyResults', 'late'] as const;
  if (alike.some(name => before.options[name] !== options[name])) return fromStart();
  const { done, count, open } = before;
  const same = sameInParts(before.said, said);
  if (same === before.said.of.length - before.said.from) return { begun: before, from: same };
  const begins = (each: Draft | undefined) => each?.role === 'user' && each.from < same;
  const last = begins(open) ? count : done.drafts.slice(0, count).findLastIndex(begins);
  const from = (last === count ? open : done.drafts[last])?.from;
  if (from === undefined) return fromStart();
  return { begun: { done, count: last, open: undefined, calls: 0, waiting: [] }, from };
}

type Drafts = ReturnType<typeof createDrafts>;

function draft(canister: Canister, drafts: Drafts, options: MessageOptions): void {
  switch (canister.role) {
    case 'compaction':
      break;
    case 'supervisor':
      drafts.instruct(textBlock(textOf(canister.content)), options.late);
      break;
    case 'user':
    case 'document':
      drafts.say('user', blocksOf(canister, options));
      break;
    case 'assistant':
      drafts.say('assistant', saidBlocks(canister, options), residues(canister, options));
      break;
    case 'invocation':
      drafts.call(callBlock(canister));
      break;
    case 'result':
      drafts.say('user', nativizeResult(canister, options));
      break;
  }
}

function createDrafts(begun: State) {
  let { done, count, calls, waiting } = begun;
  let open = copied(begun.open);
  let at = 0;

  function close(): void {
    if (open === undefined) return;
    if (done.drafts.length > count)
      done = { drafts: done.drafts.slice(0, count), messages: done.messages.slice(0, count) };
    done.drafts.push(open);
    done.messages.push(messageOf(open));
    count++;
    open = undefined;
  }

  function add(role: Draft['role'], blocks: readonly Block[]): void {
    if (blocks.length === 0) return;
    if (role === 'user') {
      endAssistant();
      endInstructions();
    }
    if (open?.role === role) open.blocks.push(...blocks);
    else {
      close();
      open = { role, blocks: [...blocks], from: at };
    }
  }

  // The API rejects messages that end with thinking, as a reply does that was cut off there.
  function endAssistant(): void {
    if (open?.role !== 'assistant') return;
    while (isThinking(open.blocks.at(-1))) open.blocks.pop();
    if (open.blocks.length > 0) return;
    count = Math.max(0, count - 1);
    open = copied(done.drafts[count]);
  }

  // The API accepts instructions between the user and the assistant only.
  function endInstructions(): void {
    if (open?.role !== 'system') return;
    const told = open.blocks.map(asReminder);
    count--;
    open = copied(done.drafts[count]);
    open?.blocks.push(...told);
  }

  function addResidues(isDue: (residue: Residue) => boolean): void {
    add(
      'assistant',
      waiting.filter(isDue).map(({ block }) => block),
    );
    waiting = waiting.filter(residue => !isDue(residue));
  }

  return {
    goTo(index: number) {
      at = index;
    },
    say(role: Draft['role'], blocks: readonly Block[], residue: readonly Residue[] = []) {
      addResidues(() => true);
      calls = 0;
      waiting = residue;
      add(role, blocks);
    },
    instruct(told: Anthropic.TextBlockParam | undefined, mayStay = false) {
      if (told === undefined) return;
      if (mayStay && open !== undefined && open.role !== 'assistant') add('system', [told]);
      else this.say('user', [asReminder(told)]);
    },
    call(block: Block) {
      add('assistant', [block]);
      calls++;
      addResidues(({ afterInvocations }) => afterInvocations <= calls);
    },
    state: (): State => ({ done, count, open: copied(open), calls, waiting }),
    end(): Messages {
      addResidues(() => true);
      endAssistant();
      const { messages } = done;
      const past = messages.length === count ? messages : messages.slice(0, count);
      return { past, last: open === undefined ? [] : [messageOf(open)] };
    },
  };
}

interface Messages {
  readonly past: readonly Anthropic.MessageParam[];
  readonly last: readonly Anthropic.MessageParam[];
}

function copied(draft: Draft | undefined): Draft | undefined {
  return draft && { ...draft, blocks: [...draft.blocks] };
}

function asReminder(block: Block): Block {
  return block.type === 'text' ? { ...block, text: reminder(block.text) } : block;
}

function isThinking(block: Block | undefined): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking';
}

function blocksOf({ content }: Canister, { images }: MessageOptions): readonly SaidBlock[] {
  return content.flatMap(part => nativizeContent(part, images) ?? []);
}

function saidBlocks({ content }: AssistantCanister, options: MessageOptions): readonly Block[] {
  const residue = residueIn(content, options);
  return content.flatMap(part => {
    if (part.type !== 'opaque') return assistantBlock(part, options) ?? [];
    const own = residue.get(part);
    return own === undefined || own.afterInvocations > 0 ? [] : [own.block];
  });
}

function assistantBlock(part: AssistantCanister['content'][number], { images }: MessageOptions) {
  const block = nativizeContent(part, images);
  if (block === undefined || block.type === 'text') return block;
  if (part.type === 'resource' && part.text !== undefined) return textBlock(part.text);
  return nativizeContent(part.type === 'resource' ? { type: 'resource', uri: part.uri } : part, false);
}

function residues({ content }: AssistantCanister, options: MessageOptions): readonly Residue[] {
  return [...residueIn(content, options).values()].filter(({ afterInvocations }) => afterInvocations > 0);
}

function callBlock(invocation: InvocationCanister): Block {
  const { arguments: input } = invocation;
  return {
    type: 'tool_use',
    id: fittingIds.long(invocation.id),
    name: wireName(invocation),
    input: wellFormed(input),
  };
}

function withUserAtBothEnds({ past, last }: Messages): Anthropic.MessageParam[] {
  const role = (past[0] ?? last[0])?.role;
  const first = role === 'user' ? [] : [userSays('(The conversation begins here.)')];
  const end = (last.at(-1) ?? past.at(-1) ?? first.at(-1))?.role === 'assistant' ? [userSays('Go on.')] : [];
  return first.concat(past, last, end);
}

function messageOf({ role, blocks }: Draft): Anthropic.MessageParam {
  if (role === 'system') return { role, content: blocks as Anthropic.TextBlockParam[] };
  return { role, content: resultsFirst(blocks) };
}

function userSays(text: string): Anthropic.MessageParam {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function resultsFirst(blocks: Block[]): Block[] {
  const isResult = ({ type }: Block) => type === 'tool_result';
  if (!blocks.some(isResult)) return blocks;
  return [...blocks.filter(isResult), ...blocks.filter(block => !isResult(block))];
}
