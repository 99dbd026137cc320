import type Anthropic from '@anthropic-ai/sdk';
import { errors } from '../../converser/ground/errors.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { ModelEvent, ToolDefinition } from '../../converser/words/models/provider.ts';
import type { ReplyBudget, ReplyPart } from '../../converser/words/models/reply-limits.ts';
import { readArguments } from '../call-arguments.ts';
import type { CallFragments } from '../call-fragments.ts';
import { unseal } from '../seal.ts';
import { pairJoiner, wellFormed } from '../well-formed.ts';
import { isResidueKind, toOpaque, unsignedBlock } from './residue.ts';
import { type Renaming, renamed, renamingOf } from './tools/property-names.ts';

type Start = Anthropic.RawContentBlockStartEvent;
type DeltaEvent = Anthropic.RawContentBlockDeltaEvent;
type Delta = DeltaEvent['delta'];

/** Pieces are joined only at the end of the block, so that the time stays linear. */
interface OpenBlock {
  readonly block: Start['content_block'];
  readonly pieces: string[];
  readonly pairs: ReturnType<typeof pairJoiner>;
  readonly renaming: Renaming | undefined;
  signature: string;
}

export interface BlockReaderOptions {
  readonly label: string;
  readonly provider: string;
  readonly budget: ReplyBudget;
  readonly passing?: CallFragments | undefined;
  readonly tools: readonly ToolDefinition[];
}

export function createBlockReader({ label, provider, budget, passing, tools }: BlockReaderOptions) {
  const open = new Map<number, OpenBlock>();
  let calls = 0;

  function close(index: number): readonly ModelEvent[] {
    const ended = open.get(index);
    if (ended === undefined) return [];
    open.delete(index);
    if (ended.block.type === 'tool_use' && ended.block.name === '')
      throw errors.modelServerFailed(label, 'it sent a tool call without the name of the tool.');
    const events = endOf(ended, { provider, afterInvocations: calls });
    if (ended.block.type === 'tool_use') calls++;
    if (passing === undefined) return events;
    const call = passing.callOf(ended);
    return passing.end(
      ended,
      events.map(event => (event.type === 'invocation' ? { ...event, ...call } : event)),
    );
  }

  function start({ index, content_block: sent }: Start): readonly ModelEvent[] {
    const before = close(index);
    if (!isJsonObject(sent)) return before;
    const block = sent.type === 'tool_use' ? { ...sent, name: wordsOf(sent.name) } : sent;
    budget.take(partOf(block), JSON.stringify(block).length);
    if (block.type === 'tool_use') budget.take('calls', 1);
    const renaming = block.type === 'tool_use' ? renamingFor(block.name, tools) : undefined;
    const opened: OpenBlock = { block, pieces: [], pairs: pairJoiner(), renaming, signature: '' };
    open.set(index, opened);
    // Fragments cannot be renamed: such a call arrives as a whole.
    if (block.type === 'tool_use' && block.name !== '' && renaming === undefined)
      passing?.begin(opened, block.name);
    const begun = beginningOf(opened);
    return [...before, ...(passing?.pass(begun) ?? begun)];
  }

  /** Some servers leave out the start of a block. */
  function blockFor({ index, delta }: DeltaEvent): OpenBlock | undefined {
    const content_block = open.has(index) ? undefined : emptyBlocks[delta.type];
    if (content_block !== undefined) start({ type: 'content_block_start', index, content_block });
    return open.get(index);
  }

  return {
    start,
    delta(event: DeltaEvent): readonly ModelEvent[] {
      const current = isJsonObject(event.delta) ? blockFor(event) : undefined;
      if (current === undefined) return [];
      const { delta } = event;
      const piece = pieceOf(delta);
      budget.take(partOf(current.block), piece.length);
      const events = readDelta(current, delta.type, piece);
      if (passing === undefined) return events;
      const isFragment = current.block.type === 'tool_use' && delta.type === 'input_json_delta';
      return isFragment ? passing.add(current, piece) : passing.pass(events);
    },
    stop: ({ index }: Anthropic.RawContentBlockStopEvent): readonly ModelEvent[] => close(index),
    rest: (): readonly ModelEvent[] => [...[...open.keys()].flatMap(close), ...(passing?.rest() ?? [])],
    calls: () => calls,
  };
}

function renamingFor(name: string, tools: readonly ToolDefinition[]): Renaming | undefined {
  const tool = tools.find(each => each.name === name);
  return tool === undefined ? undefined : renamingOf(tool);
}

