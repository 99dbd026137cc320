/** The id itself says it, so that nothing can store such a conversation by mistake. */
export const privateIds = 'private';

/** Its messages, arguments and results never reach the disk: they are gone with the window. */
export function isPrivate(conversationId: string): boolean {
  return conversationId.startsWith(`${privateIds}-`);
}
