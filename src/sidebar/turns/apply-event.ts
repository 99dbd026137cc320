import { defined } from '../../converser/ground/json/defined.ts';
import { resumed, withMore } from '../../converser/ground/wording/thought-text.ts';
import type {
  AnsweringModel,
  ConverseEvent,
  InvocationProgress,
  InvocationStart,
  Joined,
  RoundEnd,
  RoundRestart,
  TurnEnd,
  TurnStart,
  UsageTold,
} from '../../converser/words/conversation/converse-event.ts';
import { promptText } from '../../converser/words/texts/prompt-text.ts';
import { newestThought } from './thought-preview.ts';
import {
  type AnswerItem,
  compactionItems,
  type InvocationItem,
  type Item,
  imagesOf,
  inputItems,
  isCut,
  type NoticeItem,
  type ReasoningItem,
  type TurnView,
  timeSpanned,
  withResult,
} from './turn-view.ts';

export function applyEvent(before: TurnView | undefined, event: ConverseEvent): TurnView | undefined {
  if (event.type === 'turn-start') return started(event);
  if (before === undefined) return undefined;
  const { proposed: _answered, ...turn } = before;
  switch (event.type) {
    case 'message-added':
      return { ...turn, items: [...completed(turn.items), ...inputItems(event.canisters)] };
    case 'round-start':
      return withModel(withRound(turn, event.round), event.model);
    case 'text-delta':
      return event.text === '' ? turn : { ...turn, items: withText(turn.items, event.text) };
    case 'reasoning-delta':
      return { ...turn, items: withThought(turn, event.text) };
    case 'reasoning-end':
      return { ...turn, items: thoughtEnded(turn.items, event.duration) };
    case 'notice':
      return { ...turn, items: withNotice(completed(turn.items), { message: event.message }) };
    case 'round-restart':
      return withModel({ ...turn, items: restarted(turn, event) }, event.model);
    case 'usage':
      return withUsage(turn, event);
    case 'round-end':
      return { ...turn, items: roundEnded(turn, event) };
    case 'invocation-start':
      return { ...turn, items: [...completed(turn.items), invocation(event)] };
    case 'invocation-edit':
      return withInvocation(turn, event.canister.id, item => ({ ...item, canister: event.canister }));
    case 'invocation-progress':
      return withInvocation(turn, event.invocationId, item => withProgress(item, event));
    case 'invocation-end':
      return withInvocation(turn, event.canister.invocationId, item =>
        withResult(item, event.canister, event.duration),
      );
    case 'window':
      return turn;
    case 'joined':
      return withCompactions(turn, event);
    case 'turn-end':
      return ended(turn, event);
  }
}

function started({ canisters, model }: TurnStart): TurnView {
  return {
    key: canisters[0]?.id ?? 'turn',
    status: 'running',
    prompt: promptText(canisters),
    items: inputItems(canisters),
    rounds: 0,
    roundSpendings: [],
    model: model.label,
  };
}

function withCompactions(turn: TurnView, { canisters }: Joined): TurnView {
  const items = canisters.flatMap(canister => compactionItems(canister));
  return items.length === 0 ? turn : { ...turn, items: [...completed(turn.items), ...items] };
}

function withRound(turn: TurnView, round: number): TurnView {
  const items = completed(turn.items);
  return { ...turn, rounds: round, items, itemsBeforeRound: items.length };
}

function withModel(turn: TurnView, model: AnsweringModel | undefined): TurnView {
  return model === undefined ? turn : { ...turn, model: model.label };
}

function withNotice(items: readonly Item[], notice: Pick<NoticeItem, 'message' | 'wait'>): readonly Item[] {
  return [...items, { kind: 'notice', key: nextKey(items, 'notice'), ...notice }];
}

function invocation({ canister }: InvocationStart): InvocationItem {
  return { kind: 'invocation', key: canister.id, canister, status: 'running' };
}

function withProgress(item: InvocationItem, { message, fraction }: InvocationProgress): InvocationItem {
  if (item.result !== undefined) return item;
  const { question: _answered, ...rest } = item;
  return { ...rest, status: 'running', progress: defined({ message, fraction }) };
}

function withText(items: readonly Item[], text: string): readonly Item[] {
  const last = items.at(-1);
  if (last?.kind === 'answer' && !last.complete) return items.with(-1, { ...last, text: last.text + text });
  const begun: AnswerItem = {
    kind: 'answer',
    key: nextKey(items, 'answer'),
    text,
    images: [],
    complete: false,
  };
  return [...completed(items), begun];
}

