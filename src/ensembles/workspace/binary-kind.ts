export function binaryKind(head: Uint8Array): string {
  const hex = Buffer.from(head).toString('hex');
  return kinds.find(([pattern]) => pattern.test(hex))?.[1] ?? 'binary data';
}

/** In hexadecimal; see https://en.wikipedia.org/wiki/List_of_file_signatures */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^89504e47/, 'a PNG image'],
  [/^ffd8ff/, 'a JPEG image'],
  [/^47494638/, 'a GIF image'],
  [/^52494646.{8}57454250/, 'a WebP image'],
  [/^424d/, 'a BMP image'],
  [/^00000100/, 'an icon'],
  [/^25504446/, 'a PDF document'],
  [/^504b0304/, 'a ZIP archive, or a document or package of that form'],
  [/^1f8b/, 'gzip data'],
  [/^425a68/, 'bzip2 data'],
  [/^fd377a585a/, 'xz data'],
  [/^28b52ffd/, 'Zstandard data'],
  [/^377abcaf/, 'a 7-Zip archive'],
  [/^7f454c46/, 'a program (ELF)'],
  [/^4d5a/, 'a program (Windows)'],
  [/^(cffaedfe|cafebabe)/, 'a program (macOS) or Java class'],
  [/^0061736d/, 'a WebAssembly module'],
  [/^53514c69746520666f726d61742033/, 'an SQLite database'],
  [/^(4f676753|664c6143|494433|fffb|52494646.{8}57415645)/, 'sound'],
  [/^(.{8}66747970|1a45dfa3|52494646.{8}41564920)/, 'a film'],
  [/^(774f4646|774f4632|4f54544f|0001000000)/, 'a font'],
];
