import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { type ConverserError, errorData, errors } from '../../converser/ground/errors.ts';
import { isAmount, isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { FinishReason, ModelEvent, Usage } from '../../converser/words/models/provider.ts';
import { createReplyBudget, type ReplyBudget } from '../../converser/words/models/reply-limits.ts';
import { createCallFragments } from '../call-fragments.ts';
import { isPrintedId, printsIds } from '../call-id.ts';
import { failedEnd, replyEnd } from '../end-words.ts';
import { keptThoughts } from '../options/kept-thoughts.ts';
import type { NormalizerOptions, ReplyNormalizer } from '../reply-normalizer.ts';
import { createSpeech, type Speech } from '../speech.ts';
import { createThoughtReader, googleExtra, type ThoughtReader } from './flagged-thoughts.ts';
import { type CallPiece, createCallJoiner, type JoinedCall } from './join-calls.ts';
import { createDetailReader, joinDetails, textOfDetails } from './join-details.ts';
import { laterUsage } from './normalize-usage.ts';
import { opaqueResidue, type Residue } from './residue.ts';

interface Delta {
  readonly content?: unknown;
  readonly refusal?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly reasoning_details?: unknown;
  readonly extra_content?: unknown;
  readonly tool_calls?: unknown;
  readonly function_call?: unknown;
}

/** Nothing in it is sure to be there, or to be what its type says. */
type Choice = JsonObject;

export function createReplyNormalizer({
  provider,
  label,
  fragments = false,
  model = '',
}: NormalizerOptions): ReplyNormalizer<ChatCompletionChunk> {
  const budget = createReplyBudget(label);
  const said = createUtterance(budget, keptThoughts({ model }) === 'all', printsIds(model));
  const passing = fragments ? createCallFragments() : undefined;
  const calls = createCallJoiner(budget, { label, passing });
  let reason: unknown;
  let isRefused = false;
  let hasBegun = false;
  let isOver = false;
  let usage: Usage | undefined;
  const told = (): readonly ModelEvent[] => (usage === undefined ? [] : [{ type: 'usage', usage }]);

  function readChoice(choice: Choice): readonly ModelEvent[] {
    const delta = deltaIn(choice);
    if (typeof delta.refusal === 'string' && delta.refusal !== '') isRefused = true;
    if (choice.usage) usage = laterUsage(usage, choice.usage);
    const ending = choice.finish_reason || 'null';
    // A choice that ends well says nothing of one that didn’t.
    if (ending !== 'null' && (reason === undefined || replyEnd(reason) === 'stop')) reason = ending;
    const spoken = said.read(delta);
    const pieces = piecesIn(delta);
    if (pieces.length === 0) return passing?.pass(spoken) ?? spoken;
    const called = pieces.flatMap(piece => calls.add(piece));
    return passing === undefined ? spoken : [...passing.pass(spoken), ...called];
  }

  return {
    // One reply was asked for, so all choices are parts of it.
    read(chunk) {
      const choices = objectsIn(chunk.choices);
      const used = usageIn(chunk as object);
      if (used) usage = laterUsage(usage, used);
      const [choice] = choices;
      if (choice === undefined) {
        isOver ||= hasBegun && isJsonObject(used) && Object.values(used).some(isAmount);
        return [];
      }
      hasBegun = true;
      isOver = false;
      return choices.length === 1 ? readChoice(choice) : choices.flatMap(readChoice);
    },
    end(isMarked = false) {
      const end = reason === undefined ? 'stop' : replyEnd(reason);
      const cause = isRefused && end !== 'failure' ? 'refusal' : end;
      const isCut = reason === undefined || cause !== 'stop';
      const rest = [...calls.rest(isCut), ...(passing?.rest() ?? []), ...said.end()];
      if (cause === 'failure') return [...rest, ...told(), failure(failedEnd(label, reason))];
      const made = calls.all(isCut);
      const isEnd = reason !== undefined || ((isMarked ? hasBegun : isOver) && !isHalf(made.at(-1)));
      if (!isEnd) return [...rest, ...told(), failure(errors.modelBrokeOff(label))];
      const whole = wholeCalls(made, cause);
      const residue = said.residue(whole);
      return [
        ...rest,
        ...(residue === undefined
          ? []
          : [{ type: 'opaque', content: opaqueResidue(provider, residue) } as const]),
        ...whole.map(({ extra: _extra, id: _id, ...call }) => ({ type: 'invocation', ...call }) as const),
        ...told(),
        { type: 'finish', reason: cause === 'stop' && whole.length > 0 ? 'invocations' : cause },
      ];
    },
    usage: told,
  };
}

/** Groq has a place of its own for it. */
function usageIn({ usage, x_groq: groq }: { readonly usage?: unknown; readonly x_groq?: unknown }): unknown {
  return usage || (isJsonObject(groq) ? groq.usage : undefined);
}

/** Some servers send a whole message instead. */
function deltaIn({ delta, message }: Choice): Delta {
  if (isJsonObject(delta)) return delta;
  return isJsonObject(message) ? message : {};
}

function objectsIn(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value)) return value.every(isJsonObject) ? value : value.filter(isJsonObject);
  return isJsonObject(value) ? [value] : noObjects;
}

