import type { SupervisorCanister } from '../canister/canister.ts';
import { text, textOf } from '../canister/content.ts';
import { newCanister } from '../canister/new-canister.ts';
import { isReadable, withReading, withReadResult } from '../compaction/read-result.ts';
import { createSentHistory } from '../compaction/sent-history.ts';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import type { ConverseEvent } from '../conversation/converse-event.ts';
import { turnErrors } from '../conversation/turn-errors.ts';
import { errorData } from '../errors.ts';
import type { Host } from '../host.ts';
import { createDeduplicator } from '../invocation/deduplication/deduplicator.ts';
import { createInvocationsProcessor } from '../invocation/invocations-processor.ts';
import { defined } from '../json/defined.ts';
import type { Model } from '../models/provider.ts';
import { perObject } from '../per-object.ts';
import type { Ledger } from '../spending/ledger.ts';
import type { RecordOrigin } from '../trust/journal.ts';
import { windowGauge } from '../window/window-gauge.ts';
import { type Converse, createWorkBeside } from './beside/work-beside.ts';
import { createCompacting } from './compacting.ts';
import type { ConverseOptions } from './converse-options.ts';
import { deliver } from './deliver.ts';
import { type Ending, ended, stopped, stoppedAfterRound } from './ending.ts';
import { ensembleInstructions } from './ensemble-instructions.ts';
import { createAnswering } from './fallback/answering.ts';
import { answeringModel, beginAnswering, type RequestsInTurn } from './fallback/ask-in-turn.ts';
import { beginGuiding } from './guidance/guide.ts';
import { createAccount } from './limits/account.ts';
import { createLoopGuard } from './loop-guard.ts';
import type { HeardUsage } from './reply/ask-model.ts';
import { createModelsBeside } from './reply/models-beside.ts';
import { createCacheWatch } from './request/cache-watch.ts';
import { createRequestTools } from './request/request-tools.ts';
import { createWindowTelling } from './request/tell-window.ts';
import { runRound } from './run-round.ts';

