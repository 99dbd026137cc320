import type Anthropic from '@anthropic-ai/sdk';
import type { AssistantCanister, Canister, InvocationCanister } from '../../converser/canister/canister.ts';
import { wireName } from '../../converser/ensemble/wire-name.ts';
import { sameIn } from '../../converser/same-in.ts';
import { fittingIds } from '../call-id.ts';
import { wellFormed } from '../well-formed.ts';
import { nativizeContent, type SaidBlock, textBlock } from './nativize-content.ts';
import { nativizeResult } from './nativize-result.ts';
import { type Residue, residueIn } from './residue.ts';

export interface MessageOptions {
  readonly images: boolean;
  /** Whose opaque parts are replayed. */
  readonly provider: string | undefined;
}

type Block = Anthropic.ContentBlockParam;

interface Draft {
  readonly role: 'user' | 'assistant';
  /** The index of the canister that began it. */
  readonly from: number;
  readonly blocks: Block[];
  /** Remembered once something follows it, because it does not change any more. */
  message?: Anthropic.MessageParam;
}

/** The drafts so far, and the residue of the current reply that still waits for its place. */
interface State {
  readonly drafts: readonly Draft[];
  readonly calls: number;
  readonly waiting: readonly Residue[];
}

interface Known extends State {
  readonly canisters: readonly Canister[];
  readonly options: MessageOptions;
}

/** By their first canister after the instructions. */
const known = new WeakMap<Canister, Known>();

/**
 * The canisters as messages of alternating sides, with the user's first and last. Results come before the rest of a
 * user message, and each residue comes after as many calls as in the original reply.
 */
export function nativizeMessages(
  canisters: readonly Canister[],
  options: MessageOptions,
): Anthropic.MessageParam[] {
  const start = canisters.findIndex(({ role }) => role !== 'supervisor');
  const said = start < 0 ? [] : canisters.slice(start);
  const [first] = said;
  const before = first === undefined ? undefined : known.get(first);
  const { begun, from } = before === undefined ? fromStart : sharedStart(said, before, options);
  const drafts = createDrafts(begun);
  for (const [at, canister] of said.slice(from).entries()) {
    drafts.goTo(from + at);
    draft(canister, drafts, options);
  }
  if (first !== undefined) known.set(first, { ...drafts.state(), canisters: said, options });
  return withUserAtBothEnds(drafts.all());
}

const nothing: State = { drafts: [], calls: 0, waiting: [] };

const fromStart = { begun: nothing, from: 0 };

/** What can be kept of an earlier request, and from which canister on to continue. */
function sharedStart(
  said: readonly Canister[],
  before: Known,
  { images, provider }: MessageOptions,
): { readonly begun: State; readonly from: number } {
  if (before.options.images !== images || before.options.provider !== provider) return fromStart;
  const same = sameIn(before.canisters, said);
  if (same === before.canisters.length) return { begun: before, from: same };
  // Where a message of the user begins, nothing of the reply before it waits any more.
  const last = before.drafts.findLastIndex(({ role, from }) => role === 'user' && from < same);
  const from = before.drafts[last]?.from;
  return from === undefined
    ? fromStart
    : { begun: { ...nothing, drafts: before.drafts.slice(0, last) }, from };
}

type Drafts = ReturnType<typeof createDrafts>;

function draft(canister: Canister, drafts: Drafts, options: MessageOptions): void {
  switch (canister.role) {
    case 'supervisor':
    case 'compaction':
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
      drafts.say('user', nativizeResult(canister, options.images));
      break;
  }
}

/** Joins consecutive blocks of one side. Does not change the state that it starts with. */
function createDrafts(begun: State) {
  let drafts = copied(begun.drafts);
  let { calls, waiting } = begun;
  let at = 0;

  function add(role: Draft['role'], blocks: readonly Block[]): void {
    if (blocks.length === 0) return;
    if (role === 'user') endAssistant();
    const last = drafts.at(-1);
    if (last?.role === role) last.blocks.push(...blocks);
    else drafts.push({ role, blocks: [...blocks], from: at });
  }

  // The API rejects messages that end with thinking, as a reply does that was cut off there.
  function endAssistant(): void {
    const last = drafts.at(-1);
    if (last?.role !== 'assistant') return;
    while (isThinking(last.blocks.at(-1))) last.blocks.pop();
    if (last.blocks.length === 0) drafts = copied(drafts.slice(0, -1));
  }

  function addResidues(isDue: (residue: Residue) => boolean): void {
    add(
      'assistant',
      waiting.filter(isDue).map(({ block }) => block),
    );
    waiting = waiting.filter(residue => !isDue(residue));
  }

  return {
    /** What follows is from the canister at this index. */
    goTo(index: number) {
      at = index;
    },
    say(role: Draft['role'], blocks: readonly Block[], residue: readonly Residue[] = []) {
      addResidues(() => true);
      calls = 0;
      waiting = residue;
      add(role, blocks);
    },
    call(block: Block) {
      add('assistant', [block]);
      calls++;
      addResidues(({ afterInvocations }) => afterInvocations <= calls);
    },
    state: (): State => ({ drafts: copied(drafts), calls, waiting }),
    all(): readonly Draft[] {
      addResidues(() => true);
      endAssistant();
      return drafts;
    },
  };
}

/** Only the last one may still change. */
function copied(drafts: readonly Draft[]): Draft[] {
  const last = drafts.at(-1);
  return last === undefined
    ? []
    : [...drafts.slice(0, -1), { role: last.role, blocks: [...last.blocks], from: last.from }];
}

function isThinking(block: Block | undefined): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking';
}

function blocksOf({ content }: Canister, { images }: MessageOptions): readonly SaidBlock[] {
  return content.flatMap(part => nativizeContent(part, images) ?? []);
}

/** The text before the calls, with the residue that belongs there. */
function saidBlocks({ content }: AssistantCanister, options: MessageOptions): readonly Block[] {
  const residue = residueIn(content, options.provider);
  return content.flatMap(part => {
    if (part.type !== 'opaque') return assistantBlock(part, options) ?? [];
    const own = residue.get(part);
    return own === undefined || own.afterInvocations > 0 ? [] : [own.block];
  });
}

/** Assistant messages hold only text. */
function assistantBlock(part: AssistantCanister['content'][number], { images }: MessageOptions) {
  const block = nativizeContent(part, images);
  if (block === undefined || block.type === 'text') return block;
  if (part.type === 'resource' && part.text !== undefined) return textBlock(part.text);
  return nativizeContent(part.type === 'resource' ? { type: 'resource', uri: part.uri } : part, false);
}

function residues({ content }: AssistantCanister, options: MessageOptions): readonly Residue[] {
  return [...residueIn(content, options.provider).values()].filter(
    ({ afterInvocations }) => afterInvocations > 0,
  );
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

function withUserAtBothEnds(drafts: readonly Draft[]): Anthropic.MessageParam[] {
  const messages = drafts.map((each, at) => (at === drafts.length - 1 ? messageOf(each) : keptMessage(each)));
  const first = messages[0]?.role === 'user' ? [] : [userSays('(The conversation begins here.)')];
  const last = messages.at(-1)?.role === 'assistant' ? [userSays('Go on.')] : [];
  return [...first, ...messages, ...last];
}

function keptMessage(draft: Draft): Anthropic.MessageParam {
  draft.message ??= messageOf(draft);
  return draft.message;
}

function messageOf({ role, blocks }: Draft): Anthropic.MessageParam {
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
