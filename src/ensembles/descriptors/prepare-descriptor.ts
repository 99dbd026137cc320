import path from 'node:path';
import { reasonOf } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Ensemble } from '../../converser/words/ensemble/ensemble.ts';
import type { Origin } from '../../converser/words/ensemble/invoker.ts';
import type { Descriptor } from './descriptor.ts';
import type { EnsembleKind } from './ensemble-kind.ts';
import type { DescriptorFile, DescriptorFiles } from './files/descriptor-files.ts';
import { loadDescriptor } from './load-descriptor.ts';
import { type Diagnostic, type Mistake, mistake } from './mistakes/diagnostic.ts';
import { locateMistakes } from './mistakes/locate-mistakes.ts';
import { suggestion } from './mistakes/nearest-name.ts';

export interface DescriptorPlace {
  readonly file: string;
  readonly origin: Origin;
  readonly rank: number;
}

export interface PreparedDescriptor extends DescriptorPlace {
  readonly name?: string;
  readonly descriptor?: Descriptor;
  readonly ensemble?: Ensemble;
  readonly diagnostics: readonly Diagnostic[];
  readonly diagnoseName?: (message: string) => Diagnostic;
  readonly folders: readonly string[];
  isCurrent(): Promise<boolean>;
}

export interface PrepareDescriptorOptions {
  readonly kinds: readonly EnsembleKind[];
  readonly files: DescriptorFiles;
  readonly earlierName: string | undefined;
  readonly report: (diagnostics: readonly Diagnostic[]) => void;
}

export async function prepareDescriptor(
  { file, origin, rank }: DescriptorPlace,
  { kinds, files, earlierName, report }: PrepareDescriptorOptions,
): Promise<PreparedDescriptor> {
  const reads = recordReads(files);
  const prepared = await prepare(file, { kinds, read: reads.read, origin, report });
  return {
    file,
    origin,
    rank,
    ...prepared,
    ...defined({ name: prepared.name ?? earlierName }),
    folders: [...new Set([...reads.seen.keys()].map(read => path.dirname(read)))],
    isCurrent: reads.isCurrent,
  };
}

type Prepared = Pick<PreparedDescriptor, 'name' | 'descriptor' | 'ensemble' | 'diagnostics'>;

interface PrepareOptions extends Pick<PrepareDescriptorOptions, 'kinds' | 'report'> {
  readonly read: DescriptorFiles['read'];
  readonly origin: Origin;
}

async function prepare(file: string, { kinds, read, origin, report }: PrepareOptions): Promise<Prepared> {
  try {
    const found = await read(file);
    if (found === undefined) return { diagnostics: [wholeFile(file, 'This file can’t be read.')] };
    if (found.problem !== undefined) return { diagnostics: [wholeFile(file, found.problem)] };
    const loaded = await loadDescriptor(file, found.text, read);
    if (loaded.kind === 'mistaken') return loaded;
    const { descriptor } = loaded;
    const kind = kinds.find(candidate => candidate.kind === descriptor.kind);
    if (kind === undefined) return diagnosed(descriptor, [unknownKind(descriptor, kinds)]);
    const { ensemble, mistakes } = await kind.prepare(descriptor, {
      origin,
      read,
      report: async late => report(await locateMistakes(late)),
    });
    const prepared = await diagnosed(descriptor, mistakes);
    return ensemble === undefined ? prepared : { ...prepared, ensemble };
  } catch (cause) {
    return { diagnostics: [wholeFile(file, `Converser couldn’t read this file: ${reasonOf(cause)}`)] };
  }
}

async function diagnosed(descriptor: Descriptor, mistakes: readonly Mistake[]): Promise<Prepared> {
  return { name: descriptor.name, descriptor, diagnostics: await locateMistakes(mistakes) };
}

function unknownKind({ document, kind }: Descriptor, kinds: readonly EnsembleKind[]): Mistake {
  const known = kinds.map(candidate => candidate.kind);
  const message = `Unknown kind of ensemble: ${JSON.stringify(kind)}.${suggestion(kind, known)}`;
  return mistake({ document, path: ['ensemble', 'kind'] }, 'value', message);
}

export function wholeFile(file: string, message: string): Diagnostic {
  return { file, start: { line: 1, column: 1 }, end: { line: 1, column: 2 }, key: '', message };
}

function recordReads(files: DescriptorFiles) {
  const seen = new Map<string, DescriptorFile | undefined>();
  return {
    seen: seen as ReadonlyMap<string, DescriptorFile | undefined>,
    async read(file: string): Promise<DescriptorFile | undefined> {
      const found = await files.read(file);
      if (!seen.has(file)) seen.set(file, found);
      return found;
    },
    async isCurrent(): Promise<boolean> {
      const same = await Promise.all(
        [...seen].map(async ([file, was]) => {
          const now = await files.read(file);
          return now?.text === was?.text && now?.realPath === was?.realPath;
        }),
      );
      return same.every(Boolean);
    },
  };
}
