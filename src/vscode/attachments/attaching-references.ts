import { withAttachments } from '../../converser/turn/attachments/with-attachments.ts';
import type { MessageReferences } from '../mcp/references/message-references.ts';
import type { MessageAttachments } from './message-attachments.ts';

export function attachingReferences(
  references: MessageReferences,
  attachments: Pick<MessageAttachments, 'read'>,
): MessageReferences {
  return {
    complete: references.complete,
    async expand(message, signal, held) {
      const [prompt, attached] = await Promise.all([
        references.expand(message, signal),
        attachments.read(message, signal, held),
      ]);
      return withAttachments(prompt, attached);
    },
  };
}
