import type { Listen } from '../../src/converser/async/listeners.ts';

/** Resolves as soon as a condition holds, asking now and after each event. The test's own time limit ends it. */
export function until<T>(listen: Listen<T>, condition: () => boolean): Promise<void> {
  return new Promise(resolve => {
    if (condition()) return resolve();
    const subscription = listen(() => {
      if (!condition()) return;
      subscription.dispose();
      resolve();
    });
  });
}
