/** Collects what several producers push, for one consumer that awaits it in order. */
export interface EventQueue<T> {
  push(event: T): void;
  /** What was pushed and not yet taken is still delivered. */
  end(): void;
  /** In the groups in which they could be taken. */
  readonly groups: AsyncIterable<readonly T[]>;
}

export function createEventQueue<T>(): EventQueue<T> {
  let waiting: T[] = [];
  let ended = false;
  let wake: () => void = () => {};

  async function* drain(): AsyncGenerator<readonly T[], void> {
    while (true) {
      const batch = waiting;
      waiting = [];
      if (batch.length > 0) yield batch;
      if (waiting.length > 0) continue;
      if (ended) return;
      await new Promise<void>(resolve => {
        wake = resolve;
      });
    }
  }

  return {
    push(event) {
      waiting.push(event);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    groups: drain(),
  };
}
