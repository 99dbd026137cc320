import { stopWith } from '../../ground/async/abort.ts';
import type { Tell } from '../../ground/async/told.ts';
import { defined } from '../../ground/json/defined.ts';
import type { Clock } from '../../ground/ports.ts';
import type { ConverseEvent } from '../../words/conversation/converse-event.ts';
import type { ModelQuestion } from '../../words/models/models-beside.ts';
import type { ModelReply } from './collect-reply.ts';

export interface HearingLimits extends Pick<ModelQuestion, 'maxCharacters' | 'timeLimit'> {
  readonly clock: Pick<Clock, 'after'>;
  readonly signal: AbortSignal;
}

export interface Heard {
  readonly reply: ModelReply;
  readonly brokenOff?: string;
}

export async function hearWhole(
  begin: (signal: AbortSignal, tell: Tell<ConverseEvent>) => Promise<ModelReply>,
  { maxCharacters, timeLimit, clock, signal }: HearingLimits,
): Promise<Heard> {
  const { controller, release } = stopWith(signal);
  let length = 0;
  let brokenOff: string | undefined;
  const breakOff = (reason: string) => {
    brokenOff ??= reason;
    controller.abort();
  };
  const stopTimer =
    timeLimit === undefined ? () => {} : clock.after(timeLimit, () => breakOff('it took too long.'));
  try {
    const reply = await begin(controller.signal, async events => {
      for (const event of events) {
        if (event.type === 'round-restart') length = 0;
        if (event.type === 'text-delta') length += event.text.length;
      }
      if (length > maxCharacters) breakOff('its answer was too long.');
    });
    return defined({ reply, brokenOff });
  } finally {
    stopTimer();
    release();
  }
}
