import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import { mendSchema } from '../../../../src/ensembles/mcp/manifest/mend-schema.ts';
import { schemaTrouble } from '../../../../src/ensembles/mcp/manifest/repair-schema.ts';
import { ensemblesOfTest } from '../ends.ts';
import { define, fakeProgram, never, stdio } from '../servers.ts';

/** Fields of a tool as servers write them; none of them is needed to call it. */
const tools: Readonly<Record<string, JsonObject>> = {
  title: { title: null },
  description: { description: null },
  annotations: { annotations: null },
  hints: { annotations: { title: null, readOnlyHint: null, destructiveHint: true } },
  output: { outputSchema: null },
  output_required: { outputSchema: { type: 'object', required: null } },
  meta: { _meta: null },
  icons: { icons: null },
  icon: { icons: [{ src: null }, { src: 'https://a.example/i.png', sizes: null }] },
  execution: { execution: null },
  schema: { inputSchema: null },
  required: { inputSchema: { type: 'object', required: null } },
  number: { title: 5 },
  hint: { annotations: { readOnlyHint: 'yes' } },
};

describe('what a server lists that isn’t quite valid', () => {
  const make = ensemblesOfTest();
  const connect = async (results: Readonly<Record<string, JsonObject>>) => {
    const made = make(define(stdio(fakeProgram('loose-stdio.ts'), JSON.stringify(results))));
    await made.ensemble.connect(never());
    return made;
  };

  it('are tools, which lose only those fields, and a broken one is told by its field', async () => {
    const inputSchema = { type: 'object', properties: {} };
    const listed = Object.entries(tools).map(([name, more]) => ({ name, inputSchema, ...more }));
    let _meta: JsonObject = {};
    for (let level = 0; level < 1_500; level++) _meta = { _meta };
    const deep = { name: 'deep', inputSchema, _meta };
    const broken = { name: 'broken', inputSchema: 'none' };
    const { ensemble, ports } = await connect({
      'tools/list': { tools: [...listed, broken, null, deep], nextCursor: null },
    });
    assert.deepEqual(
      ensemble.invokers.map(({ name }) => name),
      Object.keys(tools),
    );
    const [problem, other, deepest] = ensemble.problems;
    assert.equal(deepest?.tool, 'deep');
    assert.match(problem?.message ?? '', /isn’t valid MCP \(inputSchema: /);
    assert.equal(other?.tool, '(without a name)');
    assert.deepEqual(ensemble.invokers[3]?.claims, { destructive: true });
    const told = ports.logged.map(({ text }) => text).filter(text => text.includes('left out'));
    assert.equal(told.length, 3);
    assert.match(
      told.join(),
      /^icon: left out icons\.0\.src, .*number: left out title, .*hint: left out annotations\.readOnlyHint,/,
    );
  });

  it('are prompts and resources', async () => {
    const argument = { name: 'city', description: null, required: null };
    const { ensemble, ports } = await connect({
      'prompts/list': {
        prompts: [{ name: 'ask', title: null, description: null, arguments: [argument] }, { name: 5 }],
      },
      'resources/list': {
        resources: [
          { uri: 'a:1', name: 'one', title: null, mimeType: null, size: null, annotations: null },
          { name: 'no uri' },
        ],
      },
      'resources/templates/list': {
        resourceTemplates: [{ uriTemplate: 'a:{b}', name: 'by b', description: null, icons: null }],
      },
      'resources/read': { contents: [{ uri: 'a:1', mimeType: null, text: 'One.', _meta: null }] },
      'prompts/get': {
        description: null,
        messages: [{ role: 'user', content: { type: 'text', text: 'Where?', annotations: null } }],
      },
    });
    const { library } = ensemble;
    assert.deepEqual(await library.prompts(never()), [{ name: 'ask', arguments: [{ name: 'city' }] }]);
    assert.deepEqual(await library.resources(never()), [{ uri: 'a:1', name: 'one' }]);
    assert.deepEqual(await library.resourceTemplates(never()), [{ uriTemplate: 'a:{b}', name: 'by b' }]);
    assert.match(JSON.stringify(await ensemble.attach('a:1', never())), /One\./);
    assert.match(JSON.stringify(await ensemble.writePrompt({ name: 'ask' }, never())), /Where\?/);
    const told = ports.logged.map(({ text }) => text).filter(text => text.includes('left out of the'));
    assert.deepEqual(
      told.map(text => text.split(' (')[1]?.split(':')[0]),
      ['name', 'uri'],
    );
  });
});

describe('a schema of arguments that breaks the rules of JSON Schema', () => {
  const a = { type: 'string' };
  const cases: readonly (readonly [written: JsonObject, mended: JsonObject])[] = [
    [{ required: ['a', 'a'] }, { required: ['a'] }],
    [{ required: [null, 'a'] }, { required: ['a'] }],
    [{ title: null, description: 5, examples: 'x' }, { examples: ['x'] }],
    [{ additionalProperties: null, patternProperties: null, $defs: null }, {}],
    [{ properties: { a: { ...a, description: null, enum: null, pattern: null } } }, { properties: { a } }],
    [{ properties: { a: { ...a, enum: [] } } }, { properties: { a } }],
    [{ properties: { a: { ...a, required: true, deprecated: 'use b' } } }, { properties: { a } }],
    [
      { properties: { a: { ...a, enum: ['x', 'x', 'y'] } } },
      { properties: { a: { ...a, enum: ['x', 'y'] } } },
    ],
    [{ properties: { a: 'string', b: null } }, { properties: { a: {}, b: {} } }],
    [{ properties: { a: { id: 'urn:a', nullable: true, minLength: -1 } } }, { properties: { a: {} } }],
    [
      { properties: { a: { type: ['string', 'string'], anyOf: [] } } },
      { properties: { a: { type: ['string'] } } },
    ],
    [
      { properties: { n: { minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false } } },
      { properties: { n: { exclusiveMinimum: 0, maximum: 9 } } },
    ],
    [
      { properties: { l: { items: [{ title: null }], not: { enum: [] } }, required: { type: 'array' } } },
      { properties: { l: { items: [{}], not: {} }, required: { type: 'array' } } },
    ],
    [
      { properties: { a: { default: null, const: null } } },
      { properties: { a: { default: null, const: null } } },
    ],
  ];
  for (const [written, mended] of cases) {
    it(`is mended: ${JSON.stringify(written)}`, async () => {
      assert.deepEqual(mendSchema(written), mended);
      assert.equal(await schemaTrouble(mended), undefined);
    });
  }

  it('is told by what was left out of it, except for nulls', () => {
    const told: string[] = [];
    const note = (keyword: string) => void told.push(keyword);
    mendSchema(
      { title: null, properties: { a: { enum: [], examples: 'x' }, b: { anyOf: [{ format: 1 }] } } },
      note,
    );
    assert.deepEqual(told, ['enum', 'format']);
  });
});
