import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createLoopbackRedirects } from '../../../../src/ensembles/mcp/sign-in/loopback-redirect.ts';
import type { RedirectReceiver } from '../../../../src/ensembles/mcp/sign-in/redirects.ts';

describe('the port at which a browser comes back', () => {
  let receiver: RedirectReceiver;
  beforeEach(async () => {
    receiver = await createLoopbackRedirects().open(new AbortController().signal);
  });
  afterEach(() => receiver.close());

  const never = new AbortController().signal;

  it('accepts the answer with the right state once, and says that the page can be closed', async () => {
    const answer = receiver.receive('s1', never);
    const page = await fetch(`${receiver.url}?state=s1&code=c1`);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /You can close this page/);
    assert.equal((await answer).get('code'), 'c1');
    assert.equal((await fetch(`${receiver.url}?state=s1&code=c2`)).status, 400);
  });

  it('refuses everything else, and repeats nothing of it', async () => {
    const answer = receiver.receive('s1', never);
    for (const wrong of [
      `${receiver.url}?state=s2&code=%3Cscript%3E`,
      `${receiver.url}?code=%3Cscript%3E`,
      `${receiver.url}/other?state=s1&code=%3Cscript%3E`,
    ]) {
      const page = await fetch(wrong);
      assert.ok(page.status >= 400);
      assert.doesNotMatch(await page.text(), /<script|%3C/);
    }
    const posted = await fetch(`${receiver.url}?state=s1&code=c`, { method: 'POST' });
    assert.equal(posted.status, 404);
    await fetch(`${receiver.url}?state=s1&code=right`);
    assert.equal((await answer).get('code'), 'right');
  });

  it('survives invalid addresses', async () => {
    const { port } = new URL(receiver.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end('GET // HTTP/1.1\r\nHost: here\r\n\r\n');
    assert.match(await text(socket), /^HTTP\/1\.1 404 /);
  });

  it('closes although a browser keeps a spare connection open', async () => {
    const { port } = new URL(receiver.url);
    const answer = receiver.receive('s1', never);
    const page = fetch(`${receiver.url}?state=s1&code=c1`);
    const reserve = connect(Number(port), '127.0.0.1');
    try {
      await once(reserve, 'connect');
      await answer;
      const ended = once(reserve, 'close');
      await receiver.close();
      await ended;
      assert.match(await (await page).text(), /You can close this page/);
    } finally {
      reserve.destroy();
    }
  });

  it('is reached from this machine only, and is gone afterwards', async () => {
    assert.equal(new URL(receiver.url).hostname, '127.0.0.1');
    await receiver.close();
    await assert.rejects(fetch(receiver.url));
    receiver = await createLoopbackRedirects().open(never);
  });

  it('stops waiting when the signal aborts', async () => {
    const stop = new AbortController();
    const answer = receiver.receive('s1', stop.signal);
    stop.abort();
    await assert.rejects(answer, /Stopped/);
  });
});
