import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { lockFileName } from '../../descriptors/files/reserved-names.ts';
import { parseToml } from '../../descriptors/mistakes/parse-toml.ts';
import type { BrokenPin, Lock, ServerPin, ToolPin } from './lock.ts';
import { hasHash } from './pinned-definition.ts';

export type ReadLock =
  | { readonly kind: 'lock'; readonly lock: Lock }
  | { readonly kind: 'broken'; readonly reason: string };

export async function parseLock(file: string, text: string): Promise<ReadLock> {
  const conflict = text.split('\n').findIndex(line => conflictMark.test(line));
  if (conflict >= 0) {
    return broken(
      `has a merge conflict in line ${conflict + 1}. Keep the entries of both sides; if both have a tool, keep the one that you want`,
    );
  }
  const parsed = await parseToml(file, text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'));
  if (parsed.kind === 'broken') {
    const { message, start } = parsed.diagnostic;
    return broken(`can’t be read (line ${start.line}). ${message} Correct it, or restore it`);
  }
  const { version = form, server = [], ...others } = parsed.document.table;
  const [unknown] = Object.keys(others);
  if (version !== form || unknown !== undefined)
    return broken('was written by another version of Converser. Update Converser, or restore the file');
  if (!Array.isArray(server)) return broken('has no list of servers. Restore it');
  const names = server.map(entry => (isJsonObject(entry) ? entry.name : undefined));
  if (!names.every(isName)) return broken('has a [[server]] without a name. Restore it');
  return { kind: 'lock', lock: collect(names, server as readonly JsonObject[]) };
}

/** Raise it with every change that older versions can't read. */
export const form = 1;

/** No line of a definition begins like this, and no other line that we write. */
export const conflictMark = /^(<{7}|={7}|>{7}|\|{7})(\s|$)/;

function collect(names: readonly string[], tables: readonly JsonObject[]): Lock {
  const servers = new Map<string, ServerPin>();
  const brokenPins = new Map<string, BrokenPin>();
  for (const name of new Set(names)) {
    const own = tables.filter((_, index) => names[index] === name);
    const pin = own.length > 1 ? 'it is listed twice' : readServer(own[0] ?? {});
    if (typeof pin === 'string') brokenPins.set(name, { reason: remedy(name, pin), tables: own });
    else servers.set(name, pin);
  }
  return { servers, broken: brokenPins };
}

function readServer({ name: _, ...table }: JsonObject): ServerPin | string {
  const { launch, launch_sha256: launchHash, version, announced, instructions, tool = [], ...others } = table;
  if (!isName(launch) || !isHash(launchHash)) return 'launch or launch_sha256 is missing';
  if (version !== undefined && typeof version !== 'string') return 'its version isn’t a string';
  if (instructions !== undefined && !isName(instructions)) return 'its instructions aren’t a string';
  if (announced === undefined || !isNames(announced)) return 'its announced isn’t a list of names';
  if (!Array.isArray(tool)) return 'its tools aren’t a list';
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return unknownKey(unknown);
  const tools = new Map<string, ToolPin>();
  for (const entry of tool) {
    const pin = isJsonObject(entry) ? readTool(entry) : 'a tool isn’t a table';
    if (typeof pin === 'string') return pin;
    const { name } = pin.definition;
    if (!isName(name) || tools.has(name)) return `the tool ${JSON.stringify(name)} is listed twice`;
    tools.set(name, pin);
  }
  return defined({ launch, launchHash, tools, version, announced, instructions });
}

function readTool({
  name,
  sha256: hash,
  definition: text,
  gone = false,
  ...others
}: JsonObject): ToolPin | string {
  const tool = `the tool ${JSON.stringify(name ?? '')}`;
  if (!isName(name) || !isHash(hash) || typeof text !== 'string' || typeof gone !== 'boolean') {
    return `${tool} lacks its name, sha256 or definition`;
  }
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return unknownKey(unknown);
  const definition = readJson(text);
  // Otherwise an edit of one of them would show another definition than the one that is compared.
  if (definition === undefined || definition.name !== name || !hasHash(definition, hash)) {
    return `the definition of ${tool} doesn’t match its sha256`;
  }
  return { hash, definition, isGone: gone };
}

/** A newer version may have written it, and overwriting it would lose what it says. */
function unknownKey(key: string): string {
  return `this version of Converser doesn’t know the key ${JSON.stringify(key)}, so a newer one may have written it`;
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
  return { kind: 'broken', reason: `${lockFileName} ${what}, for example from version control.` };
}

function remedy(server: string, problem: string): string {
  return `The pins of the MCP server ${server} in ${lockFileName} can’t be used: ${problem}. Restore the file from version control, or delete this [[server]] with all its tools to have it pinned again.`;
}
