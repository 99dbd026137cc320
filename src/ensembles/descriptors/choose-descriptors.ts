import path from 'node:path';
import type { Ensemble } from '../../converser/ensemble/ensemble.ts';
import { type Diagnostic, mistake } from './mistakes/diagnostic.ts';
import { locateMistakes } from './mistakes/locate-mistakes.ts';
import type { PreparedDescriptor } from './prepare-descriptor.ts';

export interface Chosen {
  readonly ensembles: ReadonlyMap<string, Ensemble>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Decides which descriptor stands for each name: the one in the latest folder.
 *
 * Invariant: a descriptor with a mistake still replaces those in earlier folders, and then there is no ensemble of
 * its name. It may have been written to forbid something, which a slip of the pen must not allow again.
 *
 * Invariant: a file of another program never replaces an ensemble of Converser's own. Whoever named a server there
 * did not think of those.
 */
export async function chooseDescriptors(prepared: readonly PreparedDescriptor[]): Promise<Chosen> {
  const chosen = new Map<string, PreparedDescriptor>();
  const refused: Diagnostic[] = [];
  const repeated: { readonly file: string; readonly by: PreparedDescriptor }[] = [];
  for (const descriptor of [...prepared].sort(byRankThenSoundness)) {
    const name = descriptor.name ?? path.basename(descriptor.file, '.toml');
    const holder = chosen.get(name);
    if (holder?.origin === 'shipped' && descriptor.diagnoseName !== undefined) {
      refused.push(descriptor.diagnoseName(takenName(name)));
      continue;
    }
    if (holder?.rank !== descriptor.rank) chosen.set(name, descriptor);
    else if (descriptor.name !== undefined) repeated.push({ file: holder.file, by: descriptor });
  }
  const mistakes = repeated.flatMap(({ file, by: { descriptor } }) =>
    descriptor === undefined
      ? []
      : [
          mistake(
            { document: descriptor.document, path: ['ensemble', 'name'] },
            'value',
            `The name ${JSON.stringify(descriptor.name)} is taken by ${path.basename(file)} in the same folder.`,
          ),
        ],
  );
  return {
    ensembles: new Map(
      [...chosen].flatMap(([name, { ensemble }]) =>
        ensemble === undefined ? [] : [[name, ensemble] as const],
      ),
    ),
    diagnostics: [...refused, ...(await locateMistakes(mistakes))],
  };
}

function takenName(name: string): string {
  return `The tools named ${JSON.stringify(name)} are Converser's own. Give this server another name.`;
}

function byRankThenSoundness(a: PreparedDescriptor, b: PreparedDescriptor): number {
  const broken = (descriptor: PreparedDescriptor) => (descriptor.ensemble === undefined ? 1 : 0);
  return a.rank - b.rank || broken(a) - broken(b) || (a.file < b.file ? -1 : 1);
}
