import type { TurnsMessage } from '../../../sidebar/protocol.ts';
import type { TurnHistory } from './turn-history.ts';

export function readTurns(history: TurnHistory, from: number, to: number): TurnsMessage {
  const { conversation, version } = history.summary;
  return { type: 'turns', conversation, version, from, turns: history.read(from, to) };
}
