import type { Clock, Ids } from './ports.ts';

export function createSystemClock(): Clock {
  return {
    now: () => new Date(),
    monotonic: () => performance.now(),
    sleep: (ms, signal) =>
      new Promise(resolve => {
        if (signal.aborted) return resolve();
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, Math.min(ms, longestTimer));
        signal.addEventListener('abort', end, { once: true });
      }),
    after(ms, call) {
      const timer = setTimeout(call, Math.min(ms, longestTimer));
      return () => clearTimeout(timer);
    },
  };
}

const longestTimer = 2 ** 31 - 1;

export function createRandomIds(): Ids {
  // Drawn once: randomness for each would cost more than the rest of a canister.
  const run = crypto.randomUUID().replaceAll('-', '').slice(0, 24);
  let count = 0;
  return { next: prefix => `${prefix.slice(0, 27)}-${run}-${(count++).toString(36)}` };
}
