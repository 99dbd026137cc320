import { listeners } from '../../converser/async/listeners.ts';
import type { Ensemble, EnsembleState } from '../../converser/ensemble/ensemble.ts';
import type { Invoker } from '../../converser/ensemble/invoker.ts';
import { errorData, errors } from '../../converser/errors.ts';
import type { Surroundings } from '../descriptors/ensemble-kind.ts';
import type { Mistake } from '../descriptors/mistakes/diagnostic.ts';
import type { Described } from './prepare-invoker.ts';

export interface LocalEnsembleOptions {
  /** The invokers that are known before anything was loaded. */
  readonly known: readonly Invoker[];
  /** Never rejects. Attempts are counted from 1. */
  readonly load: (attempt: number) => Promise<Loaded>;
  readonly report: Surroundings['report'];
}

export type Loaded =
  | { readonly kind: 'loaded'; readonly invokers: readonly Invoker[] }
  | { readonly kind: 'failed'; readonly mistakes: readonly Mistake[] };

/** Milliseconds that the modules of an ensemble may take to load. */
const loadLimit = 10_000;

export function createLocalEnsemble(
  { descriptor, origin }: Described,
  options: LocalEnsembleOptions,
): Ensemble {
  const connection = new LocalConnection(options);
  return {
    name: descriptor.name,
    title: descriptor.title ?? descriptor.name,
    description: descriptor.description ?? '',
    origin,
    enabled: descriptor.enabled,
    get state() {
      return connection.state;
    },
    get invokers() {
      return connection.invokers;
    },
    connect: signal => connection.open(signal),
    disconnect: async () => connection.close(),
    onDidChange: connection.onDidChange,
  };
}

class LocalConnection {
  readonly onDidChange: Ensemble['onDidChange'];
  readonly #options: LocalEnsembleOptions;
  readonly #changes = listeners<void>();
  #state: EnsembleState = { status: 'disconnected' };
  #invokers: readonly Invoker[];
  #attempt = 0;
  #connecting: Promise<void> | undefined;

  constructor(options: LocalEnsembleOptions) {
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

  async open(signal: AbortSignal): Promise<void> {
    if (this.#state.status === 'ready') return;
    this.#connecting ??= this.#connect(++this.#attempt, signal);
    await this.#connecting;
  }

  close(): void {
    this.#attempt++;
    this.#connecting = undefined;
    if (this.#state.status !== 'disconnected') this.#become({ status: 'disconnected' });
  }

  /** An attempt that a later attempt or a disconnect has overtaken changes nothing any more. */
  async #connect(attempt: number, signal: AbortSignal): Promise<void> {
    // A listener may call `connect` in turn, and must then find this attempt under way.
    await undefined;
    if (attempt !== this.#attempt) return;
    this.#become({ status: 'connecting' });
    const outcome = await Promise.race([this.#options.load(attempt), gaveUp(signal)]);
    if (attempt !== this.#attempt) return;
    this.#connecting = undefined;
    if (outcome.kind === 'loaded') {
      this.#options.report([]);
      return this.#become({ status: 'ready' }, outcome.invokers);
    }
    if (outcome.kind === 'failed') this.#options.report(outcome.mistakes);
    const reason =
      outcome.kind === 'failed' ? outcome.mistakes.map(({ message }) => message).join(' ') : outcome.reason;
    this.#become({ status: 'failed', error: errorData(errors.ensembleFailed(reason)) });
  }

  #become(state: EnsembleState, invokers = this.#options.known): void {
    this.#state = state;
    this.#invokers = invokers;
    this.#changes.fire();
  }
}

interface GaveUp {
  readonly kind: 'gave-up';
  readonly reason: string;
}

/** Stops waiting for modules, whose loading itself cannot be stopped. */
function gaveUp(signal: AbortSignal): Promise<GaveUp> {
  const limit = AbortSignal.timeout(loadLimit);
  return new Promise(resolve => {
    const stopped = () => resolve({ kind: 'gave-up', reason: 'Connecting was stopped.' });
    const late = () =>
      resolve({ kind: 'gave-up', reason: `Its modules didn't load within ${loadLimit / 1000} s.` });
    if (signal.aborted) return stopped();
    signal.addEventListener('abort', stopped, { once: true });
    limit.addEventListener('abort', late, { once: true });
  });
}
