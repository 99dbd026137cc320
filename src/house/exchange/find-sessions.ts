import { lstat, readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { isJsonObject, type JsonObject, parseJson } from '../../converser/ground/json/json.ts';
import { openRegular, readBytes } from '../../files/read-regular-file.ts';
import { type Importable, largestImport } from '../../store/imported.ts';
import { titleIn } from './claude-code.ts';
import { saidIn } from './claude-code-lines.ts';
import { objectsIn, stringIn } from './imported-file.ts';
import type { Line } from './read-lines.ts';

export type SessionProgram = 'claude-code' | 'codex';

export interface SessionPlaces {
  /** Absolute folders. */
  readonly roots: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Finds sessions that were led in one of the roots, the newest first. Reads only the ends of files. */
export async function findSessions(
  program: SessionProgram,
  { roots: opened, env, signal }: SessionPlaces,
): Promise<readonly Importable[]> {
  // Where the folder was opened through a link, programs know its real path.
  const real = opened.map(root => realpath(root).catch(() => root));
  const roots = [...opened, ...(await Promise.all(real))];
  const files = program === 'codex' ? await codexFiles(env) : await claudeFiles(env, roots);
  const timed = await Promise.all(files.map(statsOf));
  const newest = timed.flat().sort((one, other) => other.time.getTime() - one.time.getTime());
  const folders = new Set(roots.map(plainPath));
  const found: Importable[] = [];
  for (const { file, time } of newest.slice(0, mostRead)) {
    if (signal.aborted || found.length >= mostFound) break;
    const session = await readEnds(file).catch(() => undefined);
    if (session === undefined || !folders.has(plainPath(session.folder))) continue;
    const read = () => readBytes(file, { most: largestImport });
    found.push({ title: session.title || path.basename(file), time, read });
  }
  return found;
}

/** As workspaces write it: `C:/app`. */
function plainPath(folder: string): string {
  return folder.replaceAll('\\', '/').replace(/^[a-z]:/, drive => drive.toUpperCase());
}

const mostRead = 1_000;
const mostFound = 100;

/** The folder’s name stands for the workspace’s path, but not for it alone. */
async function claudeFiles(env: SessionPlaces['env'], roots: readonly string[]): Promise<readonly string[]> {
  const projects = path.join(env.CLAUDE_CONFIG_DIR || path.join(homedir(), '.claude'), 'projects');
  const folders = roots.map(root => path.join(projects, root.replaceAll(/[^A-Za-z0-9]/g, '-')));
  const files = await Promise.all([...new Set(folders)].map(folder => filesIn(folder)));
  return files.flat().filter(file => file.endsWith('.jsonl'));
}

async function codexFiles(env: SessionPlaces['env']): Promise<readonly string[]> {
  const home = env.CODEX_HOME || path.join(homedir(), '.codex');
  const places = [path.join(home, 'sessions'), path.join(home, 'archived_sessions')];
  const files = await Promise.all(places.map(place => filesIn(place, { deep: true })));
  return files.flat().filter(file => /[/\\]rollout-[^/\\]*\.jsonl$/.test(file));
}

async function filesIn(folder: string, { deep = false } = {}): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: deep }).catch(() => []);
  return entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name));
}

async function statsOf(file: string): Promise<readonly { readonly file: string; readonly time: Date }[]> {
  const stats = await lstat(file).catch(() => undefined);
  return stats === undefined ? [] : [{ file, time: stats.mtime }];
}

/** In bytes. */
const endSize = 128 * 1024;

async function readEnds(file: string): Promise<{ readonly folder: string; readonly title: string }> {
  const opened = await openRegular(file);
  try {
    const size = Number(opened.stats.size);
    const head = (await opened.readAt(0, Math.min(size, endSize))).toString('utf8');
    const rest = Math.min(endSize, size - endSize);
    const tail = rest <= 0 ? '' : (await opened.readAt(size - rest, rest)).toString('utf8');
    // The first line may be longer than what was read.
    const folder = parseJson(/"cwd":\s*("(?:[^"\\]|\\.){0,4096}")/.exec(head)?.[1] ?? '""');
    const [first, last] = [linesOf(head), linesOf(tail)];
    const title = titleIn([...first, ...last]) ?? firstQuestion(first);
    return { folder: stringIn(folder), title: title.replaceAll(/\s+/g, ' ').trim().slice(0, 120) };
  } finally {
    opened.close();
  }
}

function linesOf(text: string): readonly Pick<Line, 'value'>[] {
  return text.split('\n').flatMap(line => {
    const value = parseJson(line);
    return isJsonObject(value) ? [{ value }] : [];
  });
}

function firstQuestion(lines: readonly Pick<Line, 'value'>[]): string {
  for (const { value } of lines) {
    const { role, blocks } = saidIn(value) ?? { role: '', blocks: [] };
    const said: JsonObject = isJsonObject(value.payload) ? value.payload : { role, content: blocks };
    const isAsked = said.type === 'user_message' || said.role === 'user';
    const content = said.message ?? said.content;
    const written = stringIn(content) || stringIn(objectsIn(content)[0]?.text);
    if (isAsked && written.trim() !== '' && !/^\s*(<|# AGENTS\.md)/.test(written)) return written;
  }
  return '';
}
