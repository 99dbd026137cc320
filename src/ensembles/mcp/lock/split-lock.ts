import { parse } from 'smol-toml';
import { isJsonObject } from '../../../converser/json/json.ts';

/** The text of a lock in pieces, so that what has not changed can stay as it is. */
export interface LockSections {
  /** All before the first server. */
  readonly head: string;
  readonly servers: readonly ServerSection[];
}

export interface Section {
  readonly name: string;
  readonly text: string;
  /** What people wrote around and into it, and keys that we do not know. */
  readonly rest: { readonly above: readonly string[]; readonly inside: readonly string[] };
}

export interface ServerSection extends Section {
  readonly tools: readonly Section[];
}

/** Cuts at the headers of servers and tools. Comments right above a header belong to it. */
export function splitLock(text: string): LockSections {
  const pieces = cut(text.replace(/^\uFEFF/, '').split(/\r?\n/));
  const servers: (ServerSection & { readonly tools: Section[] })[] = [];
  for (const { header, ...piece } of pieces.sections) {
    const section = describe(piece);
    if (header === 'server') servers.push({ ...section, tools: [] });
    else servers.at(-1)?.tools.push(section);
  }
  return { head: joined(pieces.head), servers };
}

interface Piece {
  readonly header: 'server' | 'server.tool';
  readonly above: readonly string[];
  readonly body: string[];
}

function cut(lines: readonly string[]): { readonly head: readonly string[]; readonly sections: Piece[] } {
  const head: string[] = [];
  const sections: Piece[] = [];
  let open: string | undefined;
  for (const line of lines) {
    const current = sections.at(-1)?.body ?? head;
    const header = open === undefined ? headerOf(line) : undefined;
    if (header === undefined) current.push(line);
    else sections.push({ header, above: takeComments(current), body: [line] });
    open = stringLeftOpen(line, open);
  }
  return { head, sections };
}

function headerOf(line: string): Piece['header'] | undefined {
  const [, header] = /^\s*\[\[\s*(server|server\s*\.\s*tool)\s*\]\]\s*(#.*)?$/.exec(line) ?? [];
  if (header === undefined) return undefined;
  return header === 'server' ? 'server' : 'server.tool';
}

/** The comments at the end of what stands before, up to the last line that is none. */
function takeComments(lines: string[]): readonly string[] {
  let from = lines.length;
  while (from > 0 && /^\s*#/.test(lines[from - 1] ?? '')) from--;
  return lines.splice(from);
}

/** Which string of several lines is open after this line, if one is. */
function stringLeftOpen(line: string, open: string | undefined): string | undefined {
  let rest = line;
  let state = open;
  for (;;) {
    const [found] = (state === undefined ? opening : state === "'''" ? /'''/ : /"""/).exec(rest) ?? [];
    if (found === undefined || found === '#') return state;
    rest = rest.slice(rest.indexOf(found) + found.length);
    if (state !== undefined) state = undefined;
    else if (found === "'''" || found === '"""') state = found;
  }
}

/** A comment, or a string: of several lines, or a whole one of a single line, which may have all of these in it. */
const opening = /'''|"""|#|'[^']*'|"(?:[^"\\]|\\.)*"/;

function describe({ above, body }: Omit<Piece, 'header'>): Section {
  return {
    name: nameIn(body.slice(1)),
    text: joined([...above, ...body]),
    rest: { above, inside: unknownLines(body.slice(1)) },
  };
}

/** The name that a section gives itself. What cannot be read alone is given none, and is then not found again. */
function nameIn(lines: readonly string[]): string {
  const [, name] = asWritten.exec(lines[0] ?? '') ?? [];
  if (name !== undefined) return name;
  try {
    const table: unknown = parse(lines.join('\n'));
    return isJsonObject(table) && typeof table.name === 'string' ? table.name : '';
  } catch {
    return '';
  }
}

/** As we write it, the name comes first. To read the rest only for that takes longer than all else here. */
const asWritten = /^name = "([^"\\]+)"$/;

const known = /^\s*(name|version|launch|launch_sha256|announced|gone|sha256|definition)\s*=/;

function unknownLines(lines: readonly string[]): readonly string[] {
  const unknown: string[] = [];
  let open: string | undefined;
  let isKnown = false;
  for (const line of lines) {
    if (open === undefined) isKnown = known.test(line);
    if (!isKnown && line.trim() !== '') unknown.push(line);
    open = stringLeftOpen(line, open);
  }
  return unknown;
}

function joined(lines: readonly string[]): string {
  return lines.join('\n').replace(/^\n+|\s+$/g, '');
}
