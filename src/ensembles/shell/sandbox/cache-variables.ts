import path from 'node:path';
import { isWithin } from '../../../converser/words/workspace/paths.ts';

/** Programs keep downloads and builds there, below a home, unless the variable says otherwise. */
const caches = [
  ['npm_config_cache', '.npm'],
  ['GOCACHE', '.cache/go-build'],
  ['PIP_CACHE_DIR', '.cache/pip'],
  ['UV_CACHE_DIR', '.cache/uv'],
  ['YARN_CACHE_FOLDER', '.cache/yarn'],
] as const;

/**
 * Some programs refuse to work without a cache: where they can't write to the usual one, they get one among the temporary
 * files.
 */
export function cacheVariables(home: string, writable: readonly string[]): Readonly<Record<string, string>> {
  const missing = caches.filter(
    ([, place]) => !writable.some(folder => isWithin(path.join(home, place), folder)),
  );
  return Object.fromEntries(missing.map(([name, place]) => [name, `/tmp/${place.replaceAll('/', '-')}`]));
}
