import { sniffText } from './detect-encoding.ts';
import { fileErrors } from './file-errors.ts';

export interface DecodedFile {
  readonly text: string;
  readonly problem?: string;
}

const encodings = {
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  utf8bom: 'utf-8',
  text: 'utf-8',
  binary: 'utf-8',
};

export function decodeFile(bytes: Uint8Array): DecodedFile {
  const encoding = encodings[sniffText(bytes)];
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? { text, problem } : { text };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), problem };
  }
}

export function textOfFile(file: string, bytes: Uint8Array): string {
  const decoded = decodeFile(bytes);
  if (decoded.problem !== undefined) throw fileErrors.fileUnreadable(file, `it ${reason}`);
  return decoded.text;
}

const reason = 'isn’t valid UTF-8 or UTF-16. Save it as UTF-8.';
const problem = `This file ${reason}`;
