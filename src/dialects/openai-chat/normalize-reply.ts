import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { type ConverserError, errorData, errors } from '../../converser/ground/errors.ts';
import { isJsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { FinishReason, ModelEvent, Usage } from '../../converser/words/models/provider.ts';
import { createReplyBudget, type ReplyBudget } from '../../converser/words/models/reply-limits.ts';
import { createCallFragments } from '../call-fragments.ts';
import { isPrintedId, printsIds } from '../call-id.ts';
import { keptThoughts } from '../options/kept-thoughts.ts';
import { createSpeech, type Speech } from '../speech.ts';
import { createThoughtReader, googleExtra, type ThoughtReader } from './flagged-thoughts.ts';
import { type CallPiece, createCallJoiner, type JoinedCall } from './join-calls.ts';
import { createDetailReader, joinDetails, textOfDetails } from './join-details.ts';
import { normalizeUsage } from './normalize-usage.ts';
import { opaqueResidue, type Residue } from './residue.ts';

export interface ReplyNormalizer {
  read(chunk: ChatCompletionChunk): readonly ModelEvent[];
  end(): readonly ModelEvent[];
  usage(): readonly ModelEvent[];
}

interface Delta {
  readonly content?: unknown;
  readonly refusal?: string | null;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly reasoning_details?: unknown;
  readonly extra_content?: unknown;
  readonly tool_calls?: readonly CallPiece[] | null;
  readonly function_call?: CallPiece['function'];
}

interface Choice {
  readonly index?: number;
  readonly delta?: Delta | null;
  /** Some servers send a whole message instead. */
  readonly message?: Delta | null;
  readonly finish_reason?: string | null;
}

export function createReplyNormalizer({
  provider,
  label,
  fragments = false,
  model = '',
}: {
  readonly provider: string;
  readonly label: string;
  readonly model?: string;
  readonly fragments?: boolean | undefined;
}): ReplyNormalizer {
  const budget = createReplyBudget(label);
  const said = createUtterance(budget, keptThoughts({ model }) === 'all', printsIds(model));
  const passing = fragments ? createCallFragments() : undefined;
  const calls = createCallJoiner(budget, passing);
  let reason: string | undefined;
  let isRefused = false;
  let usage: Usage | undefined;
  const told = (): readonly ModelEvent[] => (usage === undefined ? [] : [{ type: 'usage', usage }]);

  return {
    read(chunk) {
      usage = normalizeUsage(chunk.usage) ?? usage;
      const choices = (chunk.choices ?? []) as readonly Choice[];
      const choice = choices.find(isFirst);
      if (choice === undefined) return [];
      const delta = choice.delta ?? choice.message ?? {};
      if (delta.refusal) isRefused = true;
      reason = choice.finish_reason || reason;
      const spoken = said.read(delta);
      const pieces = piecesIn(delta);
      if (pieces.length === 0) return passing?.pass(spoken) ?? spoken;
      const called = pieces.flatMap(piece => calls.add(piece));
      return passing === undefined ? spoken : [...passing.pass(spoken), ...called];
    },
    end() {
      const rest = [...(passing?.rest() ?? []), ...said.end()];
      if (reason === 'error')
        return [
          ...rest,
          ...told(),
          failure(errors.modelServerFailed(label, 'it gave up in the middle of its reply.')),
        ];
      // A server that reports usage has finished, even if it gives no reason.
      if (reason === undefined && usage === undefined) return [...rest, brokenOff(label)];
      const cause = isRefused ? 'refusal' : finishReason(reason);
      const whole = wholeCalls(calls.all(), cause);
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

function isFirst({ index }: Choice): boolean {
  return (index ?? 0) === 0;
}

function piecesIn({ tool_calls: calls, function_call: call }: Delta): readonly CallPiece[] {
  return call ? [...(calls ?? []), { index: 0, function: call }] : (calls ?? noPieces);
}

const noPieces: readonly CallPiece[] = [];

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

function finishReason(reason: string | undefined): FinishReason {
  switch (reason) {
    case 'length':
    case 'max_tokens':
    case 'model_length':
    case 'model_context_window_exceeded':
      return 'length';
    case 'content_filter':
    case 'refusal':
    case 'safety':
      return 'refusal';
    default:
      return 'stop';
  }
}

/** A call that was cut off is not made: the last one counts only if its arguments are complete. */
function wholeCalls(calls: readonly JoinedCall[], reason: FinishReason): readonly JoinedCall[] {
  const isCut = reason !== 'stop' && !isJsonObject(calls.at(-1)?.arguments);
  return isCut ? calls.slice(0, -1) : calls;
}

function brokenOff(label: string): ModelEvent {
  return failure(errors.modelBrokeOff(label));
}

function failure(error: ConverserError): ModelEvent {
  return { type: 'failure', error: errorData(error) };
}
