import type { Content } from '../../converser/words/canister/content.ts';

export function readableText(content: readonly Content[]): string {
  return content.flatMap(textsOf).join('\n');
}

function textsOf(part: Content): readonly string[] {
  switch (part.type) {
    case 'text':
      return [part.text];
    case 'resource':
      return [part.text ?? part.uri];
    case 'image':
    case 'opaque':
      return [];
  }
}
