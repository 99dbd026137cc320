import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Route } from '../../fakes/page-server.ts';
import { webSites } from './web-calls.ts';

const paragraph = `<p>${'Readable words that make up an article, with a comma or two. '.repeat(4)}</p>`;

const article = `<!doctype html><html><head><title>The  guide</title></head><body>
<nav><a href="/menu">Menu</a></nav>
<article><h1>Start</h1>${paragraph.repeat(4)}
<p>See <a href="../next?a=1">the next page</a>.</p>
<pre><code>let a = 1;</code></pre>
<table><tr><th>Key</th><th>Value</th></tr><tr><td>a|b</td><td>1</td></tr></table></article></body></html>`;

const plain = { 'content-type': 'text/plain' };

describe('web:fetch_page', () => {
  const { serve, calls: callsBeside, asked, port } = webSites();

  it('returns the article as Markdown, with its title, absolute links, code and tables', async () => {
    const { fetch, site } = await serve({ '/guide/start': article });
    const { told, result } = await fetch({ url: `${site}/guide/start#top` });
    assert.equal(result.failure, undefined);
    assert.match(told, /^# The guide\n/);
    assert.match(told, new RegExp(`\\[the next page\\]\\(${site}/next\\?a=1\\)`));
    assert.match(told, /```\nlet a = 1;\n```/);
    assert.match(told, /\| Key \| Value \|\n\| --- \| --- \|\n\| a\\\|b \| 1 \|/);
    assert.match(told, new RegExp(`\\[From ${site}/guide/start\\. [\\d,]+ characters\\.\\]$`));
    assert.doesNotMatch(told, /Menu/);
  });

  it('returns the whole page when that is wanted, and where there is no article', async () => {
    const { fetch, site } = await serve({ '/': article, '/list': '<ul><li><a href="a">One</a><li>Two</ul>' });
    assert.match((await fetch({ url: `${site}/`, whole: true })).told, /\[Menu\]/);
    assert.match((await fetch({ url: `${site}/list` })).told, /\[One\]\(http.*\/a\)\n-\s+Two/);
  });

  it('asks with the whole address before anything is sent, and offers what lies beside it, then the host', async () => {
    const { fetch, site, questions } = await serve({}, { answers: ['deny'] });
    const { result } = await fetch({ url: `${site}/guide/a?q=1` });
    assert.equal(result.failure?.kind, 'permission');
    assert.equal(asked().length, 0);
    const [question] = questions;
    assert.equal(question?.preview?.title, `Fetch ${site}/guide/a?q=1`);
    assert.deepEqual(question?.patterns, [`${site}/guide/**`, site.slice('http://'.length)]);
  });

  it('shows an address whole, however long', async () => {
    const { fetch, site, questions } = await serve({}, { answers: ['deny'] });
    const url = `${site}/?q=${'abcdefghij'.repeat(150)}`;
    await fetch({ url });
    const { title, diff } = questions[0]?.preview ?? {};
    assert.equal(title, `Fetch this from ${site.slice('http://'.length)}`);
    assert.equal(diff?.replaceAll(/^ (⤷ )?|\n/gm, ''), url);
  });

  it('asks about each host once when a yes is given for the host', async () => {
    const { site } = await serve({ '/a': article, '/b': article });
    const pattern = `docs.example.com:${port()}`;
    const calls = await callsBeside({ answers: [{ kind: 'allow', scope: 'conversation', pattern }, 'deny'] });
    await calls.fetch({ url: `${site}/a` });
    assert.equal((await calls.fetch({ url: `${site}/b` })).result.failure, undefined);
    assert.equal(calls.questions.length, 1);
    const other = await calls.fetch({ url: `http://other.example.com:${port()}/a` });
    assert.equal(other.result.failure?.kind, 'permission');
    assert.equal(calls.questions.length, 2);
  });

  it('obeys rules by host and by path', async () => {
    const rules = {
      'web:fetch_page(*.example.com:*)': 'allow',
      'web:fetch_page(http://docs.example.com:*/private/**)': 'deny',
    } as const;
    const { fetch, site, questions } = await serve({ '/a': article, '/private/a': article }, { rules });
    assert.equal((await fetch({ url: `${site}/a` })).result.failure, undefined);
    const spellings = '/private/a /%70rivate/a /x/../private/a //private/a /PRIVATE/a /private%2fa';
    for (const place of spellings.split(' '))
      assert.equal((await fetch({ url: `${site}${place}` })).result.failure?.kind, 'permission', place);
    assert.equal(questions.length, 0);
    assert.equal(asked().length, 1);
  });

  it('sends an honest request: GET, what it is, and neither cookies nor keys', async () => {
    const answer = { headers: { 'set-cookie': 'a=1', 'content-type': 'text/plain' }, body: 'x' };
    const { fetch, site } = await serve({ '/': answer });
    await fetch({ url: `${site}/` });
    await fetch({ url: `${site}/` });
    for (const { method, headers } of asked()) {
      assert.equal(method, 'GET');
      assert.match(headers['user-agent'] ?? '', /^Converser/);
      const names = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'];
      assert.deepEqual(Object.keys(headers).sort(), names);
    }
    assert.equal(asked().length, 2);
  });

  it('shows a long page in parts without asking the server again', async () => {
    const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at} of the text`).join('\n');
    const { fetch, site } = await serve({ '/': { headers: plain, body: lines } });
    let read = '';
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { told } = await fetch({ url: `${site}/`, offset });
      const [, shown = '', next] = /^(.*)\n\[From .*?(?:Read on with offset (\d+)\.)?\]$/s.exec(told) ?? [];
      read += shown;
      offset = next === undefined ? undefined : Number(next);
    }
    assert.equal(read, lines);
    assert.equal(asked().length, 1);
  });

  it('says how long a page is when there is nothing at an offset', async () => {
    const { fetch, site } = await serve({ '/': { headers: plain, body: 'short' } });
    const { result } = await fetch({ url: `${site}/`, offset: 9 });
    assert.match(result.failure?.message ?? '', /has 5 characters; nothing begins at 9/);
  });

  const latin = (written: string) => Buffer.from(written, 'latin1');
  for (const [name, contentType, body, expected] of [
    ['JSON', 'application/json', '{"a":1}', /^\{"a":1\}\n/],
    ['Markdown', 'text/markdown', '# Title', /^# Title\n/],
    ['XML', 'application/rss+xml', '<rss>1</rss>', /^<rss>1<\/rss>\n/],
    ['a charset of the header', 'text/plain; charset=iso-8859-2', Uint8Array.of(0xb1, 0xe6), /^ąć\n/],
    ['a charset of the page', 'text/html', latin('<meta charset="koi8-r"><body>\xc1\xc2</body>'), /^аб\n/],
    ['a byte order mark', 'text/plain; charset=latin1', latin('\xff\xfea\0B\x30'), /^aあ\n/],
    ['neither, in Windows-1252', 'text/plain', Uint8Array.of(0x93, 0x61, 0x94), /^“a”\n/],
    ['HTML without a type', '', '<!doctype html><body><b>x</b></body>', /^\*\*x\*\*\n/],
  ] as const) {
    it(`reads ${name}`, async () => {
      const headers = contentType === '' ? {} : { 'content-type': contentType };
      const { fetch, site } = await serve({ '/': { headers, body } });
      assert.match((await fetch({ url: `${site}/` })).told, expected);
    });
  }

  it('returns images as images and PDFs as files, by what they are', async () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0);
    const { fetch, site } = await serve({
      '/a': { headers: { 'content-type': 'text/html' }, body: png },
      '/b': { headers: { 'content-type': 'application/octet-stream' }, body: '%PDF-1.7 …' },
    });
    const [image] = (await fetch({ url: `${site}/a` })).result.content;
    assert.deepEqual(image, { type: 'image', mimeType: 'image/png', bytes: png });
    const [file] = (await fetch({ url: `${site}/b` })).result.content;
    assert.ok(file?.type === 'resource');
    assert.equal(file.mimeType, 'application/pdf');
    assert.equal(file.uri, `${site}/b`);
  });

  it('refuses other files by type and size', async () => {
    const { fetch, site } = await serve({
      '/a': { headers: { 'content-type': 'application/zip' }, body: 'PK..' },
      '/b': { headers: plain, body: Uint8Array.of(1, 0, 2) },
    });
    const refusal = async (url: string) => (await fetch({ url })).result.failure?.message ?? '';
    assert.match(await refusal(`${site}/a`), /is application\/zip, 4 bytes/);
    assert.match(await refusal(`${site}/b`), /neither text, an image nor a PDF/);
  });

  it('unpacks what is packed, and says what can’t be unpacked', async () => {
    const headers = (encoding: string) => ({ 'content-type': 'text/plain', 'content-encoding': encoding });
    const { fetch, site } = await serve({
      '/a': { headers: headers('gzip'), body: gzipSync('packed') },
      '/b': { headers: headers('compress'), body: 'x' },
    });
    assert.match((await fetch({ url: `${site}/a` })).told, /^packed\n/);
    const { failure } = (await fetch({ url: `${site}/b` })).result;
    assert.match(failure?.message ?? '', /packs its answer as "compress"/);
  });

  it('tells a status that is none of success, with the words of the server', async () => {
    const { fetch, site } = await serve({
      '/busy': { status: 503, headers: { 'content-type': 'text/html' }, body: '<p>x' },
    });
    const missing = await fetch({ url: `${site}/missing` });
    assert.equal(missing.result.failure?.kind, 'execution');
    assert.match(missing.told, /answered 404 Not Found\.\nNothing here\./);
    const busy = await fetch({ url: `${site}/busy` });
    assert.equal(busy.result.failure?.kind, 'network');
    assert.doesNotMatch(busy.told, /<p>/);
  });

  for (const [what, route] of Object.entries({
    ...Object.fromEntries(
      [404, 408, 429, 500, 503].map(status => [
        String(status),
        { status, headers: { 'content-type': 'text/plain' }, body: 'Obey me.' },
      ]),
    ),
    'an odd packing': { headers: { 'content-encoding': 'obey-me' }, body: 'x' },
    'an odd redirect': { status: 302, headers: { location: 'ftp://obey.me/' } },
    'a redirect elsewhere': { status: 302, headers: { location: 'http://obey.me/' } },
    'an answer that breaks off': (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('Obey', () => response.destroy());
    },
  } satisfies Readonly<Record<string, Route>>))
    it(`takes all that the server sent for content from outside, with ${what}`, async () => {
      const { fetch, site } = await serve({ '/bad': route });
      const { result } = await fetch({ url: `${site}/bad` });
      assert.deepEqual(result.label?.sources, [`web:${new URL(site).host}`]);
    });

  it('takes nothing for content from outside where no server has sent anything', async () => {
    const { fetch, site } = await serve({ '/gone': (request, _response) => request.socket.destroy() });
    for (const url of [`${site}/gone`, 'http://127.0.0.2/', 'https://a.example.com:1/'])
      assert.equal((await fetch({ url })).result.label, undefined, url);
  });

  it('follows redirects on the same host', async () => {
    const { fetch, site } = await serve({
      '/a': { status: 301, headers: { location: '/b' } },
      '/b': { status: 302, headers: { location: 'c' } },
      '/c': article,
    });
    assert.match((await fetch({ url: `${site}/a` })).told, new RegExp(`From ${site}/c`));
  });

  it('says where a redirect to another host leads, and asks about that host when it is called', async () => {
    let other = '';
    const { fetch, site, questions } = await serve({
      '/a': (_request, response) => response.writeHead(302, { location: `${other}/b` }).end(),
      '/b': article,
    });
    other = `http://other.example.com:${port()}`;
    const { told, result } = await fetch({ url: `${site}/a` });
    assert.equal(result.failure, undefined);
    const where = `redirects to ${other}/b, on another host. Nothing was fetched from there`;
    assert.ok(told.includes(where), told);
    assert.equal(asked().length, 1);
    await fetch({ url: `${other}/b` });
    const titles = questions.map(({ preview }) => preview?.title);
    assert.deepEqual(titles, [`Fetch ${site}/a`, `Fetch ${other}/b`]);
  });

  it('does not follow a redirect out of what a rule allows by path', async () => {
    const routes = { '/open/a': { status: 302, headers: { location: '/closed/b' } }, '/closed/b': article };
    const { fetch, site } = await serve(routes, {
      rules: { 'web:fetch_page(http://docs.example.com:*/open/**)': 'allow' },
    });
    const { told } = await fetch({ url: `${site}/open/a` });
    assert.match(told, /redirects to .*\/closed\/b/);
    assert.equal(asked().length, 1);
  });

  it('stops at once, whatever of an answer has come, and leaves the server', async () => {
    const html = { 'content-type': 'text/html' };
    const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
      none: () => {},
      'the status alone': response => response.writeHead(200, html).flushHeaders(),
      'half of a page': response => void response.writeHead(200, html).write(article.slice(0, 200)),
    };
    for (const [what, answer] of Object.entries(answers)) {
      const controller = new AbortController();
      const left = Promise.withResolvers<void>();
      const { fetch, site, host } = await serve({
        '/': (request, response) => {
          request.socket.once('close', () => left.resolve());
          answer(response);
          controller.abort();
        },
      });
      const { result } = await fetch({ url: `${site}/` }, controller.signal);
      assert.equal(result.failure?.kind, 'cancelled', what);
      assert.equal(host.clock.monotonic(), 0);
      await left.promise;
    }
  });

  it('says what is wrong with an address', async () => {
    const { fetch, questions } = await serve({});
    const secretive = 'https://me:secret@example.com/';
    for (const url of ['docs.example.com', 'file:///etc/passwd', secretive, 'https://example.com/a b']) {
      const { failure } = (await fetch({ url })).result;
      assert.equal(failure?.kind, 'validation');
      assert.match(failure.message, /url/);
    }
    assert.equal(questions.length, 0);
  });

  describe('whose answers are reviewed', () => {
    const rules = { 'web:fetch_page': 'allow', 'web:fetch_page.answer': 'ask' } as const;

    it('asks before the answer enters the conversation, showing where it came from and how it begins', async () => {
      const { fetch, site, questions } = await serve({ '/': article }, { rules, answers: ['deny'] });
      const { told, result } = await fetch({ url: `${site}/` });
      assert.equal(result.failure?.kind, 'permission');
      assert.match(told, /What docs\.example\.com:\d+ answered stays out of the conversation/);
      assert.doesNotMatch(JSON.stringify(result), /Readable words/);
      const [question] = questions;
      const { title = '', diff = '' } = question?.preview ?? {};
      assert.match(
        title,
        /^Let this answer from docs\.example\.com:\d+ into the conversation \([\d,]+ characters\)\?$/,
      );
      assert.match(diff, /^ # The guide\n/);
      assert.deepEqual(question?.patterns, [site.slice('http://'.length)]);
    });

    it('lets it in with a yes, which can hold for the host', async () => {
      const { site } = await serve({ '/': article });
      const pattern = `docs.example.com:${port()}`;
      const calls = await callsBeside({
        rules,
        answers: [{ kind: 'allow', scope: 'conversation', pattern }],
      });
      for (const _ of [1, 2]) assert.match((await calls.fetch({ url: `${site}/` })).told, /Readable words/);
      assert.equal(calls.questions.length, 1);
      const other = await calls.fetch({ url: `http://other.example.com:${port()}/` });
      assert.equal(other.result.failure?.kind, 'permission');
    });

    it('obeys rules about answers by host, and does not confuse them with those about requests', async () => {
      const { fetch, site, questions } = await serve(
        { '/': article },
        { rules: { 'web:fetch_page.answer(docs.example.com:*)': 'deny' }, answers: ['once', 'once'] },
      );
      const { told } = await fetch({ url: `${site}/` });
      assert.match(told, /stays out of the conversation.*denied by the rule/);
      const other = await fetch({ url: `http://other.example.com:${port()}/` });
      assert.equal(other.result.failure, undefined);
      assert.equal(questions.length, 2);
    });

    it('covers errors and redirects, whose words are those of the server, too', async () => {
      const { fetch, site } = await serve(
        {
          '/error': { status: 500, headers: plain, body: 'INJECTED' },
          '/away': { status: 302, headers: { location: 'http://other.example/INJECTED' } },
          '/words': (_request, response) => response.writeHead(500, 'INJECTED').end(),
          '/type': { headers: { 'content-type': 'application/zip INJECTED' }, body: 'x\0' },
        },
        { rules: { ...rules, 'web:fetch_page.answer': 'deny' } },
      );
      for (const path of ['/error', '/away', '/words', '/type']) {
        const { result } = await fetch({ url: `${site}${path}` });
        assert.doesNotMatch(JSON.stringify(result), /INJECTED/, path);
      }
    });
  });
});
