/** Contract: each call resolves or rejects as its own work; a failure doesn't stop the work behind it. */
export function serial(): <T>(work: () => T | Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
