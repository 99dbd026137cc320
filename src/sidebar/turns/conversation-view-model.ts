import type { ConverseEvent } from '../../converser/conversation/converse-event.ts';
import type { Spending } from '../../converser/spending/spending.ts';
import type { SidebarQuestion, SidebarState } from '../protocol.ts';
import { applyEvent } from './apply-event.ts';
import type { InvocationItem, ProposalItem, TurnView } from './turn-view.ts';
import { turnsOfCanisters } from './turns-of-canisters.ts';

/** What the page shows of a conversation. It follows from the last state and the events since, and from nothing else. */
export interface ConversationView {
  /** Oldest first. Only the last one can be running, or not be part of the conversation. */
  readonly turns: readonly TurnView[];
  readonly running: boolean;
  /** What it has cost so far, where that is known. */
  readonly spending?: Spending;
}

export const emptyView: ConversationView = { turns: [], running: false };

/**
 * The view of a state.
 *
 * @param before what was shown until now; turns that did not change stay the same objects, so that they are not
 * rendered again
 */
export function viewOf(state: SidebarState, before: ConversationView = emptyView): ConversationView {
  const committed = turnsOfCanisters(state.canisters, state.spendings);
  const live = state.turn.reduce<TurnView | undefined>(applyEvent, undefined);
  const turns = live === undefined ? committed : withLive(committed, askAbout(live, state));
  return withSpending(
    { turns: keepSame(turns, before.turns), running: state.running },
    (state.running ? lastReported(state.turn) : undefined) ?? state.spending,
  );
}

export function viewAfter(view: ConversationView, event: ConverseEvent): ConversationView {
  if (event.type === 'turn-start') {
    const started = applyEvent(undefined, event);
    if (started === undefined) return view;
    return { ...view, turns: withLive(settled(view.turns), started), running: true };
  }
  const last = view.turns.at(-1);
  const next = last?.status === 'running' ? applyEvent(last, event) : undefined;
  if (next === undefined) return view;
  const turns = [...view.turns.slice(0, -1), next];
  const spending = event.type === 'usage' ? event.spent.conversation : undefined;
  return withSpending({ ...view, turns, running: event.type !== 'turn-end' }, spending);
}

function withSpending(view: ConversationView, spending: Spending | undefined): ConversationView {
  return spending === undefined ? view : { ...view, spending };
}

/** While a turn runs, its last usage event has the sum. */
function lastReported(turn: readonly ConverseEvent[]): Spending | undefined {
  const last = turn.findLast(event => event.type === 'usage');
  return last?.spent.conversation;
}

/** A turn that is not part of the conversation is shown until the next one starts. */
function settled(turns: readonly TurnView[]): readonly TurnView[] {
  return turns.filter(({ isDropped }) => isDropped !== true);
}

/** The live view of a committed turn knows more than its canisters, so it is shown in their place. */
function withLive(committed: readonly TurnView[], live: TurnView): readonly TurnView[] {
  const at = committed.findIndex(({ key }) => key === live.key);
  return at === -1 ? [...committed, live] : committed.with(at, live);
}

/** A proposed call has not started, so there is nothing of it to show but the question whether it may run. */
function askAbout(
  turn: TurnView,
  { questions, undecided }: Pick<SidebarState, 'questions' | 'undecided'>,
): TurnView {
  if (turn.status !== 'running' || (questions.length === 0 && undecided.length === 0)) return turn;
  const asked = new Map(questions.map(question => [question.invocationId, question]));
  const items = turn.items.map(item => {
    if (item.kind !== 'invocation' || item.status !== 'running') return item;
    const question = asked.get(item.key);
    if (question !== undefined) return waiting(item, question);
    return undecided.includes(item.key) ? { ...item, status: 'behind' as const } : item;
  });
  const begun = new Set(items.map(({ key }) => key));
  const shown = questions.filter(({ invocationId }) => !begun.has(invocationId)).map(proposal);
  return { ...turn, items: [...items, ...shown] };
}

function proposal(question: SidebarQuestion): ProposalItem {
  return { kind: 'proposal', key: question.invocationId, question };
}

function waiting(item: InvocationItem, question: SidebarQuestion): InvocationItem {
  return { ...item, status: 'waiting', question };
}

function keepSame(turns: readonly TurnView[], before: readonly TurnView[]): readonly TurnView[] {
  const known = new Map(before.map(turn => [turn.key, turn]));
  return turns.map(turn => {
    const old = known.get(turn.key);
    return old !== undefined && old.fingerprint !== undefined && old.fingerprint === turn.fingerprint
      ? old
      : turn;
  });
}
