import type { JsonValue } from '../../ground/json/json.ts';

export type Content = TextContent | ImageContent | ResourceContent | OpaqueContent;

export interface TextContent {
  readonly type: 'text';
  readonly mimeType: string;
  readonly text: string;
}

export interface ImageContent {
  readonly type: 'image';
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

export interface ResourceContent {
  readonly type: 'resource';
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly bytes?: Uint8Array;
}

/** Invariant: it goes back to `provider` only, exactly as sent, and nothing else looks inside. */
export interface OpaqueContent {
  readonly type: 'opaque';
  readonly provider: string;
  readonly data: JsonValue;
}

export function text(value: string, mimeType = 'text/plain'): TextContent {
  return { type: 'text', mimeType, text: value };
}

export function textOf(content: readonly Content[]): string {
  return content.map(readable).filter(Boolean).join('\n');
}

function readable(part: Content): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
      return `[image ${part.mimeType}, ${part.bytes.length} bytes]`;
    case 'resource':
      return part.text ?? `[resource ${part.uri}]`;
    case 'opaque':
      return '';
  }
}

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
