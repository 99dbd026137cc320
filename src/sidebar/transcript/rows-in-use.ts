import { type ConversationView, turnCount } from '../turns/conversation-view-model.ts';

/** The most rows that a selection keeps, so that marking everything does not draw everything. */
const mostSelected = 100;

/** Keeps the row with the focus and its neighbours, where the Tab key leads, and what is marked. */
export function rowsInUse(log: Element, view: ConversationView): readonly number[] {
  const focused = rowOf(log, document.activeElement);
  return [
    ...(focused === undefined ? [] : [focused - 1, focused, focused + 1]),
    ...selected(log),
    ...(view.live?.status === 'running' ? [turnCount(view) - 1] : []),
  ];
}

function selected(log: Element): readonly number[] {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed) return [];
  const ends = [rowOf(log, selection.anchorNode), rowOf(log, selection.focusNode)];
  const [from, to] = ends.filter(end => end !== undefined).sort((a, b) => a - b);
  if (from === undefined) return [];
  return Array.from({ length: Math.min((to ?? from) - from + 1, mostSelected) }, (_, at) => from + at);
}

function rowOf(log: Element, node: Node | null): number | undefined {
  const element = node instanceof Element ? node : node?.parentElement;
  const row = log.contains(node) ? element?.closest<HTMLElement>('.log-row') : undefined;
  return row?.dataset.index === undefined ? undefined : Number(row.dataset.index);
}
