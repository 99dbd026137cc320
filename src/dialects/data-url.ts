import { fromBase64, toBase64 } from '../converser/words/canister/base64.ts';

export function toDataUrl(bytes: Uint8Array, mimeType: string): string {
  return `data:${mimeType};base64,${toBase64(bytes)}`;
}

export function fromDataUrl(
  url: string,
): { readonly mimeType: string; readonly bytes: Uint8Array } | undefined {
  const header = /^data:([^,]*?);base64,/i.exec(url);
  const bytes = header === null ? undefined : fromBase64(url.slice(header[0].length));
  if (bytes === undefined) return undefined;
  return { mimeType: header?.[1] || 'application/octet-stream', bytes };
}
