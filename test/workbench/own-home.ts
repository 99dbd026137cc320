import { mkdtemp } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { cacheFolder } from './ground/cache.mjs';
import { removeFolder } from './remove-folder.ts';

/** Where programs look for what is the user's, before the home. */
const elsewhere =
  'XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME CLAUDE_CONFIG_DIR CODEX_HOME COPILOT_HOME'.split(' ');

/**
 * Does some work with an empty home for this process and all that it starts: instructions, skills, servers and state of
 * whoever runs the tests must not change them, nor the tests those. What was fetched for all clones stays where it is, and
 * npm finds its registry.
 */
export async function withOwnHome<T>(work: () => Promise<T>): Promise<T> {
  const { env } = process;
  const before = { ...env };
  const [home, cache] = [homedir(), path.dirname(cacheFolder())];
  const own = await mkdtemp(path.join(tmpdir(), 'converser-home-'));
  for (const name of elsewhere) delete env[name];
  Object.assign(env, {
    HOME: own,
    USERPROFILE: own,
    XDG_CACHE_HOME: cache,
    npm_config_userconfig: env.npm_config_userconfig ?? path.join(home, '.npmrc'),
    ...(process.platform === 'win32'
      ? {}
      : { npm_config_cache: env.npm_config_cache ?? path.join(home, '.npm') }),
  });
  try {
    return await work();
  } finally {
    for (const name of Object.keys(env)) delete env[name];
    Object.assign(env, before);
    await removeFolder(own);
  }
}
