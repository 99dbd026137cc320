/** What a model may write into the arguments of a request that a descriptor describes: each stays in its place. */

import assert from 'node:assert/strict';
import { Unfit } from '../../src/ensembles/http/argument-placeholders.ts';
import { fillBody } from '../../src/ensembles/http/body-template.ts';
import { fillHeaders, type HttpSecrets } from '../../src/ensembles/http/headers.ts';
import { fillUrl, readUrlTemplate } from '../../src/ensembles/http/url-template.ts';
import { createHttpCalls } from '../ensembles/http/http-calls.ts';
import { startPageServer } from '../fakes/page-server.ts';
import { words } from './words.ts';

/** In every place of an address. */
const tricks = [
  ...words(`
    .. . ../ ../../admin %2e%2e %2e%2e%2fadmin ..%2fadmin ..%5cadmin .%2e/admin ..;/admin ..;x=1/admin
    a/../../admin a/.. /admin //evil.example ?admin=1 a?admin=1 #admin a#admin @evil.example :@evil.example
    x@evil.example/ :8080 https://evil.example/ javascript:alert(1) &admin=1 = ;admin=1 a␣b \u{202e}nimda
    \ud800 \udfff ․․/admin 。。/admin ．．／admin % %00 %0d%0a %u002e {id} {{ ünïcödé 😀 ␣`),
  '..\\admin',
  '\\..\\admin',
  '\\\\evil.example',
  '/\\evil.example',
  '\r\nX-Admin: 1',
  '\n',
  '\t',
  '\0',
  '\u2028',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what a model may write.
  '${secret:tickets}',
  '',
  'a'.repeat(3_000),
];

const base = 'https://api.example.com/v1';
/** Written with every trick in the same places, the address has these parts and no others. */
const template = readUrlTemplate(`${base}/items/{id}/end?q={id}&fixed=p{id}`);

describe('an argument in an address', () => {
  it('never leaves its place', () => {
    assert.ok(template);
    let refused = 0;
    for (const id of tricks) {
      try {
        const url = fillUrl(template, { id });
        assert.equal(url.origin, 'https://api.example.com', id);
        const path = url.pathname.split('/');
        assert.deepEqual([path.length, path[1], path[2], path[4]], [5, 'v1', 'items', 'end'], id);
        assert.equal(decodeURIComponent(path[3] ?? ''), id);
        assert.deepEqual([...url.searchParams].flat(), ['q', id, 'fixed', `p${id}`], id);
        assert.equal(url.hash + url.username + url.password, '', id);
      } catch (cause) {
        assert.ok(cause instanceof Unfit, `${JSON.stringify(id)}: ${cause}`);
        refused++;
      }
    }
    // What goes up, is empty, has control characters, is no text, or is too long.
    assert.ok(refused >= 20 && refused < tricks.length / 1.5, String(refused));
  });

  it('never goes up, whatever a server takes for a slash', () => {
    assert.ok(template);
    for (const id of tricks.filter(trick =>
      /(^|[/\\]|%2f|%5c)(\.|%2e)(\.|%2e)?(;|[/\\]|%2f|%5c|$)/i.test(trick),
    )) {
      assert.throws(() => fillUrl(template, { id }), Unfit, id);
    }
  });

  it('that is a piece of a part makes no step upward with what is around it', () => {
    const dotted = readUrlTemplate(`${base}/.{id}/x`);
    assert.ok(dotted);
    for (const id of ['.', '%2e']) assert.throws(() => fillUrl(dotted, { id }), Unfit);
    assert.equal(fillUrl(dotted, { id: 'a' }).pathname, '/v1/.a/x');
  });

  it('must be a plain value', () => {
    assert.ok(template);
    for (const id of [{}, { toString: 'x' }, [], ['a'], null] as const)
      assert.throws(() => fillUrl(template, { id }), Unfit);
    assert.throws(() => fillUrl(template, {}), Unfit);
    assert.throws(() => fillUrl(template, JSON.parse('{"__proto__":{"id":"x"}}')), Unfit);
    assert.equal(fillUrl(template, { id: 7 }).pathname, '/v1/items/7/end');
  });

  it('gets to the host only from a closed list', async () => {
    const descriptor = `[ensemble]
name = "api"
kind = "http"
[http]
allowed_hosts = ["eu.api.example.com", "us.api.example.com"]
[[invokers]]
name = "call"
description = "x"
url = "https://{region}.api.example.com/"
[invokers.arguments]
required = ["region"]
properties.region = { enum = ["eu", "us", "admin"] }`;
    const lookedUp: string[] = [];
    const lookUp = async (host: string) => {
      lookedUp.push(host);
      return ['127.0.0.1'];
    };
    const { call, mistakes, dispose } = await createHttpCalls({ descriptor, lookUp });
    assert.deepEqual(mistakes(), []);
    for (const region of tricks)
      assert.equal((await call('call', { region })).result.failure?.kind, 'validation', region);
    assert.match(
      (await call('call', { region: 'admin' })).result.failure?.message ?? '',
      /not among the allowed_hosts/,
    );
    assert.deepEqual(lookedUp, []);
    await call('call', { region: 'eu' });
    assert.deepEqual(lookedUp, ['eu.api.example.com']);
    await dispose();
  });
});

