import assert from 'node:assert/strict';
import type { Clock } from '../../../../src/converser/ground/ports.ts';
import { createSystemClock } from '../../../../src/converser/ground/system-ports.ts';
import type { HttpServer } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
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
import { call, texts, whyFailed } from '../call.ts';
import { endsOfTest, ensemblesOfTest, type Made } from '../ends.ts';
import { define, never } from '../servers.ts';

describe('signing in to a server', () => {
  const ends = endsOfTest();
  const make = ensemblesOfTest(ends);

  interface Tried extends Made {
    readonly server: GuardedServer;
    readonly secrets: MemorySecrets;
    readonly questions: SignInQuestion[];
    readonly opened: URL[];
    readonly signIns: ReturnType<typeof createSignIns>;
    signIn(): Promise<void>;
    signOut(): Promise<void>;
    isSignedIn(): Promise<boolean>;
  }

  interface Terms {
    readonly guard?: Guard;
    readonly ports?: Partial<SignInPorts>;
    readonly user?: Partial<SignInUser>;
    readonly transport?: Partial<HttpServer>;
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
    const transport = { kind: 'http', url: server.mcp, headers: {}, ...terms.transport } as const;
    if (terms.server === undefined) ends.push(() => server.close());
    const { ensemble, ports } = make(define(transport), { clock, signIns });
    const definition = ensemble.definition;
    return {
      ...{ server, secrets, questions, opened, ports, ensemble, signIns },
      signIn: () => signIns.signIn(definition),
      signOut: () => signIns.signOut(definition),
      isSignedIn: () => signIns.isSignedIn(definition),
    };
  }

  async function connected(terms?: Terms): Promise<Tried> {
    const tried = await attempt(terms);
    await tried.ensemble.connect(never());
    return tried;
  }

  /** What the authorization server was asked there. */
  const asked = ({ server }: Pick<Tried, 'server'>, ...paths: readonly string[]) =>
    server.asked.filter(({ path }) => paths.includes(path)).map(({ params }) => params);
  const scopesAsked = (tried: Tried) => asked(tried, '/authorize').map(({ scope }) => scope);

  async function reasonFor({ ensemble }: Tried): Promise<string> {
    await ensemble.connect(never());
    assert.equal(ensemble.state.status, 'failed');
    return whyFailed(ensemble);
  }

  const codeOf = ({ ensemble: { state } }: Tried) =>
    state.status === 'failed' ? state.error.code : undefined;

  /** Whatever is asked of it, it wants this right, too. */
  const needing = (scope: string) => async () =>
    new Response('', {
      status: 403,
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });

  const echo = async ({ ensemble }: Pick<Tried, 'ensemble'>) =>
    texts(await call(ensemble, 'echo', { args: { message: 'hi' } }));

  it('registers, proves that it is the one who asked, names the server it asks for, and calls', async () => {
    const tried = await connected();
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
    const [question] = questions;
    assert.deepEqual([question?.server, question?.page.origin], ['tried', server.url]);
    assert.deepEqual([questions.length, opened.length], [1, 1]);
  });

  it('shows a client that was registered by hand only to the first authorization server, until you sign out', async () => {
    const other = await startGuardedServer();
    ends.push(() => other.close());
    let named: string | undefined;
    const tried = await attempt({
      transport: { oauthClientId: 'https://company.example/me.json', oauthClientSecret: 'for the first' },
      ports: {
        network: {
          fetch: async (url, init) =>
            named !== undefined && String(url).includes('/.well-known/oauth-protected-resource')
              ? Response.json({ resource: tried.server.mcp, authorization_servers: [named] })
              : fetch(url, init),
        },
      },
    });
    await tried.signIn();
    named = other.url;
    await assert.rejects(tried.signIn(), {
      code: 'sign-in-failed',
      message: new RegExp(`registered at ${tried.server.url}/, .* to ${other.url}/\\. .* sign out`),
    });
    const paths = other.asked.map(({ path }) => path);
    assert.deepEqual(paths, ['/.well-known/oauth-authorization-server']);
    assert.equal(tried.opened.length, 1);
    await tried.signOut();
    await tried.signIn();
    assert.equal(other.asked.at(-1)?.path, '/token');
  });

  it('opens the page again if you sign in again after closing it', async () => {
    const pages: string[] = [];
    const openBrowser = async (page: URL) => {
      pages.push(page.href);
      if (pages.length === 2) await fetch(page);
      // It is closed, of which nobody tells us, and then the person tries once more.
      else void tried.signIn();
    };
    const tried: Tried = await attempt({ user: { openBrowser } });
    await tried.signIn();
    assert.equal(await tried.isSignedIn(), true);
    assert.equal(pages.length, 2);
    assert.equal(pages[0], pages[1]);
    assert.equal(asked(tried, '/token').length, 1);
  });

  it('counts a sign-in elsewhere as a yes to an open question', async () => {
    const mayOpen = () => {
      void tried.signIn();
      return new Promise<never>(() => {});
    };
    const tried: Tried = await attempt({ user: { mayOpen } });
    await tried.ensemble.connect(never());
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    assert.equal(tried.opened.length, 1);
  });

  it('reports that you declined on the page, and opens it again when you sign in again', async () => {
    const openBrowser = async (page: URL) => {
      const answer = tried.opened.push(page) === 1 ? 'no' : 'yes';
      await fetch(page.href.replace('/authorize?', `/answer?answer=${answer}&`));
    };
    const tried: Tried = await attempt({ guard: { hasPage: true }, user: { openBrowser } });
    assert.match(await reasonFor(tried), /Sign-in to tried failed: access_denied/);
    assert.equal(codeOf(tried), 'sign-in-failed');
    await tried.signIn();
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
    let questions = 0;
    const tried = await attempt({
      user: { mayOpen: async () => ++questions === 0 },
    });
    for (let time = 0; time < 3; time++) {
      await tried.ensemble.restart(never());
      assert.equal(tried.ensemble.state.status, 'failed');
    }
    assert.equal(questions, 1);
    await tried.signIn();
    await tried.ensemble.restart(never());
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    assert.equal(questions, 1);
  });

  it('opens, registers and asks nothing without a user to ask, until you sign in yourself', async () => {
    const { secrets, server, ...tried } = await attempt();
    await tried.ensemble.disconnect();
    const user = { openBrowser: async (page: URL) => void (await fetch(page)) };
    const redirects = createLoopbackRedirects();
    const signIns = createSignIns({ secrets, redirects, user, clock: createSystemClock() });
    const { ensemble } = make(tried.ensemble.definition, { signIns });
    await ensemble.connect(never());
    assert.equal(ensemble.state.status, 'failed');
    assert.deepEqual(asked({ server }, '/register', '/authorize'), []);
    await signIns.signIn(ensemble.definition);
    assert.equal(await signIns.isSignedIn(ensemble.definition), true);
    await ensemble.restart(never());
    assert.deepEqual(await echo({ ensemble }), ['Echo: hi']);
  });

  it('uses the tokens of another window, and none after you signed out', async () => {
    const first = await connected();
    const second = await connected({ server: first.server, secrets: first.secrets });
    assert.deepEqual(await echo(second), ['Echo: hi']);
    assert.deepEqual(second.opened, []);
    await second.signOut();
    assert.equal(second.secrets.kept.size, 0);
    assert.equal(await second.isSignedIn(), false);
  });

  it('renews an expired token without asking you', async () => {
    const tried = await connected();
    tried.server.expire();
    assert.deepEqual(await Promise.all([echo(tried), echo(tried)]), [['Echo: hi'], ['Echo: hi']]);
    const renewals = asked(tried, '/token').filter(({ grant_type: kind }) => kind === 'refresh_token');
    assert.deepEqual([renewals.length, renewals[0]?.resource], [1, tried.server.mcp]);
    assert.equal(tried.opened.length, 1);
  });

  it('stores nothing of a renewal that was in progress when you signed out', async () => {
    const tried = await connected({
      ports: {
        network: {
          async fetch(url, init) {
            const response = await fetch(url, init);
            const isRenewal = String(init?.body).includes('grant_type=refresh_token');
            // The tokens have been given by then, and nobody has heard of them yet.
            if (isRenewal) await tried.signOut();
            return response;
          },
        },
      },
    });
    tried.server.expire();
    await assert.rejects(echo(tried), /Stopped/);
    assert.equal(tried.server.asked.at(-1)?.params.grant_type, 'refresh_token');
    assert.equal(await tried.isSignedIn(), false);
    assert.equal(tried.secrets.kept.size, 0);
  });

  it('asks you during a call if the token cannot be renewed', async () => {
    const tried = await connected();
    tried.server.revoke();
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    assert.equal(tried.opened.length, 2);
  });

  it('registers again if the server has forgotten the client', async () => {
    const tried = await connected();
    tried.server.forgetClients();
    tried.server.expire();
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    assert.equal(asked(tried, '/register').length, 2);
  });

  it('stops asking for rights that do not help', async () => {
    const tried = await connected({ guard: { noRefresh: true } });
    tried.server.need('write');
    const { fetch: send, settled } = await tried.signIns.forConnection(
      tried.ensemble.definition,
      needing('write'),
    );
    settled();
    const before = tried.opened.length;
    for (let time = 0; time < 3; time++) assert.equal((await send(tried.server.mcp)).status, 403);
    assert.equal(tried.opened.length, before + 1);
  });

  it('keeps all tokens if a code is refused, even those of another window', async () => {
    const other = { access_token: 'of another window', token_type: 'Bearer' };
    const openBrowser = async (page: URL) => {
      await createCredentials(tried.secrets, tried.server.mcp).keepTokens(tried.server.url, other);
      await fetch(page);
    };
    const tokenError = () => JSON.stringify({ error: 'invalid_grant' });
    const tried: Tried = await attempt({ guard: { tokenError }, user: { openBrowser } });
    await assert.rejects(tried.signIn(), { code: 'sign-in-failed' });
    assert.equal(await tried.isSignedIn(), true);
  });

  it('has its full time to start after you granted the rights that the handshake needs', async () => {
    const clock = createFakeClock();
    const mayOpen = () => clock.advance(4 * 60_000).then(() => true);
    const tried = await connected({ guard: { helloScope: 'greet' }, clock, user: { mayOpen } });
    await eventually(tried.ensemble.onDidChange, () => tried.ensemble.server !== 'starting');
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    assert.deepEqual(scopesAsked(tried), ['read', 'read greet']);
  });

  it('fails without rights that are not granted, and asks for them once', async () => {
    const tried = await attempt({ guard: { helloScope: 'greet', refusedScope: 'greet' } });
    assert.match(await reasonFor(tried), /Sign-in to tried failed: invalid_scope/);
    assert.equal(tried.questions.length, 2);
  });

  it('does not ask twice for rights that do not help the handshake', async () => {
    const tried = await attempt();
    const auth = await tried.signIns.forConnection(tried.ensemble.definition, needing('greet'));
    const refused = new Error('It answered with HTTP status 403');
    await auth.fetch(tried.server.mcp);
    assert.equal(auth.canHelp(refused), true);
    await auth.signIn();
    await auth.fetch(tried.server.mcp);
    assert.equal(auth.canHelp(refused), false);
    assert.equal(tried.questions.length, 1);
  });

  it('signs in again without rights that the authorization server never grants', async () => {
    const tried = await connected({ guard: { refusedScope: 'write' } });
    tried.server.need('write');
    await assert.rejects(echo(tried), /Insufficient scope/);
    await tried.signIn();
    assert.deepEqual(scopesAsked(tried), ['read', 'read write', 'read']);
  });

  it('asks for none of the earlier rights after you signed out', async () => {
    const tried = await connected();
    tried.server.need('write');
    assert.deepEqual(await echo(tried), ['Echo: hi']);
    await tried.signOut();
    await tried.signIn();
    assert.equal(scopesAsked(tried).at(-1), undefined);
  });

  it('refuses an answer of another authorization server', async () => {
    const tried = await attempt({ guard: { iss: 'https://honest.example' } });
    const reason = await reasonFor(tried);
    assert.match(reason, /a different authorization server/);
    assert.doesNotMatch(reason, /honest\.example/);
    assert.deepEqual(asked(tried, '/token'), []);
  });

  it('does not trust an error before its sender is known', async () => {
    const guard = { error: 'call 0900 123', iss: 'https://honest.example' };
    assert.doesNotMatch(await reasonFor(await attempt({ guard })), /0900/);
    const right = await attempt({ guard: { error: 'access_denied', iss: true } });
    assert.match(await reasonFor(right), /access_denied/);
  });

  it('keeps waiting after an answer with another state, until the time is up', async () => {
    const clock = createFakeClock();
    const openBrowser = async (page: URL) => {
      assert.equal((await fetch(page)).status, 400);
      await clock.advance(5 * 60_000);
    };
    const tried = await attempt({ guard: { state: 'guessed' }, ports: { clock }, user: { openBrowser } });
    assert.match(await reasonFor(tried), /Sign-in to tried timed out/);
    assert.deepEqual(asked(tried, '/token'), []);
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

  const elsewhere = ['file:///etc/passwd', 'javascript:alert(1)', 'vscode://x/y', 'https://a@b.example/'];
  for (const address of elsewhere) {
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
    const [sent] = asked(tried, '/token');
    for (const secret of [sent?.code, sent?.code_verifier]) {
      assert.ok(secret !== undefined && secret.length > 20);
      assert.ok(!reason.includes(secret), reason);
      assert.ok(!JSON.stringify(tried.ports.logged).includes(secret));
    }
  });

  it('keeps them out of what the library writes to the console, too', async () => {
    const tried = await connected({
      guard: {
        tokenError: ({ refresh_token: token }) =>
          token && JSON.stringify({ error: 'invalid_grant', error_description: `${token} is used up` }),
      },
    });
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
    const tried = await attempt({ transport: { headers: { Authorization: 'Bearer my-own-key' } } });
    await reasonFor(tried);
    assert.deepEqual(tried.server.asked, []);
  });
});
