import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { type HttpListener, listen } from './mcp/http-listener.ts';

/** A package as a registry describes it, and as its own `package.json` does. */
interface Manifest {
  readonly version: string;
  readonly bin?: unknown;
  readonly dependencies?: unknown;
}

export interface NpmRegistry extends HttpListener {
  /**
   * What stands in the `.npmrc` of a folder in which `npx` is to ask this registry, as somebody writes it whose company
   * has one. What it fetches is kept in a folder of its own, as on a machine where nothing was fetched before.
   */
  npmrc(cache: string): string;
}

/**
 * npm's registry as far as `npx` asks it, without the network: it has the packages that are installed in a checkout, and
 * makes each of them up from its folder. What else npm wants to know, such as whether there is a newer npm, it does not.
 */
export async function startNpmRegistry(checkout: string): Promise<NpmRegistry> {
  const listener = await listen(async ({ url = '', headers: { host } }, response) => {
    const asked = decodeURIComponent(new URL(url, 'http://registry').pathname).slice(1);
    if (asked.startsWith(archives)) {
      return sendArchive(path.join(checkout, asked.slice(archives.length)), response);
    }
    const described = await describe(asked, { checkout, archivesAt: `http://${host}/${archives}` });
    response.writeHead(described === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(described ?? {}));
  });
  return {
    ...listener,
    npmrc: cache => `registry=${listener.url}/\nnoproxy=127.0.0.1\ncache=${cache}\n`,
  };
}

const archives = '-/archives/';

interface Places {
  readonly checkout: string;
  readonly archivesAt: string;
}

/** https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
async function describe(name: string, { checkout, archivesAt }: Places): Promise<object | undefined> {
  const lock = JSON.parse(await readFile(path.join(checkout, 'package-lock.json'), 'utf8'));
  const places = Object.keys(lock.packages).filter(place => `/${place}`.endsWith(`/node_modules/${name}`));
  const found = await Promise.all(
    places.map(async place => {
      const manifest = await readManifest(path.join(checkout, place, 'package.json'));
      return manifest && { ...manifest, name, dist: { tarball: `${archivesAt}${place}` } };
    }),
  );
  // What is there for other platforms alone is locked, and not installed.
  const installed = found.filter(each => each !== undefined);
  const [first] = installed;
  if (first === undefined) return undefined;
  const versions = Object.fromEntries(installed.map(each => [each.version, each]));
  return { name, 'dist-tags': { latest: first.version }, versions };
}

/** Scripts are left out, for none is to run. */
async function readManifest(file: string): Promise<Manifest | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { version, bin, dependencies }: Manifest = JSON.parse(text);
  return { version, bin, dependencies };
}

function sendArchive(folder: string, response: ServerResponse): void {
  const where = ['-C', path.dirname(folder), path.basename(folder)];
  const archive = spawn('tar', ['-cz', '--exclude=node_modules', ...where], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  archive.stdout.pipe(response);
}
