import assert from 'node:assert/strict';
import { type JsonRequest, type JsonServer, startJsonServer } from '../../fakes/json-server.ts';
import { startPageServer } from '../../fakes/page-server.ts';
import { createHttpCalls, type HttpCallsOptions } from './http-calls.ts';

describe('an ensemble of the kind http', () => {
  let server: JsonServer;
  const ends: (() => Promise<void>)[] = [];

  before(async () => {
    server = await startJsonServer(({ path, method, headers }) => {
      if (path.startsWith('/echo')) return { body: { got: headers.authorization ?? '' } };
      if (path.startsWith('/missing')) return { status: 404, body: { error: 'No such ticket' } };
      if (path.startsWith('/broken')) return { status: 503, body: { error: 'later' } };
      if (path.startsWith('/away'))
        return { status: 302, headers: { location: 'http://other.example/x' }, body: {} };
      return { body: { title: 'A ticket', method, path, tags: ['a', 'b'] } };
    });
  });
  after(() => server.close());
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  async function calls(tool: string, options: Partial<HttpCallsOptions> = {}) {
    const made = await createHttpCalls({ ...options, descriptor: descriptorOf(tool) });
    ends.push(made.dispose);
    assert.deepEqual(made.mistakes(), []);
    return made;
  }

  function descriptorOf(tool: string, port = server.port): string {
    return `[ensemble]
name = "api"
kind = "http"
[http]
allowed_hosts = ["api.example.com:${port}"]
headers = { Authorization = "Bearer \${secret:tickets}" }
[[invokers]]
name = "call"
description = "Calls it."
${tool.replaceAll('$BASE', `http://api.example.com:${port}`)}`;
  }

  const secrets = { tickets: 'sk-Secret-1234567890' };
  const last = (): JsonRequest => {
    const request = server.seen.at(-1);
    assert.ok(request);
    return request;
  };

  const search = `url = "$BASE/tickets/{id}/{kind}?q={query}&tag={tags}&fixed=1&page=p{page}"
[invokers.arguments]
required = ["id"]
properties.id = { type = "string" }
properties.kind = { type = "string", default = "open" }
properties.query = { type = "string" }
properties.tags = { type = "array", items = { type = "string" } }
properties.page = { type = "integer", default = 1 }`;

  it('stops at once where no answer comes, and leaves the server', async () => {
    const stop = new AbortController();
    const left = Promise.withResolvers<void>();
    const silent = await startPageServer({
      '/': request => {
        request.socket.once('close', () => left.resolve());
        stop.abort();
      },
    });
    ends.push(silent.close);
    const made = await createHttpCalls({
      descriptor: descriptorOf('url = "$BASE/"\nmethod = "POST"\nbody = { a = 1 }', silent.port),
      secrets,
    });
    ends.push(made.dispose);
    const { result } = await made.call('call', {}, stop.signal);
    assert.equal(result.failure?.kind, 'cancelled');
    assert.equal(made.clock.monotonic(), 0);
    await left.promise;
  });

  it('puts arguments into their places of the address, encoded', async () => {
    const { call } = await calls(search, { secrets });
    await call('call', { id: 'a b/c?d#e&f=ü', query: 'x&y=1#z', tags: ['1', '2&3'] });
    assert.equal(
      last().path,
      '/tickets/a%20b%2Fc%3Fd%23e%26f%3D%C3%BC/open?q=x%26y%3D1%23z&tag=1&tag=2%263&fixed=1&page=p1',
    );
    await call('call', { id: '7', kind: 'all', page: 2 });
    assert.equal(last().path, '/tickets/7/all?fixed=1&page=p2');
  });

  it('sends the headers with their secrets, and keeps the secrets out of what comes back', async () => {
    const { call } = await calls('url = "$BASE/echo"', { secrets });
    const { told } = await call('call');
    assert.equal(last().headers.authorization, `Bearer ${secrets.tickets}`);
    assert.equal(told, '{"got":"Bearer ••••"}');
  });

  it('returns JSON as a value that fills output templates', async () => {
    const output = 'output = { model = "{title}: {tags.1}", screen = "**{title}**" }';
    const { call } = await calls(`url = "$BASE/x"\n${output}`, { secrets });
    const { told, result } = await call('call');
    assert.equal(told, 'A ticket: b');
    assert.equal(result.screen, '**A ticket**');
  });

  it('sends a body of JSON by its structure', async () => {
    const { call } = await calls(
      `method = "POST"
url = "$BASE/x"
body = { text = "{text}", labels = "{labels}", note = "by {author}: {{kept}}", count = 1, inner = { given = "{given}" }, list = ["{text}", "{absent}"] }
[invokers.arguments]
properties.text = { type = "string" }
properties.labels = { type = "array" }
properties.author = { type = "string" }
properties.given = { type = "object" }
properties.absent = { type = "string" }`,
      { secrets },
    );
    const sent = { text: '"}, {"admin": true', labels: ['a', { b: 1 }] };
    const given = { '{text}': null };
    await call('call', { ...sent, author: '{text}', given });
    const made = { note: 'by {text}: {kept}', count: 1, inner: { given }, list: [sent.text] };
    assert.deepEqual(last().body, { ...sent, ...made });
    assert.equal(last().method, 'POST');
    assert.equal(last().headers['content-type'], 'application/json');
  });

  it('tells a refusal with the words of the API, and one of the moment as such', async () => {
    const missing = await (await calls('url = "$BASE/missing"', { secrets })).call('call');
    assert.equal(missing.result.failure?.kind, 'execution');
    assert.match(missing.told, /answered 404 Not Found\.\n\{"error":"No such ticket"\}/);
    const nobody = await (await calls('url = "$BASE/a"', { secrets, lookUp: async () => [] })).call('call');
    assert.deepEqual([nobody.result.failure?.kind, nobody.result.label], ['network', undefined]);
    const broken = await (await calls('url = "$BASE/broken"', { secrets })).call('call');
    assert.equal(broken.result.label?.integrity, 'outside');
    assert.equal(broken.result.failure?.kind, 'network');
    assert.match(broken.result.failure.message, /answered 503/);
  });

  it('tries again where the method is idempotent and the descriptor wants it', async () => {
    const before = server.seen.length;
    const post = await calls('url = "$BASE/broken"\nmethod = "POST"\nmax_retries = 2', { secrets });
    await post.call('call');
    assert.equal(server.seen.length - before, 1);
    const get = await calls('url = "$BASE/broken"\nmax_retries = 2', { secrets });
    const called = get.call('call');
    for (const wait of [250, 500]) {
      await get.clock.untilWaiting(wait);
      await get.clock.advance(wait);
    }
    await called;
    assert.equal(server.seen.length - before, 4);
  });

  it('follows no redirect to another host, and sends the secret nowhere else', async () => {
    const before = server.seen.length;
    const { call } = await calls('url = "$BASE/away"', { secrets });
    const { result } = await call('call');
    const message = /redirects to http:\/\/other\.example\/x, on another host, which wasn’t followed/;
    assert.match(result.failure?.message ?? '', message);
    assert.equal(server.seen.length - before, 1);
  });

  it('says what to do about a missing secret, and sends nothing', async () => {
    const before = server.seen.length;
    const { call } = await calls(search);
    const { result } = await call('call', { id: '1' });
    const message = /\$\{secret:tickets\} has no value\. Set the secret "tickets"/;
    assert.match(result.failure?.message ?? '', message);
    assert.equal(server.seen.length, before);
  });

  it('asks unless a rule or the descriptor allows it, and shows the request as it will be sent, with the secret by name', async () => {
    const tool = `method = "PUT"\nurl = "$BASE/x/{id}"\nbody = { a = "{id}" }\n[invokers.arguments]\nrequired = ["id"]\nproperties.id = { type = "string" }`;
    const { call, questions } = await calls(tool, { secrets, rules: {}, answers: ['deny'] });
    await call('call', { id: '1 2' });
    const [question] = questions;
    const site = `http://api.example.com:${server.port}`;
    assert.equal(question?.preview?.title, `Send PUT with the secret tickets to ${site}/x/1%202`);
    assert.deepEqual(question.preview.diff?.split('\n'), [
      ` PUT ${site}/x/1%202`,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders look like this.
      ' authorization: Bearer ${secret:tickets}',
      ' content-type: application/json',
      ' accept: application/json, text/*;q=0.9, */*;q=0.1',
      ' user-agent: Converser',
      ' ',
      ' {',
      '   "a": "1 2"',
      ' }',
    ]);
    assert.deepEqual(question.patterns, [`${site}/x/**`, site.slice('http://'.length)]);
  });

  it('obeys rules by path', async () => {
    const rules = { 'api:call': 'allow', 'api:call(http://api.example.com:*/tickets/7/**)': 'deny' } as const;
    const { call } = await calls(search, { secrets, rules });
    assert.equal((await call('call', { id: '7' })).result.failure?.kind, 'permission');
    assert.equal((await call('call', { id: '8' })).result.failure, undefined);
  });

  it('asks about a folder’s tool whatever rules say, naming the request', async () => {
    const { call, questions } = await calls(search, { secrets, origin: 'workspace', answers: ['deny'] });
    await call('call', { id: '1' });
    const reason = /is defined in this folder; it runs GET http:.*\{id\}.* with the secret tickets\.$/;
    assert.match(questions[0]?.reason ?? '', reason);
  });

  it('is another tool when anything about its request is another', async () => {
    const seen = new Set<string>();
    for (const tool of [
      'url = "$BASE/a"',
      'url = "$BASE/b"',
      'url = "$BASE/a"\nmethod = "POST"',
      'url = "$BASE/a"\nmethod = "POST"\nbody = { a = 1 }',
      'url = "$BASE/a"\nheaders = { X = "1" }',
    ]) {
      const { invokers } = await calls(tool);
      for (const { implementation } of invokers()) seen.add(implementation);
    }
    assert.equal(seen.size, 5);
  });

  it('reaches a server of your own only if allowed_hosts names it', async () => {
    const own = `url = "http://127.0.0.1:${server.port}/x"`;
    const plain = (hosts: string) =>
      `[ensemble]\nname = "api"\nkind = "http"\n${hosts}[[invokers]]\nname = "call"\ndescription = "x"\n${own}`;
    const without = await createHttpCalls({ descriptor: plain('') });
    ends.push(without.dispose);
    const { result } = await without.call('call');
    assert.equal(result.failure?.kind, 'permission');
    assert.match(result.failure.message, /^127\.0\.0\.1:\d+ is on this computer/);
    assert.match(
      result.failure.message,
      / If you trust it, add "127\.0\.0\.1:\d+" to allowed_hosts in the tool’s descriptor\.$/,
    );
    const named = await createHttpCalls({
      descriptor: plain(`[http]\nallowed_hosts = ["127.0.0.1:${server.port}"]\n`),
      rules: {},
      answers: ['once'],
    });
    ends.push(named.dispose);
    assert.equal((await named.call('call')).result.failure, undefined);
    const title = /^Send GET, on this computer or in its own network, to http/;
    assert.match(named.questions[0]?.preview?.title ?? '', title);
  });
});

