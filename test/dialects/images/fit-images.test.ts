import assert from 'node:assert/strict';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import type { Content } from '../../../src/converser/words/canister/content.ts';
import { fitImages } from '../../../src/dialects/fit-images.ts';
import { canisterOf, resultOf } from '../canister-of.ts';
import { pngOf } from './image-headers.ts';

const image = (side: number): Content => ({ type: 'image', mimeType: 'image/png', bytes: pngOf(side, 100) });

/** Results with one screenshot each. */
function results(sides: readonly number[]): readonly Canister[] {
  return sides.map((side, at) => resultOf(`c${at}`, 'Seen.', image(side)));
}

/** The places of the images that are left out. */
function gone(canisters: readonly Canister[]): readonly number[] {
  const { canisters: fitting } = fitImages(canisters);
  return fitting.flatMap(({ content }, at) => (content.some(({ type }) => type === 'image') ? [] : [at]));
}

const many = (count: number, side: number) => Array.from({ length: count }, () => side);

describe('The images of a request to Anthropic', () => {
  it('are all sent while there are at most 20, or while none has more than 2,000 pixels on a side', () => {
    for (const sides of [many(20, 8_000), many(60, 2_000), []]) {
      const canisters = results(sides);
      assert.deepEqual(fitImages(canisters), { canisters, leftOut: 0 });
    }
  });

  it('are at most 20 where some are large: the oldest large ones are left out, five at a time', () => {
    assert.deepEqual(gone(results(many(21, 2_400))), [0, 1, 2, 3, 4]);
    assert.deepEqual(gone(results(many(25, 2_400))), [0, 1, 2, 3, 4]);
    assert.deepEqual(gone(results(many(26, 2_400))), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert.deepEqual(gone(results([...many(3, 800), 2_400, ...many(20, 800), 2_001])), [3, 24]);
  });

  it('are never sent with more than 8,000 pixels on a side', () => {
    assert.deepEqual(gone(results([800, 8_001, 800])), [1]);
    assert.deepEqual(gone(results([8_001, ...many(20, 2_400)])), [0], 'nor do they count');
  });

  it('count as files, too, but not where they are words anyway', () => {
    const file: Content = { type: 'resource', uri: 'file:///a.png', bytes: pngOf(2_400, 1) };
    const said = canisterOf('assistant', 'a', ...many(30, 0).map(() => image(2_400)));
    const files = canisterOf('document', 'd', ...many(21, 0).map(() => ({ ...file })));
    assert.equal(fitImages([files]).leftOut, 5);
    assert.equal(fitImages([said]).leftOut, 0);
  });

  it('leave words in their place, and the same canister for each request', () => {
    const canisters = results(many(21, 2_400));
    const { canisters: fitting } = fitImages(canisters);
    assert.match(JSON.stringify(fitting[0]?.content), /Seen\..*An image was here/);
    assert.equal(fitImages(canisters).canisters[0], fitting[0]);
    assert.equal(fitting[20], canisters[20]);
  });
});
