// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.

import assert from 'node:assert/strict';
import { hideSecrets } from '../../../../src/ensembles/mcp/import/hide-secrets.ts';
import { aServer } from '../example-definition.ts';

describe('What is taken for a secret when a server is taken over', () => {
  function env(name: string): string | undefined {
    const { transport } = hideSecrets(aServer({ env: { [name]: 'hunter two' } })).definition;
    return transport.kind === 'stdio' ? transport.env[name] : undefined;
  }

  function url(written: string): string {
    const { transport } = hideSecrets(aServer({ kind: 'http', url: written, headers: {} })).definition;
    return transport.kind === 'stdio' ? '' : transport.url;
  }

  it('is what has such a name, wherever its words begin', () => {
    const secret =
      'PASSWORD PGPASSWORD DB_PASS PGPASS SMTP_PW MYSQL_PWD GITHUBTOKEN GITHUB_TOKEN CLIENTSECRET OPENAI_APIKEY apiKey';
    for (const name of secret.split(' ')) assert.match(env(name) ?? '', /^\$\{secret:/, name);
    const plain = 'MODE COMPASS BYPASS_CACHE MAX_TOKENS PWDX KEYBOARD MONKEY PASSIVE SECRETARY USER';
    for (const name of plain.split(' ')) assert.equal(env(name), 'hunter two', name);
  });

  it('is what an argument says of one by a name within it', () => {
    const hidden = ['--config', '{"apiKey": "hunter"}', '--header=X-Api-Key: hunter', '--env=API_KEY=hunter'];
    const { definition, secrets } = hideSecrets(aServer({ args: hidden }));
    assert.doesNotMatch(JSON.stringify(definition.transport), /hunter/);
    assert.deepEqual([...secrets.values()], ['{"apiKey": "hunter"}', 'X-Api-Key: hunter', 'API_KEY=hunter']);
  });

  it('is a step of an address that nobody would have chosen', () => {
    assert.equal(
      url('https://a.example/api/mcp/s/Zk3Jx81bQ0f7Lm2Rt9Yc/mcp'),
      'https://a.example/api/mcp/s/${secret:weather-path}/mcp',
    );
    assert.equal(
      url('https://a.example/0b1f7a52-9c1e-4f6d-8a3b-2d5e6f708192?v=1'),
      'https://a.example/${secret:weather-path}?v=1',
    );
    for (const plain of [
      'https://a.example/mcp',
      'https://a.example/the-weather-of-all-countries/v2/mcp',
      'https://0b1f7a529c1e4f6d8a3b2d5e6f708192.example/mcp',
    ])
      assert.equal(url(plain), plain);
  });
});
