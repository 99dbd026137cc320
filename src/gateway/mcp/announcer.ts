import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { Clock } from '../../converser/ground/ports.ts';

export interface Announcer<Subject> extends Disposable {
  note(subject: Subject): void;
}

/** In milliseconds: changes often come shortly after each other. */
const quiet = 200;

export function createAnnouncer<Subject>(
  clock: Pick<Clock, 'after'>,
  announce: (subject: Subject) => void,
): Announcer<Subject> {
  const waiting = new Map<Subject, () => void>();
  return {
    note(subject) {
      if (waiting.has(subject)) return;
      const tell = () => {
        waiting.delete(subject);
        announce(subject);
      };
      waiting.set(subject, clock.after(quiet, tell));
    },
    dispose() {
      for (const stop of waiting.values()) stop();
      waiting.clear();
    },
  };
}
