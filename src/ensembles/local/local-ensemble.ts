import { listeners } from '../../converser/async/listeners.ts';
import type { Ensemble, EnsembleState } from '../../converser/ensemble/ensemble.ts';
import type { Invoker } from '../../converser/ensemble/invoker.ts';
import { errorData, errors } from '../../converser/errors.ts';
import type { Surroundings } from '../descriptors/ensemble-kind.ts';
import type { Mistake } from '../descriptors/mistakes/diagnostic.ts';
import type { Described } from './prepare-invoker.ts';

export interface LocalEnsembleParts {
  /** What can be told before anything was loaded. */
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

export function createLocalEnsemble({ descriptor, origin }: Described, parts: LocalEnsembleParts): Ensemble {
  const changes = listeners<void>();
  let state: EnsembleState = { status: 'disconnected' };
  let invokers = parts.known;
  let attempt = 0;
  let connecting: Promise<void> | undefined;

  function become(next: EnsembleState, offered: readonly Invoker[] = parts.known): void {
    state = next;
    invokers = offered;
    changes.fire();
  }

  /** Whatever a later attempt or a `disconnect` has overtaken changes nothing any more. */
  async function connect(ours: number, signal: AbortSignal): Promise<void> {
    // Whoever hears of the change may call `connect` in turn, and must then find this attempt under way.
    await undefined;
    if (ours !== attempt) return;
    become({ status: 'connecting' });
    const loaded = await Promise.race([parts.load(ours), gaveUp(signal)]);
    if (ours !== attempt) return;
    connecting = undefined;
    if (loaded.kind === 'loaded') {
      parts.report([]);
      return become({ status: 'ready' }, loaded.invokers);
    }
    if (loaded.kind === 'failed') parts.report(loaded.mistakes);
    const reason =
      loaded.kind === 'failed' ? loaded.mistakes.map(({ message }) => message).join(' ') : loaded.reason;
    become({ status: 'failed', error: errorData(errors.ensembleFailed(reason)) });
  }

  return {
    name: descriptor.name,
    title: descriptor.title ?? descriptor.name,
    description: descriptor.description ?? '',
    origin,
    enabled: descriptor.enabled,
    get state() {
      return state;
    },
    get invokers() {
      return invokers;
    },
    async connect(signal) {
      if (state.status === 'ready') return;
      connecting ??= connect(++attempt, signal);
      await connecting;
    },
    async disconnect() {
      attempt++;
      connecting = undefined;
      if (state.status !== 'disconnected') become({ status: 'disconnected' });
    },
    onDidChange: changes.listen,
  };
}

interface GaveUp {
  readonly kind: 'gave-up';
  readonly reason: string;
}

/** A module cannot be stopped while it loads, but nobody has to wait for it. */
function gaveUp(signal: AbortSignal): Promise<GaveUp> {
  const limit = AbortSignal.timeout(loadLimit);
  return new Promise(resolve => {
    const stopped = () => resolve({ kind: 'gave-up', reason: 'Connecting was stopped.' });
    const late = () =>
      resolve({ kind: 'gave-up', reason: `Its modules did not load within ${loadLimit / 1000} seconds.` });
    if (signal.aborted) return stopped();
    signal.addEventListener('abort', stopped, { once: true });
    limit.addEventListener('abort', late, { once: true });
  });
}
