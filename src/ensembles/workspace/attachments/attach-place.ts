import { ConverserError, errors } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import { type Attachment, mostAttached } from '../../../converser/turn/attachments/attachment.ts';
import {
  bytesAttachment,
  bytesKind,
  checkSize,
  cutNote,
  cutText,
} from '../../../converser/turn/attachments/bytes-attachment.ts';
import { type Lines, linesText, type PlaceTarget } from '../../../converser/turn/attachments/mention.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import { linesOf } from '../../../converser/words/workspace/line-endings.ts';
import type {
  BinaryFile,
  FileContent,
  FileStat,
  Location,
  ReadGuard,
} from '../../../converser/words/workspace/workspace.ts';
import { binaryKind } from '../binary-kind.ts';
import { labelOfFile } from '../label-files.ts';
import { seenAt, shownPlace, type ToolContext } from '../places/tool-context.ts';
import { withholding } from '../places/withhold.ts';
import { attachFolder } from './attach-folder.ts';
import { deniedTo, type RuledContext, rulesPlace } from './withheld-here.ts';

export interface PlacePorts {
  readonly shared: RuledContext;
  readonly readBytes: (location: Location) => Promise<Uint8Array>;
}

/**
 * You named the place yourself, so you aren't asked about a file with keys; it is labelled as secret instead. What a
 * rule of yours denies is not attached, as in Claude Code: https://github.com/anthropics/claude-code/issues/6828
 */
export async function attachPlace(
  target: PlaceTarget,
  ports: PlacePorts,
  signal: AbortSignal,
): Promise<Attachment | undefined> {
  const found = await find(target, ports.shared);
  if (found === undefined) return undefined;
  const { location, stat } = found;
  if (stat.kind === 'folder') return attachFolder(location, ports.shared, signal);
  if (stat.kind !== 'file') throw errors.badArguments('It is neither a file nor a folder');
  return attachFile(location, target.lines, ports);
}

interface Found {
  readonly location: Location;
  readonly stat: FileStat;
}

/** People write `@` for other reasons, too, so an unknown path isn't reported. */
async function find({ path, isSure }: PlaceTarget, shared: ToolContext): Promise<Found | undefined> {
  try {
    const location = await seenAt(shared, path);
    const stat = await shared.workspace.stat(location);
    return stat && { location, stat };
  } catch (cause) {
    if (isSure || !(cause instanceof ConverserError)) throw cause;
    return undefined;
  }
}

async function attachFile(
  location: Location,
  lines: Lines | undefined,
  { shared, readBytes }: PlacePorts,
): Promise<Attachment> {
  const guard = await refusingDenied(location, shared);
  const file = asPdf(await shared.workspace.read(location, guard));
  const path = shownPlace(shared, location);
  const label = await labelOfFile(shared, location, file.kind === 'text' ? file.text : '');
  if (file.kind === 'binary') {
    const real = await shared.workspace.realLocation(location);
    return defined({ ...(await attachBinary(file, real, { path, readBytes })), label });
  }
  const text = lines === undefined ? file.text : excerpt(file.text, lines);
  const isCut = text.length > mostAttached.characters;
  return defined({
    kind: 'file',
    title: `${path}${lines === undefined ? '' : linesText(lines)}`,
    content: {
      type: 'resource',
      uri: `${path}${lines === undefined ? '' : `#L${lines.from}-L${lines.to}`}`,
      mimeType: 'text/plain',
      text: isCut ? cutText(text) : text,
    },
    note: isCut ? cutNote : undefined,
    label,
  });
}

/** Checks the place under its own name; the guard checks it with links followed. */
export async function refusingDenied(location: Location, shared: RuledContext): Promise<ReadGuard> {
  const withholds = await withholding(shared, deniedTo('read_file', shared));
  const guard: ReadGuard = place => {
    if (withholds(place, place) === 'rule')
      throw errors.badArguments(`Your rules deny reading it. Change them in ${rulesPlace(shared)} first`);
  };
  guard(location);
  return guard;
}

/** Some PDFs can be read as text, in which no model finds anything. */
function asPdf(file: FileContent): FileContent {
  if (file.kind === 'binary' || !file.text.startsWith('%PDF-')) return file;
  return { kind: 'binary', head: new TextEncoder().encode(file.text.slice(0, 8)), size: file.text.length };
}

function excerpt(text: string, { from, to }: Lines): string {
  const lines = linesOf(text);
  if (from > lines.length) throw errors.badArguments(`It has ${lines.length} lines`);
  return lines.slice(from - 1, to).join('\n');
}

async function attachBinary(
  { head, size }: BinaryFile,
  real: Location,
  { path, readBytes }: Pick<PlacePorts, 'readBytes'> & { readonly path: string },
): Promise<Attachment> {
  const kind = bytesKind(head);
  if (kind === undefined) throw fileErrors.fileUnreadable(path, `it is ${binaryKind(head)}.`);
  checkSize(kind, size);
  const attachment = bytesAttachment(await readBytes(real), { title: path, name: path });
  if (attachment === undefined) throw errors.badArguments('It was changed while it was read. Try again');
  return attachment;
}
