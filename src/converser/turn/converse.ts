import { stopWith } from '../ground/async/abort.ts';
import { told } from '../ground/async/told.ts';
import { ConverserError, errorData, stackOf } from '../ground/errors.ts';
import type { Host } from '../ground/host.ts';
import { defined } from '../ground/json/defined.ts';
import { type Conversation, inConversation, type Turn } from '../words/conversation/conversation.ts';
import type { ConverseEvent, TurnEnd } from '../words/conversation/converse-event.ts';
import type { FoundInvoker } from '../words/ensemble/find-invoker.ts';
import { fullName } from '../words/ensemble/invoker.ts';
import { modelReference } from '../words/models/model-reference.ts';
import { createLedger } from '../words/spending/ledger.ts';
import type { KnownTool } from '../words/spending/tool-ledger.ts';
import { savingsIn } from '../words/texts/saving-texts.ts';
import type { ConverseOptions, Prompt } from './converse-options.ts';
import { type Ending, ended, interruption, stopped } from './ending.ts';
import { joinTurn } from './join-turn.ts';
import { promptCanisters } from './prompt-canisters.ts';
import { receiptsOf } from './receipts/receipts.ts';
import { runRounds } from './run-rounds.ts';
import { createTurnClock } from './turn-clock.ts';

/**
 * Never throws. A consumer that stops listening ends the turn. What was completed stays, unless a tool ends a
 * turn in which nothing was changed: then it is rolled back.
 */
export function converse(
  conversation: Conversation,
  prompt: Prompt,
  options: ConverseOptions,
): AsyncGenerator<ConverseEvent, void> {
  const events = eventsOf(conversation, prompt, options);
  return options.ports.follow?.(events, conversation) ?? events;
}

async function* eventsOf(
  conversation: Conversation,
  prompt: Prompt,
  options: ConverseOptions,
): AsyncGenerator<ConverseEvent, void> {
  const { model, ports } = options;
  const { host } = ports;
  const canisters = promptCanisters(prompt, host);
  yield {
    type: 'turn-start',
    conversationId: conversation.id,
    model: { provider: model.provider, id: model.id, label: model.label },
    canisters,
  };
  const { controller: left, release } = stopWith(options.signal);
  const { signal } = left;
  const ledger = createLedger({ model, before: conversation.spending });
  const times = createTurnClock(host.clock);
  let turn: Turn | undefined;
  let ending: Ending = stopped();
  let closing: readonly ConverseEvent[] = [];
  try {
    turn = conversation.begin();
    yield* joinTurn(turn, canisters);
    const begun = turn;
    const rounds = told<ConverseEvent>(async listen => {
      const tell = (events: readonly ConverseEvent[]) => {
        times.hear(events);
        return listen(events);
      };
      const own = { signal, ledger, converse, tell, heardFirst: () => times.hear([{ type: 'reply-start' }]) };
      const end = await runRounds(conversation, begun, { ...options, ...own });
      // Models of other extensions word some reasons, so secrets are hidden.
      ending = host.secrets.hideIn(end);
    });
    for await (const group of rounds) {
      for (const event of group) {
        if (event.type === 'round-restart' && event.model !== undefined)
          host.log.info(`${event.message}${inConversation(conversation)}`);
        yield event;
      }
    }
  } catch (cause) {
    if (!(cause instanceof ConverserError)) host.log.error(stackOf(cause));
    ending = host.secrets.hideIn(ended('failed', errorData(cause)));
  } finally {
    release();
    left.abort(over);
    closing = turn === undefined ? [] : close(turn, ending, host);
    conversation.spend(ledger.spent().turn);
  }
  yield* closing;
  const { outcome, error, rollsBack } = ending;
  if (error !== undefined && outcome !== 'stopped')
    host.log.info(
      `A turn with ${modelReference(model)} failed: ${error.code}: ${error.message}${inConversation(conversation)}`,
    );
  const spent = ledger.turn();
  const taken = host.secrets.hideIn(times.taken());
  const spending = spent.requests === 0 ? undefined : { ...spent, times: taken };
  const used = ledger.tools.all(reference => knownTool(ports.roster.find(reference)));
  if (used.length > 0) ports.totals?.addTools(conversation.id, used);
  yield defined({
    type: 'turn-end',
    outcome,
    canisters: turn?.canisters ?? [],
    error,
    spending,
    tools: used.length === 0 ? undefined : used,
    savings: savingsOf(conversation, turn),
    rolledBack: rollsBack,
    ...(outcome === 'final' ? claimsIn(conversation, turn) : {}),
  });
}

function knownTool(found: FoundInvoker): KnownTool | undefined {
  if (found.kind !== 'found' || found.invoker.findsTools) return undefined;
  const { invoker } = found;
  const isServer = invoker.describedBy?.startsWith('server:');
  return { tool: fullName(invoker), ...(isServer && { isServer }) };
}

/** Made once, because it holds a stack trace. */
const over = new DOMException('The turn is over.', 'AbortError');

function savingsOf({ canisters }: Conversation, turn: Turn | undefined): TurnEnd['savings'] {
  const own = turn && savingsIn(turn.canisters);
  return own && { turn: own, conversation: savingsIn(canisters) ?? own };
}

function claimsIn(
  { canisters }: Conversation,
  turn: Turn | undefined,
): Pick<TurnEnd, 'unsupported' | 'supported'> {
  const own = turn?.canisters ?? [];
  const receipts = receiptsOf(own, canisters, canisters.length - own.length);
  const unsupported = receipts.filter(({ call }) => call === undefined);
  const supported = receipts.filter(({ call }) => call !== undefined);
  return {
    ...(unsupported.length === 0 ? {} : { unsupported }),
    ...(supported.length === 0 ? {} : { supported }),
  };
}

function close(turn: Turn, ending: Ending, host: Host): readonly ConverseEvent[] {
  try {
    if (ending.rollsBack) turn.rollBack();
    if (ending.outcome === 'final' || ending.rollsBack) return [];
    const { code, message } = ending.error;
    const interrupted = { kind: ending.outcome, message, ...(ending.outcome === 'failed' ? { code } : {}) };
    const so = { before: turn.canisters, ...defined({ said: ending.said, afterRound: ending.afterRound }) };
    return joinTurn(turn, [interruption(interrupted, so, host)]);
  } finally {
    turn.end();
  }
}
