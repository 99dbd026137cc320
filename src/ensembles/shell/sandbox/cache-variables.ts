import path from 'node:path';
import { isWithin } from '../../../converser/words/workspace/paths.ts';

/** Where programs keep what they have downloaded or built, below a home, and the variable that says otherwise. */
const caches = [
  ['npm_config_cache', '.npm'],
  ['GOCACHE', '.cache/go-build'],
  ['PIP_CACHE_DIR', '.cache/pip'],
  ['UV_CACHE_DIR', '.cache/uv'],
  ['YARN_CACHE_FOLDER', '.cache/yarn'],
] as const;

/**
 * Variables by which programs that refuse to work without a cache find one among the temporary files, where they can't
 * write to their usual one.
 */
export function cacheVariables(home: string, writable: readonly string[]): Readonly<Record<string, string>> {
  const missing = caches.filter(
    ([, place]) => !writable.some(folder => isWithin(path.join(home, place), folder)),
  );
  return Object.fromEntries(missing.map(([name, place]) => [name, `/tmp/${place.replaceAll('/', '-')}`]));
}
