import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { ImageContent } from '../../converser/canister/content.ts';

/** An image that came with a canister. Its bytes are put into the address, since the page may fetch nothing. */
export function imageView(image: ImageContent, name: string): TemplateResult {
  return html`<img class="image" alt=${name} src=${guard([image], () => dataAddress(image))} />`;
}

function dataAddress({ mimeType, bytes }: ImageContent): string {
  // What is posted by way of JSON is no array of bytes any more.
  if (!(bytes instanceof Uint8Array)) return '';
  if (!/^image\/[\w.+-]+$/.test(mimeType)) return '';
  let binary = '';
  // Pieces, because a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return `data:${mimeType};base64,${btoa(binary)}`;
}
