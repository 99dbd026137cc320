/** Who may say where you sign in: nobody sends Converser to places that only you can reach, or anywhere before you agree. */

import assert from 'node:assert/strict';
import { createSystemClock } from '../../src/converser/ground/system-ports.ts';
import type { LookUp } from '../../src/ensembles/guarded-fetch/look-up.ts';
import { isPublicAddress } from '../../src/ensembles/guarded-fetch/public-address.ts';
import type { HttpServer } from '../../src/ensembles/mcp/definition/server-definition.ts';
import { createMcpEnsemble } from '../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createLoopbackRedirects } from '../../src/ensembles/mcp/sign-in/loopback-redirect.ts';
import type { SignInPorts, SignInUser } from '../../src/ensembles/mcp/sign-in/sign-in-ports.ts';
import { createSignIns } from '../../src/ensembles/mcp/sign-in/sign-ins.ts';
import { createPorts, define } from '../ensembles/mcp/servers.ts';
import { startGuardedServer } from '../fakes/mcp/guarded-server.ts';
import { type HttpListener, listenWith } from '../fakes/mcp/http-listener.ts';
import { createMemorySecrets } from '../fakes/mcp/memory-secrets.ts';
import { words } from './words.ts';

const ends: (() => Promise<void>)[] = [];
const { signal } = new AbortController();
const publicAddress = '93.184.215.14';

/** A listener that notes what it is asked, and answers so. */
async function listening(
  answer: (path: string) => Response | undefined = () => undefined,
): Promise<HttpListener & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const listener = await listenWith(async request => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    return answer(pathname) ?? new Response('', { status: 404 });
  });
  ends.push(() => listener.close());
  return { ...listener, asked };
}

/** What an authorization server says of itself. */
const metadataOf = (issuer: string, more: object = {}) =>
  Response.json({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    ...more,
  });

const protectedBy = (server: string, url: string) =>
  Response.json({ resource: `${url}/mcp`, authorization_servers: [server] });

function portsWith(user: Partial<SignInUser>, network: SignInPorts['network'] = {}): SignInPorts {
  return {
    secrets: createMemorySecrets(),
    redirects: createLoopbackRedirects(),
    user: { openBrowser: async page => void (await fetch(page)), ...user },
    clock: createSystemClock(),
    network,
  };
}

describe('A sign-in before you agree', () => {
  afterEach(endAll);

  /** Connects to a server that refuses with this challenge; what came of it, and what was asked of you. */
  async function refusedBy(
    own: (path: string, url: string) => Response | undefined,
    { resourceMetadata, answers = [] }: { resourceMetadata?: string; answers?: readonly boolean[] } = {},
  ) {
    let url = '';
    const server = await listening(path => {
      if (path !== '/mcp') return own(path, url);
      const named = resourceMetadata ?? `${url}/.well-known/oauth-protected-resource/mcp`;
      const headers = { 'www-authenticate': `Bearer resource_metadata="${named}"` };
      return new Response('', { status: 401, headers });
    });
    url = server.url;
    const questions: string[] = [];
    const mayOpen: SignInUser['mayOpen'] = async ({ page }) => {
      questions.push(page.origin);
      return answers[questions.length - 1] ?? false;
    };
    const transport = { kind: 'http', url: `${url}/mcp`, headers: {} } as const;
    const signIns = createSignIns(portsWith({ mayOpen, openBrowser: async () => {} }));
    const ensemble = createMcpEnsemble(define(transport), createPorts({ signIns }));
    ends.push(() => ensemble.disconnect());
    await ensemble.connect(signal);
    assert.equal(ensemble.state.status, 'failed');
    const { message } = ensemble.state.status === 'failed' ? ensemble.state.error : { message: '' };
    return { server, questions, message };
  }

  it('asks nothing of the place that a refusal names, but you', async () => {
    const internal = await listening();
    const { questions, message, server } = await refusedBy(() => undefined, {
      resourceMetadata: `${internal.url}/metadata`,
    });
    assert.deepEqual(internal.asked, []);
    assert.deepEqual(questions, [internal.url]);
    assert.match(message, /requires you to sign in/);
    // Nor does it go on elsewhere.
    assert.deepEqual(new Set(server.asked), new Set(['POST /mcp']));
  });

  it('asks nothing of the authorization server that the server names', async () => {
    const other = await listening();
    const { questions, server } = await refusedBy((path, url) =>
      path.includes('oauth-protected-resource') ? protectedBy(other.url, url) : undefined,
    );
    assert.deepEqual(other.asked, []);
    assert.deepEqual(questions, [other.url]);
    assert.ok(server.asked.every(line => line === 'POST /mcp' || line.startsWith('GET ')));
  });

  it('registers nothing at the server itself, either, with metadata and without', async () => {
    for (const answer of [metadataOf, () => undefined]) {
      const { questions, server } = await refusedBy((path, url) =>
        path.includes('oauth-authorization-server') ? answer(url) : undefined,
      );
      assert.equal(questions.length, 1);
      assert.deepEqual(
        server.asked.filter(line => line.startsWith('POST') && line !== 'POST /mcp'),
        [],
      );
    }
  });

  it('goes on to what was agreed to, and no further with the browser', async () => {
    const elsewhere = 'http://elsewhere.example/authorize';
    let other = '';
    const named = await listening(path => {
      if (path === '/register')
        return Response.json({ client_id: 'c', redirect_uris: ['http://127.0.0.1/'] }, { status: 201 });
      if (!path.includes('oauth-authorization-server')) return undefined;
      return metadataOf(other, { authorization_endpoint: elsewhere });
    });
    other = named.url;
    const { questions, message } = await refusedBy(
      (path, url) => (path.includes('oauth-protected-resource') ? protectedBy(other, url) : undefined),
      { answers: [true, false] },
    );
    assert.deepEqual(questions, [other, new URL(elsewhere).origin]);
    assert.match(message, /requires you to sign in/);
    assert.ok(named.asked.includes('POST /register'));
  });
});

