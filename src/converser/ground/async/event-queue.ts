export interface EventQueue<T> {
  push(event: T): void;
  end(): void;
  readonly groups: AsyncIterable<readonly T[]>;
}

export function createEventQueue<T>(): EventQueue<T> {
  const queue: Queue<T> = { waiting: [], ended: false, wake() {} };
  return {
    push(event) {
      queue.waiting.push(event);
      queue.wake();
    },
    end() {
      queue.ended = true;
      queue.wake();
    },
    groups: drain(queue),
  };
}

interface Queue<T> {
  waiting: T[];
  ended: boolean;
  wake: () => void;
}

async function* drain<T>(queue: Queue<T>): AsyncGenerator<readonly T[], void> {
  while (true) {
    const batch = queue.waiting;
    queue.waiting = [];
    if (batch.length > 0) yield batch;
    if (queue.waiting.length > 0) continue;
    if (queue.ended) return;
    await new Promise<void>(resolve => {
      queue.wake = resolve;
    });
  }
}
