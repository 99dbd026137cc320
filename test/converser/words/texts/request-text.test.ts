import assert from 'node:assert/strict';
import { createKnownSecrets } from '../../../../src/converser/ground/secrets/known-secrets.ts';
import type { Exchange } from '../../../../src/converser/words/models/request-log.ts';
import { rawText, readableText } from '../../../../src/converser/words/texts/request-text.ts';

const secrets = createKnownSecrets();
secrets.learn('known-secret-42');
const { hide } = secrets;
const message = (first: string, body = '', headers: Exchange['request']['headers'] = []) => {
  const bytes = new TextEncoder().encode(body);
  // A character in two pieces.
  return { first, headers, pieces: [bytes.subarray(0, 5), bytes.subarray(5)] };
};
const shown = (body: string) => {
  const of = { origin: undefined, request: message('POST /'), reply: message('200 OK', body) };
  return readableText([of], hide).split('# Reply')[1] ?? '';
};

describe('what is shown of a request', () => {
  const heads: readonly (readonly [first: string, shown: string])[] = [
    ['POST https://x.test/v1?key=abc&alt=sse', 'POST https://x.test/v1?key=••••&alt=sse'],
    ['GET https://me:pass@x.test/?api-version=1', 'GET https://••••@x.test/?api-version=1'],
    ['GET https://x.test/?q=known-secret-42', 'GET https://x.test/?q=••••'],
  ];
  for (const [first, expected] of heads)
    it(`has no key in the address: ${first}`, () => {
      assert.equal(rawText(message(first), hide), `${expected}\n\n`);
    });

  it('has no key in a header or in the body, and is exactly what was sent in all else', () => {
    const names = ['Authorization', 'x-api-key', 'api-key', 'Cookie', 'Set-Cookie', 'x-goog-api-key'];
    const headers = [...names.map(name => [name, 'abc'] as const), ['accept', '*/*'] as const];
    const lines = [...names.map(name => `${name}: ••••`), 'accept: */*'];
    const text = rawText(message('POST /', '{"ä€":  "known-secret-42"}\r\n', headers), hide);
    assert.equal(text, `POST /\n${lines.join('\n')}\n\n{"ä€":  "••••"}\r\n`);
  });

  it('is readable: JSON is indented, events stand one below the other, and files have only their size', () => {
    const image = 'iVBOR/'.repeat(2000);
    const url = JSON.stringify({ url: `data:image/png;base64,${image}`, data: image });
    assert.match(shown(url), /\{\n {2}"url": "\[image\/png, 9 KB\]",\n {2}"data": "\[Base64, 9 KB\]"\n\}/);
    assert.match(
      shown('event: a\ndata: {}\n\ndata: [DONE]\n\n'),
      /json\nevent: a\ndata: \{\}\ndata: \[DONE\]\n```/,
    );
    const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    assert.ok(shown(nested).includes(nested));
  });

  it('numbers several attempts', () => {
    const once = { origin: undefined, request: message('POST /'), reply: message('') };
    assert.match(readableText([once, once], hide), /^# Request 1 of 2\n(.*\n)*# Reply 2 of 2\n/);
  });
});
