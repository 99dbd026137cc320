/** Calls on every change, until what it returns is disposed. */
type Listen = (changed: () => void) => { dispose(): void };

type Found<T> = T | undefined | false;

/**
 * Resolves with what `look` finds: it looks now, and whenever `listen` tells of a change. The test's own time limit ends
 * it; where it listens to nothing, it gives up before that, and says what it has looked for.
 */
export async function eventually<T>(listen: Listen, look: () => Found<T> | Promise<Found<T>>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const take = (found: Found<T>) => {
    if (found !== undefined && found !== false) resolve(found);
  };
  let isLooking = false;
  const lookNow = () => {
    if (isLooking) return;
    const found = look();
    if (!(found instanceof Promise)) return take(found);
    isLooking = true;
    found.then(take, reject).finally(() => {
      isLooking = false;
    });
  };
  const subscription = listen(lookNow);
  const giveUp = () => reject(new Error(`Not found within ${limit / 1000} s: ${look}`));
  const alarm = listen === often ? setTimeout(giveUp, limit) : undefined;
  try {
    lookNow();
    return await promise;
  } finally {
    clearTimeout(alarm);
    subscription.dispose();
  }
}

/** Milliseconds. */
const limit = 200_000;

/** What to listen to where nothing tells of a change, such as the end of a process. */
export const often: Listen = look => {
  const timer = setInterval(look, 20);
  return { dispose: () => clearInterval(timer) };
};
