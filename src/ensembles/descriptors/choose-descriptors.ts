import path from 'node:path';
import type { Ensemble } from '../../converser/ensemble/ensemble.ts';
import type { Descriptor } from './descriptor.ts';
import { type Diagnostic, type Mistake, mistake } from './mistakes/diagnostic.ts';
import { locateMistakes } from './mistakes/locate-mistakes.ts';
import type { PreparedDescriptor } from './prepare-descriptor.ts';

export interface Chosen {
  readonly ensembles: ReadonlyMap<string, Ensemble>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Decides which descriptor stands for each name: the one in the latest folder.
 *
 * Invariant: a descriptor with a mistake still replaces those in earlier folders, so that no ensemble has its name. It
 * may have been written to forbid something, which a typo must not allow again.
 *
 * Invariant: a file of another program never replaces an ensemble of Converser's own: its author did not know of them.
 */
export async function chooseDescriptors(prepared: readonly PreparedDescriptor[]): Promise<Chosen> {
  const chosen = new Map<string, PreparedDescriptor>();
  const refused: Diagnostic[] = [];
  const repeated: Mistake[] = [];
  for (const descriptor of [...prepared].sort(byRankThenSoundness)) {
    const { descriptor: read, name = path.basename(descriptor.file, '.toml') } = descriptor;
    const holder = chosen.get(name);
    if (holder?.origin === 'shipped' && descriptor.diagnoseName !== undefined) {
      refused.push(descriptor.diagnoseName(takenName(name)));
      continue;
    }
    if (holder?.rank !== descriptor.rank) chosen.set(name, descriptor);
    else if (read !== undefined) repeated.push(takenBeside(read, holder.file));
  }
  const ensembles = new Map<string, Ensemble>();
  for (const [name, { ensemble }] of chosen) if (ensemble !== undefined) ensembles.set(name, ensemble);
  return { ensembles, diagnostics: [...refused, ...(await locateMistakes(repeated))] };
}

function takenBeside({ document, name }: Descriptor, file: string): Mistake {
  const message = `The name ${JSON.stringify(name)} is taken by ${path.basename(file)} in the same folder.`;
  return mistake({ document, path: ['ensemble', 'name'] }, 'value', message);
}

function takenName(name: string): string {
  return `The tools named ${JSON.stringify(name)} are Converser's own. Give this server another name.`;
}

function byRankThenSoundness(a: PreparedDescriptor, b: PreparedDescriptor): number {
  const broken = (descriptor: PreparedDescriptor) => (descriptor.ensemble === undefined ? 1 : 0);
  return a.rank - b.rank || broken(a) - broken(b) || (a.file < b.file ? -1 : 1);
}