describe('an argument in a body', () => {
  it('adds no key and changes none', () => {
    const body = { text: '{id}', fixed: 'x {id}', role: 'user' };
    for (const id of tricks) {
      if (!id.isWellFormed()) continue;
      const filled = fillBody(body, { id });
      assert.deepEqual(filled, { text: id, fixed: `x ${id}`, role: 'user' });
      assert.deepEqual(JSON.parse(JSON.stringify(filled)), filled);
    }
  });

  it('is not read from what objects inherit', () => {
    assert.deepEqual(fillBody({ a: '{constructor}', b: '{__proto__}', c: '{toString}' }, {}), {});
  });
});

describe('an argument in a header', () => {
  const learnt: string[] = [];
  const secrets: HttpSecrets = {
    secret: async key => (key === 'tickets' ? 'sk-Secret-{id}-1234' : undefined),
    learn: secret => void learnt.push(secret),
    hide: text => text,
  };

  it('adds no header, and names no secret', async () => {
    for (const id of tricks) {
      try {
        const headers = await fillHeaders({ 'X-Id': 'a{id}b' }, { id }, secrets);
        assert.deepEqual(Object.entries(headers), [['x-id', `a${id}b`]]);
        assert.doesNotMatch(headers['x-id'] ?? '', /[\r\n\0]|sk-Secret/);
      } catch (cause) {
        assert.ok(cause instanceof Unfit, `${JSON.stringify(id)}: ${cause}`);
      }
    }
    assert.deepEqual(learnt, []);
  });

  it('is not read from a secret', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders look like this.
    const headers = await fillHeaders({ Authorization: 'Bearer ${secret:tickets}' }, { id: 'EVIL' }, secrets);
    assert.deepEqual(headers, { authorization: 'Bearer sk-Secret-{id}-1234' });
    assert.deepEqual(learnt, ['sk-Secret-{id}-1234']);
  });
});

describe('the secret of a request', () => {
  it('goes to its host and no further, however the server redirects', async () => {
    const thief = await startPageServer({});
    const places = [
      `http://127.0.0.1:${thief.port}/`,
      `//thief.example:${thief.port}/`,
      `http://api.example.com:${thief.port}/`,
      `http://api.example.com.thief.example:${thief.port}/`,
      `http://x@api.example.com:${thief.port}/`,
    ];
    for (const location of places) {
      for (const status of [301, 302, 303, 307, 308]) {
        const server = await startPageServer({ '/': { status, headers: { location } } });
        const descriptor = `[ensemble]
name = "api"
kind = "http"
[http]
allowed_hosts = ["api.example.com:${server.port}", "*.example:*", "127.0.0.1:*"]
headers = { Authorization = "Bearer \${secret:tickets}" }
[[invokers]]
name = "call"
description = "x"
method = "${status > 303 ? 'POST' : 'GET'}"
url = "http://api.example.com:${server.port}/"`;
        const calls = await createHttpCalls({ descriptor, secrets: { tickets: 'sk-Secret-1234567890' } });
        const { result } = await calls.call('call');
        assert.ok(result.failure, location);
        assert.equal(server.asked.length, 1);
        await calls.dispose();
        await server.close();
      }
    }
    assert.equal(thief.asked.length, 0);
    await thief.close();
  });
});