describe('mistakes in a descriptor of the kind http', () => {
  const arguments_ = `[invokers.arguments]
required = ["id"]
properties = { id = { type = "string" }, q = { type = "string" }, region = { enum = ["eu", "us"] } }
`;
  const url = (address: string) => `url = "https://${address}"`;
  const own = url('a.example/');
  const filled = (address: string) => `${url(address)}\n${arguments_}`;
  const secret = `"\${secret:k}"`;
  for (const [name, tool, expected, allowed] of [
    ['no address', '', /:5:\d+: Missing key "url"/],
    ['another scheme', 'url = "ftp://a.example/"', /url must be an address/],
    ['a user name', 'url = "https://a:b@a.example/"', /url must be an address/],
    ['a fragment', 'url = "https://a.example/#x"', /url must be an address/],
    [
      'an unknown argument',
      filled('a.example/{x}'),
      /:8:7: No argument is named "x".*\(invokers\[0\]\.url\)/,
    ],
    ['an argument in the path that may be absent', filled('a.example/{q}'), /Add "q" to required/],
    ['an open argument in the host', filled('{id}.a.example/'), /must have an enum/],
    ['an open argument in the host alone', filled('{id}/'), /must have an enum/],
    ['a host that changes, without a list', filled('{region}.a.example/'), /Add allowed_hosts/],
    [
      'a host that is not in the list',
      url('b.example/'),
      /b\.example is not among the allowed_hosts/,
      'a.example',
    ],
    ['a list that is none', own, /must be a host such as/, 'https://'],
    ['a secret in the address', url(`a.example/?key=\${secret:k}`), /Put secrets into headers/],
    [
      'a secret in the body',
      `${own}\nmethod = "POST"\nbody = { a = [${secret}] }`,
      /Put secrets into headers/,
    ],
    [
      'an environment variable',
      `${own}\nheaders = { A = "\${env:HOME}" }`,
      /\$\{env:HOME\} means nothing here/,
    ],
    [
      'a secret in plain text',
      `url = "http://a.example/"\nheaders = { A = ${secret} }`,
      /without encryption/,
    ],
    ['a body of GET', `${own}\nbody = { a = 1 }`, /GET has none/],
    ['a header of the connection', `${own}\nheaders = { Host = "b.example" }`, /Host can’t be set/],
    ['a header that is none', `${own}\nheaders = { "a b" = "x" }`, /not a valid header name/i],
    ['an implementation', `${own}\nimplementation = "find_files"`, /implementation must be left out/],
    ['an unknown method', `${own}\nmethod = "TRACE"`, /method must be/],
  ] as const) {
    it(`are told with their place: ${name}`, async () => {
      const http = allowed === undefined ? '' : `[http]\nallowed_hosts = ["${allowed}"]\n`;
      const descriptor = `[ensemble]\nname = "api"\nkind = "http"\n${http}\n[[invokers]]\nname = "call"\ndescription = "x"\n${tool}`;
      const { mistakes, dispose } = await createHttpCalls({ descriptor });
      await dispose();
      assert.match(mistakes().join('\n'), expected);
    });
  }

  it('are told where another kind has the keys of a request', async () => {
    const descriptor =
      '[ensemble]\nname = "api"\n[[invokers]]\nname = "call"\nimplementation = "./x.mjs#y"\nurl = "https://a.example/"';
    const { mistakes, dispose } = await createHttpCalls({ descriptor });
    await dispose();
    assert.match(mistakes().join('\n'), /url must be left out: it needs kind = "http"/);
  });
});
