const prefix = 'converser://conversation/';

export const conversationUriTemplate = `${prefix}{id}`;

export function conversationUri(id: string): string {
  return `${prefix}${id}`;
}

export function conversationIdIn(uri: string): string | undefined {
  return uri.startsWith(prefix) ? uri.slice(prefix.length) : undefined;
}
