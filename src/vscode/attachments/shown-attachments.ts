import { defined } from '../../converser/ground/json/defined.ts';
import { type Attached, attachmentTokens } from '../../converser/turn/attachments/attachment.ts';
import type { SidebarAttachment } from '../../sidebar/protocol.ts';
import type { HeldAttachments } from './held-attachments.ts';

export async function shownAttachments(
  message: string,
  attached: readonly Attached[],
  held: Pick<HeldAttachments, 'get'>,
): Promise<readonly SidebarAttachment[]> {
  return Promise.all(
    attached.map(async each => {
      const { start, end, target } = each.mention;
      const written = message.slice(start, end);
      if ('problem' in each) return { written, title: each.title, problem: each.problem };
      const { kind, title, note, label } = each.attachment;
      return defined({
        written,
        kind,
        title,
        note,
        tokens: attachmentTokens(each.attachment),
        isSecret: label?.confidentiality === 'secret' || undefined,
        isOutside: label?.integrity === 'outside' || undefined,
        thumbnail: target.kind === 'held' ? (await held.get(target.name))?.thumbnail : undefined,
      });
    }),
  );
}
