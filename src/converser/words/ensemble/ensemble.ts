import type { Disposable, Listen } from '../../ground/async/listeners.ts';
import type { ErrorData } from '../../ground/errors.ts';
import type { Invoker, Origin } from './invoker.ts';
import type { EnsembleList, Library } from './library.ts';

/**
 * A named group of invokers with one life.
 *
 * Contract:
 * - `connect` resolves once the state is `ready` or `failed`; it never rejects, and does nothing when ready;
 * - `disconnect` ends whatever `connect` began and resolves when that has ended; it may be called in any state;
 * - `invokers` may be known before `connect`; invoking them is allowed in the state `ready` only;
 * - every change of `state` or `invokers` is announced by `onDidChange`, after it happened.
 */
export interface Ensemble {
  /** Unique in a roster; matches `^[a-z0-9][a-z0-9_-]*$`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly origin: Origin;
  /** Whether its descriptor wants it enabled; the user's own choice comes first. */
  readonly enabled: boolean;
  readonly state: EnsembleState;
  /** Those that its descriptor switches off are among them, because the user may switch them on. */
  readonly invokers: readonly Invoker[];
  /** Tools that it has and does not offer, by name, with the reason: a model that calls one reads it. */
  readonly withheld?: ReadonlyMap<string, string>;
  /** What it says about using its tools: a few thousand visible characters, from an untrusted source. */
  readonly instructions?: string | undefined;
  /** Its resources and prompts. Absent: it has none. */
  readonly library?: Library;
  /**
   * Calls `onUpdate` whenever a resource has changed, until the result is disposed or what is behind ends. Rejects where
   * changes of it are not announced. Absent: none of its resources' changes are.
   */
  readonly watchResource?: (uri: string, onUpdate: () => void, signal: AbortSignal) => Promise<Disposable>;
  connect(signal: AbortSignal): Promise<void>;
  disconnect(): Promise<void>;
  readonly onDidChange: Listen<void>;
  /** Fires when what read-only invokers answered before may no longer be true. */
  readonly onDidOutdate?: Listen<void>;
  /** Fires when a list that it was asked for, or its tools, are other ones. */
  readonly onDidChangeList?: Listen<EnsembleList>;
}

export type EnsembleState =
  | { readonly status: 'disconnected' }
  | { readonly status: 'connecting' }
  | { readonly status: 'ready' }
  | { readonly status: 'failed'; readonly error: ErrorData };
