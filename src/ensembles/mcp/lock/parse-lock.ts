import { defined } from '../../../converser/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/json/json.ts';
import { lockFileName } from '../../descriptors/files/reserved-names.ts';
import { parseToml } from '../../descriptors/mistakes/parse-toml.ts';
import { emptyLock, type Lock, type ServerPin, type ToolPin } from './lock.ts';
import { hasHash } from './pinned-definition.ts';

export type ReadLock =
  | { readonly kind: 'lock'; readonly lock: Lock }
  /** Nothing in the file can be relied on. The reason says what to do. */
  | { readonly kind: 'broken'; readonly reason: string };

/** Reads a lock. What is wrong with the pins of one server leaves those of the others as they are. */
export async function parseLock(file: string, text: string): Promise<ReadLock> {
  const conflict = text.split('\n').findIndex(line => conflictMark.test(line));
  if (conflict >= 0) {
    return broken(
      `has a merge conflict in line ${conflict + 1}. Resolve it: keep the entries of both sides, and of a tool that both have the one that you want`,
    );
  }
  const parsed = await parseToml(file, text.replace(/^\uFEFF/, ''));
  if (parsed.kind === 'broken') {
    const { message, start } = parsed.diagnostic;
    return broken(`cannot be read (line ${start.line}). ${message} Mend it, or restore it`);
  }
  const { version = form, server = [] } = parsed.document.table;
  if (version !== form) return broken('was written by another version of Converser. Update Converser');
  if (!Array.isArray(server)) return broken('has no list of servers. Restore it');
  const names = server.map(entry => (isJsonObject(entry) ? entry.name : undefined));
  if (!names.every(isName)) return broken('has a [[server]] without a name. Restore it');
  return { kind: 'lock', lock: collect(names, server as readonly JsonObject[]) };
}

/** Raised whenever what is kept changes its form. */
export const form = 1;

/** No line of a definition begins so, nor any other that we write. */
const conflictMark = /^(<{7}|={7}|>{7}|\|{7})(\s|$)/;

function collect(names: readonly string[], tables: readonly JsonObject[]): Lock {
  const lock = { servers: new Map(emptyLock.servers), broken: new Map(emptyLock.broken) };
  names.forEach((name, index) => {
    const pin = readServer(tables[index] ?? {});
    const problem = names.indexOf(name) === index ? undefined : 'it is there twice';
    if (problem !== undefined || typeof pin === 'string') {
      lock.broken.set(name, remedy(name, problem ?? String(pin)));
    } else lock.servers.set(name, pin);
  });
  for (const name of lock.broken.keys()) lock.servers.delete(name);
  return lock;
}

/** The pins of one server, or what is wrong with them. */
function readServer(table: JsonObject): ServerPin | string {
  const { launch, launch_sha256: launchHash, version, announced, tool = [] } = table;
  if (!isName(launch) || !isHash(launchHash)) return 'launch or launch_sha256 is missing';
  if (version !== undefined && typeof version !== 'string') return 'its version is no text';
  if (announced !== undefined && !isNames(announced)) return 'its announced is no list of names';
  if (!Array.isArray(tool)) return 'its tools are no list';
  const tools = new Map<string, ToolPin>();
  for (const entry of tool) {
    const pin = isJsonObject(entry) ? readTool(entry) : 'a tool is no table';
    if (typeof pin === 'string') return pin;
    const { name } = pin.definition;
    if (!isName(name) || tools.has(name)) return `the tool ${JSON.stringify(name)} is there twice`;
    tools.set(name, pin);
  }
  return defined({ launch, launchHash, tools, version, announced });
}

function readTool({ name, sha256: hash, definition: text, gone = false }: JsonObject): ToolPin | string {
  const which = `the tool ${JSON.stringify(name ?? '')}`;
  if (!isName(name) || !isHash(hash) || typeof text !== 'string' || typeof gone !== 'boolean') {
    return `${which} lacks its name, sha256 or definition`;
  }
  const definition = readJson(text);
  // Whoever changed one of them by hand would see another definition than the one that is held against the server.
  if (definition === undefined || definition.name !== name || !hasHash(definition, hash)) {
    return `the definition of ${which} is not the one that its sha256 was made of`;
  }
  return { hash, definition, isGone: gone };
}

function readJson(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function isNames(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every(isName);
}

function isHash(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function broken(what: string): ReadLock {
  return { kind: 'broken', reason: `${lockFileName} ${what}, from version control for example.` };
}

function remedy(server: string, problem: string): string {
  return `In ${lockFileName}, what is pinned of the server ${server} cannot be relied on: ${problem}. Restore it from version control, or remove its [[server]] with all its tools to have it pinned anew.`;
}
