import { type Listen, listeners } from '../../converser/async/listeners.ts';
import type { RequestAnswer, SidebarRequest } from '../../sidebar/protocol.ts';

/** What servers of tools ask the person and wait for, whichever surface the answer comes from. */
export interface OpenRequests {
  readonly all: readonly SidebarRequest[];
  /** Resolves with the answer, or with `cancel` as soon as the signal aborts. Never rejects. */
  ask(request: NewRequest, signal: AbortSignal): Promise<RequestAnswer>;
  /** Whether the question was still open. */
  answer(id: string, answer: RequestAnswer): boolean;
  readonly onDidChange: Listen<void>;
}

export type NewRequest = SidebarRequest extends infer Each
  ? Each extends SidebarRequest
    ? Omit<Each, 'id'>
    : never
  : never;

interface Entry {
  readonly request: SidebarRequest;
  readonly settle: (answer: RequestAnswer) => void;
}

export function createOpenRequests(nextId: () => string): OpenRequests {
  const open = new Map<string, Entry>();
  const changes = listeners<void>();

  function settle(id: string, answer: RequestAnswer): boolean {
    const entry = open.get(id);
    if (entry === undefined) return false;
    open.delete(id);
    entry.settle(answer);
    changes.fire();
    return true;
  }

  return {
    get all() {
      return [...open.values()].map(({ request }) => request);
    },
    async ask(request, signal) {
      if (signal.aborted) return { action: 'cancel' };
      const id = nextId();
      const cancel = () => void settle(id, { action: 'cancel' });
      const answer = new Promise<RequestAnswer>(resolve => {
        open.set(id, { request: { ...request, id }, settle: resolve });
      });
      signal.addEventListener('abort', cancel, { once: true });
      changes.fire();
      return answer.finally(() => signal.removeEventListener('abort', cancel));
    },
    answer: settle,
    onDidChange: changes.listen,
  };
}
