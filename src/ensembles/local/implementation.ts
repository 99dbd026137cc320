import path from 'node:path';
import type { Tool } from '../define-tool.ts';
import type { InvokerDescriptor } from '../descriptors/descriptor.ts';
import type { DescriptorFiles } from '../descriptors/files/descriptor-files.ts';
import { readBeside } from '../descriptors/files/read-beside.ts';
import { inside, type Mistake, mistake, type Place } from '../descriptors/mistakes/diagnostic.ts';
import { didYouMean } from '../descriptors/mistakes/nearest-name.ts';
import { type ModuleGraph, readModuleGraph } from './module-graph.ts';
import type { ModuleLoader } from './module-loader.ts';

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
}

export type FoundImplementation =
  | { readonly kind: 'found'; readonly implementation: Implementation }
  | { readonly kind: 'mistaken'; readonly mistake: Mistake };

export interface FindOptions {
  readonly tools: readonly Tool[];
  readonly read: DescriptorFiles['read'];
  readonly resolve: ModuleLoader['resolve'];
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
  if (implementation !== undefined && /[#/\\]|\.m?js$/.test(implementation)) {
    return findModule(implementation, at, options);
  }
  const tool = tools.find(candidate => candidate.name === written);
  if (tool !== undefined) return { kind: 'found', implementation: { kind: 'shipped', tool } };
  // All tools would be too many to list.
  const names = tools.map(({ name }) => name);
  const own =
    implementation === undefined ? ' For a tool of your own, add implementation = "./file.mjs#export".' : '';
  const message = `No shipped tool is named ${JSON.stringify(written)}.${didYouMean(written, names)}${own}`;
  return mistaken(at, 'value', message);
}

async function findModule(
  written: string,
  at: Place,
  { read, resolve }: FindOptions,
): Promise<FoundImplementation> {
  const [, relative, exportName] =
    /^(\.\/.+\.m?js)#([\p{ID_Start}$_][\p{ID_Continue}$]*)$/u.exec(written) ?? [];
  if (relative === undefined || exportName === undefined) {
    return mistaken(
      at,
      'value',
      'implementation must be the name of a shipped tool, or "./file.mjs#export" for a file beside this one.',
    );
  }
  const found = await readBeside(relative, at.document.file, read);
  if (found.kind === 'refused') return mistaken(at, 'value', found.reason);
  return {
    kind: 'found',
    implementation: {
      kind: 'module',
      written: `${path.posix.normalize(relative)}#${exportName}`,
      exportName,
      graph: await readModuleGraph(found.path, { folder: found.realFolder, read, resolve }),
      place: at,
    },
  };
}

function mistaken(place: Place, at: Mistake['at'], message: string): FoundImplementation {
  return { kind: 'mistaken', mistake: mistake(place, at, message) };
}
