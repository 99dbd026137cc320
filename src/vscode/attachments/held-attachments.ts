import type { Attachment } from '../../converser/attachments/attachment.ts';
import { errors } from '../../converser/errors.ts';

export interface Held {
  readonly attachment: Attachment;
  /** A small picture of it, as a data address. */
  readonly thumbnail?: string;
}

/** What was pasted, dropped or picked, by the name under which messages mention it. */
export interface HeldAttachments {
  /** Returns its name: `image-2`. */
  add(held: Held): string;
  get(name: string): Held | undefined;
}

/** The oldest are forgotten; what was sent is in its conversation. */
const most = { count: 40, bytes: 80_000_000 } as const;

/** Kept for as long as the window. */
export function createHeldAttachments(): HeldAttachments {
  const all = new Map<string, Held>();
  const numbers = { image: 0, pdf: 0, file: 0 };
  return {
    add({ attachment, ...more }) {
      const { kind } = attachment;
      if (kind !== 'image' && kind !== 'pdf' && kind !== 'file') throw errors.badArguments('It is no file');
      const name = `${kind}-${++numbers[kind]}`;
      all.set(name, { ...more, attachment: { ...attachment, name } });
      forget(all);
      return name;
    },
    get: name => all.get(name),
  };
}

function forget(all: Map<string, Held>): void {
  let bytes = 0;
  for (const [at, [name, { attachment }]] of [...all].reverse().entries()) {
    bytes += sizeOf(attachment);
    // The newest always stays.
    if (at > 0 && (at >= most.count || bytes > most.bytes)) all.delete(name);
  }
}

function sizeOf({ content }: Attachment): number {
  if (content.type === 'image') return content.bytes.length;
  return content.type === 'resource' ? (content.bytes?.length ?? content.text?.length ?? 0) : 0;
}