describe('A sign-in at an authorization server that does not check proofs', () => {
  afterEach(endAll);

  for (const methods of [undefined, [], ['plain']]) {
    for (const document of ['oauth-authorization-server', 'openid-configuration']) {
      it(`is refused before anything is registered: ${JSON.stringify(methods)} in ${document}`, async () => {
        let url = '';
        const server = await listening(path => {
          if (path.includes('oauth-protected-resource')) return protectedBy(url, url);
          if (!path.includes(document)) return undefined;
          return metadataOf(url, {
            jwks_uri: `${url}/keys`,
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
            code_challenge_methods_supported: methods,
          });
        });
        url = server.url;
        let opened = 0;
        const openBrowser = async () => void opened++;
        const signIns = createSignIns(portsWith({ openBrowser }));
        const tried = signIns.signIn(define({ kind: 'http', url: `${url}/mcp`, headers: {} }));
        await assert.rejects(tried, {
          code: 'sign-in-failed',
          message: new RegExp(`${url}.* PKCE.*code_challenge_methods_supported.*headers`),
        });
        assert.equal(opened, 0);
        assert.ok(server.asked.every(line => line.startsWith('GET ')));
      });
    }
  }

  it('is refused where a named one has no metadata at all', async () => {
    let url = '';
    const server = await listening(path =>
      path.includes('oauth-protected-resource') ? protectedBy(url, url) : undefined,
    );
    url = server.url;
    const signIns = createSignIns(portsWith({}));
    const tried = signIns.signIn(define({ kind: 'http', url: `${url}/mcp`, headers: {} }));
    await assert.rejects(tried, /does not say that it supports PKCE/);
    assert.ok(server.asked.every(line => line.startsWith('GET ')));
  });
});

/** Where a server of the internet must not send Converser, and what the names there resolve to. */
const inside = words(`
  10.0.0.5 172.16.0.1 172.31.255.254:8443 192.168.1.1 100.64.0.1 127.0.0.1 127.1:9200 2130706433 0x7f.0.0.1
  0177.0.0.1 0.0.0.0 169.254.169.254 localhost api.localhost localhost. [::1] [::] [fe80::1] [fd12:3456::1]
  [::ffff:10.0.0.1] [::ffff:7f00:1] [64:ff9b::a00:1] [64:ff9b::169.254.169.254] [2002:a00:1::]
  intranet.example mixed.example six.example`).map(host => `https://${host}`);

