import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createKnownSecrets } from '../../../../src/converser/ground/secrets/known-secrets.ts';
import { reply } from '../../../../src/converser/words/ensemble/invoker.ts';

const key = 'f3A9/kQ2+Lm8Zx7"Wc5Rt1Yp4Vn6Bs0Hd';

function knowing(...secrets: readonly string[]) {
  const known = createKnownSecrets();
  for (const secret of secrets) known.learn(secret);
  return known;
}

describe('Known secrets', () => {
  const { hide, hideIn } = knowing(key);

  it('are hidden wherever they stand, and as often', () => {
    assert.equal(hide(`a ${key} b ${key}${key}`), 'a •••• b ••••••••');
  });

  const spellings: Readonly<Record<string, string>> = {
    'in JSON': JSON.stringify({ key }).slice(8, -2),
    'in JSON in JSON': JSON.stringify(JSON.stringify({ key }).slice(8, -2)).slice(1, -1),
    'in JSON with escaped slashes': JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
    'in an address': encodeURIComponent(key),
    'in an address, in small letters': encodeURIComponent(key).replace(/%../g, code => code.toLowerCase()),
    'in Base64': Buffer.from(key).toString('base64').replace(/=+$/, ''),
    'in Base64 for addresses': Buffer.from(key).toString('base64url'),
    'in hexadecimal digits': Buffer.from(key).toString('hex'),
  };
  for (const [name, spelling] of Object.entries(spellings)) {
    it(`are hidden ${name}`, () => {
      const rest = hide(`It is ${spelling}.`);
      // Of Base64, the last character may hold bits of what follows.
      assert.match(rest, /^It is [\w]?••••[^•]{0,2}\.$/);
    });
  }

  it('are hidden in Base64 in which they are a part of something', () => {
    for (const before of ['', 'a', 'ab', 'user:', 'Bearer ']) {
      for (const after of ['', '!', '\n--']) {
        const rest = hide(Buffer.from(before + key + after).toString('base64'));
        assert.ok(rest.includes('••••') && rest.length < 24, rest);
      }
    }
  });

  it('are hidden where only their beginning or their end stands, as far as it goes', () => {
    assert.equal(hide(`${key.slice(0, 8)}…, ${key.slice(0, 15)}***`), '••••…, ••••***');
    assert.equal(hide(`***${key.slice(-8)}, …${key.slice(-20)}.`), '***••••, …••••.');
    assert.equal(hide(key.slice(0, 7)), key.slice(0, 7));
  });

  it('leave ordinary words alone, with which one may begin or end', () => {
    const database = 'postgres://ada:hunter22@localhost/database';
    const known = knowing(database, 'sk-proj-abcdefgh12345678', 'password-of-mine');
    const text = 'postgres is a database; localhost; sk-proj- begins a key; password';
    assert.equal(known.hide(text), text);
  });

  it('are never shorter than 8 characters', () => {
    const { hide: hidden } = knowing('', '  ', 'admin', 'secret1', ' seven77 ');
    assert.equal(hidden('admin secret1 seven77'), 'admin secret1 seven77');
    assert.equal(knowing(' eight888 ').hide('is eight888'), 'is ••••');
  });

  it('are hidden whole where one is a part of another', () => {
    assert.equal(knowing('hunter-22', 'hunter-22-of-ada').hide('hunter-22-of-ada hunter-22'), '•••• ••••');
  });

  it('are hidden in values of any shape, which keep it', () => {
    const holding = (secret: string) =>
      reply({
        content: [{ type: 'text', mimeType: 'text/plain', text: secret }],
        structured: { deep: [secret] },
      });
    assert.deepEqual(hideIn(holding(key)), holding('••••'));
    const harmless = { a: [1, null, { b: 'c' }], bytes: new Uint8Array([1]) };
    assert.equal(hideIn(harmless), harmless);
    const hidden = hideIn(JSON.parse(`{"__proto__": ${JSON.stringify(key)}}`));
    assert.deepEqual(hidden, JSON.parse('{"__proto__": "••••"}'));
  });

  it('are found at every place, in every spelling', () => {
    for (const spelling of Object.values(spellings)) {
      for (let before = 0; before < 12; before++) {
        for (let after = 0; after < 6; after++) {
          const rest = hide('x'.repeat(before) + spelling + 'x'.repeat(after));
          assert.ok(rest.includes('••••') && !rest.includes(spelling.slice(2, -2)), rest);
        }
      }
    }
  });

  it('never stand in what was hidden, whatever surrounds them', () => {
    const secret = fc
      .string({ minLength: 8, maxLength: 40 })
      .filter(text => text.trim().length >= 8 && !text.includes('•'));
    fc.assert(
      fc.property(secret, fc.string({ maxLength: 40 }), fc.string(), (text, before, after) => {
        const value = text.trim();
        const rest = knowing(value).hide(before + value + after);
        assert.ok(!rest.includes(value));
      }),
      { numRuns: 300 },
    );
  });
});