/** A block that a provider wants back unread counts as reasoning. */
function partOf({ type }: OpenBlock['block']): ReplyPart {
  if (type === 'text') return 'text';
  return type === 'tool_use' || type === 'server_tool_use' ? 'arguments' : 'reasoning';
}

function pieceOf(delta: Delta): string {
  switch (delta.type) {
    case 'text_delta':
      return wordsOf(delta.text);
    case 'thinking_delta':
      return wordsOf(delta.thinking);
    case 'signature_delta':
      return wordsOf(delta.signature);
    case 'input_json_delta':
      return wordsOf(delta.partial_json);
    default:
      return '';
  }
}

/** Servers may send `null` where nothing is new. */
function wordsOf(sent: unknown): string {
  return typeof sent === 'string' ? sent : '';
}

const emptyBlocks: Readonly<Partial<Record<Delta['type'], Start['content_block']>>> = {
  text_delta: { type: 'text', text: '', citations: null },
  thinking_delta: { type: 'thinking', thinking: '', signature: '' },
  signature_delta: { type: 'thinking', thinking: '', signature: '' },
  input_json_delta: { type: 'tool_use', id: '', name: '', input: {}, caller: { type: 'direct' } },
};

function beginningOf(opened: OpenBlock): readonly ModelEvent[] {
  const { block } = opened;
  if (block.type === 'text') return say(opened, 'text-delta', block.text);
  if (block.type !== 'thinking') return [];
  opened.signature = wordsOf(block.signature);
  opened.pieces.push(wordsOf(block.thinking));
  return say(opened, 'reasoning-delta', block.thinking);
}

function readDelta(current: OpenBlock, type: Delta['type'], piece: string): readonly ModelEvent[] {
  switch (type) {
    case 'text_delta':
      return say(current, 'text-delta', piece);
    case 'thinking_delta':
      current.pieces.push(piece);
      return say(current, 'reasoning-delta', piece);
    case 'signature_delta':
      current.signature += piece;
      return [];
    case 'input_json_delta':
      current.pieces.push(piece);
      return [];
    default:
      return [];
  }
}

function say({ pairs }: OpenBlock, type: 'text-delta' | 'reasoning-delta', piece: unknown) {
  const text = pairs.push(wordsOf(piece));
  return text === '' ? [] : [{ type, text } as const];
}

function endOf(
  { block, pieces, pairs, renaming, signature }: OpenBlock,
  place: { readonly provider: string; readonly afterInvocations: number },
): readonly ModelEvent[] {
  const written = pieces.join('');
  const rest = pairs.rest();
  switch (block.type) {
    case 'text':
      return rest === '' ? [] : [{ type: 'text-delta', text: rest }];
    case 'thinking': {
      const said: readonly ModelEvent[] = rest === '' ? [] : [{ type: 'reasoning-delta', text: rest }];
      // Only some servers want it back without a signature.
      const back =
        signature === '' ? unsignedBlock(written) : { type: block.type, thinking: written, signature };
      return signature === '' && written.trim() === '' ? said : [...said, opaque(back, place)];
    }
    case 'tool_use':
      return [
        { type: 'invocation', name: block.name, arguments: meant(readInput(block.input, written), renaming) },
      ];
    case 'server_tool_use':
      return [opaque({ ...block, input: readInput(block.input, written) }, place)];
    case 'redacted_thinking': {
      const foreign = unseal(wordsOf(block.data));
      return [foreign === undefined ? opaque(block, place) : { type: 'opaque', content: foreign }];
    }
    default:
      return isResidueKind((block as { readonly type: string }).type) ? [opaque(block, place)] : [];
  }
}

function opaque<T extends { readonly type: string }>(
  block: T,
  place: Parameters<typeof toOpaque>[1],
): ModelEvent {
  return { type: 'opaque', content: toOpaque(block, place) };
}

function meant(input: unknown, renaming: Renaming | undefined): unknown {
  return renaming === undefined || !isJsonObject(input) ? input : renamed(input, renaming.meant);
}

function readInput(atStart: unknown, written: string): unknown {
  if (written.trim() === '' && isJsonObject(atStart)) return wellFormed(atStart);
  const whole = written.trim() === '' && typeof atStart === 'string' ? atStart : written;
  if (whole.trim() === '') return {};
  return wellFormed(readArguments(whole));
}
