import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../descriptors/files/is-inside.ts';

/** The folder of the nearest manifest, else the outermost folder below the workspace's. */
export async function rootOf(folder: string, folders: readonly string[]): Promise<readonly string[]> {
  const above = await foldersAbove(folder, folders);
  for (const each of above) {
    const names = await readdir(each).catch(() => []);
    if (names.some(name => manifests.test(name))) return [each];
  }
  return [above.at(-2) ?? above.at(-1) ?? []].flat();
}

const manifests =
  /^(package\.json|deno\.jsonc?|pyproject\.toml|setup\.(py|cfg)|requirements\.txt|Pipfile|go\.mod|Cargo\.toml|Gemfile|composer\.json|pom\.xml|build\.gradle(\.kts)?|mix\.exs|[^.]+\.csproj)$/;

/** From the inner to the outer one, itself included, as far as they are in the workspace. */
export async function foldersAbove(folder: string, folders: readonly string[]): Promise<readonly string[]> {
  const isHere = folders.some(each => each === folder || isInside(each, folder));
  return isHere ? [folder, ...(await foldersAbove(path.dirname(folder), folders))] : [];
}

/** Every source below, and the manifests and locks of the folders above. A folder with too many is given as itself. */
export async function listSources(
  roots: readonly string[],
  folders: readonly string[],
): Promise<readonly string[]> {
  const listed: string[] = [];
  for (const root of roots) {
    const walk: Walk = { folders, seen: new Set(), files: [], installed: [], left: mostSources };
    await walkInto(root, walk);
    listed.push(...(walk.left < 0 ? [root] : walk.files));
    listed.push(...(await installedIn(walk)));
    for (const above of (await foldersAbove(root, folders)).slice(1)) {
      const names = await readdir(above).catch(() => []);
      listed.push(...names.filter(isAboutPackages).map(name => path.join(above, name)));
    }
  }
  return listed;
}

interface Walk {
  readonly folders: readonly string[];
  readonly seen: Set<string>;
  readonly files: string[];
  readonly installed: string[];
  left: number;
}

const mostSources = 20_000;
const mostInstalled = 10_000;

async function walkInto(folder: string, walk: Walk): Promise<void> {
  const real = await realpath(folder).catch(() => folder);
  if (walk.seen.has(real) || --walk.left < 0) return;
  walk.seen.add(real);
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const place = path.join(folder, entry.name);
    const kind = entry.isSymbolicLink() ? await stat(place).catch(() => undefined) : entry;
    if (kind?.isDirectory()) {
      const to = entry.isSymbolicLink() ? await realpath(place).catch(() => place) : place;
      const isHere = walk.folders.some(each => isInside(each, to));
      if (installs.test(entry.name)) walk.installed.push(place);
      else if (isHere && !keepsNoSource.test(entry.name)) await walkInto(place, walk);
    } else if (kind?.isFile() && (isAboutPackages(entry.name) || !data.test(entry.name))) {
      walk.files.push(place);
      if (--walk.left < 0) return;
    }
  }
}

/** Of too many installed packages, only the locks are covered. */
async function installedIn({ folders, installed }: Walk): Promise<readonly string[]> {
  const walk: Walk = { folders, seen: new Set(), files: [], installed: [], left: mostInstalled };
  for (let folder = installed.pop(); folder !== undefined; folder = installed.pop() ?? walk.installed.pop())
    await walkInto(folder, walk);
  return walk.left < 0 ? [] : walk.files;
}

const installs = /^(node_modules|\.?venv|site-packages|vendor)$/;
const keepsNoSource = /^(\.(git|hg|svn|cache|vite|turbo|mypy_cache|pytest_cache|ruff_cache)|__pycache__)$/;

/** Documents, pictures and records, which a server may write. A kind that isn't known counts as source. */
const data =
  /\.(md|mdx|rst|adoc|txt|log|csv|tsv|jsonl?|ndjson|db3?|sqlite3?(-\w+)?|db-\w+|parquet|lock|pid|sock|tmp|bak|map|d\.[cm]?ts|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|ico|avif|mp[34]|wav|webm|woff2?|ttf|otf|zip|gz|tar|7z|vsix)$|^(\.DS_Store|LICEN[CS]E|COPYING|NOTICE|README|CHANGELOG|\.gitignore|\.gitattributes|\.editorconfig)$/i;

/** Manifests, locks and settings of tools that load code. */
function isAboutPackages(name: string): boolean {
  return manifests.test(name) || locks.test(name) || settings.test(name);
}

const locks =
  /^((package-lock|npm-shrinkwrap|\.package-lock)\.json|(pnpm-lock|pnpm-workspace)\.ya?ml|(yarn|bun|uv|poetry|pdm|deno|Pipfile|Cargo|Gemfile|composer|mix|flake|pixi)\.lock|go\.(sum|work)|(constraints|requirements[\w-]*|[\w-]*requirements)\.txt)$/;
const settings = /^(\.[\w-]+rc(\.json)?|[\w.-]*config[\w.-]*\.json|import_map\.json)$/;
