import { ConverserError, errors, reasonOf } from '../../ground/errors.ts';
import { bytesText, countText } from '../../ground/wording/numbers.ts';
import { fileErrors } from '../../words/workspace/file-errors.ts';
import { type Attached, type Attachment, mostAttached } from './attachment.ts';
import { type LiveKind, linesText, type Mention, mentionsIn, type PlaceTarget } from './mention.ts';

/** Contract: each rejects with what went wrong, in words for people. */
export interface AttachmentSources {
  readonly place: (target: PlaceTarget, signal: AbortSignal) => Promise<Attachment | undefined>;
  readonly live: Partial<Readonly<Record<LiveKind, (signal: AbortSignal) => Promise<Attachment>>>>;
  readonly held: (name: string) => Promise<Attachment | undefined>;
}

export async function attachMentioned(
  message: string,
  sources: AttachmentSources,
  signal: AbortSignal,
): Promise<readonly Attached[]> {
  const found = new Map<string, Attached>();
  let bytes = 0;
  for (const readings of mentionsIn(message)) {
    signal.throwIfAborted();
    const attached = await attachFirst(readings, sources, signal);
    const key = attached === undefined ? '' : titleOf(attached);
    if (attached === undefined || found.has(key)) continue;
    bytes += 'attachment' in attached ? bytesOf(attached.attachment) : 0;
    found.set(key, withinLimits(attached, { bytes, before: found.size }));
  }
  return [...found.values()];
}

async function attachFirst(
  readings: readonly Mention[],
  sources: AttachmentSources,
  signal: AbortSignal,
): Promise<Attached | undefined> {
  let failed: Attached | undefined;
  for (const mention of readings) {
    try {
      const attachment = await read(mention, sources, signal);
      if (attachment !== undefined) return { mention, attachment };
    } catch (cause) {
      signal.throwIfAborted();
      failed ??= { mention, title: mentionText(mention), problem: problemOf(cause) };
    }
  }
  return failed;
}

async function read(
  { target }: Mention,
  { place, live, held }: AttachmentSources,
  signal: AbortSignal,
): Promise<Attachment | undefined> {
  switch (target.kind) {
    case 'place': {
      const attachment = await place(target, signal);
      if (attachment === undefined && target.isSure) throw fileErrors.fileNotFound(target.path);
      return attachment;
    }
    case 'held': {
      const attachment = await held(target.name);
      if (attachment === undefined) throw errors.badArguments('It is gone: paste or drop it again');
      return attachment;
    }
    default:
      return live[target.kind]?.(signal);
  }
}

function problemOf(cause: unknown): string {
  return cause instanceof ConverserError ? cause.message : reasonOf(cause);
}

function mentionText({ target }: Mention): string {
  switch (target.kind) {
    case 'place':
      return `${target.path}${target.lines === undefined ? '' : linesText(target.lines)}`;
    case 'held':
      return target.name;
    default:
      return target.kind;
  }
}

function titleOf(attached: Attached): string {
  return 'attachment' in attached
    ? `${attached.attachment.kind} ${attached.attachment.title}`
    : attached.title;
}

function withinLimits(
  attached: Attached,
  { bytes, before }: { readonly bytes: number; readonly before: number },
): Attached {
  const { mention } = attached;
  const title = mentionText(mention);
  if (before >= mostAttached.attachments) {
    const problem = `A message takes ${countText(mostAttached.attachments, 'attachment')}. Remove some.`;
    return { mention, title, problem };
  }
  if (bytes > mostAttached.bytes && 'attachment' in attached && bytesOf(attached.attachment) > 0) {
    const problem = `The images and PDFs of a message can total ${bytesText(mostAttached.bytes)}. Remove some.`;
    return { mention, title, problem };
  }
  return attached;
}

function bytesOf({ content }: Attachment): number {
  return content.type === 'image' || content.type === 'resource' ? (content.bytes?.length ?? 0) : 0;
}
