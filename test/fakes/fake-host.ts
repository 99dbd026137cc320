import { listeners } from '../../src/converser/ground/async/listeners.ts';
import { serial } from '../../src/converser/ground/async/serial.ts';
import type { Host } from '../../src/converser/ground/host.ts';
import type { Alerts, Clock, Ids, Log } from '../../src/converser/ground/ports.ts';
import { createKnownSecrets } from '../../src/converser/ground/secrets/known-secrets.ts';
import type { Approver } from '../../src/converser/words/permission/approver.ts';
import { denial, type PermissionQuestion } from '../../src/converser/words/permission/permission-question.ts';
import { eventually } from '../eventually.ts';
import { type Answer, answerOf } from './fake-approvals.ts';

export interface FakeHost extends Host {
  readonly clock: FakeClock;
  readonly approver: FakeApprover;
  readonly logged: readonly string[];
  readonly alerted: readonly string[];
}

/** A host whose time moves only when told, whose ids count up, and whose person answers as scripted. */
export function createFakeHost(answers: readonly Answer[] = []): FakeHost {
  const logged: string[] = [];
  const alerted: string[] = [];
  const log: Log = {
    debug: message => void logged.push(`debug ${message}`),
    info: message => void logged.push(`info ${message}`),
    warn: message => void logged.push(`warn ${message}`),
    error: message => void logged.push(`error ${message}`),
  };
  const alerts: Alerts = { warn: message => void alerted.push(message) };
  return {
    clock: createFakeClock(),
    ids: createFakeIds(),
    log,
    alerts,
    secrets: createKnownSecrets(),
    approver: createFakeApprover(answers),
    logged,
    alerted,
  };
}

export interface FakeClock extends Clock {
  /** Moves time on, and lets every sleep end that is over by then. */
  advance(ms: number): Promise<void>;
  /** Resolves once something waits for this long, now or later. */
  untilWaiting(ms: number): Promise<void>;
  readonly pending: number;
}

export function createFakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let elapsed = 0;
  const sleepers = new Set<{ readonly until: number; readonly ms: number; readonly wake: () => void }>();
  const begun = listeners<void>();
  const wait = (ms: number, wake: () => void) => {
    const sleeper = { until: elapsed + ms, ms, wake };
    sleepers.add(sleeper);
    begun.fire();
    return () => sleepers.delete(sleeper);
  };
  return {
    now: () => new Date(start + elapsed),
    monotonic: () => elapsed,
    sleep: (ms, signal) =>
      new Promise(resolve => {
        if (signal.aborted) return resolve();
        const forget = wait(ms, resolve);
        signal.addEventListener('abort', () => {
          forget();
          resolve();
        });
      }),
    after(ms, call) {
      let isOff = false;
      // As real timers do, it lets everything go first that goes on by itself.
      const forget = wait(ms, () => setImmediate(() => isOff || call()));
      return () => {
        isOff = true;
        forget();
      };
    },
    async advance(ms) {
      elapsed += ms;
      for (const sleeper of [...sleepers]) {
        if (sleeper.until > elapsed) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
      await new Promise(resolve => setImmediate(resolve));
    },
    get pending() {
      return sleepers.size;
    },
    async untilWaiting(ms) {
      await eventually(begun.listen, () => [...sleepers].some(sleeper => sleeper.ms === ms));
    },
  };
}

function createFakeIds(): Ids {
  const counts = new Map<string, number>();
  return {
    next(prefix) {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return `${prefix}-${count}`;
    },
  };
}

export interface FakeApprover extends Approver {
  /** May be replaced, for a person who does more than answer. */
  ask: Approver['ask'];
  readonly asked: readonly PermissionQuestion[];
  /** What was answered to each of them. */
  readonly answered: readonly Answer[];
}

/**
 * Gives the scripted answers in order, one after the other as a person does, and denies once they are used up. What is
 * settled by then is not answered.
 */
export function createFakeApprover(answers: readonly Answer[]): FakeApprover {
  const remaining = [...answers];
  const inTurn = serial();
  const asked: PermissionQuestion[] = [];
  const answered: Answer[] = [];
  const given = (question: PermissionQuestion, answer: Answer) => {
    asked.push(question);
    answered.push(answer);
    return answerOf(answer);
  };
  return {
    asked,
    answered,
    ask(question, signal) {
      if (signal.aborted) return Promise.resolve(given(question, 'deny'));
      const ended = () => new Promise<void>(resolve => setImmediate(resolve));
      const answer = inTurn(() => (signal.aborted ? denial : given(question, remaining.shift() ?? 'deny')));
      void inTurn(ended);
      return answer;
    },
  };
}
