import { type Tell, tellAll } from '../ground/async/told.ts';
import { errorData } from '../ground/errors.ts';
import type { Host } from '../ground/host.ts';
import { nothingToLeaveOut } from '../ground/overflow-error.ts';
import { countText } from '../ground/wording/numbers.ts';
import { type Canister, type CompactionCanister, isCompaction, isInput } from '../words/canister/canister.ts';
import type { WindowGauge } from '../words/context-window/window-gauge.ts';
import type { Conversation, Turn } from '../words/conversation/conversation.ts';
import type { ConverseEvent } from '../words/conversation/converse-event.ts';
import type { CallableInvokers } from '../words/ensemble/ensemble-roster.ts';
import type { ModelOptions } from '../words/models/model-options.ts';
import type { ModelsBeside } from '../words/models/models-beside.ts';
import type { Model, ModelRequest } from '../words/models/provider.ts';
import { estimateRequest } from '../words/spending/estimate-request.ts';
import type { Contents } from '../words/workspace/contents.ts';
import { createCompact, type NextRequest, type RequestAround } from './compaction/compaction.ts';
import { createMakingRoom, mostRejections } from './compaction/make-room.ts';
import { turnsOf } from './compaction/parts-of-history.ts';
import type { SentHistory } from './compaction/sent-history.ts';
import { createSummarizing } from './compaction/summarizing.ts';
import type { Limits } from './converse-options.ts';
import { joinTurn } from './join-turn.ts';
import type { Rejection, Shortened } from './reply/ask-in-turn.ts';
import { heldRequest } from './reply/cache-watch.ts';

export interface CompactingPorts {
  readonly conversation: Pick<Conversation, 'id' | 'canisters'>;
  readonly turn: Turn;
  readonly sent: SentHistory;
  readonly model: Model;
  readonly gauge: Pick<WindowGauge, 'measure'>;
  readonly callable: Pick<CallableInvokers, 'invokers'>;
  readonly contents: Contents | undefined;
  readonly beside: () => ModelsBeside;
  readonly host: Pick<Host, 'ids' | 'clock'>;
  readonly limits: Pick<Limits, 'compactAt'>;
  readonly signal: AbortSignal;
}

export interface Compacting {
  next(tell: Tell<ConverseEvent>): Promise<ModelRequest>;
  shorter(rejection: Rejection, tell: Tell<ConverseEvent>): Promise<Shortened>;
}

export interface CompactedRequest {
  readonly around: () => RequestAround;
  readonly wanted: ModelOptions;
}

export function createCompacting(ports: CompactingPorts, { around, wanted }: CompactedRequest): Compacting {
  const { conversation, turn, sent, model, gauge, callable, contents, beside, host, limits, signal } = ports;
  const measure = (request: NextRequest) => gauge.measure({ ...request, wanted });
  const held = () => heldRequest(conversation, { model, clock: host.clock });
  const summarizing = createSummarizing({ beside, held, signal });
  const room = createMakingRoom({
    model,
    sent,
    measure,
    compact: createCompact({ sent, callable, contents, summarizing, host, measure }),
    compactAt: limits.compactAt,
    past: conversation.canisters.filter(isCompaction),
  });

  function join(compaction: CompactionCanister): readonly ConverseEvent[] {
    const joined = joinTurn(turn, [compaction]);
    sent.read();
    return joined;
  }

  function request(): ModelRequest {
    const { above, tools } = around();
    return { canisters: sent.after(above), tools, wanted, conversation: conversation.id };
  }

  return {
    async next(tell) {
      const making = room.beforeRequest(around());
      const made = making && (await tellAll(making, tell));
      if (made !== undefined && !signal.aborted) await tell(join(made));
      return request();
    },
    async shorter({ error, attempt }, tell) {
      const { overflow: told = {} } = error;
      if (attempt <= mostRejections) {
        const made = await tellAll(room.afterRejection(around(), { attempt, told }), tell);
        if (signal.aborted) return { error };
        if (made !== undefined) {
          await tell(join(made));
          return { request: request() };
        }
      }
      return {
        error: errorData(nothingToLeaveOut(model.label, told, whatIsLarge(request(), model.provider))),
      };
    },
  };
}

function whatIsLarge({ canisters, tools }: NextRequest, provider: string): readonly string[] {
  const last = turnsOf(canisters).at(-1) ?? { start: 0, end: canisters.length };
  const inLast = (at: number) => at >= last.start;
  const of = (isMeant: (canister: Canister, at: number) => boolean) =>
    estimateRequest({ canisters: canisters.filter(isMeant), tools: [] }, provider);
  const parts: readonly (readonly [tokens: number, what: string])[] = [
    [
      estimateRequest({ canisters: [], tools }, provider),
      `the descriptions of ${countText(tools.length, 'tool')}`,
    ],
    [of(({ role }) => role === 'supervisor'), 'the instructions'],
    [of(({ role }, at) => inLast(at) && role === 'user'), 'your message'],
    [of((canister, at) => inLast(at) && isAttached(canister)), 'its attachments'],
    [of((canister, at) => inLast(at) && !isInput(canister)), 'what the model has done for it'],
    [of((canister, at) => !inLast(at) && canister.role !== 'supervisor'), 'what was said before'],
  ];
  const all = parts.reduce((sum, [tokens]) => sum + tokens, 0);
  return parts
    .filter(([tokens]) => tokens > all * leastShare)
    .toSorted(([a], [b]) => b - a)
    .map(([tokens, what]) => `${what}, about ${countText(tokens, 'token')}`);
}

const leastShare = 0.05;

function isAttached(canister: Canister): boolean {
  return canister.role === 'document' && canister.stands === undefined;
}
