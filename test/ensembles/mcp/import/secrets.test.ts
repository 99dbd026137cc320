// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import { looksSecret } from '../../../../src/converser/ground/secrets/looks-secret.ts';
import { parseToml } from '../../../../src/ensembles/descriptors/mistakes/parse-toml.ts';
import { fillInValues } from '../../../../src/ensembles/mcp/definition/substitute-values.ts';
import { findImportable } from '../../../../src/ensembles/mcp/import/find-importable.ts';
import { hideSecrets } from '../../../../src/ensembles/mcp/import/hide-secrets.ts';
import { importServers } from '../../../../src/ensembles/mcp/import/import-servers.ts';
import { createTempFolder, type TempFolder } from '../../temp-folder.ts';
import { aServer, someValues } from '../example-definition.ts';

const { signal } = new AbortController();
const file = '/home/ada/.config/Claude/claude_desktop_config.json';

const secret = fc.stringMatching(/^sk-[A-Za-z0-9]{20,30}$/);
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('$', '{', '}', '"', '\\', '\n', '\u0000', ':', '=', '-', 'a'),
    maxLength: 12,
  }),
  secret,
  secret.map(key => `--token=${key}`),
  secret.map(key => `Authorization: Bearer ${key}`),
  secret.map(key => `https://me:${key}@a.example/?api_key=${key}&x=1`),
);
const name = fc.constantFrom('API_KEY', 'TOKEN', 'MODE', 'PATH_A', 'x', 'Authorization');
const entry = fc.record({
  command: fc.constant('npx'),
  args: fc.array(fc.oneof(text, fc.constantFrom('--api-key', '--header', '-y')), { maxLength: 5 }),
  env: fc.dictionary(name, text, { maxKeys: 4 }),
});

describe('Any server that is taken over', () => {
  let own: TempFolder;
  beforeEach(async () => {
    own = await createTempFolder();
  });
  afterEach(() => own.dispose());

  it('is started as it was, and its descriptor holds none of its secrets', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(entry, async written => {
        const kept = new Map<string, string>();
        const text = JSON.stringify({ mcpServers: { [`s${++number}`]: written } });
        const { servers } = await findImportable({
          ...{ platform: 'linux', home: '/home/ada', environment: {}, folders: [] },
          readText: async path => (path === file ? text : undefined),
        });
        const [outcome] = await importServers(servers, {
          folder: own.path,
          secrets: {
            get: async key => kept.get(key),
            store: async (key, value) => void kept.set(key, value),
          },
          approve: async () => false,
        });
        assert(outcome?.kind === 'imported', JSON.stringify(outcome));
        const toml = await readFile(outcome.file, 'utf8');
        assert.doesNotMatch(toml, /sk-[A-Za-z0-9]{20}/);
        const parsed = await parseToml(outcome.file, toml);
        assert(parsed.kind === 'document');
        const { command, args, env = {} } = parsed.document.table.server as JsonObject & typeof written;
        const values = someValues({ env: () => undefined, secret: async key => kept.get(key) });
        const { transport } = await fillInValues(aServer({ command, args, env }), { values, signal });
        assert(transport.kind === 'stdio');
        assert.deepEqual([transport.args, transport.env], [written.args, { ...written.env }]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('What looks like a secret', () => {
  const secrets: readonly (readonly [name: string, value: string])[] = [
    ['API_KEY', 'abc'],
    ['githubToken', 'abc'],
    ['Authorization', 'Bearer abc'],
    ['X-Api-Key', 'abc'],
    ['--password', 'hunter2'],
    ['anything', 'ghp_0123456789abcdefghijABCDEFGHIJ012345'],
    ['anything', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc'],
    ['DATABASE', 'postgres://me:pass@host/db'],
    ['anything', '0123456789abcdef0123456789abcdef'],
    ['--oauth2Bearer', 'abc'],
    // As Smithery and Notion have them written.
    ['--config', '{"debug": true, "apiKey": "abc"}'],
    ['--config', '{\\"apiKey\\":\\"abc\\"}'],
    ['OPENAPI_MCP_HEADERS', '{"Authorization": "Bearer abc", "Notion-Version": "2022-06-28"}'],
    ['--header', 'Authorization: Bearer abc'],
    ['--env', 'API_KEY=abc'],
    ['-c', 'MODE=fast API_KEY=abc node server.js'],
    ['CONNECTION', 'Server=a.example;User Id=ada;Password=abc;'],
    ['URL', 'https://a.example/mcp?page=2&token=abc'],
  ];
  for (const [key, value] of secrets) {
    it(`is ${value} for ${key}`, () => assert(looksSecret(key, value)));
  }

  const plain: readonly (readonly [name: string, value: string])[] = [
    ['API_KEY', ''],
    ['USE_TOKEN', 'true'],
    ['TOKEN_LIMIT', '4096'],
    ['MODE', 'fast'],
    ['MONKEY', 'banana'],
    ['KEYBOARD', 'qwerty'],
    ['HOME', '/home/ada'],
    ['URL', 'https://a.example/mcp?page=2'],
    ['--config', '{"mode": "fast", "apiKey": "${env:API_KEY}"}'],
    ['HEADERS', '{"Authorization": "Bearer ${secret:a}"}'],
    ['--header', 'Accept: application/json'],
    ['--env', 'API_KEY=${env:API_KEY}'],
    ['-c', 'MODE=fast node server.js --token'],
    ['Authorization', 'Bearer ${secret:a}'],
    ['API_KEY', '${env:API_KEY}'],
  ];
  for (const [key, value] of plain) {
    it(`is not ${JSON.stringify(value)} for ${key}`, () => assert(!looksSecret(key, value)));
  }
});

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
    const hidden = '${secret:weather-path}';
    const step = url('https://a.example/api/mcp/s/Zk3Jx81bQ0f7Lm2Rt9Yc/mcp');
    assert.equal(step, `https://a.example/api/mcp/s/${hidden}/mcp`);
    const uuid = url('https://a.example/0b1f7a52-9c1e-4f6d-8a3b-2d5e6f708192?v=1');
    assert.equal(uuid, `https://a.example/${hidden}?v=1`);
    for (const plain of [
      'https://a.example/mcp',
      'https://a.example/the-weather-of-all-countries/v2/mcp',
      'https://0b1f7a529c1e4f6d8a3b2d5e6f708192.example/mcp',
    ])
      assert.equal(url(plain), plain);
  });
});
