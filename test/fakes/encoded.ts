/** How editors and shells write a text to a file. */
export const encodings = {
  'UTF-8': text => Buffer.from(text),
  'UTF-8 with a byte order mark': text => Buffer.from(`\uFEFF${text}`),
  'UTF-16 of PowerShell': text => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16, the larger byte first': text => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'UTF-16 without a byte order mark': text => Buffer.from(text, 'utf16le'),
} satisfies Readonly<Record<string, (text: string) => Buffer>>;

/** Bytes that are a text in none of them. */
export const noTexts = {
  'UTF-8 that breaks off': Buffer.concat([Buffer.from('{"a": "'), Buffer.from([0xc3])]),
  'UTF-16 that breaks off': Buffer.from('\uFEFF{}', 'utf16le').subarray(0, 5),
  'UTF-16 with half a character': Buffer.from('\uFEFF"\uD83D"', 'utf16le'),
  'Windows-1252': Buffer.from('{"a": "Z\xfcrich"}', 'latin1'),
  'an image': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]),
} satisfies Readonly<Record<string, Buffer>>;
