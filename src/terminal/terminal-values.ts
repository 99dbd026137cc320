import { homedir } from 'node:os';
import path from 'node:path';
import { textOfFile } from '../converser/words/workspace/decode-file.ts';
import type { Values } from '../ensembles/mcp/definition/values.ts';
import { readBytes } from '../files/read-regular-file.ts';

/** There is no secret storage here, and often no user, so environment variables hold secrets and inputs. */
export function terminalValues(roots: readonly string[]): Values {
  return {
    env: name => process.env[name],
    secret: async key => process.env[variable('SECRET', key)],
    howToKeep: key => setVariable('SECRET', key),
    input: async ({ id }) => process.env[variable('INPUT', id)],
    howToGive: id => setVariable('INPUT', id),
    folders: roots.map(root => ({ name: path.basename(root) || root, path: root })),
    userHome: homedir(),
    async readText(file) {
      const bytes = await readBytes(file, { followsLinks: true }).catch(() => undefined);
      return bytes && textOfFile(file, bytes);
    },
  };
}

/** `${secret:weather-key}` is `CONVERSER_SECRET_WEATHER_KEY` in a terminal, and `${input:city}` `CONVERSER_INPUT_CITY`. */
function variable(kind: 'SECRET' | 'INPUT', name: string): string {
  return `CONVERSER_${kind}_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
}

function setVariable(...named: Parameters<typeof variable>): string {
  return `Set the environment variable ${variable(...named)} to it.`;
}
