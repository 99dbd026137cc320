import path from 'node:path';
import type { Ensemble } from '../../converser/words/ensemble/ensemble.ts';
import type { Descriptor } from './descriptor.ts';
import { conversationName } from './files/reserved-names.ts';
import { type Diagnostic, type Mistake, mistake } from './mistakes/diagnostic.ts';
import { locateMistakes } from './mistakes/locate-mistakes.ts';
import type { PreparedDescriptor } from './prepare-descriptor.ts';

export interface Chosen {
  readonly ensembles: ReadonlyMap<string, Ensemble>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ChooseOptions {
  /** No descriptor made these. */
  readonly reserved: ReadonlySet<string>;
}

/**
 * Invariant: a mistaken descriptor still replaces earlier ones: a typo must not allow what it forbids.
 * Invariant: a workspace's or another program's descriptor never takes a name of Converser's own ensembles,
 * whose tools you may have allowed. Nothing takes a reserved name.
 */
export async function chooseDescriptors(
  prepared: readonly PreparedDescriptor[],
  { reserved }: ChooseOptions,
): Promise<Chosen> {
  const chosen = new Map<string, PreparedDescriptor>();
  const refused: Diagnostic[] = [];
  const mistakes: Mistake[] = [];
  const shipped = new Set(prepared.flatMap(({ origin, name }) => (origin === 'shipped' ? (name ?? []) : [])));
  for (const descriptor of [...prepared].sort(byRankThenSoundness)) {
    const { descriptor: read, name = path.basename(descriptor.file, '.toml') } = descriptor;
    const holder = chosen.get(name);
    const isKept = name === conversationName;
    const isOwnName = isKept || reserved.has(name) || shipped.has(name);
    if (isOwnName && descriptor.diagnoseName !== undefined) {
      refused.push(descriptor.diagnoseName(takenName(name, 'server')));
      continue;
    }
    if (isKept || (isOwnName && descriptor.origin === 'workspace')) {
      if (read !== undefined) mistakes.push(nameMistake(read, takenName(name, 'ensemble')));
      continue;
    }
    if (holder?.rank !== descriptor.rank) chosen.set(name, descriptor);
    else if (read !== undefined) mistakes.push(takenBeside(read, holder.file));
  }
  const ensembles = new Map<string, Ensemble>();
  for (const [name, { ensemble }] of chosen) if (ensemble !== undefined) ensembles.set(name, ensemble);
  return { ensembles, diagnostics: [...refused, ...(await locateMistakes(mistakes))] };
}

function takenBeside(descriptor: Descriptor, file: string): Mistake {
  const name = JSON.stringify(descriptor.name);
  return nameMistake(descriptor, `The name ${name} is taken by ${path.basename(file)} in the same folder.`);
}

function nameMistake({ document }: Descriptor, message: string): Mistake {
  return mistake({ document, path: ['ensemble', 'name'] }, 'value', message);
}

function takenName(name: string, what: 'server' | 'ensemble'): string {
  return `The tools named ${JSON.stringify(name)} are Converser’s own. Give this ${what} another name.`;
}

function byRankThenSoundness(a: PreparedDescriptor, b: PreparedDescriptor): number {
  const broken = (descriptor: PreparedDescriptor) => (descriptor.ensemble === undefined ? 1 : 0);
  return a.rank - b.rank || broken(a) - broken(b) || (a.file < b.file ? -1 : 1);
}
