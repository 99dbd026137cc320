import { createDeduplicator } from '../call/invocation/deduplication/deduplicator.ts';
import { createInvocationsProcessor } from '../call/invocation/invocations-processor.ts';
import type { Tell } from '../ground/async/told.ts';
import { errorData } from '../ground/errors.ts';
import { firstFinder } from '../ground/growing.ts';
import type { Host } from '../ground/host.ts';
import { defined } from '../ground/json/defined.ts';
import { textOf } from '../words/canister/content.ts';
import type { Conversation, Turn } from '../words/conversation/conversation.ts';
import type { ConverseEvent } from '../words/conversation/converse-event.ts';
import { isPrivate } from '../words/conversation/private.ts';
import { turnErrors } from '../words/conversation/turn-errors.ts';
import type { Ledger } from '../words/spending/ledger.ts';
import type { RecordOrigin } from '../words/workspace/undo-journal.ts';
import { isReadable, keepWhole, wholeResultsOf, withReadResult } from './compaction/read-result.ts';
import { createSentHistory } from './compaction/sent-history.ts';
import type { ConverseOptions, Steering } from './converse-options.ts';
import { type Ending, ended, stopped, stoppedAfterRound } from './ending.ts';
import { beginGuiding } from './guidance.ts';
import { addToTurn } from './join-turn.ts';
import { createAccount } from './limits/turn-account.ts';
import { createLoopGuard } from './loop-guard.ts';
import { promptCanisters } from './prompt-canisters.ts';
import { createAnswering } from './reply/answering.ts';
import { answeringModel, beginAnswering } from './reply/ask-in-turn.ts';
import type { HeardUsage } from './reply/ask-model.ts';
import { createModelsBeside } from './reply/ask-models-beside.ts';
import { createCacheWatch } from './reply/cache-watch.ts';
import { createRequests } from './request/requests-in-turn.ts';
import { runRound } from './run-round.ts';
import { type Converse, createWorkBeside } from './work-beside.ts';

type RunOptions = ConverseOptions & {
  readonly ledger: Ledger;
  readonly converse: Converse;
  readonly tell: Tell<ConverseEvent>;
  readonly heardFirst: () => void;
};

export async function runRounds(
  conversation: Conversation,
  turn: Turn,
  options: RunOptions,
): Promise<Ending> {
  const { signal, ledger, steering, model: chosen, tell, heardFirst } = options;
  const { roster, host, limits, journal, guidance, contents } = options.ports;
  const calls = callsOf(conversation, turn, options);
  const { answering, account, sent, ports } = calls;
  try {
    await account.settle({ isOver: false });
    const guide = await beginGuiding(guidance, { conversation, turn, model: chosen, host, signal, tell });
    await roster.connect(signal);
    const fallback = await beginAnswering(answering, turn, { signal, tell });
    const instructions = [options.supervisor, guide.above];
    const requests = createRequests({
      ...calls,
      ...{ conversation, turn, roster, host, limits, contents, signal, instructions, tell },
      findsLargest: options.findsLargest,
    });
    const watchCache = createCacheWatch(conversation, { ledger, clock: host.clock });
    const heardUsage: HeardUsage = (of, usage) => {
      requests.learn(of, usage);
      watchCache(of, usage);
    };
    const trouble = requests.hasTools(answering.model) ? await journal?.trouble() : undefined;
    if (trouble !== undefined) await tell([{ type: 'notice', message: noUndo(trouble) }]);
    for (let round = 1; round <= limits.rounds; round++) {
      if (signal.aborted) return stopped();
      if (steering?.endsTurn) return stoppedAfterRound();
      await tell(delivered(steering, { turn, host }));
      await guide.follow(sent.history);
      sent.read();
      answering.beginRound();
      const model = round === 1 && fallback !== undefined ? answeringModel(answering) : undefined;
      const origin = { conversation: conversation.id, turn: turn.canisters[0]?.id ?? '' };
      const of = { round, origin, model, signal, tell };
      const asking = { ...of, ledger, clock: host.clock, admit: account.admit, heardUsage, heardFirst };
      const ending = await runRound(requests, asking, ports);
      await tell(await account.settle({ isOver: ending?.outcome === 'final' }));
      if (signal.aborted && ending?.outcome !== 'final') return stopped(ending?.said);
      if (ending !== undefined) return ending;
    }
    return steering?.endsTurn
      ? stoppedAfterRound()
      : ended('round-limit', errorData(turnErrors.roundLimit(limits.rounds, host)));
  } finally {
    calls.end();
  }
}

function callsOf(conversation: Conversation, turn: Turn, options: RunOptions) {
  const { signal, ledger, offers, wanted = {}, within } = options;
  const { roster, host, limits, journal, totals, contents, models } = options.ports;
  const answering = createAnswering({ ...options.ports, model: options.model });
  const account = createAccount({
    ...{ conversation, answering, caps: limits.caps, ledger, totals, signal, host },
  });
  const sent = createSentHistory(conversation, turn);
  const { history, isHidden } = sent;
  const deduplicator = createDeduplicator({ ...host, history, isHidden, contents });
  const outdated = roster.onDidOutdate(deduplicator.forget);
  const offered = offers === undefined ? roster : roster.offering(offers);
  const whole = wholeResultsOf(conversation);
  const hasCut = () => firstReadable(history()) < history().length;
  const isNeeded = () => sent.compactions().some(isReadable) || hasCut();
  const callable = withReadResult(offered, { isNeeded, whole });
  const changes = journal?.record(originOf(conversation, turn));
  const work =
    within === undefined
      ? createWorkBeside({ ...options, conversation, outer: options, callable, changes })
      : undefined;
  const beside = createModelsBeside({ answering, models, host, ledger, account, work });
  const processor = createInvocationsProcessor({
    ...options.ports,
    ...{ conversation, turn, callable, deduplicator, changes, beside, within },
    resultLimit: limits.resultCharacters,
    keepResult: keepWhole(whole),
    auxdata: options.auxdata,
    permissionMode: options.permissionMode,
    acceptsEdits: options.acceptsEdits,
    beforeChange: options.beforeChange,
  });
  const hasWritten = () => processor.hasWritten() || work?.hasWritten() === true;
  const guard = createLoopGuard();
  return {
    ...{ answering, account, sent, offered, callable, beside, wanted },
    ports: { answering, host, turn, processor: { ...processor, hasWritten }, guard, account },
    end() {
      outdated.dispose();
      account.end();
      // A change that is still being made needn't be waited for.
      void changes?.end();
    },
  };
}

function noUndo(reason: string): string {
  return `Undo can’t keep anything, so tools that change files will fail: ${reason}`;
}

function originOf({ id }: Conversation, turn: Turn): RecordOrigin {
  // What you have asked there must not reach the disk with what is kept for undo.
  const title = isPrivate(id) ? 'Private conversation' : promptOf(turn);
  return defined({ conversationId: id, turnId: turn.canisters[0]?.id, title });
}

function promptOf({ canisters }: Turn): string {
  const message = canisters.find(({ role }) => role === 'user');
  return textOf(message?.content ?? [])
    .trim()
    .split('\n', 1)
    .join('')
    .slice(0, 80);
}

function delivered(
  steering: Steering | undefined,
  { turn, host }: { readonly turn: Turn; readonly host: Host },
): readonly ConverseEvent[] {
  const prompts = steering?.take() ?? [];
  if (prompts.length === 0) return [];
  const canisters = prompts
    .flatMap(prompt => promptCanisters(prompt, host))
    .map(canister => ({ ...canister, added: true as const }));
  return addToTurn(turn, canisters);
}

const firstReadable = firstFinder(isReadable);
