import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { reasonOf } from '../../converser/ground/errors.ts';
import { readRegularFileSync } from '../../files/read-regular-file.ts';
import { digestOf, type ModuleGraph } from './module-graph.ts';

export type LoadedModule =
  | { readonly kind: 'loaded'; readonly exports: Readonly<Record<string, unknown>> }
  | { readonly kind: 'failed'; readonly reason: string };

/** Invariant: only Node's parts and unchanged files of the graph load: what was approved is what runs. */
export interface ModuleLoader {
  /** Imports the module anew each time, and never rejects. */
  load(graph: ModuleGraph): Promise<LoadedModule>;
  resolve(specifier: string, importer: string): string | undefined;
}

export function createModuleLoader(): ModuleLoader {
  const graphs = new Map<string, ModuleGraph>();
  /** Resolving is synchronous, so this concerns one import only. */
  let asksFor: { readonly parentURL: string } | undefined;
  let isRegistered = false;

  /** Hooks stay for as long as the process lives: what a module imports later is checked, too. */
  function register(): void {
    if (isRegistered) return;
    if (typeof nodeModule.registerHooks !== 'function')
      throw new Error('Tools in modules need Node 22.15 or newer');
    nodeModule.registerHooks({
      resolve(specifier, context, next) {
        const version = versionIn(context.parentURL);
        const graph = graphs.get(version);
        if (specifier === 'vscode' && waitsForHooks) {
          if (asksFor !== undefined || graph !== undefined) throw refused(specifier);
          const url = urlOfApi(context.parentURL);
          if (url !== undefined) return { url, shortCircuit: true };
        }
        if (asksFor !== undefined) return next(specifier, { ...context, ...asksFor });
        const resolved = next(specifier, context);
        if (graph === undefined || isPartOfNode(specifier, resolved.url)) return resolved;
        checkCovered(specifier, resolved.url, graph);
        return { ...resolved, url: versioned(resolved.url, version) };
      },
      load(url, context, next) {
        const graph = graphs.get(versionIn(url));
        // Node strips the types, but of what was checked.
        const isTyped = graph !== undefined && URL.parse(url)?.pathname.endsWith('.ts') === true;
        const loaded = isTyped ? { format: 'module-typescript', shortCircuit: true } : next(url, context);
        return graph === undefined ? loaded : { ...loaded, source: checkedSource(url, loaded, graph) };
      },
    });
    isRegistered = true;
  }

  return {
    async load(graph) {
      try {
        register();
        // Node never forgets a module, nor that one failed to load.
        const version = randomUUID();
        graphs.set(version, graph);
        const url = versioned(pathToFileURL(graph.entry).href, version);
        return { kind: 'loaded', exports: (await import(url)) as Readonly<Record<string, unknown>> };
      } catch (cause) {
        return { kind: 'failed', reason: `${reasonOf(cause)}${placeOf(cause)}` };
      }
    },
    resolve(specifier, importer) {
      try {
        register();
        asksFor = { parentURL: pathToFileURL(importer).href };
        const url = import.meta.resolve(specifier);
        return url.startsWith('file:') ? fileURLToPath(url) : undefined;
      } catch {
        return undefined;
      } finally {
        asksFor = undefined;
      }
    },
  };
}

/** Beside hooks like these, Node 22 stands still until those of VS Code answer, which ask the thread that waits for `vscode`. */
const waitsForHooks = process.versions.node.startsWith('22.');

/** Gives an extension's module what `require` gives it. */
function urlOfApi(importer = ''): string | undefined {
  try {
    const api: object = nodeModule.createRequire(importer)('vscode');
    const names = Object.keys(api).map(name => `export const ${name} = api.${name};`);
    const own = `import { createRequire } from 'node:module'; const api = createRequire(${JSON.stringify(importer)})('vscode');`;
    return `data:text/javascript,${encodeURIComponent([own, 'export default api;', ...names].join('\n'))}`;
  } catch {
    return undefined;
  }
}

const versionKey = 'converser';

function versioned(url: string, version: string): string {
  const address = new URL(url);
  address.searchParams.set(versionKey, version);
  return address.href;
}

function versionIn(url = ''): string {
  return url.includes(`${versionKey}=`) ? (URL.parse(url)?.searchParams.get(versionKey) ?? '') : '';
}

/** Node's own loader is left out: with it, a module could load files from anywhere. */
function isPartOfNode(specifier: string, url: string): boolean {
  if (/^(node:)?module$/.test(url)) throw refused(specifier);
  return nodeModule.isBuiltin(url);
}

function checkCovered(specifier: string, url: string, { digests }: ModuleGraph): void {
  const file = url.startsWith('file:') ? realPathIn(url) : undefined;
  if (file === undefined || !digests.has(file)) throw refused(specifier);
}

interface LoadedSource {
  readonly format: string | null | undefined;
  readonly source?: unknown;
}

function checkedSource(url: string, { format, source }: LoadedSource, { digests }: ModuleGraph): string {
  const file = realPathIn(url) ?? '';
  if (!/^(module|module-typescript|json)$/.test(format ?? '')) throw refused(file);
  const bytes = source ?? readRegularFileSync(file, 4_000_000) ?? '';
  const written = typeof bytes === 'string' ? bytes : Buffer.from(bytes as Uint8Array).toString('utf8');
  const text = written.replace(/^\uFEFF/, '');
  if (digestOf(text) === digests.get(file)) return text;
  throw new Error('It changed before it was loaded. Call the tool again.');
}

function realPathIn(url: string): string | undefined {
  try {
    return realpathSync.native(fileURLToPath(url));
  } catch {
    return undefined;
  }
}

function refused(specifier: string): Error {
  const rule =
    'A tool may import parts of Node other than node:module, and ES modules and JSON from the folder of its descriptor, under names that are written out.';
  return new Error(`${JSON.stringify(specifier)} isn’t loaded. ${rule}`);
}

function placeOf(cause: unknown): string {
  if (!(cause instanceof Error) || cause.stack === undefined) return '';
  const [, name, line] = /([^/\\]+)\?converser=[^:\s)]*:(\d+)/.exec(cause.stack) ?? [];
  return name === undefined ? '' : ` (${name}, line ${line})`;
}
