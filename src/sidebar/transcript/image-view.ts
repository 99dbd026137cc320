import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { ImageContent } from '../../converser/words/canister/content.ts';

/** The page may not fetch anything. */
export function imageView(image: ImageContent, name: string): TemplateResult {
  return html`<img class="image" alt=${name} src=${guard([image], () => dataAddress(image))} />`;
}

function dataAddress({ mimeType, bytes }: ImageContent): string {
  // Messages that went through JSON have lost the array of bytes.
  if (!(bytes instanceof Uint8Array)) return '';
  if (!/^image\/[\w.+-]+$/.test(mimeType)) return '';
  let binary = '';
  // In pieces, because a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return `data:${mimeType};base64,${btoa(binary)}`;
}