function piecesIn({ tool_calls: calls, function_call: call }: Delta): readonly CallPiece[] {
  const pieces = calls ? objectsIn(calls) : noObjects;
  return isJsonObject(call) ? [...pieces, { index: 0, function: call }] : pieces;
}

const noObjects: readonly JsonObject[] = [];

function createUtterance(budget: ReplyBudget, keepsAll: boolean, keepsIds: boolean) {
  const speech = createSpeech(budget);
  const { say, think } = speech;
  const details: JsonValue[] = [];
  const readDetails = createDetailReader();
  const reasoning: { field?: string; readonly pieces: string[] } = { pieces: [] };
  const google = createGoogleParts(budget, speech);

  function thoughts(delta: Delta): readonly string[] {
    for (const field of reasoningFields) {
      const piece = delta[field];
      if (typeof piece !== 'string' || piece === '') continue;
      reasoning.field = field;
      reasoning.pieces.push(piece);
      return [piece];
    }
    return partsOf(delta.content, 'thinking');
  }

  function keepDetails(told: readonly JsonValue[]): readonly string[] {
    budget.take('reasoning', JSON.stringify(told).length);
    const news = readDetails(told);
    for (const detail of news) details.push(detail);
    return textOfDetails(news);
  }

  return {
    read(delta: Delta): readonly ModelEvent[] {
      const { content, refusal, reasoning_details: told } = delta;
      const flagged = google.read(delta);
      if (flagged !== undefined) return flagged;
      const detailed = Array.isArray(told) ? keepDetails(told) : none;
      const plain = thoughts(delta);
      // OpenRouter sends the same text in both.
      const thought = plain.length > 0 ? plain : detailed;
      if (thought.length === 0 && typeof content === 'string' && typeof refusal !== 'string')
        return say(content);
      const events = [...thought.flatMap(think), ...partsOf(content, 'text').flatMap(say)];
      return typeof refusal === 'string' ? [...events, ...say(refusal)] : events;
    },
    end: () => [...google.rest(), ...speech.rest()],
    residue(calls: readonly JoinedCall[]): Residue | undefined {
      const { field, pieces } = reasoning;
      const extras = calls.map(({ extra, id }) => (keepsIds && isPrintedId(id) ? { ...extra, id } : extra));
      const residue: Residue = {
        ...google.residue(),
        ...(details.length > 0 ? { message: { reasoning_details: joinDetails(details) } } : {}),
        ...(extras.some(extra => Object.keys(extra).length > 0) ? { calls: extras } : {}),
        ...(field !== undefined && (calls.length > 0 || keepsAll) && details.length === 0
          ? { passing: { [field]: pieces.join('').toWellFormed() } }
          : {}),
      };
      return Object.keys(residue).length === 0 ? undefined : residue;
    },
  };
}

/** Gemini flags thoughts beside the content, and sends their signature at the end. */
function createGoogleParts(budget: ReplyBudget, { say, think }: Pick<Speech, 'say' | 'think'>) {
  let reader: ThoughtReader | undefined;
  let signature: string | undefined;
  return {
    read({ content, extra_content: extra }: Delta): readonly ModelEvent[] | undefined {
      const { thought: isThought, thought_signature: signed } = googleExtra(extra) ?? {};
      if (typeof signed === 'string') {
        budget.take('reasoning', signed.length);
        signature = signed;
      }
      if (isThought === true) reader ??= createThoughtReader();
      if (reader === undefined || typeof content !== 'string') return undefined;
      const { thought, said } = reader.read(content, isThought === true);
      return [...think(thought), ...say(said)];
    },
    rest: () => think(reader?.rest() ?? ''),
    residue: (): Residue =>
      signature === undefined
        ? {}
        : { message: { extra_content: { google: { thought_signature: signature.toWellFormed() } } } },
  };
}

const reasoningFields = ['reasoning_content', 'reasoning'] as const;
const none: readonly string[] = [];

function partsOf(content: unknown, kind: 'text' | 'thinking'): readonly string[] {
  if (typeof content === 'string') return kind === 'text' && content !== '' ? [content] : none;
  if (!Array.isArray(content)) return none;
  return (content as readonly unknown[]).flatMap(part => {
    if (!isJsonObject(part) || part.type !== kind) return none;
    const inner = part[kind];
    return typeof inner === 'string' ? [inner] : partsOf(inner, 'text');
  });
}

/** A call that was cut off is not made: the last one counts only if its arguments are complete. */
function wholeCalls(calls: readonly JoinedCall[], reason: FinishReason): readonly JoinedCall[] {
  const isCut = reason !== 'stop' && !isJsonObject(calls.at(-1)?.arguments);
  return isCut ? calls.slice(0, -1) : calls;
}

function isHalf(call: JoinedCall | undefined): boolean {
  return typeof call?.arguments === 'string' && call.arguments.trim() !== '';
}

function failure(error: ConverserError): ModelEvent {
  return { type: 'failure', error: errorData(error) };
}
