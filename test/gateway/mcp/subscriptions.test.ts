import assert from 'node:assert/strict';
import { createAnnouncer } from '../../../src/gateway/mcp/announcer.ts';
import { createSubscriptions, mostSubscriptions } from '../../../src/gateway/mcp/subscriptions.ts';
import { createFakeClock } from '../../fakes/fake-host.ts';
import { createFakeLibrary, createFakeWatchedLibrary } from '../../fakes/fake-library.ts';
import { connectHttp, eras } from './clients.ts';
import { type McpClient, openFor } from './open-mcp.ts';

const uri = 'pages://one';
const pages = () =>
  createFakeWatchedLibrary('pages', {
    resources: async () => [uri, 'pages://silent'].map(each => ({ uri: each, name: each })),
  });

const turn = () => new Promise(resolve => setImmediate(resolve));

/** Resolves with the next address that the client hears of, once the announcements have waited. */
async function heard({ onUpdated, mcp: { host } }: McpClient): Promise<string> {
  const next = new Promise<string>(resolve => {
    const listening = onUpdated.listen(changed => {
      listening.dispose();
      resolve(changed);
    });
  });
  await host.clock.untilWaiting(200);
  await host.clock.advance(200);
  return next;
}

for (const era of eras) {
  describe(`changes of a resource over /mcp, for a client of ${era}`, () => {
    it('reach it once for several that come together, until it unsubscribes', async () => {
      const library = pages();
      await using client = await openFor(era, { ensembles: [library] });
      assert.ok(client.canSubscribe);
      const all: string[] = [];
      client.onUpdated.listen(changed => all.push(changed));
      const unsubscribe = await client.subscribe(uri);
      assert.deepEqual(library.watched, [uri]);
      for (let count = 0; count < 3; count++) library.updates.fire(uri);
      library.updates.fire('pages://other');
      assert.equal(await heard(client), uri);
      library.updates.fire(uri);
      await heard(client);
      assert.deepEqual(all, [uri, uri]);
      await unsubscribe();
      while (library.watched.length > 0) await turn();
    });

    it('keep the address under which it subscribed', async () => {
      const qualified = `converser://ensemble/pages/${uri}`;
      const library = pages();
      await using client = await openFor(era, { ensembles: [library] });
      await client.subscribe(qualified);
      library.updates.fire(uri);
      assert.equal(await heard(client), qualified);
    });

    it('are no longer watched once the gateway closes', async () => {
      const library = pages();
      const client = await openFor(era, { ensembles: [library] });
      await client.subscribe(uri);
      library.updates.fire(uri);
      await client.mcp[Symbol.asyncDispose]();
      while (library.watched.length > 0) await turn();
      assert.equal(client.mcp.host.clock.pending, 0);
      await Promise.resolve(client[Symbol.asyncDispose]()).catch(() => {});
    });

    it('are refused where they are not announced, or are not for it', async () => {
      const library = pages();
      await using client = await openFor(era, { ensembles: [library], scopes: { ensembles: [] } });
      // In the protocol of 2026, the answer says which ones are followed.
      for (const [asked, reason] of [
        ['pages://silent', /does not offer|doesn’t offer|watch/],
        ['converser://ensemble/other/x', /not found/i],
        ['converser://conversation/x', /changes of converser:\/\/conversation\/x are not announced/],
      ] as const)
        await assert.rejects(client.subscribe(asked), era === '2026' ? /not followed/ : reason);
      assert.deepEqual(library.watched, []);
      await using other = await connectHttp(era, client.mcp.url, client.mcp.keys.other);
      assert.equal(other.canSubscribe, false);
      await assert.rejects(other.subscribe(uri));
    });

    it('are not offered where no ensemble announces them', async () => {
      await using client = await openFor(era, { ensembles: [createFakeLibrary('quiet', {})] });
      assert.equal(client.canSubscribe, false);
    });
  });
}

describe('The subscriptions of one session', () => {
  it('are bounded, and end with it, also those that are only beginning', async () => {
    const begun = Promise.withResolvers<void>();
    let disposed = 0;
    const watch = async (asked: string) => {
      if (asked === 'slow') await begun.promise;
      return { dispose: () => void disposed++ };
    };
    const subscriptions = createSubscriptions({ watch }, () => {});
    const { signal } = new AbortController();
    const slow = subscriptions.add('slow', signal);
    for (let count = 1; count < mostSubscriptions; count++) await subscriptions.add(`x:${count}`, signal);
    await subscriptions.add('x:1', signal);
    await assert.rejects(subscriptions.add('x:more', signal), /64 resources are announced already/);
    subscriptions.remove('x:1');
    await subscriptions.add('x:more', signal);
    subscriptions.dispose();
    begun.resolve();
    await slow;
    assert.equal(disposed, mostSubscriptions + 1);
    await assert.rejects(subscriptions.add('x:1', signal));
  });

  it('announce each resource at most five times a second', async () => {
    const clock = createFakeClock();
    let announced = 0;
    const announcer = createAnnouncer(clock, () => announced++);
    for (let at = 0; at < 1_000; at += 10) {
      announcer.note(uri);
      await clock.advance(10);
    }
    await clock.advance(200);
    assert.ok(announced >= 4 && announced <= 6, String(announced));
    announcer.note(uri);
    announcer.dispose();
    assert.equal(clock.pending, 0);
  });
});
