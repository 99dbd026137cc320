import path from 'node:path';
import { isWithin } from '../../../converser/words/workspace/paths.ts';

const caches = [
  ['npm_config_cache', '.npm'],
  ['GOCACHE', '.cache/go-build'],
  ['PIP_CACHE_DIR', '.cache/pip'],
  ['UV_CACHE_DIR', '.cache/uv'],
  ['YARN_CACHE_FOLDER', '.cache/yarn'],
] as const;

/** Programs that refuse to work without a cache get one among the temporary files where theirs can't be written. */
export function cacheVariables(home: string, writable: readonly string[]): Readonly<Record<string, string>> {
  const missing = caches.filter(
    ([, place]) => !writable.some(folder => isWithin(path.join(home, place), folder)),
  );
  return Object.fromEntries(missing.map(([name, place]) => [name, `/tmp/${place.replaceAll('/', '-')}`]));
}
