import type { ContentBlock, ReadResourceResult } from '@modelcontextprotocol/client';
import { type Content, type ResourceContent, text } from '../../../converser/canister/content.ts';

/** A part of what a server said, as parts of a canister. */
export function normalizeContent(block: ContentBlock): readonly Content[] {
  switch (block.type) {
    case 'text':
      return [text(block.text)];
    case 'image':
      return [image(block)];
    case 'audio':
      return audio(block);
    case 'resource':
      return [normalizeResource(block.resource)];
    case 'resource_link':
      return [text(sayLink(block))];
  }
}

/** What was read at one address. It may hold several parts, such as the files of a folder. */
export function normalizeResources({ contents }: ReadResourceResult): readonly ResourceContent[] {
  return contents.map(normalizeResource);
}

/**
 * Images stay resources with bytes: so their address is kept, and each dialect shows them as images to models that
 * can see.
 */
function normalizeResource(resource: ReadResourceResult['contents'][number]): ResourceContent {
  const { uri, mimeType } = resource;
  const common = { type: 'resource', uri, ...(mimeType === undefined ? {} : { mimeType }) } as const;
  return 'text' in resource
    ? { ...common, text: resource.text }
    : { ...common, bytes: bytesOf(resource.blob) };
}

/** What calls itself an image and is none would make a provider refuse the whole request. */
function image({ mimeType, data }: { readonly mimeType: string; readonly data: string }): Content {
  const bytes = bytesOf(data);
  return mimeType.startsWith('image/') && bytes.length > 0
    ? { type: 'image', mimeType, bytes }
    : text(`[${nameOf(mimeType)}, ${bytes.length} bytes, which is no image]`);
}

/** Models that cannot hear are told in words what is there; it stays at hand for the person. */
function audio({ mimeType, data }: { readonly mimeType: string; readonly data: string }): readonly Content[] {
  const bytes = bytesOf(data);
  const kind = nameOf(mimeType);
  return [
    text(`[audio ${kind}, ${bytes.length} bytes: the person can play it, you cannot hear it]`),
    { type: 'resource', uri: `audio:${kind}`, mimeType, bytes },
  ];
}

type ResourceLink = Extract<ContentBlock, { type: 'resource_link' }>;

/** A link is told, and not followed: what stands behind it was not asked for. */
function sayLink({ uri, name, title, description, mimeType, size }: ResourceLink): string {
  const facts = [mimeType, size === undefined ? undefined : `${size} bytes`].filter(Boolean).join(', ');
  const said = [title ?? name, facts === '' ? '' : `(${facts})`, description].filter(Boolean).join(' ');
  return `[resource ${uri}] ${said}`.trimEnd();
}

/** Lenient about what is not base64: whoever reads sees from the bytes that something is wrong. */
function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

/** Servers choose the words, and they end up in brackets of ours. */
function nameOf(mimeType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'of an unknown kind';
}
