import { html, type TemplateResult } from 'lit';
import type { ImageContent } from '../converser/content.ts';

/** An image that came with a canister. Its bytes are put into the address, since the page may fetch nothing. */
export function imageView(image: ImageContent, name: string): TemplateResult {
  return html`<img class="image" alt=${name} src=${dataAddress(image)} />`;
}

function dataAddress({ mimeType, bytes }: ImageContent): string {
  if (!/^image\/[\w.+-]+$/.test(mimeType)) return '';
  let binary = '';
  // Pieces, because a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return `data:${mimeType};base64,${btoa(binary)}`;
}
