export type Sniffed = 'utf8bom' | 'utf16le' | 'utf16be' | 'binary' | 'text';

/** In bytes. Other programs search or read larger files. */
export const largestText = 20_000_000;

const enough = 512;

/** Works like VS Code: by a byte order mark, or by zeros, which only UTF-16 has. */
export function sniffText(bytes: Uint8Array): Sniffed {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf8bom';
  if (first === 0xff && second === 0xfe) return 'utf16le';
  if (first === 0xfe && second === 0xff) return 'utf16be';
  const head = bytes.subarray(0, enough);
  const zeros = [...head.keys()].filter(index => head[index] === 0);
  if (zeros.length === 0) return 'text';
  if (zeros.length < head.length / 4 || head.length % 2 === 1) return 'binary';
  if (zeros.every(index => index % 2 === 1)) return 'utf16le';
  if (zeros.every(index => index % 2 === 0)) return 'utf16be';
  return 'binary';
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
