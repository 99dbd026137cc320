import { defined } from '../../converser/ground/json/defined.ts';
import type { WindowMeasure } from '../../converser/words/context-window/window-measure.ts';
import type { ConverseEvent } from '../../converser/words/conversation/converse-event.ts';
import type { Spending } from '../../converser/words/spending/spending.ts';
import { isUnfinished, type Plan, planOf } from '../../converser/words/texts/plan-text.ts';
import type { Savings } from '../../converser/words/texts/saving-texts.ts';
import type {
  SidebarHistory,
  SidebarPlan,
  SidebarQuestion,
  SidebarState,
  TurnsMessage,
  WindowMessage,
} from '../protocol.ts';
import { applyEvent } from './apply-event.ts';
import { turnOfCanisters } from './turn-of-canisters.ts';
import type { InvocationItem, TurnView } from './turn-view.ts';

export interface ConversationView {
  readonly history: SidebarHistory;
  readonly known: ReadonlyMap<number, KnownTurn>;
  /** Its place is after all committed ones. */
  readonly live?: TurnView;
  readonly running: boolean;
  readonly changes: SidebarState['changes'];
  readonly versions: SidebarState['versions'];
  readonly beside: SidebarState['beside'];
  readonly plan?: SidebarPlan;
  readonly spending?: Spending;
  readonly savings?: Savings;
  /** How much of the model's window a request takes: the one under way, or else the next one. Absent: not measured. */
  readonly window?: WindowMeasure;
  /** Which model and mode you had chosen then. */
  readonly askedOf?: string;
}

interface KnownTurn {
  readonly turn: TurnView;
  /** The version of the history that it was read from. Absent: it is what was seen of it while it ran. */
  readonly version?: number;
}

export const emptyView: ConversationView = {
  history: { conversation: '', version: 0, turns: 0 },
  known: new Map(),
  running: false,
  changes: {},
  versions: {},
  beside: {},
};

/** The plan that the running turn works by; a finished one of an earlier turn is not what it works by. */
export function planAtWork({ running, plan, live }: ConversationView): Plan | undefined {
  if (!running || plan === undefined) return undefined;
  const isOfTurn = live?.items.some(({ key }) => key === plan.call) ?? false;
  return isOfTurn || isUnfinished(plan.steps) ? plan.steps : undefined;
}

function planIn(turn: TurnView | undefined): SidebarPlan | undefined {
  for (const item of turn?.items.toReversed() ?? []) {
    const steps = item.kind === 'invocation' ? planOf(item.canister, item.result) : undefined;
    if (steps !== undefined) return { call: item.key, steps };
  }
  return undefined;
}

export function turnCount({ history, live }: ConversationView): number {
  return history.turns + (live === undefined ? 0 : 1);
}

export function turnAt({ history, known, live }: ConversationView, place: number): TurnView | undefined {
  return place === history.turns ? live : known.get(place)?.turn;
}

export function isUnread({ history, known }: ConversationView, place: number): boolean {
  return place < history.turns && known.get(place)?.version !== history.version;
}

/** What you have sent, in the turns that have been read. */
export function promptsIn({ known, live }: ConversationView): readonly string[] {
  const read = [...known].sort(([one], [other]) => one - other).map(([, { turn }]) => turn);
  return [...read, ...(live === undefined ? [] : [live])].flatMap(({ prompt }) => prompt || []);
}

export function lastTurns(view: ConversationView): readonly TurnView[] {
  const end = turnCount(view);
  return [turnAt(view, end - 2), turnAt(view, end - 1)].filter(turn => turn !== undefined);
}

export function viewOf(state: SidebarState, before: ConversationView = emptyView): ConversationView {
  const { history } = state;
  const { conversation, turns } = history;
  const live = state.turn.reduce<TurnView | undefined>(applyEvent, undefined);
  const kept = conversation === before.history.conversation ? settled(before, live?.key) : emptyView;
  return defined({
    history,
    known: within(kept.known, turns),
    live: live && withOffer(askAbout(live, state), state.model),
    running: state.running,
    changes: state.changes,
    versions: state.versions,
    beside: state.beside,
    plan: (state.running ? planIn(live) : undefined) ?? state.plan,
    spending: (state.running ? lastReported(state.turn) : undefined) ?? state.spending,
    savings: state.savings,
    window: windowOf(state, kept),
    askedOf: askedOf(state),
  });
}

