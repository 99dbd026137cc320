import type { Content } from '../../converser/words/canister/content.ts';

/** The readable text of some parts, joined. What is shown otherwise, such as images, is left out. */
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
