import type { Content } from '../../../words/canister/content.ts';

export function isSameContent(one: readonly Content[], other: readonly Content[]): boolean {
  return one.length === other.length && one.every((part, index) => isSameText(part, other[index]));
}

function isSameText(one: Content, other: Content | undefined): boolean {
  return (
    one.type === 'text' &&
    other?.type === 'text' &&
    one.text === other.text &&
    one.mimeType === other.mimeType
  );
}
