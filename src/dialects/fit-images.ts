import { firstFinder } from '../converser/ground/growing.ts';
import type { Canister } from '../converser/words/canister/canister.ts';
import { type Content, text } from '../converser/words/canister/content.ts';
import { imageSize } from '../converser/words/canister/image-size.ts';
import { imageType } from '../converser/words/canister/image-type.ts';

export interface FittingImages {
  readonly canisters: readonly Canister[];
  readonly leftOut: number;
}

/**
 * One image too many breaks all later requests:
 * https://platform.claude.com/docs/en/build-with-claude/vision#request-limits
 */
const most = { side: 8_000, images: 20, sideOfMany: 2_000 };
/** Several are left out at once, because each time all that follows has to be written to the cache anew. */
const atOnce = 5;

/** Of too many images, the oldest of the large ones are left out. Words stand in their place. */
export function fitImages(canisters: readonly Canister[]): FittingImages {
  const shown = canisters.slice(firstImage(canisters)).flatMap(imagesIn);
  if (shown.length === 0) return { canisters, leftOut: 0 };
  const huge = shown.filter(image => sideOf(image) > most.side);
  const others = shown.length - huge.length;
  const excess = Math.ceil(Math.max(0, others - most.images) / atOnce) * atOnce;
  const large = shown.filter(image => sideOf(image) > most.sideOfMany && !huge.includes(image));
  const leftOut = new Set([...huge, ...large.slice(0, excess)].map(({ part }) => part));
  if (leftOut.size === 0) return { canisters, leftOut: 0 };
  return { canisters: canisters.map(canister => without(canister, leftOut)), leftOut: leftOut.size };
}

interface Shown {
  readonly part: Content;
  readonly bytes: Uint8Array;
}

const firstImage = firstFinder((canister: Canister) => imagesIn(canister).length > 0);

function imagesIn({ role, content }: Canister): readonly Shown[] {
  if (role === 'assistant' || role === 'supervisor') return [];
  return content.flatMap(part => {
    const bytes = bytesOf(part);
    return bytes === undefined ? [] : [{ part, bytes }];
  });
}

function bytesOf(part: Content): Uint8Array | undefined {
  if (part.type === 'image') return imageType(part) && part.bytes;
  if (part.type !== 'resource' || part.bytes === undefined || part.text?.trim()) return undefined;
  const { mimeType = '', bytes } = part;
  return mimeType === 'application/pdf' ? undefined : imageType({ mimeType, bytes }) && bytes;
}

function sideOf({ bytes }: Shown): number {
  const { width = 0, height = 0 } = imageSize(bytes) ?? {};
  return Math.max(width, height);
}

/** The key says how many parts were left out: the same canister has to be the same object in the next request. */
const made = new WeakMap<Canister, { readonly key: string; readonly canister: Canister }>();

function without(canister: Canister, leftOut: ReadonlySet<Content>): Canister {
  if (!canister.content.some(part => leftOut.has(part))) return canister;
  const key = canister.content.map(part => (leftOut.has(part) ? '0' : '1')).join('');
  const known = made.get(canister);
  if (known?.key === key) return known.canister;
  const content = canister.content.map(part => (leftOut.has(part) ? text(instead) : part));
  const changed = { ...canister, content };
  made.set(canister, { key, canister: changed });
  return changed;
}

const instead =
  '[An image was here. It was left out because it is too large to be sent with so many others.]';
