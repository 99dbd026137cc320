import type { Disposable, Listen } from '../../ground/async/listeners.ts';
import type { ErrorData } from '../../ground/errors.ts';
import type { Invoker, Origin } from './invoker.ts';
import type { EnsembleList, Library } from './library.ts';

/**
 * Contract:
 * - `connect` never rejects; then the state is `ready` or `failed`. It does nothing when ready;
 * - `disconnect` is for any state, and resolves when all that `connect` began has ended;
 * - `invokers` may be known earlier, but invoked only when `ready`;
 * - `onDidChange` fires after every change of `state` or `invokers`.
 */
export interface Ensemble {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly origin: Origin;
  readonly enabled: boolean;
  readonly state: EnsembleState;
  readonly invokers: readonly Invoker[];
  readonly withheld?: ReadonlyMap<string, string>;
  /** From an untrusted source; a few thousand visible characters. */
  readonly instructions?: string | undefined;
  readonly library?: Library;
  /** Rejects if changes of this resource aren't announced. */
  readonly watchResource?: (uri: string, onUpdate: () => void, signal: AbortSignal) => Promise<Disposable>;
  connect(signal: AbortSignal): Promise<void>;
  disconnect(): Promise<void>;
  readonly onDidChange: Listen<void>;
  readonly onDidOutdate?: Listen<void>;
  readonly onDidChangeList?: Listen<EnsembleList>;
}

export type EnsembleState =
  | { readonly status: 'disconnected' }
  | { readonly status: 'connecting' }
  | { readonly status: 'ready' }
  | { readonly status: 'failed'; readonly error: ErrorData };
