import * as nodeModule from 'node:module';
import { pathToFileURL } from 'node:url';
import { reasonOf } from '../../converser/errors.ts';

export type LoadedModule =
  | { readonly kind: 'loaded'; readonly exports: Readonly<Record<string, unknown>> }
  | { readonly kind: 'failed'; readonly reason: string };

const versionKey = 'converser';

/**
 * Imports a module under an address that holds its version. Node never forgets a module, nor that one failed to
 * load, so another version is how an edited one is picked up. Never rejects.
 */
export async function loadModule(file: string, version: string): Promise<LoadedModule> {
  const url = pathToFileURL(file);
  url.searchParams.set(versionKey, version);
  const versioned = versionRelativeImports();
  try {
    return { kind: 'loaded', exports: (await import(url.href)) as Readonly<Record<string, unknown>> };
  } catch (cause) {
    return { kind: 'failed', reason: `${reasonOf(cause)}${placeOf(cause)}` };
  } finally {
    versioned.deregister();
  }
}

/** While a module loads, hands its version on to what it imports by a relative path. */
function versionRelativeImports(): { deregister(): void } {
  // Node has the hooks since 22.15. Without them, edits of what a module imports need a restart.
  if (typeof nodeModule.registerHooks !== 'function') return { deregister: () => {} };
  return nodeModule.registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const version =
        context.parentURL !== undefined && URL.canParse(context.parentURL)
          ? new URL(context.parentURL).searchParams.get(versionKey)
          : null;
      if (version === null || !/^\.{1,2}\//.test(specifier) || !resolved.url.startsWith('file:'))
        return resolved;
      const url = new URL(resolved.url);
      url.searchParams.set(versionKey, version);
      return { ...resolved, url: url.href };
    },
  });
}

/** The first line of code that a stack names, without the rest of the stack. */
function placeOf(cause: unknown): string {
  if (!(cause instanceof Error) || cause.stack === undefined) return '';
  const [, name, line] = /([^/\\]+)\?converser=[^:\s)]*:(\d+)/.exec(cause.stack) ?? [];
  return name === undefined ? '' : ` (${name}, line ${line})`;
}
