import { errors } from '../../../converser/errors.ts';
import { emptyLock, type Lock, type ServerPin, type ToolPin } from './lock.ts';
import { form, parseLock } from './parse-lock.ts';
import { readableDefinition, visible } from './pinned-definition.ts';
import { type LockSections, type ServerSection, splitLock } from './split-lock.ts';

/** A lock as it is written. */
export interface LockText {
  readonly text: string;
  readonly lock: Lock;
  /** Its pieces, where what they say has been read again and is the lock. */
  readonly sections?: LockSections;
}

/**
 * The text of a lock. What has not changed stays as it was to the letter, comments and unknown keys included; servers
 * and tools stand in the order of their names, so that the same pins make the same text and two branches seldom meet.
 */
export async function renderLock(lock: Lock, former: LockText): Promise<LockText> {
  const sections = compose(lock, { lock: former.lock, sections: former.sections ?? splitLock(former.text) });
  const lineEnd = former.text.includes('\r\n') ? '\r\n' : '\n';
  const doubted =
    former.sections === undefined ? { sections, lock } : changes(former.sections, { sections, lock });
  // Somebody may have written it in a way in which pieces of it cannot be told apart.
  if (await says(textOf(doubted.sections, lineEnd), doubted.lock)) {
    return { text: textOf(sections, lineEnd), lock, sections };
  }
  const [reason] = lock.broken.values();
  if (reason !== undefined) throw errors.lockBroken(reason);
  return { text: textOf(compose(lock, { lock: emptyLock, sections: splitLock('') }), '\n'), lock };
}

interface PinsAndSections {
  readonly lock: Lock;
  readonly sections: LockSections;
}

function compose(lock: Lock, { lock: former, sections }: PinsAndSections): LockSections {
  const names = [...new Set([...lock.servers.keys(), ...lock.broken.keys()])].sort(byCodeUnits);
  const servers = names.flatMap(name => {
    const pin = lock.servers.get(name);
    const own = sections.servers.filter(server => server.name === name);
    return pin === undefined
      ? own
      : [composeServer(name, pin, { before: former.servers.get(name), kept: own[0] })];
  });
  return { head: sections.head === '' ? head : sections.head, servers };
}

interface FormerServer {
  readonly before: ServerPin | undefined;
  readonly kept: ServerSection | undefined;
}

function composeServer(name: string, pin: ServerPin, { before, kept }: FormerServer): ServerSection {
  if (pin === before && kept !== undefined) return kept;
  const isSame = before !== undefined && isSameServer(before, pin);
  const rest = kept?.rest ?? noRest;
  const tools = [...pin.tools].sort(byFirst).map(([tool, toolPin]) => {
    const old = kept?.tools.find(candidate => candidate.name === tool);
    if (old !== undefined && before?.tools.get(tool) === toolPin) return old;
    const own = old?.rest ?? noRest;
    return { name: tool, text: renderTool(tool, toolPin, own), rest: own };
  });
  return {
    name,
    text: isSame && kept !== undefined ? kept.text : renderServer(name, pin, rest),
    rest,
    tools,
  };
}

function textOf({ head, servers }: LockSections, lineEnd: '\n' | '\r\n'): string {
  const parts = servers.flatMap(server => [server.text, ...server.tools.map(tool => tool.text)]);
  const text = `${[head, ...parts].join('\n\n')}\n`;
  return lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd);
}

const noRest = { above: [], inside: [] } as const;

const head = `# What MCP servers said of their tools when they were first seen, or when somebody accepted a change.
# Commit this file. A tool that is no longer as it stands here is withheld until a person accepts it as it is now.
# It is written by Converser; "npm run converse -- --verify-lock" checks it, "--accept-lock" renews it.

version = ${form}`;

type Rest = { readonly above: readonly string[]; readonly inside: readonly string[] };

function renderServer(name: string, pin: ServerPin, rest: Rest): string {
  const { version, launch, launchHash, announced } = pin;
  return [
    ...rest.above,
    '[[server]]',
    `name = ${quoted(name)}`,
    ...(version === undefined ? [] : [`version = ${quoted(version)}`]),
    `launch = ${quoted(launch)}`,
    `launch_sha256 = "${launchHash}"`,
    ...(announced === undefined ? [] : [`announced = [${announced.map(quoted).join(', ')}]`]),
    ...rest.inside,
  ].join('\n');
}

function renderTool(name: string, { hash, definition, isGone }: ToolPin, rest: Rest): string {
  return [
    ...rest.above,
    '[[server.tool]]',
    `name = ${quoted(name)}`,
    ...(isGone ? ['gone = true'] : []),
    `sha256 = "${hash}"`,
    `definition = '''`,
    // In such a string nothing is escaped, and three apostrophes would end it.
    `${readableDefinition(definition).replace(/'{2,}/g, run => '\\u0027'.repeat(run.length))}'''`,
    ...rest.inside,
  ].join('\n');
}

/** TOML escapes as JSON does, but for what lies beyond the first plane. */
function quoted(text: string): string {
  if (!/['\n]/.test(text) && visible(text) === text && text.includes('"')) return `'${text}'`;
  const written = visible(JSON.stringify(text));
  return written.replace(/\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/g, (_, high: string, low: string) => {
    const character = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
    return `\\U${character.codePointAt(0)?.toString(16).padStart(8, '0')}`;
  });
}

function isSameServer(one: ServerPin, other: ServerPin): boolean {
  const told = ({ launch, launchHash, version, announced }: ServerPin) =>
    JSON.stringify([launch, launchHash, version ?? null, announced ?? null]);
  return told(one) === told(other);
}

/**
 * What is to be read again where the former sections have said what they should: each server begins with a header at
 * which nothing is left open, so those that stayed say what they said.
 */
function changes(former: LockSections, { sections, lock }: PinsAndSections): PinsAndSections {
  const stayed = new Set(former.servers);
  const servers = sections.servers.filter(server => !stayed.has(server));
  const names = new Set(servers.map(({ name }) => name));
  const pins = [...lock.servers].filter(([name]) => names.has(name));
  return {
    sections: { head: sections.head, servers },
    lock: { servers: new Map(pins), broken: new Map() },
  };
}

/** Whether the text, read again, is this lock. */
async function says(text: string, lock: Lock): Promise<boolean> {
  const read = await parseLock('', text);
  return read.kind === 'lock' && fingerprint(read.lock) === fingerprint(lock);
}

function fingerprint({ servers, broken }: Lock): string {
  const told = [...servers].map(([name, { launch, launchHash, version, announced, tools }]) => [
    name,
    launch,
    launchHash,
    version ?? null,
    announced ?? null,
    [...tools].map(([tool, { hash, isGone }]) => [tool, hash, isGone]).sort(byFirst),
  ]);
  return JSON.stringify([told.sort(byFirst), [...broken.keys()].sort(byCodeUnits)]);
}

function byFirst(a: readonly unknown[], b: readonly unknown[]): number {
  return byCodeUnits(String(a[0]), String(b[0]));
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
