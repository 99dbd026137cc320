import type { Ensemble } from '../../converser/words/ensemble/ensemble.ts';
import type { Origin } from '../../converser/words/ensemble/invoker.ts';
import type { Descriptor } from './descriptor.ts';
import type { DescriptorFiles } from './files/descriptor-files.ts';
import type { Mistake } from './mistakes/diagnostic.ts';

/** How descriptors of one `kind` become ensembles. */
export interface EnsembleKind {
  readonly kind: string;
  /** Makes the ensemble, or says what is wrong. It starts nothing: that is for `connect` to do. */
  prepare(descriptor: Descriptor, surroundings: Surroundings): Promise<PreparedKind>;
}

export interface Surroundings {
  readonly origin: Origin;
  /** Whatever is read through this is watched: when it changes, the ensemble is prepared anew. */
  readonly read: DescriptorFiles['read'];
  /** Reports what `connect` found wrong in the descriptor; an empty list takes it back. */
  readonly report: (mistakes: readonly Mistake[]) => void;
}

export interface PreparedKind {
  /** Absent when there are mistakes. */
  readonly ensemble?: Ensemble;
  readonly mistakes: readonly Mistake[];
}

/** A kind whose parts are loaded when the first descriptor wants them. */
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
