import { isUtf8, sniffText } from '../../../converser/words/workspace/detect-encoding.ts';
import type { FileContent } from '../../../converser/words/workspace/workspace.ts';

/** In Windows-1252, the last resort, every byte means something and most older western files are written. */
export function decodeText(bytes: Uint8Array): FileContent {
  const sniffed = sniffText(bytes);
  if (sniffed === 'binary')
    return { kind: 'binary', head: Uint8Array.from(bytes.subarray(0, 64)), size: bytes.length };
  const text = (encoding: string, label: string, isEncodingGuessed = false): FileContent => ({
    kind: 'text',
    text: new TextDecoder(label).decode(bytes),
    encoding,
    isEncodingGuessed,
    isUnsaved: false,
  });
  if (sniffed === 'utf8bom') return text('utf8bom', 'utf-8');
  if (sniffed === 'utf16le') return text('utf16le', 'utf-16le', !hasMark(bytes));
  if (sniffed === 'utf16be') return text('utf16be', 'utf-16be', !hasMark(bytes));
  return isUtf8(bytes) ? text('utf8', 'utf-8') : text('windows1252', 'windows-1252', true);
}

/** Uses the encoding and byte order mark of `model`. Returns `undefined` if that can't say all of it. */
export function encodeText(text: string, model: Uint8Array): Uint8Array | undefined {
  const content = decodeText(model);
  switch (content.kind === 'text' ? content.encoding : 'utf8') {
    case 'utf8bom':
      return new TextEncoder().encode(`\uFEFF${text}`);
    case 'utf16le':
      return utf16(hasMark(model) ? `\uFEFF${text}` : text);
    case 'utf16be':
      return swapped(utf16(hasMark(model) ? `\uFEFF${text}` : text));
    case 'windows1252':
      return windows1252(text);
    default:
      return new TextEncoder().encode(text);
  }
}

function hasMark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function utf16(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf16le'));
}

function swapped(bytes: Uint8Array): Uint8Array {
  return bytes.map((_byte, index) => bytes[index % 2 === 0 ? index + 1 : index - 1] ?? 0);
}

function windows1252(text: string): Uint8Array | undefined {
  const codes = new Map(
    [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
      (character, byte) => [character, byte],
    ),
  );
  const bytes = [...text].map(character => codes.get(character));
  return bytes.includes(undefined) ? undefined : Uint8Array.from(bytes, byte => byte ?? 0);
}
