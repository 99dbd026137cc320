import type { ResponseReasoningItem, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { type ConverserError, errorData, errors } from '../../converser/ground/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { OpaqueContent } from '../../converser/words/canister/content.ts';
import type { ModelEvent, Usage } from '../../converser/words/models/provider.ts';
import { createReplyBudget, type ReplyBudget } from '../../converser/words/models/reply-limits.ts';
import { createCallFragments } from '../call-fragments.ts';
import { failedEnd } from '../end-words.ts';
import type { NormalizerOptions, ReplyNormalizer } from '../reply-normalizer.ts';
import { ReportedError } from '../reported-error.ts';
import { createSpeech } from '../speech.ts';
import {
  createKnownItems,
  type ItemType,
  isItemType,
  isThought,
  type KnownItem,
  type Place,
  partsIn,
  piecesOf,
  spokenIn,
  textOf,
  wordsOf,
} from './known-items.ts';
import { opaquePhase, paragraphBreak } from './phase.ts';
import { createCallReader, isHalf } from './read-call.ts';
import { opaqueResidue } from './residue.ts';
import { endOf, isEnd, usageOf } from './response-end.ts';

/** In characters. All items together are limited as text is. */
const costOfItem = 1_000;

/** Some servers send only deltas, some only snapshots: what the ones lack, the others may have. */
export function createReplyNormalizer(options: NormalizerOptions): ReplyNormalizer<ResponseStreamEvent> {
  const { provider, label, fragments = false } = options;
  const passing = fragments ? createCallFragments() : undefined;
  const budgets = { whole: createReplyBudget(label), pieces: createReplyBudget(label) };
  const items = createKnownItems();
  const speech = createSpeechReader(budgets.whole, provider);
  const calls = createCallReader({ label, budgets, passing });
  let hasEnded = false;
  let usage: Usage | undefined;
  const told = (): readonly ModelEvent[] => (usage === undefined ? [] : [{ type: 'usage', usage }]);
  const passed = (events: readonly ModelEvent[]) => passing?.pass(events) ?? events;

  function begin(place: Place): KnownItem {
    budgets.pieces.take('text', costOfItem);
    const known = items.add(place, calls.begun());
    if (known.type === 'function_call') calls.begin(known);
    return known;
  }

  function readDelta(event: JsonObject, type: ItemType): readonly ModelEvent[] {
    const place = { type, id: event.item_id, at: event.output_index };
    const known = items.ofDelta(place) ?? begin(place);
    return type === 'function_call' ? calls.read(known, event) : passed(speech.read(known, event));
  }

  function endItem(known: KnownItem, item: JsonObject): readonly ModelEvent[] {
    const isRepeated = known.isDone;
    known.isDone = true;
    if (known.type === 'message') return passed(speech.complete(known, item));
    if (isRepeated) return [];
    if (known.type === 'function_call') return calls.end(known, item);
    budgets.whole.take('reasoning', JSON.stringify(item).length);
    const residue = { item: item as unknown as ResponseReasoningItem, afterCalls: known.afterCalls };
    return passed([...speech.think(known, item), opaqueEvent(opaqueResidue(provider, residue))]);
  }

  function endNext(place: Place & { readonly item: JsonObject }): readonly ModelEvent[] {
    const known = items.ended(place) ?? begin(place);
    if (known.isDone) budgets.pieces.take('calls', 1);
    return endItem(known, place.item);
  }

  /** Calls that were cut off are not made. */
  function completeAll({ output }: JsonObject, isWhole: boolean): readonly ModelEvent[] {
    const events = partsIn(output).flatMap((item, at) => {
      const place = placeOf(item, at);
      const known = place && items.inResponse(place, begin);
      const isCut = !isWhole && known?.type === 'function_call' && item.status !== 'completed';
      return known === undefined || isCut ? [] : endItem(known, item);
    });
    const open = items.all().filter(({ type, isDone }) => isWhole && type === 'function_call' && !isDone);
    return [...events, ...open.flatMap(known => endItem(known, {}))];
  }

  function close(last: readonly ModelEvent[]): readonly ModelEvent[] {
    if (hasEnded) return [];
    hasEnded = true;
    return [...(passing?.rest() ?? []), ...speech.rest(), ...last];
  }

  function finish(type: string, response: JsonObject): readonly ModelEvent[] {
    usage = usageOf(response);
    const { end, word } = endOf(type, response);
    if (end === 'failure') return close([...told(), failure(failedEnd(label, word))]);
    const rest = completeAll(response, end === 'stop');
    const isCalled = end === 'stop' && calls.count() > 0;
    const reason = speech.isRefused() ? 'refusal' : isCalled ? 'invocations' : end;
    return [...rest, ...close([...told(), { type: 'finish', reason }])];
  }

  return {
    read(streamed) {
      const event: unknown = streamed;
      if (!isJsonObject(event) || hasEnded) return [];
      const type = wordsOf(event.type);
      const ofItem = isThought(event.part) ? undefined : deltas.get(type);
      if (ofItem !== undefined) return readDelta(event, ofItem);
      if (isEnd(type)) return finish(type, isJsonObject(event.response) ? event.response : {});
      if (type === 'error') throw new ReportedError(event);
      const place = placeOf(event.item, event.output_index);
      if (place === undefined) return [];
      if (type === 'response.output_item.added' && !items.isBegun(place)) begin(place);
      return type === 'response.output_item.done' ? endNext(place) : [];
    },
    end(isMarked = false) {
      const known = items.all();
      const isOver = isMarked && known.length > 0 && !known.some(isHalf);
      return isOver && !hasEnded
        ? finish('response.completed', {})
        : close([failure(errors.modelBrokeOff(label))]);
    },
    usage: told,
  };
}

const deltas: ReadonlyMap<string, ItemType> = new Map([
  ['response.output_text.delta', 'message'],
  ['response.output_text.done', 'message'],
  ['response.refusal.delta', 'message'],
  ['response.refusal.done', 'message'],
  ['response.content_part.done', 'message'],
  ['response.function_call_arguments.delta', 'function_call'],
  ['response.function_call_arguments.done', 'function_call'],
  ['response.reasoning_summary_part.added', 'reasoning'],
  ['response.reasoning_summary_text.delta', 'reasoning'],
  ['response.reasoning_text.delta', 'reasoning'],
]);

function placeOf(
  item: JsonValue | undefined,
  at: unknown,
): (Place & { readonly item: JsonObject }) | undefined {
  if (!isJsonObject(item) || !isItemType(item.type)) return undefined;
  return { type: item.type, id: item.id, at, item };
}

function createSpeechReader(budget: ReplyBudget, provider: string) {
  const { say, think, rest } = createSpeech(budget);
  let isRefused = false;
  let hasSpoken = false;
  let callsBefore = 0;

  function opening({ phase, afterCalls }: KnownItem): readonly ModelEvent[] {
    const mark = phase === undefined ? [] : [opaqueEvent(opaquePhase(provider, { phase, afterCalls }))];
    budget.take('reasoning', mark.length);
    // Without phases, text around a call is one text, as on every wire.
    const isParagraph = hasSpoken && (mark.length > 0 || afterCalls === callsBefore);
    [hasSpoken, callsBefore] = [true, afterCalls];
    return isParagraph ? [...mark, ...say(paragraphBreak)] : mark;
  }

  function speak(known: KnownItem, part: unknown, piece: string): readonly ModelEvent[] {
    const said = known.pieces.get(part);
    if (piece === '') return [];
    if (said !== undefined) {
      said.push(piece);
      return say(piece);
    }
    const opened = known.pieces.size === 0 ? opening(known) : [];
    known.pieces.set(part, [piece]);
    return [...opened, ...say(piece)];
  }

  function thinkOf(known: KnownItem, piece: string): readonly ModelEvent[] {
    known.hasThought ||= piece !== '';
    return think(piece);
  }

  return {
    rest,
    isRefused: () => isRefused,
    read(known: KnownItem, event: JsonObject): readonly ModelEvent[] {
      const { type, delta, content_index: part = 0 } = event;
      const piece = wordsOf(delta);
      switch (type) {
        case 'response.output_text.delta':
          return speak(known, part, piece);
        case 'response.refusal.delta':
          isRefused = true;
          return speak(known, part, piece);
        case 'response.reasoning_summary_part.added':
          return Number(event.summary_index) > 0 ? think('\n\n') : [];
        case 'response.reasoning_summary_text.delta':
        case 'response.reasoning_text.delta':
          return thinkOf(known, piece);
        default: {
          const whole = isJsonObject(event.part) ? event.part : event;
          isRefused ||= wordsOf(whole.refusal) !== '';
          const said = known.pieces.get(part)?.join('') ?? '';
          return speak(known, part, restOf(textOf(whole), said));
        }
      }
    },
    complete(known: KnownItem, { content }: JsonObject): readonly ModelEvent[] {
      const parts = partsIn(content);
      isRefused ||= parts.some(({ refusal }) => wordsOf(refusal) !== '');
      return speak(known, parts.length, restOf(spokenIn(content), piecesOf(known)));
    },
    think(known: KnownItem, { summary, content }: JsonObject): readonly ModelEvent[] {
      const thoughts = [summary, content].map(each => partsIn(each).map(textOf).join('\n\n'));
      return known.hasThought ? [] : thinkOf(known, thoughts.find(each => each !== '') ?? '');
    },
  };
}

/** What was said already is not taken back, so it stays where a server says something else in the end. */
function restOf(whole: string, said: string): string {
  return whole.startsWith(said) ? whole.slice(said.length) : '';
}

function opaqueEvent(content: OpaqueContent): ModelEvent {
  return { type: 'opaque', content };
}

function failure(error: ConverserError): ModelEvent {
  return { type: 'failure', error: errorData(error) };
}
