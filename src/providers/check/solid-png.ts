import { crc32, deflateSync } from 'node:zlib';

/** Pixels on each side: some models take no smaller pictures. */
const side = 64;

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Makes a square PNG in true colour, with 8 bits each. https://www.w3.org/TR/png-3/ */
export function solidPng(rgb: readonly [number, number, number]): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = [0, ...Array.from({ length: side }, () => rgb).flat()];
  const pixels = deflateSync(Uint8Array.from(Array.from({ length: side }, () => line).flat()));
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', new Uint8Array())];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const typed = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
