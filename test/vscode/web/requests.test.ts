import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { type AskWebOptions, askWeb } from '../../../src/ensembles/guarded-fetch/ask-web.ts';
import { startForwardProxy } from '../../fakes/forward-proxy.ts';
import { type PageServer, startPageServer } from '../../fakes/page-server.ts';
import { setProxy } from '../support/servers.ts';

/** VS Code has put its own code around `node:http`. */
describe('a request to the web, inside of VS Code', () => {
  let server: PageServer;

  before(async () => {
    server = await startPageServer({ '/': 'here' });
  });
  after(() => server.close());

  const get = (url: string, options: Partial<AskWebOptions> = {}) =>
    askWeb(
      { method: 'GET', url: new URL(url), headers: {} },
      {
        mayBeOwn: () => true,
        mayFollow: () => true,
        mostBytes: 1_000,
        signal: AbortSignal.timeout(30_000),
        ...options,
      },
    );

  it('goes to the address that was checked, and to no other', async () => {
    let count = 0;
    // No name of this kind is ever found: RFC 6761.
    const answer = await get(`http://pinned.invalid:${server.port}/`, {
      lookUp: async () => [count++ === 0 ? '127.0.0.1' : '203.0.113.1'],
    });
    assert.ok(answer.kind === 'answer', JSON.stringify(answer));
    assert.equal(new TextDecoder().decode(answer.bytes), 'here');
    assert.equal(count, 1);
  });

  it('goes through the proxy of the settings, which looks names up, and to no address of this computer', async () => {
    const proxy = await startForwardProxy(server.url);
    await setProxy(`http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`);
    try {
      const lookUp = async () => [];
      const answer = await get('http://far.invalid/', { lookUp });
      assert.ok(answer.kind === 'answer', JSON.stringify(answer));
      assert.deepEqual(proxy.asked, ['GET http://far.invalid/']);
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254'])
        assert.equal((await get(`http://${host}/`, { mayBeOwn: () => false, lookUp })).kind, 'refused', host);
      assert.equal(proxy.asked.length, 1);
    } finally {
      await setProxy(undefined);
      proxy.server.close();
    }
  });
});
