import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { DescriptorFiles } from '../descriptors/files/descriptor-files.ts';
import { isInside } from '../descriptors/files/is-inside.ts';

export interface ModuleGraph {
  readonly entry: string;
  readonly text: string;
  /** An approval is bound to it: another name or text of any file changes it. */
  readonly fingerprint: string;
  /** Holds `digestOf` each text, by absolute path with symbolic links resolved. */
  readonly digests: ReadonlyMap<string, string>;
}

export interface GraphOptions {
  /** Symbolic links are resolved. What lies outside does not belong to a module. */
  readonly folder: string;
  readonly read: DescriptorFiles['read'];
  readonly resolve: (specifier: string, importer: string) => string | undefined;
}

const mostFiles = 1_000;

/** Runs nothing. A file whose name is computed or hard to read is missing here, and is refused when it is to be loaded. */
export async function readModuleGraph(start: string, options: GraphOptions): Promise<ModuleGraph> {
  const texts = new Map<string, string>();
  const seen = new Set<string>();
  const real = new Map<string, string>();
  for (let wave: readonly string[] = [start]; wave.length > 0 && seen.size < mostFiles; ) {
    const fresh = [...new Set(wave)].filter(name => !seen.has(name)).slice(0, mostFiles - seen.size);
    const found = await Promise.all(fresh.map(name => readOne(name, options)));
    for (const [at, name] of fresh.entries()) {
      seen.add(name);
      const file = found[at];
      texts.set(name, file?.text ?? '');
      if (file !== undefined) real.set(file.realPath, file.text);
    }
    wave = found.flatMap(entry => entry?.named ?? []);
  }
  const hash = createHash('sha256');
  for (const [name, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(JSON.stringify([path.relative(start, name), text]));
  }
  const digests = new Map([...real].map(([name, text]) => [name, digestOf(text)]));
  const [entry = start] = real.keys();
  return { entry, text: texts.get(start) ?? '', fingerprint: hash.digest('hex').slice(0, 32), digests };
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

interface ReadOne {
  readonly realPath: string;
  readonly text: string;
  readonly named: readonly string[];
}

async function readOne(file: string, { folder, read, resolve }: GraphOptions): Promise<ReadOne | undefined> {
  const found = await read(file);
  if (found === undefined || found.problem !== undefined) return undefined;
  if (!isInside(folder, found.realPath)) return undefined;
  const { text, realPath } = found;
  const imports = realPath.endsWith('.json') ? [] : await importsIn(text);
  const named = imports.map(specifier =>
    isPath(specifier) ? pathOf(specifier, realPath) : resolve(specifier, realPath),
  );
  const isOfFolder = (name = '') => isInside(folder, name) && isLoadable.test(name);
  return { realPath, text, named: named.filter((name): name is string => isOfFolder(name)) };
}

const isLoadable = /\.(mjs|js|ts|json)$/;

function isPath(specifier: string): boolean {
  return /^(\.{0,2}\/|file:)/.test(specifier);
}

function pathOf(specifier: string, importer: string): string | undefined {
  try {
    return fileURLToPath(new URL(specifier, pathToFileURL(importer)));
  } catch {
    return undefined;
  }
}

async function importsIn(text: string): Promise<readonly string[]> {
  const { init, parse } = await import('es-module-lexer');
  await init;
  const imports = parsed(() => parse(text)[0]).flatMap(({ specifier }) => specifier ?? []);
  // Such strings may name workers or data: too many files are better than too few.
  return [...imports, ...[...text.matchAll(pathLike)].map(([, , specifier = '']) => specifier)];
}

const pathLike = /(["'`])(\.{1,2}\/[^"'`\n]+\.(?:mjs|js|ts|json))\1/g;

/** What can't be parsed can't be loaded either, and Node says best why. */
function parsed<T>(parse: () => readonly T[]): readonly T[] {
  try {
    return parse();
  } catch {
    return [];
  }
}