/** Asks the model and invokes what it wants, round after round, until the turn ends. */
export async function* runRounds(
  conversation: Conversation,
  turn: Turn,
  options: ConverseOptions & { readonly ledger: Ledger; readonly converse: Converse },
): AsyncGenerator<readonly ConverseEvent[], Ending> {
  const { signal, ledger, offers, auxdata, steering, wanted = {}, within } = options;
  const { roster, permissions, host, limits, journal, totals, breakers, contents, models, guidance } =
    options.ports;
  const answering = createAnswering({ ...options.ports, model: options.model });
  const account = createAccount({ answering, caps: limits.caps, ledger, totals, signal });
  const sent = createSentHistory(conversation, turn);
  const deduplicator = createDeduplicator({
    ...host,
    history: sent.history,
    isHidden: sent.isHidden,
    contents,
  });
  const outdated = roster.onDidOutdate(deduplicator.forget);
  const offered = offers === undefined ? roster : roster.offering(offers);
  const callable = withReadResult(offered, () => isReadable(sent.compactions));
  const resultLimit = limits.resultCharacters;
  const changes = journal?.record(originOf(conversation, turn));
  const work =
    within === undefined
      ? createWorkBeside({ ...options, conversation, outer: options, callable, changes })
      : undefined;
  const beside = createModelsBeside({ answering, models, host, ledger, account, work });
  const processor = createInvocationsProcessor({
    conversation,
    turn,
    callable,
    permissions,
    deduplicator,
    host,
    resultLimit,
    auxdata,
    changes,
    breakers,
    beside,
    within,
    permissionMode: options.permissionMode,
  });
  const hasWritten = () => processor.hasWritten() || work?.hasWritten() === true;
  const ports = {
    answering,
    host,
    turn,
    processor: { ...processor, hasWritten },
    guard: createLoopGuard(),
    account,
  };
  try {
    await account.settle({ isOver: false });
    const guide = yield* beginGuiding(guidance, { conversation, turn, model: options.model, host, signal });
    await roster.connect(signal);
    const fallback = yield* beginAnswering(answering, turn, signal);
    const framed = perObject((model: Model) => {
      const onDemandAt = limits.toolsOnDemandAt;
      const tools = createRequestTools({ conversation, roster, callable: offered, model, onDemandAt });
      const instructions = ensembleInstructions(roster.ensembles, tools.atOnce);
      const above = supervisor([options.supervisor, guide.above, instructions, tools.told], host);
      const all = withReading(
        tools,
        () => model.capabilities.tools !== 'none' && isReadable(sent.compactions),
      );
      const around = () => ({ above, tools: all.next() });
      const gauge = windowGauge(conversation, model);
      const fits = {
        conversation,
        turn,
        sent,
        model,
        gauge,
        callable,
        contents,
        beside,
        host,
        limits,
        signal,
      };
      const compacting = createCompacting(fits, { around, wanted });
      const tellWindow = createWindowTelling({ model, gauge, signal });
      return { tools, compacting, gauge, tellWindow };
    });
    const requests: RequestsInTurn = {
      async *next(model) {
        const { compacting, tellWindow } = framed(model);
        const request = yield* compacting.next();
        yield* tellWindow(request);
        return request;
      },
      shorter: (model, rejection) => framed(model).compacting.shorter(rejection),
    };
    const watchCache = createCacheWatch(conversation, { ledger, clock: host.clock });
    const heardUsage: HeardUsage = (of, usage) => {
      framed(of.model).gauge.learn(of.request, usage);
      watchCache(of, usage);
    };
    const { tools } = framed(answering.model);
    const trouble = tools.next().length === 0 ? undefined : await journal?.trouble();
    if (trouble !== undefined) yield [{ type: 'notice', message: noUndo(trouble) }];
    for (let round = 1; round <= limits.rounds; round++) {
      if (signal.aborted) return stopped();
      if (steering?.endsTurn) return stoppedAfterRound();
      yield* deliver(steering, { turn, host });
      yield* guide.follow(sent.history);
      sent.read();
      answering.beginRound();
      const model = round === 1 && fallback !== undefined ? answeringModel(answering) : undefined;
      const asking = { round, signal, ledger, clock: host.clock, admit: account.admit, heardUsage, model };
      const ending = yield* runRound(requests, asking, ports);
      const notices = await account.settle({ isOver: ending?.outcome === 'final' });
      if (notices.length > 0) yield notices;
      if (signal.aborted && ending?.outcome !== 'final') return stopped(ending?.said);
      if (ending !== undefined) return ending;
    }
    return steering?.endsTurn
      ? stoppedAfterRound()
      : ended('round-limit', errorData(turnErrors.roundLimit(limits.rounds)));
  } finally {
    outdated.dispose();
    account.end();
    // A change that is still being made need not be waited for.
    void changes?.end();
  }
}

function noUndo(reason: string): string {
  return `Undo can't keep anything, so tools that change files will fail: ${reason}`;
}

function originOf({ id }: Conversation, turn: Turn): RecordOrigin {
  return defined({ conversationId: id, turnId: turn.canisters[0]?.id, title: promptOf(turn) });
}

/** The beginning of what you wrote, in one line. */
function promptOf({ canisters }: Turn): string {
  const message = canisters.find(({ role }) => role === 'user');
  return textOf(message?.content ?? [])
    .trim()
    .split('\n', 1)
    .join('')
    .slice(0, 80);
}

function supervisor(
  instructions: readonly (string | undefined)[],
  host: Host,
): readonly SupervisorCanister[] {
  const given = instructions.filter(each => each !== undefined);
  if (given.length === 0) return [];
  return [{ ...newCanister('supervisor', host), role: 'supervisor', content: [text(given.join('\n\n'))] }];
}
