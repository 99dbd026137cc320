import assert from 'node:assert/strict';
import { presets } from '../../../src/providers/configured/presets.ts';
import { readProviders } from '../../../src/providers/configured/read-providers.ts';

/** The one server that comes of an entry, or nothing. */
function serverOf(entry: unknown, id = 'mine') {
  return readProviders({ [id]: entry }).providers[0];
}

/** Place and message of each complaint about an entry. */
function complaints(entry: unknown, id = 'mine'): readonly (readonly [string, string])[] {
  return readProviders({ [id]: entry }).problems.map(({ path, message }) => [path, message]);
}

const placesOf = (entry: unknown) => complaints(entry).map(([path]) => path);

const plain = { kind: 'openai', baseUrl: 'http://127.0.0.1:8000/v1' };

describe('The table of providers', () => {
  it('describes a provider completely', () => {
    const entry = {
      kind: 'openai',
      label: 'Workshop',
      baseUrl: 'https://models.example/v1',
      organization: 'org-1',
      keyVariable: 'WORKSHOP_KEY',
      headers: { 'X-Team': 'blue' },
      models: { 'qwen*': { tools: 'contract', contextTokens: 32_768, images: false, parallel: false } },
    };
    assert.deepEqual(readProviders({ workshop: entry }), {
      providers: [{ id: 'workshop', ...entry }],
      problems: [],
    });
  });

  it('needs little for a well-known provider', () => {
    assert.deepEqual(serverOf({}, 'ollama'), {
      id: 'ollama',
      label: 'Ollama',
      kind: 'ollama',
      baseUrl: 'http://127.0.0.1:11434/v1',
    });
    assert.equal(serverOf({}, 'anthropic')?.keyVariable, 'ANTHROPIC_API_KEY');
    assert.equal(serverOf({ baseUrl: 'https://proxy.test/v1' }, 'openai')?.keyVariable, undefined);
  });

  it('knows the vendors that many have a key of', () => {
    for (const [id, baseUrl, keyVariable] of [
      ['gemini', 'https://generativelanguage.googleapis.com/v1beta/openai', 'GEMINI_API_KEY'],
      ['xai', 'https://api.x.ai/v1', 'XAI_API_KEY'],
      ['moonshot', 'https://api.moonshot.ai/v1', 'MOONSHOT_API_KEY'],
      ['zai', 'https://api.z.ai/api/paas/v4', 'ZAI_API_KEY'],
      ['github-models', 'https://models.github.ai/inference', 'GITHUB_TOKEN'],
    ] as const)
      assert.deepEqual([serverOf({}, id)?.baseUrl, serverOf({}, id)?.keyVariable], [baseUrl, keyVariable]);
  });

  it('uses Responses for OpenAI, and Chat Completions for compatible servers', () => {
    assert.equal(serverOf({}, 'openai')?.kind, 'openai-responses');
    assert.equal(serverOf({ baseUrl: 'http://127.0.0.1:1/v1' }, 'openai')?.kind, 'openai');
    assert.equal(
      serverOf({ kind: 'openai-responses', baseUrl: 'http://127.0.0.1:1/v1' }, 'openai')?.kind,
      'openai-responses',
    );
  });

  it('gives an example address if everyone has their own', () => {
    const [[path, message] = []] = complaints({}, 'azure');
    assert.equal(path, 'azure.baseUrl');
    assert.match(message ?? '', /https:\/\/NAME\.openai\.azure\.com\/openai\/v1\//);
    assert.equal(serverOf({ baseUrl: 'https://a.openai.azure.com/openai/v1/' }, 'azure')?.kind, 'openai');
  });

  it('keeps valid entries beside invalid ones', () => {
    const { providers, problems } = readProviders({
      good: plain,
      'Bad Name': plain,
      rehearsal: plain,
      worse: 7,
      none: {},
    });
    assert.deepEqual(
      providers.map(({ id }) => id),
      ['good'],
    );
    assert.deepEqual(
      problems.map(({ path }) => path),
      ['["Bad Name"]', 'rehearsal', 'worse', 'none.kind'],
    );
  });

  it('is empty if it is not an object', () => {
    for (const written of [undefined, null])
      assert.deepEqual(readProviders(written), { providers: [], problems: [] });
    for (const written of [7, 'x', []]) {
      const { providers, problems } = readProviders(written);
      assert.deepEqual([providers.length, problems.length], [0, 1]);
    }
  });

  it('accepts only http and https addresses without a password or a query', () => {
    for (const baseUrl of ['ftp://a/v1', 'file:///etc/passwd', 'models.example', '', 7, null, 'http://']) {
      assert.equal(serverOf({ ...plain, baseUrl }), undefined, String(baseUrl));
      assert.deepEqual(placesOf({ ...plain, baseUrl }), ['mine.baseUrl']);
    }
    for (const baseUrl of [
      'https://user:hunter2hunter2@a.example/v1',
      'https://a.example/v1?key=hunter2hunter2',
      'https://a.example/v1#x',
    ]) {
      assert.equal(serverOf({ ...plain, baseUrl }), undefined, baseUrl);
      assert.doesNotMatch(JSON.stringify(complaints({ ...plain, baseUrl })), /hunter2/);
    }
  });

  it('accepts no key anywhere, and says where keys belong', () => {
    const secret = 'sk-abcdefghijklmnopqrstuvwxyz012345';
    const entries: readonly object[] = [
      { apiKey: secret },
      { key: secret },
      { token: secret },
      { headers: { Authorization: 'x' } },
      { headers: { 'X-Api-Key': 'x' } },
      { headers: { 'api-key': 'x' } },
      { headers: { 'x-custom': secret } },
      { headers: { 'x-custom': `Bearer ${secret}` } },
      { headers: { 'x-custom': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b' } },
      { keyVariable: secret },
    ];
    for (const entry of entries) {
      const read = readProviders({ mine: { ...plain, ...entry } });
      assert.equal(read.problems.length, 1, JSON.stringify(entry));
      assert.match(read.problems[0]?.message ?? '', /“Converser: Set API Key”/);
      assert.doesNotMatch(JSON.stringify(read), /abcdefgh|9f86d0|"Authorization"/);
      assert.deepEqual(
        read.providers.map(({ id }) => id),
        ['mine'],
      );
    }
  });

  it('keeps ordinary headers, including long ones', () => {
    const headers = {
      'HTTP-Referer': 'https://example.org/a/rather/long/path/that/goes/on/and/on',
      'X-Title': 'Converser for Visual Studio Code, at work',
      'anthropic-beta': 'context-1m-2025-08-07',
    };
    assert.deepEqual(readProviders({ mine: { ...plain, headers } }).problems, []);
    assert.deepEqual(serverOf({ ...plain, headers })?.headers, headers);
  });

  it('rejects headers that would break a request', () => {
    for (const [name, value] of [
      ['a b', 'x'],
      ['x', 'a\r\nHost: evil'],
      ['x', 'ü'],
      ['x', 7],
    ]) {
      const found = complaints({ ...plain, headers: { [String(name)]: value } });
      assert.equal(found.length, 1, `${name}: ${value}`);
    }
  });

  it('reports where a model’s entry is wrong, and keeps the rest of it', () => {
    const entry = {
      ...plain,
      models: {
        'qwen*': { tools: 'magic', contextTokens: 0, images: 'yes', speed: 1, parallel: false },
        b: 7,
      },
    };
    assert.deepEqual(placesOf(entry), [
      'mine.models["qwen*"].tools',
      'mine.models["qwen*"].contextTokens',
      'mine.models["qwen*"].images',
      'mine.models["qwen*"].speed',
      'mine.models.b',
    ]);
    assert.match(complaints(entry)[0]?.[1] ?? '', /"native", "contract" or "none"/);
    assert.deepEqual(serverOf(entry)?.models, { 'qwen*': { parallel: false } });
  });

  it('warns about a key that would be sent unencrypted', () => {
    const open = { kind: 'openai', baseUrl: 'http://models.example/v1' };
    assert.deepEqual(complaints(open), []);
    assert.match(complaints({ ...open, keyVariable: 'A_KEY' })[0]?.[1] ?? '', /https/);
    assert.equal(serverOf({ ...open, keyVariable: 'A_KEY' })?.keyVariable, 'A_KEY');
    const encrypted = [
      'http://127.0.0.1/v1',
      'http://localhost:1/v1',
      'http://[::1]/v1',
      'https://a.example',
    ];
    for (const baseUrl of encrypted)
      assert.deepEqual(complaints({ kind: 'openai', baseUrl, keyVariable: 'A_KEY' }), [], baseUrl);
  });

  it('survives any input', () => {
    const strange: unknown[] = [
      null,
      true,
      [],
      [[]],
      { kind: {} },
      { kind: 'openai', headers: [], models: [], label: '' },
      JSON.parse('{"__proto__":{"kind":"openai"}}'),
    ];
    for (const entry of strange)
      assert.ok(readProviders({ mine: entry }).problems.length > 0, JSON.stringify(entry));
  });
});

describe('The well-known providers', () => {
  it('have an address or an example, and a variable if they need a key', () => {
    for (const { id, baseUrl, example, needsKey, keyVariable } of presets) {
      assert.notEqual(baseUrl === undefined, example === undefined, id);
      assert.equal(needsKey, keyVariable !== undefined, id);
    }
  });
});
