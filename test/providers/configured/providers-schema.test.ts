import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Ajv, type ValidateFunction } from 'ajv';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { presets } from '../../../src/providers/configured/presets.ts';
import { readProviders } from '../../../src/providers/configured/read-providers.ts';

const place = { kind: 'openai', baseUrl: 'http://127.0.0.1:8080/v1' };
const facts = {
  tools: 'contract',
  contextTokens: 8192,
  outputTokens: 1024,
  images: true,
  thinks: true,
  parallel: false,
  replySchema: true,
  firstToken: 1800,
  price: { input: 3, output: 15, cached: 0.3 },
};
const whole = {
  ...place,
  label: 'Mine',
  headers: { 'X-Team': 'blue' },
  organization: 'org-1',
  keyVariable: 'MY_VARIABLE',
  options: { effort: 'high', body: { top_k: 40 } },
  models: { 'qwen*': facts },
};

interface Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly additionalProperties: Schema;
  readonly enum: readonly string[];
}

/** VS Code underlines what its schema does not know, and Converser leaves out what it cannot read: the same things. */
describe('The schema of the setting converser.modelProviders', () => {
  let schema: Schema;
  let fits: ValidateFunction;

  before(async () => {
    const { contributes } = JSON.parse(
      await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
    );
    const groups: readonly { readonly properties: Readonly<Record<string, Schema>> }[] =
      contributes.configuration;
    const found = groups.map(({ properties }) => properties['converser.modelProviders']).find(Boolean);
    assert.ok(found);
    schema = found;
    // Not strict: VS Code has keywords of its own.
    fits = new Ajv({ strict: false }).compile(schema);
  });

  it('names exactly the keys of a provider and of a model that are read', () => {
    const server = schema.additionalProperties;
    assert.deepEqual(Object.keys(server.properties).sort(), Object.keys(whole).sort());
    assert.deepEqual(offered({ ...place, nonsense: 1 }), Object.keys(server.properties).sort());
    const model = server.properties.models?.additionalProperties;
    assert.deepEqual(Object.keys(model?.properties ?? {}).sort(), Object.keys(facts).sort());
    assert.deepEqual(
      offered({ ...place, models: { m: { nonsense: 1 } } }),
      Object.keys(model?.properties ?? {}).sort(),
    );
  });

  it('accepts what is read without a complaint', () => {
    const kinds = schema.additionalProperties.properties.kind?.enum ?? [];
    const tools =
      schema.additionalProperties.properties.models?.additionalProperties.properties.tools?.enum ?? [];
    assert.ok(kinds.length >= 3 && tools.length >= 3);
    for (const server of [
      whole,
      ...kinds.map(kind => ({ ...place, kind })),
      ...tools.map(use => ({ ...place, models: { m: { tools: use } } })),
    ]) {
      assert.ok(fits({ mine: server }), JSON.stringify([server, fits.errors]));
      assert.deepEqual(readProviders({ mine: server }).problems, []);
    }
    for (const { id, example } of presets) {
      const server = example === undefined ? {} : { baseUrl: example };
      assert.ok(fits({ [id]: server }), id);
      assert.deepEqual(readProviders({ [id]: server }).problems, [], id);
    }
  });

  const refused: Readonly<Record<string, JsonObject>> = {
    'an unknown key': { ...place, weather: 'fine' },
    'a key where none belongs': { ...place, apiKey: 'x' },
    'an unknown kind': { ...place, kind: 'gopher' },
    'an address without http': { ...place, baseUrl: 'ftp://127.0.0.1/v1' },
    'an address with a password': { ...place, baseUrl: 'http://me:secret@127.0.0.1/v1' },
    'an address with a query': { ...place, baseUrl: 'http://127.0.0.1/v1?key=1' },
    'an empty label': { ...place, label: '' },
    'a variable that is none': { ...place, keyVariable: 'sk-1234' },
    'headers that are none': { ...place, headers: { 'X-Team': 5 } },
    'an unknown way to give tools': { ...place, models: { m: { tools: 'magic' } } },
    'no tokens at all': { ...place, models: { m: { contextTokens: 0 } } },
    'half a price': { ...place, models: { m: { price: { input: 1 } } } },
    'a price below nothing': { ...place, models: { m: { price: { input: -1, output: 1 } } } },
    'a model’s unknown key': { ...place, models: { m: { weather: 'fine' } } },
  };
  for (const [what, server] of Object.entries(refused)) {
    it(`rejects what is complained about when it is read: ${what}`, () => {
      assert.ok(!fits({ mine: server }));
      assert.equal(readProviders({ mine: server }).problems.length, 1);
    });
  }

  it('rejects the ids that are rejected when they are read', () => {
    for (const id of ['Mine', '-mine', 'a b', 'x'.repeat(33)]) {
      assert.ok(!fits({ [id]: place }), id);
      assert.equal(readProviders({ [id]: place }).problems.length, 1, id);
    }
  });
});

/** The keys that a complaint says there are. */
function offered(server: JsonObject): readonly string[] {
  const [problem] = readProviders({ mine: server }).problems;
  const [, names = ''] = /Known (?:fields|keys): (.*)\.$/.exec(problem?.message ?? '') ?? [];
  return names.split(', ').sort();
}
