import { randomUUID } from 'node:crypto';
import {
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { CallWatch } from '../call-watch.ts';
import { longestAnswer } from './can-ask.ts';
import type { CallResult, OpenCall } from './open-call.ts';

/** In the protocol of 2026, a question is the result of one request, and its answer comes with the next. */
export interface OpenCalls extends Disposable {
  continue<T extends CallResult>(
    call: OpenCall<T>,
    options: ContinueOptions,
  ): Promise<T | InputRequiredResult>;
  /** Takes a kept call out. Throws `InvalidParams` if none asked for the same. */
  take<T extends CallResult>(state: string, asked: string): OpenCall<T>;
}

export interface ContinueOptions {
  readonly asked: string;
  readonly watch: CallWatch;
}

interface Kept {
  readonly call: OpenCall;
  readonly asked: string;
  readonly stopWaiting: () => void;
}

/** Beyond this, the one that has waited longest is stopped. */
const mostCalls = 32;

export function createOpenCalls(clock: Pick<Clock, 'after'>): OpenCalls {
  const kept = new Map<string, Kept>();

  function giveUp(id: string): void {
    const { call, stopWaiting } = kept.get(id) ?? {};
    kept.delete(id);
    stopWaiting?.();
    call?.stop();
  }

  function keep(call: OpenCall, asked: string): string {
    const id = randomUUID();
    kept.set(id, { call, asked, stopWaiting: clock.after(longestAnswer, () => giveUp(id)) });
    const [oldest] = kept.keys();
    if (kept.size > mostCalls && oldest !== undefined) giveUp(oldest);
    return id;
  }

  return {
    async continue<T extends CallResult>(call: OpenCall<T>, { asked, watch }: ContinueOptions) {
      const outcome = await call.next(watch);
      if (!(outcome instanceof Map)) return outcome as T;
      return inputRequired({
        inputRequests: Object.fromEntries(outcome),
        requestState: keep(call, asked),
      });
    },
    take<T extends CallResult>(state: string, asked: string) {
      const found = kept.get(state);
      if (found?.asked !== asked) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownState);
      kept.delete(state);
      found.stopWaiting();
      // The same was asked for, so its result is of the same kind.
      return found.call as OpenCall<T>;
    },
    dispose() {
      for (const id of [...kept.keys()]) giveUp(id);
    },
  };
}

const unknownState =
  'params.requestState: no call waits for this answer, or not any more. Send the request again, without requestState.';
