import type { ContentBlock, ReadResourceResult } from '@modelcontextprotocol/client';
import { type Content, type ResourceContent, text } from '../../../converser/words/canister/content.ts';

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
      return [text(linkText(block))];
  }
}

export function normalizeResources({ contents }: ReadResourceResult): readonly ResourceContent[] {
  return contents.map(normalizeResource);
}

/** Images stay resources, so they keep their address; dialects send them as images to models that accept them. */
function normalizeResource(resource: ReadResourceResult['contents'][number]): ResourceContent {
  const { uri, mimeType } = resource;
  const common = { type: 'resource', uri, ...(mimeType === undefined ? {} : { mimeType }) } as const;
  return 'text' in resource
    ? { ...common, text: resource.text }
    : { ...common, bytes: bytesOf(resource.blob) };
}

/** A false image would make the provider reject the whole request. */
function image({ mimeType, data }: { readonly mimeType: string; readonly data: string }): Content {
  const bytes = bytesOf(data);
  return mimeType.startsWith('image/') && bytes.length > 0
    ? { type: 'image', mimeType, bytes }
    : text(`[${nameOf(mimeType)}, ${bytes.length} bytes: not an image]`);
}

function audio({ mimeType, data }: { readonly mimeType: string; readonly data: string }): readonly Content[] {
  const bytes = bytesOf(data);
  const kind = nameOf(mimeType);
  return [
    text(`[audio ${kind}, ${bytes.length} bytes: the user can play it, you cannot hear it]`),
    { type: 'resource', uri: `audio:${kind}`, mimeType, bytes },
  ];
}

type ResourceLink = Extract<ContentBlock, { type: 'resource_link' }>;

/** A link is only described, because nothing requested its content. */
function linkText({ uri, name, title, description, mimeType, size }: ResourceLink): string {
  const facts = [mimeType, size === undefined ? undefined : `${size} bytes`].filter(Boolean).join(', ');
  const said = [title ?? name, facts === '' ? '' : `(${facts})`, description].filter(Boolean).join(' ');
  return `[resource ${uri}] ${said}`.trimEnd();
}

/** Invalid base64 is kept: the bytes show that something is wrong. */
function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

/** The server chooses this text, and it appears inside brackets of ours. */
function nameOf(mimeType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'of an unknown kind';
}
