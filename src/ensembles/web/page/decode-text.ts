/** Decodes by the first bytes, the header, what HTML says itself, UTF-8 if it fits, or Windows-1252, as browsers do. */
export function decodeText(
  bytes: Uint8Array,
  { charset, isMarkup }: { readonly charset?: string | undefined; readonly isMarkup: boolean },
): string {
  const named = byMark(bytes) ?? decoderOf(charset) ?? (isMarkup ? decoderOf(declaredIn(bytes)) : undefined);
  if (named !== undefined) return named.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A UTF-16 decoder drops its mark, as that of UTF-8 does. */
function byMark(bytes: Uint8Array): TextDecoder | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return first === 0xff && second === 0xfe ? new TextDecoder('utf-16le') : undefined;
}

function decoderOf(charset: string | undefined): TextDecoder | undefined {
  try {
    return charset === undefined ? undefined : new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

/** Pages must declare it within their first 1,024 bytes; if those can be read at all, it isn't UTF-16. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024));
  const charset = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)|<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(
    head,
  );
  const name = charset?.[1] ?? charset?.[2];
  return name !== undefined && /^utf-?16/i.test(name) ? 'utf-8' : name;
}