export function viewAfter(view: ConversationView, event: ConverseEvent): ConversationView {
  if (event.type === 'turn-start') {
    const live = applyEvent(undefined, event);
    return live === undefined ? view : { ...settled(view, live.key), live, running: true };
  }
  const live = view.live?.status === 'running' ? applyEvent(view.live, event) : undefined;
  if (live === undefined) return view;
  const spending = event.type === 'usage' ? event.spent.conversation : view.spending;
  const savings = (event.type === 'turn-end' ? event.savings?.conversation : undefined) ?? view.savings;
  const window = event.type === 'window' ? event.measure : view.window;
  const plan = (event.type === 'invocation-end' ? planIn(live) : undefined) ?? view.plan;
  return defined({ ...view, live, running: event.type !== 'turn-end', spending, savings, plan, window });
}

export function viewMeasured(
  view: ConversationView,
  { conversation, measure }: WindowMessage,
): ConversationView {
  const isLate = conversation !== view.history.conversation || view.running;
  return isLate ? view : { ...view, window: measure };
}

/** As many as have been read are kept, so that memory does not grow with the conversation. */
const mostKnown = 300;

export function viewWith(view: ConversationView, read: TurnsMessage): ConversationView {
  const { conversation, version, turns: end } = view.history;
  if (read.conversation !== conversation || read.version !== version || read.turns.length === 0) return view;
  const known = new Map(view.known);
  for (const [at, turn] of read.turns.entries())
    known.set(read.from + at, { turn: turnOfCanisters(turn), version });
  return { ...view, known: within(near(known, read.from), end) };
}

/** The view when another turn starts: a committed one that ran becomes history, a dropped one is gone. */
function settled({ live, ...view }: ConversationView, next: string | undefined): ConversationView {
  if (live === undefined || live.key === next || live.isDropped || live.status === 'running') return view;
  const { history, known } = view;
  return {
    ...view,
    history: { ...history, turns: history.turns + 1 },
    known: new Map(known).set(history.turns, { turn: live }),
  };
}

function within(known: ConversationView['known'], end: number): ConversationView['known'] {
  const outside = [...known.keys()].filter(place => place >= end);
  if (outside.length === 0) return known;
  return new Map([...known].filter(([place]) => place < end));
}

function near(known: ConversationView['known'], place: number): ConversationView['known'] {
  if (known.size <= mostKnown) return known;
  const distance = ([at]: readonly [number, unknown]) => Math.abs(at - place);
  return new Map([...known].sort((a, b) => distance(a) - distance(b)).slice(0, mostKnown / 2));
}

/** A turn tells it while it runs; what was measured for another model or mode says nothing about this one. */
function windowOf(state: SidebarState, before: ConversationView): WindowMeasure | undefined {
  const { turn, running, model } = state;
  const told = turn.findLast(event => event.type === 'window')?.measure;
  const measured = before.askedOf === askedOf(state) ? before.window : undefined;
  if (running) return told ?? measured;
  return measured ?? (told?.model === model ? told : undefined);
}

function askedOf({ model, mode }: SidebarState): string {
  return `${model} ${mode}`;
}

/** While a turn runs, its last usage event has the sum. */
function lastReported(turn: readonly ConverseEvent[]): Spending | undefined {
  const last = turn.findLast(event => event.type === 'usage');
  return last?.spent.conversation;
}

/** Rehearsal cannot do most of what it is asked for: where it called no tool, a language model is what you want. */
function withOffer(turn: TurnView, model: string | undefined): TurnView {
  const wantsModel =
    turn.status === 'committed' &&
    model?.startsWith('rehearsal/') === true &&
    !turn.items.some(({ kind }) => kind === 'invocation');
  return wantsModel ? { ...turn, wantsModel } : turn;
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
  const proposed = questions.filter(({ invocationId }) => !begun.has(invocationId));
  return { ...turn, items, ...(proposed.length > 0 && { proposed }) };
}

function waiting(item: InvocationItem, question: SidebarQuestion): InvocationItem {
  return { ...item, status: 'waiting', question };
}
