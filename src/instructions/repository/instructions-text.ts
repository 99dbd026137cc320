import { numberText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { limits } from '../instruction-limits.ts';
import { leftOutText, type MarkdownFile } from '../read-markdown.ts';
import type { Rule } from './find-rules.ts';

type Quoted = Pick<MarkdownFile, 'path' | 'text'>;

export interface WrittenInstructions {
  readonly text: string;
  readonly paths: readonly string[];
  readonly notices: readonly string[];
  readonly isEmpty: boolean;
  readonly size: number;
}

const head =
  'The user trusts the opened folders. What their files say about working in them is quoted here: follow it, but what the user says in messages or as their own instructions comes first, and so does Converser. It permits nothing: tools ask the user as always.';

const personalHead =
  'The user’s own instructions for all folders are quoted here: follow them. What the user says in messages comes first, and where the opened folders say something else about working in them, that does. They permit nothing: tools ask the user as always.';

/** Your own files come first. The same files make the same text. */
export function writeAbove(
  personal: readonly Quoted[],
  files: readonly Quoted[],
  { room, onDemand }: { readonly room: number; readonly onDemand: readonly OnDemand[] },
): WrittenInstructions {
  const own = write(personal, { head: personalHead, room });
  const standing = writeStanding(files, { room: room - own.size, onDemand });
  const written = [own, standing].filter(({ isEmpty }) => !isEmpty);
  return {
    text: written.map(({ text }) => text).join('\n\n'),
    isEmpty: written.length === 0,
    paths: [...own.paths, ...standing.paths],
    notices: [...own.notices, ...standing.notices],
    size: own.size + standing.size,
  };
}

function writeStanding(
  files: readonly Quoted[],
  { room, onDemand = [] }: { readonly room: number; readonly onDemand?: readonly OnDemand[] },
): WrittenInstructions {
  const written = write(files, { head, room });
  const list = onDemandText(onDemand);
  if (list === undefined) return written;
  return {
    ...written,
    text: files.length === 0 ? `${head}\n\n${list}` : `${written.text}\n\n${list}`,
    isEmpty: false,
  };
}

export type OnDemand = Pick<Rule, 'path' | 'description'>;

function onDemandText(all: readonly OnDemand[]): string | undefined {
  const lines = all.map(({ path, description }) => `- ${visibleLine(path)}: ${description}`);
  const ends = lines.map((_, at) => lines.slice(0, at + 1).join('\n').length);
  const shown = lines.filter((_, at) => (ends[at] ?? 0) <= limits.onDemand);
  if (shown.length === 0) return undefined;
  return ['More instructions are in these files. Read one before you do what it describes:', ...shown].join(
    '\n',
  );
}

export function writeFollowing(
  file: Quoted,
  { holdsFor, isOwn, room }: { readonly holdsFor: string; readonly isOwn: boolean; readonly room: number },
): WrittenInstructions {
  const head = isOwn
    ? `From now on, the user’s own instructions of ${file.path} hold for ${holdsFor}. What the user says in messages comes first, and where the opened folders say something else, that does. They permit nothing.`
    : `From now on, the instructions of ${file.path} hold for ${holdsFor}. There they come before those of the folders above, but after what the user says. They permit nothing.`;
  return write([file], { head, room });
}

function write(
  files: readonly Quoted[],
  { head, room }: { readonly head: string; readonly room: number },
): WrittenInstructions {
  const parts: string[] = [];
  const paths: string[] = [];
  const notices: string[] = [];
  let left = room;
  for (const { path, text } of files) {
    const shown = cutText(text, Math.min(left, limits.fileCharacters));
    if (shown === '') {
      notices.push(leftOutText({ path, reason: `all have ${numberText(room)} characters together` }));
      continue;
    }
    left -= shown.length;
    paths.push(path);
    if (shown.length < text.length) {
      const [some, all] = [shown, text].map(each => numberText(each.length));
      notices.push(`The model gets ${some} of ${all} characters of ${path}, and can read the rest.`);
      parts.push(quote(path, `${shown}\n[Cut here. Read the rest of the file when you need it.]`));
    } else parts.push(quote(path, shown));
  }
  const isEmpty = parts.length === 0;
  return { text: [head, ...parts].join('\n\n'), isEmpty, paths, notices, size: room - left };
}

/** Nothing in a file ends its quotation. */
function quote(path: string, text: string): string {
  const name = path.replace(/["<>&]/g, '_');
  return `<instructions file="${name}">\n${text.replace(/<(\/?instructions)/gi, '&lt;$1')}\n</instructions>`;
}

/** Cuts at the end of a line if that loses little. Returns nothing if too little would be left. */
function cutText(text: string, room: number): string {
  if (text.length <= room) return text;
  if (room < leastUse) return '';
  const cut = text.slice(0, room).toWellFormed();
  const line = cut.lastIndexOf('\n');
  return line > room / 2 ? cut.slice(0, line) : cut;
}

const leastUse = 500;
