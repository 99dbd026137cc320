import { type Listen, listeners } from '../../../converser/ground/async/listeners.ts';
import type { ErrorData } from '../../../converser/ground/errors.ts';
import type { EnsembleState } from '../../../converser/words/ensemble/ensemble.ts';

export interface EnsembleStatus {
  readonly state: EnsembleState;
  readonly onDidChange: Listen<void>;
  become(state: EnsembleState): void;
  fail(error: ErrorData): void;
  announce(): void;
}

export function createEnsembleStatus(): EnsembleStatus {
  const changes = listeners<void>();
  let state: EnsembleState = { status: 'disconnected' };

  function become(next: EnsembleState): void {
    state = next;
    changes.fire();
  }

  return {
    get state() {
      return state;
    },
    onDidChange: changes.listen,
    become,
    fail: error => become({ status: 'failed', error }),
    announce() {
      if (state.status !== 'connecting') changes.fire();
    },
  };
}