/** A thought goes on where nothing came in between but what is not shown. */
function withThought({ items, itemsBeforeRound = 0 }: TurnView, more: string): readonly Item[] {
  const last = items.at(-1);
  if (last?.kind === 'reasoning' && !last.complete) return items.with(-1, longer(last, more));
  const done = completed(items);
  const before = done.at(-1);
  if (before?.kind === 'reasoning' && done.length > itemsBeforeRound)
    return done.with(-1, longer({ ...before, ...resumed(before), complete: false }, more));
  const begun = { kind: 'reasoning', key: nextKey(done, 'reasoning'), text: '', newest: '' } as const;
  return [...done, longer({ ...begun, complete: false }, more)];
}

function longer(item: ReasoningItem, more: string): ReasoningItem {
  return { ...item, ...withMore(item, more), newest: newestThought(item.newest, more) };
}

function thoughtEnded(items: readonly Item[], took: number): readonly Item[] {
  const last = items.at(-1);
  if (last?.kind !== 'reasoning' || last.complete) return items;
  const { duration = 0 } = last;
  return completed(items.with(-1, { ...last, duration: duration + took }));
}

/** Items are numbered within the turn, which gives the same keys from events and from canisters. */
function nextKey(items: readonly Item[], kind: Item['kind']): string {
  return `${kind}-${items.filter(item => item.kind === kind).length}`;
}

function completed(items: readonly Item[]): readonly Item[] {
  const last = items.at(-1);
  if (last === undefined || !('complete' in last) || last.complete) return items;
  if (last.text.trim() === '') return items.slice(0, -1);
  const done = last.kind === 'reasoning' ? { ...last, newest: '' } : last;
  return items.with(-1, { ...done, complete: true });
}

/** Removes the model's text of this round; notices about the round stay, and what was left out. */
function restarted(
  { items, itemsBeforeRound }: TurnView,
  { message, wait, model }: RoundRestart,
): readonly Item[] {
  const kept = items.filter(
    ({ kind }, at) => at < (itemsBeforeRound ?? 0) || kind === 'notice' || kind === 'compaction',
  );
  // Another model is asked at once, and for the first time.
  return withNotice(kept, model === undefined ? { message, wait } : { message });
}

function roundEnded({ items, itemsBeforeRound = 0 }: TurnView, { canister }: RoundEnd): readonly Item[] {
  const done = completed(items);
  if (canister === undefined) return done;
  const images = imagesOf(canister.content);
  const { id, marks } = canister;
  const last = done.length > itemsBeforeRound ? done.at(-1) : undefined;
  if (last?.kind === 'answer') return done.with(-1, { ...last, images, canister: { id, marks } });
  if (images.length === 0) return done;
  const key = nextKey(done, 'answer');
  return [...done, { kind: 'answer', key, text: '', images, complete: true, canister: { id, marks } }];
}

function withUsage(turn: TurnView, { round, spent }: UsageTold): TurnView {
  const roundSpendings = [...turn.roundSpendings];
  roundSpendings[round - 1] = spent.round;
  return { ...turn, spending: spent.turn, roundSpendings: Array.from(roundSpendings) };
}

function withInvocation(
  turn: TurnView,
  id: string,
  change: (item: InvocationItem) => InvocationItem,
): TurnView {
  return {
    ...turn,
    items: turn.items.map(item => (item.kind === 'invocation' && item.key === id ? change(item) : item)),
  };
}

function ended(turn: TurnView, end: TurnEnd): TurnView {
  const { outcome, canisters, error, spending, savings, unsupported = [], supported = [] } = end;
  const receipts = [...unsupported, ...supported];
  return {
    ...turn,
    status: outcome === 'final' ? 'committed' : outcome,
    items: completed(turn.items).map(item =>
      item.kind === 'invocation' && item.result === undefined ? cancelled(item) : item,
    ),
    ...defined({
      spending,
      savings: savings?.turn,
      receipts: receipts.length === 0 ? undefined : receipts,
      roundSpendings: spending?.rounds,
      times: spending?.times,
      error,
      duration: timeSpanned(canisters),
      isCut: isCut(canisters),
    }),
    ...(canisters.length === 0 ? { isDropped: true } : {}),
  };
}

function cancelled({ question: _over, progress: _done, ...item }: InvocationItem): InvocationItem {
  return { ...item, status: 'cancelled' };
}
