import path from 'node:path';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Tool } from '../define-tool.ts';
import type { InvokerDescriptor } from '../descriptors/descriptor.ts';
import type { DescriptorFiles } from '../descriptors/files/descriptor-files.ts';
import { readBeside } from '../descriptors/files/read-beside.ts';
import { inside, type Mistake, mistake, type Place } from '../descriptors/mistakes/diagnostic.ts';
import { didYouMean } from '../descriptors/mistakes/nearest-name.ts';
import { type ModuleGraph, readModuleGraph } from './module-graph.ts';
import type { ModuleLoader } from './module-loader.ts';
import type { ReadingTime } from './signature/parse-module.ts';
import type { Signature } from './signature/read-signature.ts';

export type Implementation = ShippedImplementation | ModuleImplementation;

export interface ShippedImplementation {
  readonly kind: 'shipped';
  readonly tool: Tool;
}

export interface ModuleImplementation {
  readonly kind: 'module';
  readonly written: string;
  readonly exportName: string;
  readonly graph: ModuleGraph;
  readonly place: Place;
  /** Absent where the descriptor has arguments, or the export isn’t written out as a function. */
  readonly signature?: Signature;
}

/** It has one of them. */
export interface FoundImplementation {
  readonly implementation?: Implementation;
  readonly mistakes: readonly Mistake[];
}

export interface FindOptions {
  readonly tools: readonly Tool[];
  readonly read: DescriptorFiles['read'];
  readonly resolve: ModuleLoader['resolve'];
  readonly time: ReadingTime;
  /** Holds those of the files that were read for other tools of the ensemble. */
  readonly graphs: Map<string, Promise<ModuleGraph>>;
}

export async function findImplementation(
  invoker: InvokerDescriptor,
  options: FindOptions,
): Promise<FoundImplementation> {
  const { tools } = options;
  const { place, name, implementation } = invoker;
  const written = implementation ?? name;
  if (written === undefined) {
    return mistaken(
      place,
      'key',
      'Add implementation = "…" with the name of a shipped tool, or "./file.mjs#export".',
    );
  }
  const at = inside(place, implementation === undefined ? 'name' : 'implementation');
  if (implementation !== undefined && /[#/\\]|\.(m?js|ts)$/.test(implementation)) {
    return findModule(invoker, at, options);
  }
  const tool = tools.find(candidate => candidate.name === written);
  if (tool !== undefined) return { implementation: { kind: 'shipped', tool }, mistakes: [] };
  // All tools would be too many to list.
  const names = tools.map(({ name }) => name);
  const own =
    implementation === undefined ? ' For a tool of your own, add implementation = "./file.mjs#export".' : '';
  const message = `No shipped tool is named ${JSON.stringify(written)}.${didYouMean(written, names)}${own}`;
  return mistaken(at, 'value', message);
}

async function findModule(
  { implementation: written = '', arguments: described }: InvokerDescriptor,
  at: Place,
  { read, resolve, time, graphs }: FindOptions,
): Promise<FoundImplementation> {
  const [, relative, exportName] =
    /^(\.\/.+\.(?:m?js|ts))#([\p{ID_Start}$_][\p{ID_Continue}$]*)$/u.exec(written) ?? [];
  if (relative === undefined || exportName === undefined) {
    return mistaken(
      at,
      'value',
      'implementation must be the name of a shipped tool, or "./file.mjs#export" for a file beside this one.',
    );
  }
  const found = await readBeside(relative, at.document.file, read);
  if (found.kind === 'refused') return mistaken(at, 'value', found.reason);
  const reading =
    graphs.get(found.path) ?? readModuleGraph(found.path, { folder: found.realFolder, read, resolve });
  graphs.set(found.path, reading);
  const graph = await reading;
  const module = {
    kind: 'module',
    written: `${path.posix.normalize(relative)}#${exportName}`,
    exportName,
    graph,
    place: at,
  } as const;
  if (described !== undefined) return { implementation: module, mistakes: [] };
  const { readSignature } = await import('./signature/read-signature.ts');
  const { signature, faults } = readSignature(graph.text, {
    exportName,
    isTyped: relative.endsWith('.ts'),
    time,
  });
  const remedy = `Change this, or write the arguments of ${exportName} in ${path.basename(at.document.file)}.`;
  const mistakes = faults.map(({ start, end, message }) => ({
    ...mistake(at, 'value', `${message} ${remedy}`),
    module: { file: found.path, start, end, key: '' },
  }));
  if (mistakes.length > 0) return { mistakes };
  return { implementation: { ...module, ...defined({ signature }) }, mistakes };
}

function mistaken(place: Place, at: Mistake['at'], message: string): FoundImplementation {
  return { mistakes: [mistake(place, at, message)] };
}
