import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { listeners } from '../../converser/ground/async/listeners.ts';
import { errorData, errors } from '../../converser/ground/errors.ts';
import type { Ensemble, EnsembleState } from '../../converser/words/ensemble/ensemble.ts';
import type { Invoker, Origin } from '../../converser/words/ensemble/invoker.ts';
import type { Surroundings } from '../descriptors/ensemble-kind.ts';
import type { Mistake } from '../descriptors/mistakes/diagnostic.ts';
import type { Described } from './prepare-invoker.ts';

export interface LocalEnsembleOptions {
  readonly known: readonly Invoker[];
  /** Never rejects. */
  readonly load: () => Promise<Loaded>;
  readonly report: Surroundings['report'];
}

export type Loaded =
  | {
      readonly kind: 'loaded';
      readonly invokers: readonly Invoker[];
      readonly warnings?: readonly Mistake[];
    }
  | { readonly kind: 'failed'; readonly mistakes: readonly Mistake[] };

/** In milliseconds, for all modules of an ensemble. */
const loadLimit = 10_000;

export class LocalEnsemble implements Ensemble {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly origin: Origin;
  readonly enabled: boolean;
  readonly onDidChange: Ensemble['onDidChange'];
  readonly #options: LocalEnsembleOptions;
  readonly #changes = listeners<void>();
  #state: EnsembleState = { status: 'disconnected' };
  #invokers: readonly Invoker[];
  #attempt = 0;
  #connecting: Promise<void> | undefined;

  constructor({ descriptor, origin }: Described, options: LocalEnsembleOptions) {
    this.name = descriptor.name;
    this.title = descriptor.title ?? descriptor.name;
    this.description = descriptor.description ?? '';
    this.origin = origin;
    this.enabled = descriptor.enabled;
    this.#options = options;
    this.#invokers = options.known;
    this.onDidChange = this.#changes.listen;
  }

  get state(): EnsembleState {
    return this.#state;
  }

  get invokers(): readonly Invoker[] {
    return this.#invokers;
  }

  async connect(signal: AbortSignal): Promise<void> {
    if (this.#state.status === 'ready') return;
    this.#connecting ??= this.#connect(++this.#attempt, signal);
    await this.#connecting;
  }

  async disconnect(): Promise<void> {
    this.#attempt++;
    this.#connecting = undefined;
    if (this.#state.status !== 'disconnected') this.#become({ status: 'disconnected' });
  }

  /** An attempt that a later one or a disconnect has overtaken changes nothing. */
  async #connect(attempt: number, signal: AbortSignal): Promise<void> {
    // A listener may call `connect` in turn, and must find this attempt under way.
    await undefined;
    if (attempt !== this.#attempt) return;
    this.#become({ status: 'connecting' });
    // Loading modules can't be stopped, only left behind.
    const loading = orAborted(this.#options.load(), AbortSignal.timeout(loadLimit));
    const outcome = await orAborted(loading, signal);
    if (attempt !== this.#attempt) return;
    this.#connecting = undefined;
    if (outcome !== aborted)
      this.#options.report(outcome.kind === 'failed' ? outcome.mistakes : (outcome.warnings ?? []));
    if (outcome !== aborted && outcome.kind === 'loaded') {
      return this.#become({ status: 'ready' }, outcome.invokers);
    }
    const reason =
      outcome !== aborted
        ? outcome.mistakes.map(({ message }) => message).join(' ')
        : signal.aborted
          ? 'Connecting was stopped.'
          : `Its modules didn’t load within ${loadLimit / 1000} s.`;
    this.#become({ status: 'failed', error: errorData(errors.ensembleFailed(reason)) });
  }

  #become(state: EnsembleState, invokers = this.#options.known): void {
    this.#state = state;
    this.#invokers = invokers;
    this.#changes.fire();
  }
}
