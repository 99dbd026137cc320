/** Runs work at the same place one after another; a folder is the same place as all that lies in it. */
export type PathQueue = <T>(
  places: readonly string[],
  work: (hasWaited: boolean) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

export function createPathQueue(): PathQueue {
  const pending = new Set<{ readonly places: readonly string[]; readonly done: Promise<unknown> }>();

  return async (places, work, signal) => {
    const earlier = [...pending].filter(other =>
      other.places.some(theirs => places.some(ours => meet(ours, theirs))),
    );
    const turn = Promise.all(earlier.map(({ done }) => done)).then(() => {
      signal.throwIfAborted();
      return work(earlier.length > 0);
    });
    const entry = { places, done: turn.catch(() => {}) };
    pending.add(entry);
    try {
      return await turn;
    } finally {
      pending.delete(entry);
    }
  };
}

function meet(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
