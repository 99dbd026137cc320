export interface Picture {
  readonly bytes: Uint8Array;
  readonly thumbnail: string;
}

/** Anthropic's limits; bytes before base64. https://platform.claude.com/docs/en/build-with-claude/vision */
const most = { side: 2_000, bytes: 3_700_000 } as const;
const thumbnailSide = 48;

export async function pictureOf(file: Blob): Promise<Picture | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = await createImageBitmap(file).catch(() => undefined);
  if (image === undefined) return undefined;
  try {
    const thumbnail = await draw(image, { side: thumbnailSide, type: 'image/png' });
    const isReadable = hasKnownType(bytes);
    const isSmall = Math.max(image.width, image.height) <= most.side && bytes.length <= most.bytes;
    const shown = isReadable && isSmall ? bytes : await fitting(image);
    return { bytes: shown, thumbnail: await dataAddress(thumbnail) };
  } finally {
    image.close();
  }
}

/** PNG keeps letters sharp; photos are often too large for it. */
async function fitting(image: ImageBitmap): Promise<Uint8Array> {
  for (const [side, type] of attempts) {
    const drawn = await draw(image, { side, type });
    if (drawn.size <= most.bytes) return new Uint8Array(await drawn.arrayBuffer());
  }
  throw new Error('The image can’t be made small enough.');
}

const attempts = [
  [most.side, 'image/png'],
  [most.side, 'image/jpeg'],
  [1_000, 'image/jpeg'],
] as const;

interface Drawing {
  readonly side: number;
  readonly type: 'image/png' | 'image/jpeg';
}

function draw(image: ImageBitmap, { side, type }: Drawing): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  const [width, height] = [image.width, image.height].map(each => Math.max(1, Math.round(each * scale)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The image can’t be drawn.');
  if (type === 'image/jpeg') {
    // It knows no transparency, and would show black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type, quality: 0.85 });
}

/** PNG, JPEG, GIF or WebP, by the first bytes: a clipboard may call it anything. */
function hasKnownType(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return /^(\x89PNG\r\n|\xff\xd8\xff|GIF8|RIFF.{4}WEBP)/s.test(head);
}

async function dataAddress(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return `data:${blob.type};base64,${btoa(String.fromCharCode(...bytes))}`;
}
