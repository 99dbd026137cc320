import { perObject } from '../../ground/object-memory.ts';

export interface ImageSize {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

export const imageSize = perObject((bytes: Uint8Array): ImageSize | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (textAt(view, 1, 3) === 'PNG') return { width: view.getUint32(16), height: view.getUint32(20) };
    if (textAt(view, 0, 3) === 'GIF')
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (view.getUint16(0) === 0xffd8) return sizeOfJpeg(view);
    return textAt(view, 0, 4) === 'RIFF' && textAt(view, 8, 4) === 'WEBP' ? sizeOfWebp(view) : undefined;
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
});

function sizeOfJpeg(view: DataView): ImageSize | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function sizeOfWebp(view: DataView): ImageSize | undefined {
  switch (textAt(view, 12, 4)) {
    case 'VP8X':
      return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return undefined;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function textAt(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));
}
