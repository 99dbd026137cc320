import { createObjectMemory } from '../object-memory.ts';

export const aborted: unique symbol = Symbol('aborted');

/** Resolves to `aborted` as soon as the signal aborts. Leaves work behind that ignores the signal. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | typeof aborted> {
  return new Promise((resolve, reject) => {
    const stopListening = onceAborted(signal, () => resolve(aborted));
    if (signal.aborted) resolve(aborted);
    work.then(
      value => {
        stopListening();
        resolve(value);
      },
      cause => {
        stopListening();
        reject(cause);
      },
    );
  });
}

interface Waiting {
  readonly calls: Set<() => void>;
  readonly tellAll: () => void;
}

const waiting = createObjectMemory<AbortSignal, Waiting>();

/** One listener serves all: lists of listeners are slow, and Node.js keeps rows of removed ones alive. */
export function onceAborted(signal: AbortSignal, call: () => void): () => void {
  const { calls, tellAll } = waiting.get(signal) ?? createWaiting(signal);
  // Removed when unused: a signal made of others stays alive while it has listeners.
  if (calls.size === 0) signal.addEventListener('abort', tellAll, once);
  const entry = () => call();
  calls.add(entry);
  return () => {
    if (calls.delete(entry) && calls.size === 0) signal.removeEventListener('abort', tellAll);
  };
}

const once = { once: true };

function createWaiting(signal: AbortSignal): Waiting {
  const calls = new Set<() => void>();
  const tellAll = () => {
    const all = [...calls];
    calls.clear();
    for (const tell of all) tell();
  };
  const made = { calls, tellAll };
  waiting.set(signal, made);
  return made;
}

/** Each look at a signal of `AbortSignal.any` asks all sources again, and each packet looks. */
export function stopWith(signal: AbortSignal): {
  readonly controller: AbortController;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  if (signal.aborted) stop();
  return { controller, release: onceAborted(signal, stop) };
}
