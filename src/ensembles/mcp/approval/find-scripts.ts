import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject } from '../../../converser/ground/json/json.ts';
import { readText } from '../../../files/read-regular-file.ts';
import { isInside } from '../../descriptors/files/is-inside.ts';

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Data files that a command line names may change with each start. Modules, packages and tasks aren't found. */
export async function findScripts(
  { command, args, cwd }: CommandLine,
  folders: readonly string[],
): Promise<readonly string[]> {
  const isHere = (file: string) => folders.some(folder => isInside(folder, file));
  const found: string[] = [];
  const hasFolder = /[/\\]/.test(command);
  if (hasFolder) found.push(...(await existing([path.resolve(cwd, command)])));
  for (const operand of operandsOf(command, args)) {
    const run = await entryFiles(placed(operand, cwd));
    found.push(...run);
    if (run.length > 0) break;
  }
  for (const word of new Set(args.flatMap(wordsOf).slice(0, mostWords))) {
    const file = placed(word, cwd);
    if (isHere(file) && (await isScript(file))) found.push(file);
  }
  return [...new Set(found)].filter(isHere).sort();
}

function wordsOf(arg: string): readonly string[] {
  return [arg, ...arg.split(/[\s'"`;&|()<>=,]+/)].filter(word => word !== '' && word.length <= longestPath);
}

const mostWords = 500;
const longestPath = 4_096;

function placed(word: string, cwd: string): string {
  if (!/^file:/i.test(word)) return path.resolve(cwd, word);
  try {
    return fileURLToPath(word);
  } catch {
    return path.resolve(cwd, word);
  }
}

const interpreter =
  /^(node(js)?|bun|bunx|deno|tsx|ts-node|electron|python[\d.]*w?|pypy[\d.]*|py|uv|ruby|perl|php|lua|rscript|java|dotnet|go|(ba|z|k|da|fi)?sh|pwsh|powershell|osascript|[cw]script|cmd)(\.exe|\.cmd)?$/i;

/** Code or a module on the command line leaves no operand to run. */
function operandsOf(command: string, args: readonly string[]): readonly string[] {
  if (!interpreter.test(path.basename(command))) return [];
  if (args.some(arg => /^(-m|-c|-e|-p|--eval|--print)$/.test(arg))) return [];
  return args.filter(arg => !arg.startsWith('-')).slice(0, mostOperands);
}

const mostOperands = 20;

async function entryFiles(place: string): Promise<readonly string[]> {
  const direct = await existing([place, ...endings.map(ending => `${place}${ending}`)]);
  const found = await stat(place).catch(() => undefined);
  if (found?.isDirectory() !== true) return direct;
  const manifest = path.join(place, 'package.json');
  const main = await mainOf(manifest);
  const inside = ['package.json', ...entries, ...(main === undefined ? [] : [main, `${main}.js`])];
  return [...direct, ...(await existing(inside.map(name => path.resolve(place, name))))];
}

const endings = '.js .mjs .cjs .ts .mts .cts .tsx .jsx .json .node .py .rb .php'.split(' ');
const entries = 'index.js index.mjs index.cjs index.ts index.json index.node __main__.py main.go'.split(' ');

async function mainOf(manifest: string): Promise<string | undefined> {
  try {
    const described: unknown = JSON.parse(await readText(manifest, { followsLinks: true }));
    return isJsonObject(described) && typeof described.main === 'string' ? described.main : undefined;
  } catch {
    return undefined;
  }
}

async function existing(files: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(files.map(file => stat(file).catch(() => undefined)));
  return files.filter((_, at) => found[at]?.isFile());
}

async function isScript(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) return false;
  if (code.test(file)) return true;
  return path.extname(file) === '' && (found.mode & 0o111) !== 0;
}

const code =
  /\.([mc]?[jt]sx?|node|wasm|pyw?|pyz|pyc|rb|pl|pm|php|phar|lua|r|jl|sh|bash|zsh|fish|ps1|psm1|bat|cmd|exe|com|vbs|wsf|jar|war|class|dll|so|dylib|go|rs|java|kts?|groovy|scala|cs|csx|fsx|ex|exs|erl|clj|tcl|scm|applescript|AppImage|run)$|(^|[/\\])(package\.json|deno\.jsonc?|Makefile|GNUmakefile|justfile|Dockerfile|(docker-)?compose\.ya?ml)$/i;
