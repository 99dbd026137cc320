import type { Content } from './content.ts';

export function contentSize(content: readonly Content[]): number {
  return content.reduce((sum, part) => sum + partSize(part), 0);
}

function partSize(part: Content): number {
  switch (part.type) {
    case 'text':
      return part.text.length;
    case 'image':
      return part.bytes.length;
    case 'resource':
      return (part.text?.length ?? 0) + (part.bytes?.length ?? 0);
    case 'opaque':
      return JSON.stringify(part.data).length;
  }
}
