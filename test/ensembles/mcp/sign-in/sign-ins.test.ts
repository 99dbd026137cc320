import assert from 'node:assert/strict';
import type { Clock } from '../../../../src/converser/ground/ports.ts';
import { createSystemClock } from '../../../../src/converser/ground/system-ports.ts';
import type { HttpServer } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { createMcpEnsemble, type McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createCredentials } from '../../../../src/ensembles/mcp/sign-in/credentials.ts';
import { createLoopbackRedirects } from '../../../../src/ensembles/mcp/sign-in/loopback-redirect.ts';
import type {
  SignInPorts,
  SignInQuestion,
  SignInUser,
} from '../../../../src/ensembles/mcp/sign-in/sign-in-ports.ts';
import { createSignIns } from '../../../../src/ensembles/mcp/sign-in/sign-ins.ts';
import { eventually } from '../../../eventually.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import { type Guard, type GuardedServer, startGuardedServer } from '../../../fakes/mcp/guarded-server.ts';
import { createMemorySecrets, type MemorySecrets } from '../../../fakes/mcp/memory-secrets.ts';
import { call, texts } from '../call.ts';
import { createPorts, define, never, type TriedPorts } from '../servers.ts';

describe('signing in to a server', () => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  interface Tried {
    readonly server: GuardedServer;
    readonly secrets: MemorySecrets;
    readonly questions: SignInQuestion[];
    readonly opened: URL[];
    readonly ports: TriedPorts;
    readonly ensemble: McpEnsemble;
    readonly signIns: ReturnType<typeof createSignIns>;
  }

  interface Terms {
    readonly guard?: Guard;
    readonly ports?: Partial<SignInPorts>;
    readonly user?: Partial<SignInUser>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly transport?: Pick<HttpServer, 'oauthClientId' | 'oauthClientSecret'>;
    readonly secrets?: MemorySecrets;
    readonly server?: GuardedServer;
    readonly clock?: Clock;
  }

  async function attempt(terms: Terms = {}): Promise<Tried> {
    const server = terms.server ?? (await startGuardedServer(terms.guard));
    const secrets = terms.secrets ?? createMemorySecrets();
    const questions: SignInQuestion[] = [];
    const opened: URL[] = [];
    const clock = terms.clock ?? createSystemClock();
    const signIns = createSignIns({
      secrets,
      redirects: createLoopbackRedirects(),
      user: {
        openBrowser: async page => {
          opened.push(page);
          await fetch(page);
        },
        mayOpen: async question => {
          questions.push(question);
          return true;
        },
        ...terms.user,
      },
      clock,
      ...terms.ports,
    });
    const { headers = {} } = terms;
    const transport = {
      kind: 'http',
      url: server.mcp,
      headers,
      ...terms.transport,
    } as const;
    const ports = createPorts({ clock, signIns });
    const ensemble = createMcpEnsemble(define(transport), ports);
    if (terms.server === undefined) ends.push(() => server.close());
    ends.push(() => ensemble.disconnect());
    return { server, secrets, questions, opened, ports, ensemble, signIns };
  }

  async function reasonFor({ ensemble }: Tried): Promise<string> {
    await ensemble.connect(never());
    assert.equal(ensemble.state.status, 'failed');
    return ensemble.state.status === 'failed' ? ensemble.state.error.message : '';
  }

  const codeOf = ({ ensemble: { state } }: Tried) =>
    state.status === 'failed' ? state.error.code : undefined;

  const echo = async ({ ensemble }: Pick<Tried, 'ensemble'>) =>
    texts(await call(ensemble, 'echo', { args: { message: 'hi' } }));

  it('registers, proves that it is the one who asked, names the server it asks for, and calls', async () => {
    const tried = await attempt();
    await tried.ensemble.connect(never());
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    const { server, questions, opened } = tried;
    const paths = server.asked.map(({ path }) => path);
    assert.deepEqual(paths.slice(-3), ['/register', '/authorize', '/token']);
    const [registration, authorization, token] = server.asked.slice(-3).map(({ params }) => params);
    const registered = JSON.parse(registration?.body ?? '');
    assert.equal(registered.application_type, 'native');
    assert.equal(registered.token_endpoint_auth_method, 'none');
    assert.deepEqual(registered.redirect_uris, [authorization?.redirect_uri]);
    assert.match(authorization?.redirect_uri ?? '', /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    assert.equal(authorization?.code_challenge_method, 'S256');
    assert.equal(authorization?.resource, server.mcp);
    assert.equal(authorization?.scope, 'read');
    assert.match(authorization?.state ?? '', /^[\w-]{32}$/);
    assert.equal(token?.resource, server.mcp);
    assert.deepEqual(
      questions.map(question => [question.server, question.page.origin]),
      [['tried', server.url]],
    );
    assert.equal(opened.length, 1);
  });

  it('uses a client that was registered by hand, even one with the address of a document', async () => {
    const oauthClientId = 'https://company.example/converser.json';
    const tried = await attempt({ guard: { documents: true }, transport: { oauthClientId } });
    await tried.ensemble.connect(never());
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    const paths = tried.server.asked.map(({ path }) => path);
    assert.equal(paths.includes('/register'), false);
    const authorization = tried.server.asked.find(({ path }) => path === '/authorize');
    assert.equal(authorization?.params.client_id, oauthClientId);
  });

  it('shows a client that was registered by hand only to the first authorization server, until you sign out', async () => {
    const other = await startGuardedServer();
    ends.push(() => other.close());
    let named: string | undefined;
    const tried = await attempt({
      transport: {
        oauthClientId: 'https://company.example/converser.json',
        oauthClientSecret: 'for the first',
      },
      ports: {
        network: {
          fetch: async (url, init) =>
            named !== undefined && String(url).includes('/.well-known/oauth-protected-resource')
              ? Response.json({ resource: tried.server.mcp, authorization_servers: [named] })
              : fetch(url, init),
        },
      },
    });
    const { definition } = tried.ensemble;
    await tried.signIns.signIn(definition);
    named = other.url;
    await assert.rejects(tried.signIns.signIn(definition), {
      code: 'sign-in-failed',
      message: new RegExp(`registered at ${tried.server.url}/, .* to ${other.url}/\\. .* sign out`),
    });
    assert.deepEqual(
      other.asked.map(({ path }) => path),
      ['/.well-known/oauth-authorization-server'],
    );
    assert.equal(tried.opened.length, 1);
    await tried.signIns.signOut(definition);
    await tried.signIns.signIn(definition);
    assert.equal(other.asked.at(-1)?.path, '/token');
  });

  it('opens the page again if you sign in again after closing it', async () => {
    const pages: string[] = [];
    const tried = await attempt({
      user: {
        async openBrowser(page) {
          pages.push(page.href);
          if (pages.length === 2) await fetch(page);
          // It is closed, of which nobody tells us, and then the person tries once more.
          else void tried.signIns.signIn(tried.ensemble.definition);
        },
      },
    });
    await tried.signIns.signIn(tried.ensemble.definition);
    assert.equal(await tried.signIns.isSignedIn(tried.ensemble.definition), true);
    assert.equal(pages.length, 2);
    assert.equal(pages[0], pages[1]);
    assert.equal(tried.server.asked.filter(({ path }) => path === '/token').length, 1);
  });

  it('counts a sign-in elsewhere as a yes to an open question', async () => {
    const tried = await attempt({
      user: {
        mayOpen() {
          void tried.signIns.signIn(tried.ensemble.definition);
          return new Promise<never>(() => {});
        },
      },
    });
    await tried.ensemble.connect(never());
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    assert.equal(tried.opened.length, 1);
  });

  it('reports that you declined on the page, and opens it again when you sign in again', async () => {
    const tried = await attempt({
      guard: { hasPage: true },
      user: {
        async openBrowser(page) {
          tried.opened.push(page);
          const answer = tried.opened.length === 1 ? 'no' : 'yes';
          await fetch(page.href.replace('/authorize?', `/answer?answer=${answer}&`));
        },
      },
    });
    assert.match(await reasonFor(tried), /Sign-in to tried failed: access_denied/);
    assert.equal(codeOf(tried), 'sign-in-failed');
    await tried.signIns.signIn(tried.ensemble.definition);
    await tried.ensemble.restart(never());
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    assert.equal(tried.opened.length, 2);
  });

  it('asks before a browser is opened, and says what is needed when that is declined', async () => {
    const tried = await attempt({ user: { mayOpen: async () => false } });
    assert.match(await reasonFor(tried), /tried requires you to sign in/);
    assert.equal(codeOf(tried), 'sign-in-needed');
    assert.deepEqual(tried.opened, []);
  });

  it('accepts a no for all further calls, until you sign in yourself', async () => {
    let asked = 0;
    const tried = await attempt({
      user: {
        mayOpen: async () => {
          asked++;
          return false;
        },
      },
    });
    for (let time = 0; time < 3; time++) {
      await tried.ensemble.restart(never());
      assert.equal(tried.ensemble.state.status, 'failed');
    }
    assert.equal(asked, 1);
    await tried.signIns.signIn(tried.ensemble.definition);
    await tried.ensemble.restart(never());
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    assert.equal(asked, 1);
  });

  it('opens, registers and asks nothing without a user to ask, until you sign in yourself', async () => {
    const { secrets, server, ...tried } = await attempt();
    await tried.ensemble.disconnect();
    const quiet = ports(secrets);
    const { openBrowser } = quiet.user;
    const signIns = createSignIns({ ...quiet, user: { openBrowser } });
    const ensemble = createMcpEnsemble(tried.ensemble.definition, createPorts({ signIns }));
    ends.push(() => ensemble.disconnect());
    await ensemble.connect(never());
    assert.equal(ensemble.state.status, 'failed');
    assert.equal(
      server.asked.some(({ path }) => path === '/register' || path === '/authorize'),
      false,
    );
    await signIns.signIn(ensemble.definition);
    assert.equal(await signIns.isSignedIn(ensemble.definition), true);
    await ensemble.restart(never());
    assert.deepEqual(await echo({ ensemble }), ['Echo: hi']);
  });

  it('uses the tokens of another window, and none after you signed out', async () => {
    const first = await attempt();
    await first.ensemble.connect(never());
    const second = await attempt({ server: first.server, secrets: first.secrets });
    await second.ensemble.connect(never());
    assert.deepEqual(await echo(second), ['Echo: hi']);
    assert.deepEqual(second.opened, []);
    await second.signIns.signOut(second.ensemble.definition);
    assert.equal(second.secrets.kept.size, 0);
    assert.equal(await second.signIns.isSignedIn(second.ensemble.definition), false);
  });

  it('renews an expired token without asking you', async () => {
    const tried = await attempt();
    await tried.ensemble.connect(never());
    tried.server.expire();
    assert.deepEqual(await Promise.all([echo(tried), echo(tried)]), [['Echo: hi'], ['Echo: hi']]);
    const renewals = tried.server.asked.filter(({ params }) => params.grant_type === 'refresh_token');
    assert.deepEqual(
      renewals.map(({ params }) => params.resource),
      [tried.server.mcp],
    );
    assert.equal(tried.opened.length, 1);
  });

  it('stores nothing of a renewal that was in progress when you signed out', async () => {
    const tried = await attempt({
      ports: {
        network: {
          async fetch(url, init) {
            const response = await fetch(url, init);
            const isRenewal = String(init?.body).includes('grant_type=refresh_token');
            // The tokens have been given by then, and nobody has heard of them yet.
            if (isRenewal) await tried.signIns.signOut(tried.ensemble.definition);
            return response;
          },
        },
      },
    });
    await tried.ensemble.connect(never());
    tried.server.expire();
    await assert.rejects(echo(tried), /Stopped/);
    assert.equal(tried.server.asked.at(-1)?.params.grant_type, 'refresh_token');
    assert.equal(await tried.signIns.isSignedIn(tried.ensemble.definition), false);
    assert.equal(tried.secrets.kept.size, 0);
  });

  it('asks you during a call if the token cannot be renewed', async () => {
    const tried = await attempt();
    await tried.ensemble.connect(never());
    tried.server.revoke();
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    assert.equal(tried.opened.length, 2);
  });

  it('registers again if the server has forgotten the client', async () => {
    const tried = await attempt();
    await tried.ensemble.connect(never());
    tried.server.forgetClients();
    tried.server.expire();
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    assert.equal(tried.server.asked.filter(({ path }) => path === '/register').length, 2);
  });

  it('asks for more rights if a call needs them, and keeps those that it has', async () => {
    const tried = await attempt();
    await tried.ensemble.connect(never());
    tried.server.need('write');
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    const scopes = tried.server.asked
      .filter(({ path }) => path === '/authorize')
      .map(({ params }) => params.scope);
    assert.deepEqual(scopes, ['read', 'read write']);
  });

  it('stops asking for rights that do not help', async () => {
    const tried = await attempt({ guard: { noRefresh: true } });
    await tried.ensemble.connect(never());
    tried.server.need('write');
    const { fetch: send, settled } = tried.signIns.forConnection(tried.ensemble.definition, async () => {
      return new Response('', {
        status: 403,
        headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' },
      });
    });
    settled();
    const before = tried.opened.length;
    for (let time = 0; time < 3; time++) assert.equal((await send(tried.server.mcp)).status, 403);
    assert.equal(tried.opened.length, before + 1);
  });

  it('keeps all tokens if a code is refused, even those of another window', async () => {
    const other = { access_token: 'of another window', token_type: 'Bearer' };
    const tried = await attempt({
      guard: { tokenError: () => JSON.stringify({ error: 'invalid_grant' }) },
      user: {
        async openBrowser(page) {
          await createCredentials(tried.secrets, tried.server.mcp).keepTokens(tried.server.url, other);
          await fetch(page);
        },
      },
    });
    await assert.rejects(tried.signIns.signIn(tried.ensemble.definition), { code: 'sign-in-failed' });
    assert.equal(await tried.signIns.isSignedIn(tried.ensemble.definition), true);
  });

  it('has its full time to start after you granted the rights that the handshake needs', async () => {
    const clock = createFakeClock();
    const tried = await attempt({
      guard: { helloScope: 'greet' },
      clock,
      user: {
        async mayOpen() {
          await clock.advance(4 * 60_000);
          return true;
        },
      },
    });
    await tried.ensemble.connect(never());
    await eventually(tried.ensemble.onDidChange, () => tried.ensemble.server !== 'starting');
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    const asked = tried.server.asked.filter(({ path }) => path === '/authorize');
    assert.deepEqual(
      asked.map(({ params }) => params.scope),
      ['read', 'read greet'],
    );
  });

  it('fails without rights that are not granted, and asks for them once', async () => {
    const tried = await attempt({ guard: { helloScope: 'greet', refusedScope: 'greet' } });
    assert.match(await reasonFor(tried), /Sign-in to tried failed: invalid_scope/);
    assert.equal(tried.questions.length, 2);
  });

  it('does not ask twice for rights that do not help the handshake', async () => {
    const tried = await attempt();
    const auth = tried.signIns.forConnection(tried.ensemble.definition, async () => {
      return new Response('', {
        status: 403,
        headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="greet"' },
      });
    });
    const refused = new Error('It answered with HTTP status 403');
    await auth.fetch(tried.server.mcp);
    assert.equal(auth.canHelp(refused), true);
    await auth.signIn();
    await auth.fetch(tried.server.mcp);
    assert.equal(auth.canHelp(refused), false);
    assert.equal(tried.questions.length, 1);
  });

  it('signs in again without rights that the authorization server never grants', async () => {
    const tried = await attempt({ guard: { refusedScope: 'write' } });
    const { definition } = tried.ensemble;
    await tried.ensemble.connect(never());
    tried.server.need('write');
    await assert.rejects(echo(tried), /Insufficient scope/);
    await tried.signIns.signIn(definition);
    const scopes = tried.server.asked
      .filter(({ path }) => path === '/authorize')
      .map(({ params }) => params.scope);
    assert.deepEqual(scopes, ['read', 'read write', 'read']);
  });

  it('asks for none of the earlier rights after you signed out', async () => {
    const tried = await attempt();
    const { definition } = tried.ensemble;
    await tried.ensemble.connect(never());
    tried.server.need('write');
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    await tried.signIns.signOut(definition);
    await tried.signIns.signIn(definition);
    assert.equal(tried.server.asked.findLast(({ path }) => path === '/authorize')?.params.scope, undefined);
  });

  it('refuses an answer of another authorization server', async () => {
    const tried = await attempt({ guard: { iss: 'https://honest.example' } });
    const reason = await reasonFor(tried);
    assert.match(reason, /a different authorization server/);
    assert.doesNotMatch(reason, /honest\.example/);
    assert.equal(
      tried.server.asked.some(({ path }) => path === '/token'),
      false,
    );
  });

  it('refuses an answer without the name that the authorization server promised', async () => {
    const tried = await attempt({ guard: { iss: '' } });
    assert.match(await reasonFor(tried), /a different authorization server/);
    assert.equal(
      tried.server.asked.some(({ path }) => path === '/token'),
      false,
    );
  });

  it('gets no tokens for another server than the one that it connects to', async () => {
    const tried = await attempt({ guard: { resource: 'https://honest.example/mcp' } });
    assert.match(await reasonFor(tried), /honest\.example/);
    assert.deepEqual(tried.opened, []);
    assert.equal(
      tried.server.asked.some(({ path }) => path === '/register' || path === '/token'),
      false,
    );
  });

  it('does not trust an error before its sender is known', async () => {
    const guard = { error: 'call 0900 123', iss: 'https://honest.example' };
    assert.doesNotMatch(await reasonFor(await attempt({ guard })), /0900/);
    const right = await attempt({ guard: { error: 'access_denied', iss: true } });
    assert.match(await reasonFor(right), /access_denied/);
  });

  it('keeps waiting after an answer with another state, until the time is up', async () => {
    const clock = createFakeClock();
    const tried = await attempt({
      guard: { state: 'guessed' },
      ports: { clock },
      user: {
        openBrowser: async page => {
          const { status } = await fetch(page);
          assert.equal(status, 400);
          await clock.advance(5 * 60_000);
        },
      },
    });
    assert.match(await reasonFor(tried), /Sign-in to tried timed out/);
    assert.equal(
      tried.server.asked.some(({ path }) => path === '/token'),
      false,
    );
  });

  it('ends when the time is up, even if the question is unanswered', async () => {
    const clock = createFakeClock();
    const mayOpen = () => {
      void clock.advance(5 * 60_000);
      return new Promise<never>(() => {});
    };
    const tried = await attempt({ ports: { clock }, user: { mayOpen } });
    assert.match(await reasonFor(tried), /Sign-in to tried timed out/);
    assert.deepEqual(tried.opened, []);
  });

  it('ends when you stop it', async () => {
    const tried = await attempt({
      user: { openBrowser: async () => tried.signIns.stop(tried.ensemble.definition) },
    });
    assert.match(await reasonFor(tried), /Stopped/);
  });

  for (const address of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'vscode://x/y',
    'https://a@b.example/',
  ]) {
    it(`does not open ${address}, although that is where the server says to sign in`, async () => {
      const tried = await attempt({ guard: { authorizationEndpoint: address } });
      await reasonFor(tried);
      assert.deepEqual([tried.opened, tried.questions], [[], []]);
    });
  }

  it('keeps tokens, codes and verifiers out of whatever it says', async () => {
    const tried = await attempt({
      guard: { tokenError: params => `no: ${params.code} ${params.code_verifier} ${params.refresh_token}` },
    });
    const reason = await reasonFor(tried);
    const sent = tried.server.asked.find(({ path }) => path === '/token')?.params;
    for (const secret of [sent?.code, sent?.code_verifier]) {
      assert.ok(secret !== undefined && secret.length > 20);
      assert.ok(!reason.includes(secret), reason);
      assert.ok(!JSON.stringify(tried.ports.logged).includes(secret));
    }
  });

  it('keeps them out of what the library writes to the console, too', async () => {
    const tried = await attempt({
      guard: {
        tokenError: ({ refresh_token: token }) =>
          token && JSON.stringify({ error: 'invalid_grant', error_description: `${token} is used up` }),
      },
    });
    await tried.ensemble.connect(never());
    tried.server.expire();
    const written: unknown[] = [];
    const { warn } = console;
    console.warn = (...words) => void written.push(...words);
    try {
      assert.deepEqual(await echo(tried), ['Echo: hi']);
    } finally {
      console.warn = warn;
    }
    const token = tried.server.asked.find(({ params }) => params.refresh_token)?.params.refresh_token ?? '';
    assert.ok(token.length > 20);
    assert.match(String(written), /… is used up/);
    assert.ok(!String(written).includes(token));
  });

  it('does not sign in if you configured a key', async () => {
    const tried = await attempt({ headers: { Authorization: 'Bearer my-own-key' } });
    await reasonFor(tried);
    assert.deepEqual(tried.server.asked, []);
  });

  function ports(secrets: MemorySecrets): SignInPorts {
    return {
      secrets,
      redirects: createLoopbackRedirects(),
      user: { openBrowser: async page => void (await fetch(page)), mayOpen: async () => true },
      clock: createPorts().clock,
    };
  }
});
