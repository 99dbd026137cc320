import { countText } from '../../converser/ground/wording/numbers.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import type { ModelRequest } from '../../converser/words/models/provider.ts';
import { fitImages } from '../../dialects/images/fit-images.ts';

/** Reports only when more images of a conversation are left out than before, not in each request. */
export function createImageNotices(label: string) {
  const told = new WeakMap<Canister, number>();
  return ({ canisters }: ModelRequest, notice: (message: string) => void): void => {
    const { leftOut } = fitImages(canisters);
    const first = canisters.find(({ role }) => role !== 'supervisor');
    if (first === undefined || leftOut <= (told.get(first) ?? 0)) return;
    told.set(first, leftOut);
    notice(
      `${label} doesn't see ${countText(leftOut, 'large image')}: no side may have more than 8,000 pixels, and 2,000 where there are more than 20 images. Attach smaller images, or start a new conversation.`,
    );
  };
}
