import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readText } from '../../../files/read-regular-file.ts';
import { isInside } from '../../descriptors/files/is-inside.ts';
import { foldersAbove, listSources, rootOf } from './list-sources.ts';

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/**
 * All that a server could run in the folders: what its command line names or starts, with every source of the
 * packages that this lies in. Data files may change with each start. A folder that holds too much is given as itself.
 */
export async function findScripts(line: CommandLine, folders: readonly string[]): Promise<readonly string[]> {
  const isHere = (place: string) => folders.some(folder => folder === place || isInside(folder, place));
  const words = wordsOf(line);
  const places = await foldersNamed(words, line.cwd);
  const run = (await filesRun(line, { words, places })).filter(isHere);
  const files = await matching(run, isFile);
  const started = startsProject(words) ? places : await matching(run, isFolder);
  const roots = await Promise.all(
    [...files.map(path.dirname), ...started].map(each => rootOf(each, folders)),
  );
  const packages = await installedPackages(words, await foldersAbove(line.cwd, folders));
  const listed = await listSources([...new Set([...roots.flat(), ...packages])].filter(isHere), folders);
  return [...new Set([...files, ...listed])].sort();
}

function wordsOf({ command, args }: CommandLine): readonly string[] {
  const program = path.basename(command).replace(/\.(exe|cmd|bat)$/i, '');
  const words = args.flatMap(arg => [arg, ...arg.split(/[\s'"`;&|()<>=,]+/)]);
  return [...new Set([program, ...words])]
    .filter(word => word !== '' && word.length <= longestPath)
    .slice(0, mostWords);
}

const mostWords = 200;
const longestPath = 4_096;

/** Where it starts, and the folders that it names, which it may change to. */
async function foldersNamed(words: readonly string[], cwd: string): Promise<readonly string[]> {
  const named = words.map(word => placed(word, cwd));
  return [...new Set([cwd, ...(await matching(named, isFolder))])].slice(0, mostPlaces);
}

const mostPlaces = 8;

function placed(word: string, cwd: string): string {
  if (!/^file:/i.test(word)) return path.resolve(cwd, word);
  try {
    return fileURLToPath(word);
  } catch {
    return path.resolve(cwd, word);
  }
}

async function filesRun(
  { command, cwd }: CommandLine,
  { words, places }: { readonly words: readonly string[]; readonly places: readonly string[] },
): Promise<readonly string[]> {
  const operands = words.slice(1).filter(word => !word.startsWith('-'));
  // After `-m` comes the module, which is named without an ending, and then its own operands.
  const isGiven = interpreter.test(words[0] ?? '') && !words.includes('-m');
  const given = isGiven ? operands.map(word => placed(word, cwd)) : [];
  // What an interpreter is given first needs no ending to be run, and may be a folder.
  const [first] = await matching(given, async place => (await isFile(place)) || (await isFolder(place)));
  const named = words.slice(1).flatMap(word => places.flatMap(place => filesNamed(word, place)));
  const program = /[/\\]/.test(command) ? [path.resolve(cwd, command)] : [];
  return [...program, ...(first === undefined ? [] : [first]), ...(await matching(named, isScript))];
}

/** `server`, `app.main` and `app.main:run` name files without their endings. */
function filesNamed(word: string, place: string): readonly string[] {
  const module = word.replace(/:\w+$/, '');
  const base = /^\w+(\.\w+)+$/.test(module) ? module.replaceAll('.', '/') : module;
  const without = /^[\w./\\-]+$/.test(base) ? endings.map(ending => `${base}${ending}`) : [];
  return [placed(word, place), ...without.map(each => path.resolve(place, each))];
}

const endings = '.js .mjs .cjs .ts .mts .cts .tsx .jsx .py .rb .php /__init__.py /__main__.py'.split(' ');

const interpreter =
  /^(node(js)?|bun|bunx|deno|tsx|ts-node|electron|python[\d.]*w?|pypy[\d.]*|py|uv|ruby|perl|php|lua|rscript|java|dotnet|go|(ba|z|k|da|fi)?sh|pwsh|powershell|osascript|[cw]script|cmd)$/i;

/** It runs what the manifest of its folder says, or is too long to be looked through. */
function startsProject(words: readonly string[]): boolean {
  const [program = '', verb = ''] = words;
  if (/^(npm|pnpm|yarn) (exec|dlx|x)$/.test(`${program} ${verb}`)) return false;
  const runs = interpreter.test(program) ? /^(run|task|--run)$/ : runner;
  return words.length === mostWords || words.some(word => runner.test(word) || runs.test(word));
}

const runner =
  /^(npm|pnpm|yarn|g?make|just|task|rake|bundle|cargo|go|dotnet|gradlew?|mvnw?|poetry|pipenv|pdm|hatch|rye|mix|sbt|swift|composer|(docker-)?compose)$/;

/** `npx tool` runs a program of the folder's own manifest, or what is installed there, if it can. */
async function installedPackages(
  words: readonly string[],
  above: readonly string[],
): Promise<readonly string[]> {
  const names = words
    .flatMap(word => [word, word.replace(/(?<=.)@.*$/, '')])
    .filter(name => /^[@\w]/.test(name));
  const inAll = (below: string) => above.flatMap(folder => names.map(name => path.join(folder, below, name)));
  const real = await Promise.all(
    inAll('node_modules/.bin').map(each => realpath(each).catch(() => undefined)),
  );
  const ofPrograms = real.flatMap(
    each => /^.*node_modules[/\\](@[^/\\]+[/\\])?[^/\\]+/.exec(each ?? '')?.[0] ?? [],
  );
  const installed = [...inAll('node_modules'), ...ofPrograms];
  return [
    ...(await matching(installed, place => isFile(path.join(place, 'package.json')))),
    ...(await matching(above, folder => hasProgram(folder, words))),
  ];
}

async function hasProgram(folder: string, words: readonly string[]): Promise<boolean> {
  try {
    const { bin, directories } = JSON.parse(
      await readText(path.join(folder, 'package.json'), { followsLinks: true }),
    );
    const names = Object.keys(typeof bin === 'string' ? {} : (bin ?? {})).map(name => path.basename(name));
    return (
      typeof bin === 'string' || directories?.bin !== undefined || names.some(name => words.includes(name))
    );
  } catch {
    return false;
  }
}

async function matching(
  places: readonly string[],
  isWanted: (place: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const wanted = await Promise.all(places.map(isWanted));
  return places.filter((_, at) => wanted[at]);
}

async function isFile(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined))?.isFile() === true;
}

async function isFolder(place: string): Promise<boolean> {
  return (await stat(place).catch(() => undefined))?.isDirectory() === true;
}

async function isScript(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) return false;
  return code.test(file) || (path.extname(file) === '' && (found.mode & 0o111) !== 0);
}

const code =
  /\.([mc]?[jt]sx?|node|wasm|pyw?|pyz|pyc|rb|pl|pm|php|phar|lua|r|jl|sh|bash|zsh|fish|ps1|psm1|bat|cmd|exe|com|vbs|wsf|jar|war|class|dll|so|dylib|go|rs|java|kts?|groovy|scala|cs|csx|fsx|ex|exs|erl|clj|tcl|scm|applescript|AppImage|run)$|(^|[/\\])(package\.json|deno\.jsonc?|Makefile|GNUmakefile|justfile|Dockerfile|(docker-)?compose\.ya?ml)$/i;
