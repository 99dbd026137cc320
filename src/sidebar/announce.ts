import { controlName } from './page/page-keys.ts';
import { outcomeTitle, requestTexts } from './page/wording.ts';
import type { SidebarRequest, SidebarState } from './protocol.ts';
import { answerText } from './transcript/turn-element.ts';
import { type ConversationView, lastTurns } from './turns/conversation-view-model.ts';
import { questionsOf, type TurnView } from './turns/turn-view.ts';

/** Longer answers are cut: they are better read in the conversation. */
const mostCharacters = 600;

/** What a screen reader says after a change. Deltas are not announced one by one. */
export function announcement(
  before: ConversationView,
  after: ConversationView,
  plainText: (markdown: string) => string,
): string | undefined {
  const turn = lastTurns(after).at(-1);
  if (turn === undefined) return undefined;
  const old = lastTurns(before).find(({ key }) => key === turn.key);
  const known = old === undefined ? [] : questionsOf(old);
  const fresh = questionsOf(turn).filter(question => !known.some(({ id }) => id === question.id));
  const [asked] = fresh;
  if (fresh.length > 1) return `${fresh.length} calls wait for your permission.`;
  if (asked !== undefined) {
    return `Permission needed: ${asked.preview?.title ?? `${asked.fullName}.`} ${asked.reason ?? ''}`.trimEnd();
  }
  const waiting = waitsOf(turn)[old === undefined ? 0 : waitsOf(old).length];
  if (waiting !== undefined && turn.status === 'running') return waiting.message;
  const ended = endedSince(before, after);
  if (ended === undefined) return undefined;
  if (ended.status !== 'committed')
    return `${outcomeTitle(ended.status)} ${ended.error?.message ?? ''}`.trim();
  const answer = plainText(answerText(ended));
  return answer.length > mostCharacters
    ? `${answer.slice(0, mostCharacters)}… The answer continues in the conversation.`
    : answer;
}

function endedSince(before: ConversationView, after: ConversationView): TurnView | undefined {
  const ran = lastTurns(before).findLast(({ status }) => status === 'running');
  const turn = ran && lastTurns(after).findLast(({ key }) => key === ran.key);
  return turn?.status === 'running' ? undefined : turn;
}

export function requestAnnouncement(
  before: readonly SidebarRequest[],
  after: readonly SidebarRequest[],
): string | undefined {
  const asked = after.find(({ id }) => !before.some(known => known.id === id));
  return asked && `${asked.server} ${requestTexts[asked.kind]}. ${asked.message}`;
}

export function steeringAnnouncement(
  before: SidebarState | undefined,
  after: SidebarState | undefined,
): string | undefined {
  if (before === undefined || after === undefined || !after.running) return undefined;
  const [had, have] = [before, after].map(({ queued }) => countWaiting(queued));
  if (had === undefined || have === undefined) return undefined;
  if (have.nextRound > had.nextRound) return 'Your message is sent before the next round.';
  if (have.all > had.all) return 'Your message waits for the answer.';
  if (after.stopsAfterRound === before.stopsAfterRound) return undefined;
  return after.stopsAfterRound ? 'The turn stops after this round.' : 'The turn goes on after this round.';
}

/** Says how to leave the field upwards, because Shift+Tab doesn’t. */
export function modeAnnouncement(
  before: SidebarState | undefined,
  after: SidebarState | undefined,
): string | undefined {
  const isSame = before?.history.conversation === after?.history.conversation;
  if (!isSame || after === undefined || before?.mode === after.mode) return undefined;
  const title = after.modes.find(({ name }) => name === after.mode)?.title ?? after.mode;
  return `Mode: ${title}. ${controlName}+Arrow Up leads from the message field to what is above it.`;
}

function countWaiting(queued: SidebarState['queued']) {
  const nextRound = queued.filter(({ when }) => when === 'next-round').length;
  return { all: queued.length, nextRound };
}

function waitsOf({ items }: TurnView) {
  return items.filter(item => item.kind === 'notice').filter(({ wait }) => wait !== undefined);
}
