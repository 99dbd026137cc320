import assert from 'node:assert/strict';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { canisterOf } from '../../dialects/canister-of.ts';
import { pngOf } from '../../dialects/images/image-headers.ts';
import { complaintAbout } from '../../fakes/anthropic-complaints.ts';
import { sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { anthropicAt, firstOf } from '../at-servers.ts';
import { notices } from '../heard.ts';
import { says } from './replies.ts';

const never = new AbortController().signal;

function withScreenshots(count: number): readonly Canister[] {
  const image = { type: 'image', mimeType: 'image/png', bytes: pngOf(2_880, 1_800) } as const;
  return Array.from({ length: count }, (_, at) => canisterOf('user', `u${at}`, { ...image }));
}

describe('A conversation with more than 20 large images', () => {
  it('goes on at Anthropic without the oldest, and says so once', async () => {
    const server = await startAnthropicServer(() => sse('m', says('I see.')));
    const model = await firstOf(anthropicAt(server.url));
    const all = withScreenshots(26);
    const told: string[] = [];
    for (const count of [20, 21, 22, 26]) {
      const events: readonly ModelEvent[] = await Array.fromAsync(
        model.reply({ canisters: all.slice(0, count), tools: [] }, never),
      );
      assert.equal(events.at(-1)?.type, 'finish', JSON.stringify(events.at(-1)));
      told.push(...notices(events));
    }
    await server.close();
    assert.deepEqual(
      told.map(notice => /doesn’t see (\d+) large images/.exec(notice)?.[1]),
      ['5', '10'],
    );
  });

  it('would be rejected with all of them', () => {
    const data = Buffer.from(pngOf(2_880, 1_800)).toString('base64');
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    const body = (count: number) => ({ messages: [{ role: 'user', content: Array(count).fill(image) }] });
    assert.equal(complaintAbout(body(20)), undefined);
    assert.match(complaintAbout(body(21)) ?? '', /many-image requests: 2000 pixels/);
  });
});
