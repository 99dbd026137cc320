import assert from 'node:assert/strict';
import { createCredentials } from '../../../../src/ensembles/mcp/sign-in/credentials.ts';
import { createMemorySecrets } from '../../../fakes/mcp/memory-secrets.ts';

const tokens = (name: string) => ({ access_token: name, token_type: 'Bearer' });

const create = (secrets = createMemorySecrets()) => createCredentials(secrets, 'https://tools.example/mcp');

describe('what was agreed with authorization servers', () => {
  it('is stored for each of them separately, and the latest is used', async () => {
    const credentials = create();
    await credentials.keepTokens('https://a.example', tokens('a'));
    await credentials.keepTokens('https://b.example', tokens('b'));
    assert.equal((await credentials.tokens('https://a.example'))?.access_token, 'a');
    assert.equal((await credentials.tokens())?.access_token, 'b');
    assert.equal(await credentials.tokens('https://c.example'), undefined);
    assert.equal(await credentials.registration('https://a.example'), undefined);
  });

  it('is no property of objects', async () => {
    const credentials = create();
    assert.equal(await credentials.tokens('constructor'), undefined);
    assert.equal(await credentials.registration('__proto__'), undefined);
  });

  it('is deleted only if nothing newer was stored meanwhile', async () => {
    const secrets = createMemorySecrets();
    const here = create(secrets);
    const elsewhere = create(secrets);
    await here.keepTokens('https://a.example', tokens('old'));
    const known = tokens('old');
    await elsewhere.keepTokens('https://a.example', tokens('new'));
    await here.forgetTokens(known);
    assert.equal((await here.tokens())?.access_token, 'new');
    await here.forgetTokens(tokens('new'));
    assert.equal(await here.tokens(), undefined);
  });

  it('stays complete, whatever is stored and deleted at the same time', async () => {
    const credentials = create();
    await Promise.all([
      credentials.keepTokens('https://a.example', tokens('a')),
      credentials.keepTokens('https://b.example', tokens('b')),
    ]);
    assert.equal((await credentials.tokens('https://a.example'))?.access_token, 'a');
    await Promise.all([credentials.keepTokens('https://a.example', tokens('c')), credentials.forgetAll()]);
    assert.equal(await credentials.tokens(), undefined);
  });

  for (const broken of ['', 'no JSON', '[]', '{"tokens":{"a":1},"latest":"a"}', '{"tokens":[],"latest":7}']) {
    it(`counts as nothing where it reads ${JSON.stringify(broken)}`, async () => {
      const secrets = createMemorySecrets();
      await secrets.store('mcp-oauth:https://tools.example/mcp', broken);
      const credentials = create(secrets);
      assert.equal(await credentials.tokens(), undefined);
      await credentials.keepTokens('https://a.example', tokens('a'));
      assert.equal((await credentials.tokens())?.access_token, 'a');
    });
  }
});
