import type { Ensemble } from '../../converser/words/ensemble/ensemble.ts';
import type { Origin } from '../../converser/words/ensemble/invoker.ts';
import type { Descriptor } from './descriptor.ts';
import type { DescriptorFiles } from './files/descriptor-files.ts';
import type { Mistake } from './mistakes/diagnostic.ts';

export interface EnsembleKind {
  readonly kind: string;
  /** Starts nothing: `connect` does that. */
  prepare(descriptor: Descriptor, surroundings: Surroundings): Promise<PreparedKind>;
}

export interface Surroundings {
  readonly origin: Origin;
  readonly read: DescriptorFiles['read'];
  /** Reports what `connect` found wrong in the descriptor; an empty list takes it back. */
  readonly report: (mistakes: readonly Mistake[]) => void;
}

export interface PreparedKind {
  /** With an ensemble, all mistakes are warnings. */
  readonly ensemble?: Ensemble;
  readonly mistakes: readonly Mistake[];
}

export function lazyKind(kind: string, load: () => Promise<EnsembleKind>): EnsembleKind {
  let loading: Promise<EnsembleKind> | undefined;
  return {
    kind,
    async prepare(descriptor, surroundings) {
      loading ??= load();
      return (await loading).prepare(descriptor, surroundings);
    },
  };
}
