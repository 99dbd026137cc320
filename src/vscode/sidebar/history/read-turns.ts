import type { TurnsMessage } from '../../../sidebar/protocol.ts';
import type { TurnHistory } from './turn-history.ts';

/** What the page is sent for turns that it wants to show. */
export function readTurns(history: TurnHistory, from: number, to: number): TurnsMessage {
  const { conversation, version } = history.summary;
  return { type: 'turns', conversation, version, from, turns: history.read(from, to) };
}
