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
  const lock = JSON.parse(await readFile(path.join(checkout, 'package-lock.json'), 'utf8'));
  const installed = Object.keys(lock.packages);
  const listener = await listen(async ({ url = '', headers: { host } }, response) => {
    const asked = decodeURIComponent(new URL(url, 'http://registry').pathname).slice(1);
    if (asked.startsWith(archives)) {
      return sendArchive(path.join(checkout, asked.slice(archives.length)), response);
    }
    const described = await describe(asked, {
      checkout,
      installed,
      archivesAt: `http://${host}/${archives}`,
    });
    response.writeHead(described === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(described ?? {}));
  });
  return {
    ...listener,
    npmrc: cache => `registry=${listener.url}/\nnoproxy=127.0.0.1\naudit=false\ncache=${cache}\n`,
  };
}

const archives = '-/archives/';

const unread = ['node_modules', '*.map', '*.ts', '*.mts', '*.cts', '*.md'];

interface Places {
  readonly checkout: string;
  /** The folders of all packages, as the lock names them. */
  readonly installed: readonly string[];
  readonly archivesAt: string;
}

/** https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
async function describe(
  name: string,
  { checkout, installed, archivesAt }: Places,
): Promise<object | undefined> {
  const places = installed.filter(place => `/${place}`.endsWith(`/node_modules/${name}`));
  const found = await Promise.all(
    places.map(async place => {
      const manifest = await readManifest(path.join(checkout, place, 'package.json'));
      return manifest && { ...manifest, name, dist: { tarball: `${archivesAt}${place}` } };
    }),
  );
  // What is there for other platforms alone is locked, and not installed.
  const present = found.filter(each => each !== undefined);
  const [first] = present;
  if (first === undefined) return undefined;
  const versions = Object.fromEntries(present.map(each => [each.version, each]));
  return { name, 'dist-tags': { latest: first.version }, versions };
}

/** Scripts are left out, for none is to run. */
async function readManifest(file: string): Promise<Manifest | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { version, bin, dependencies }: Manifest = JSON.parse(text);
  return { version, bin, dependencies };
}

/** Not compressed, and without what no program reads: npm is busy with some hundred of them as it is. */
function sendArchive(folder: string, response: ServerResponse): void {
  const where = ['-C', path.dirname(folder), path.basename(folder)];
  const archive = spawn('tar', ['-c', ...unread.map(name => `--exclude=${name}`), ...where], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  archive.stdout.pipe(response);
}