const unencrypted: readonly string[] = ['http://auth.example', 'http://127.0.0.1:80', 'http://mcp.example'];

const names: Readonly<Record<string, readonly string[]>> = {
  'localhost.': ['127.0.0.1'],
  'intranet.example': ['10.1.2.3'],
  'mixed.example': [publicAddress, '192.168.0.7'],
  'six.example': ['fd00::7'],
};

const lookUp: LookUp = async host => names[host] ?? [publicAddress];

interface Tried {
  /** What it answers at paths that begin so. */
  readonly more?: Readonly<Record<string, (url: URL) => Response | undefined>>;
  /** The hosts that you named. */
  readonly hosts?: readonly string[];
  readonly look?: LookUp;
}

describe('A server of the internet', () => {
  afterEach(endAll);

  const resource = 'https://mcp.example/mcp';

  /** It is reached through a socket of this machine, under its own name. What was sent to whom, and asked of you. */
  async function tryFrom({ more = {}, hosts, look = lookUp }: Tried = {}) {
    const server = await startGuardedServer({ address: 'https://mcp.example' });
    ends.push(() => server.close());
    const sent: string[] = [];
    const through: typeof fetch = async (address, init) => {
      const url = new URL(String(address));
      sent.push(`${init?.method ?? 'GET'} ${url.href}`);
      const own = Object.entries(more).find(([path]) => url.pathname.startsWith(path))?.[1](url);
      return own ?? fetch(`${server.url}${url.pathname}${url.search}`, { ...init, redirect: 'manual' });
    };
    const questions: string[] = [];
    const openBrowser = async ({ pathname, search }: URL) =>
      void (await fetch(`${server.url}${pathname}${search}`));
    const mayOpen: SignInUser['mayOpen'] = async ({ page }) => questions.push(page.origin) > 0;
    const ports = portsWith({ openBrowser, mayOpen }, { fetch: through, lookUp: look });
    const transport: HttpServer = { kind: 'http', url: resource, headers: {} };
    const definition = define(hosts === undefined ? transport : { ...transport, oauthHosts: hosts });
    return { server, sent, questions, signIns: createSignIns(ports), definition };
  }

  const wellKnown = '/.well-known/oauth-protected-resource';
  const metadata = '/.well-known/oauth-authorization-server';
  /** How a server could name a place. */
  const ways: Readonly<Record<string, (place: string) => Tried>> = {
    'as its authorization server': place => ({
      more: { [wellKnown]: () => Response.json({ resource, authorization_servers: [place] }) },
    }),
    'as the place of a registration': place => ({
      more: {
        [metadata]: () => metadataOf('https://mcp.example', { registration_endpoint: `${place}/register` }),
      },
    }),
    'by a redirect': place => ({
      more: {
        [wellKnown]: () => new Response('', { status: 307, headers: { location: `${place}/x` } }),
        '/.well-known/': () => new Response('', { status: 302, headers: { location: `${place}/x` } }),
        '/register': () => new Response('', { status: 308, headers: { location: `${place}/register` } }),
      },
    }),
  };

  for (const [way, options] of Object.entries(ways)) {
    it(`sends nothing to a place inside that it names ${way}`, async () => {
      for (const place of [...inside, ...unencrypted]) {
        const { signIns, definition, sent } = await tryFrom(options(place));
        await assert.rejects(signIns.signIn(definition), { code: 'sign-in-failed' }, place);
        assert.deepEqual(
          sent.filter(line => !/^(GET|POST) https:\/\/mcp\.example\//.test(line)),
          [],
          place,
        );
      }
    });
  }

  it('is told where it must not lead, and you what to do', async () => {
    for (const [place, expected] of [
      ['https://intranet.example', /https:\/\/intranet\.example .*10\.1\.2\.3.*oauth_hosts/],
      ['https://169.254.169.254', /https:\/\/169\.254\.169\.254 .*oauth_hosts/],
      ['http://auth.example', /http:\/\/auth\.example, without https.*headers/],
    ] as const) {
      const { signIns, definition } = await tryFrom(ways['as its authorization server']?.(place));
      await assert.rejects(signIns.signIn(definition), expected);
    }
  });

  it('fails in words, with a remedy where there is one', async () => {
    const failures: readonly (readonly [string, () => Response, RegExp])[] = [
      [metadata, () => Response.json({}), /answered with invalid data \(issuer: /],
      [metadata, () => new Response('<html>'), /something other than JSON/],
      ['/register', () => new Response('{}', { status: 401 }), /refused to register .*401.* oauth_client_id/],
      [
        metadata,
        () => metadataOf('https://mcp.example', { registration_endpoint: undefined }),
        /registers no programs by itself\. .*oauth_client_id/,
      ],
    ];
    for (const [path, answer, expected] of failures) {
      const { signIns, definition } = await tryFrom({ more: { [path]: answer } });
      await assert.rejects(signIns.signIn(definition), { code: 'sign-in-failed', message: expected });
    }
  });

  it('sends no code to a token endpoint inside', async () => {
    for (const place of inside) {
      const { signIns, definition, sent, server } = await tryFrom({
        more: {
          [metadata]: () => metadataOf('https://mcp.example', { token_endpoint: `${place}/token` }),
        },
      });
      await assert.rejects(signIns.signIn(definition), { code: 'sign-in-failed' }, place);
      assert.ok(server.asked.some(({ path }) => path === '/authorize'));
      assert.deepEqual(
        sent.filter(line => line.includes('/token')),
        [],
        place,
      );
    }
  });

  it('may name a host inside that you named as well', async () => {
    const { signIns, definition, sent } = await tryFrom({
      hosts: ['intranet.example'],
      more: {
        [wellKnown]: () => Response.json({ resource, authorization_servers: ['https://intranet.example'] }),
        [metadata]: () => metadataOf('https://intranet.example'),
      },
    });
    await signIns.signIn(definition);
    assert.equal(await signIns.isSignedIn(definition), true);
    assert.ok(sent.includes('POST https://intranet.example/token'));
  });

  it('may name another host of the internet, and one that only a proxy can look up', async () => {
    for (const look of [lookUp, () => Promise.reject(new Error('ENOTFOUND'))]) {
      const { signIns, definition, sent } = await tryFrom({
        look,
        more: {
          [wellKnown]: () => Response.json({ resource, authorization_servers: ['https://auth.example'] }),
          [metadata]: () => metadataOf('https://auth.example'),
        },
      });
      await signIns.signIn(definition);
      assert.ok(sent.includes('POST https://auth.example/token'));
    }
  });

  it('cannot have a name lead inside after it was looked up once', async () => {
    let looked = 0;
    const look: LookUp = async () => (looked++ === 0 ? [publicAddress] : ['10.0.0.1']);
    const options = ways['as its authorization server']?.('https://auth.example');
    const { signIns, definition, sent } = await tryFrom({
      look,
      more: {
        ...options?.more,
        [metadata]: () => metadataOf('https://auth.example'),
      },
    });
    await assert.rejects(signIns.signIn(definition), /10\.0\.0\.1/);
    assert.deepEqual(
      sent.filter(line => line.includes('auth.example')),
      ['GET https://auth.example/.well-known/oauth-authorization-server'],
    );
  });

  it('cannot fill the memory with its metadata', async () => {
    const endless = () => {
      let given = 0;
      const piece = new Uint8Array(100_000).fill(32);
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          given += piece.length;
          assert.ok(given < 3_000_000, 'It went on reading.');
          controller.enqueue(piece);
        },
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    };
    const { signIns, definition } = await tryFrom({ more: { [metadata]: endless } });
    await assert.rejects(signIns.signIn(definition), /more than 1000000 bytes/);
  });
});

describe('An address of the internet', () => {
  it('is none of this machine, of a network of your own, or of no network', () => {
    for (const address of ['8.8.8.8', publicAddress, '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'])
      assert.equal(isPublicAddress(address), true, address);
    for (const address of [...words('fe80::1%eth0 224.0.0.1 ff02::1 255.255.255.255 192.0.2.1 nonsense'), ''])
      assert.equal(isPublicAddress(address), false, address);
  });
});

async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}
