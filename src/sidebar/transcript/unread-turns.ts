import { type ConversationView, isUnread } from '../turns/conversation-view-model.ts';

const beside = 15;

/** `to` is exclusive. */
export function unreadTurns(
  view: ConversationView,
  drawn: readonly { readonly index: number }[],
  place = view.history.turns,
): { readonly from: number; readonly to: number } | undefined {
  const [first] = drawn
    .map(({ index }) => index)
    .filter(index => isUnread(view, index))
    .sort((a, b) => Math.abs(a - place) - Math.abs(b - place));
  if (first === undefined) return undefined;
  let from = Math.max(0, first - beside);
  let to = Math.min(view.history.turns, first + beside + 1);
  while (!isUnread(view, from)) from++;
  while (!isUnread(view, to - 1)) to--;
  return { from, to };
}
