/** Headers of images as their specifications have them, with nothing in them to draw. */
export function pngOf(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(40);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return new Uint8Array(bytes);
}

export function gifOf(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(16);
  bytes.write('GIF89a', 'latin1');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return new Uint8Array(bytes);
}

/** With a thumbnail and a table of Huffman codes before the frame. */
export function jpegOf(width: number, height: number, { marker = 0xc2 } = {}): Uint8Array {
  const segment = (kind: number, length: number) => {
    const bytes = Buffer.alloc(length + 2, 0x11);
    bytes.writeUInt16BE(0xff00 | kind, 0);
    bytes.writeUInt16BE(length, 2);
    return bytes;
  };
  const frame = segment(marker, 17);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return new Uint8Array(
    Buffer.concat([Buffer.of(0xff, 0xd8), segment(0xe1, 300), Buffer.of(0xff), segment(0xc4, 20), frame]),
  );
}

export function webpOf(width: number, height: number, kind: 'VP8 ' | 'VP8L' | 'VP8X'): Uint8Array {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF\0\0\0\0WEBP', 'latin1');
  bytes.write(kind, 12, 'latin1');
  if (kind === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  } else if (kind === 'VP8L') {
    bytes.writeUInt8(0x2f, 20);
    bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  }
  return new Uint8Array(bytes);
}
