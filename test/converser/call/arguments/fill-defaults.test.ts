import assert from 'node:assert/strict';
import { fillDefaults, withDefaults } from '../../../../src/converser/call/arguments/fill-defaults.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../../../../src/converser/ground/json/json.ts';

const times: JsonObject = { type: 'integer', default: 1 };
const schemaOf = (properties: JsonObject, more: JsonObject = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const nested = schemaOf({ options: schemaOf({ times }) });
const list = schemaOf({ list: { type: 'array', items: schemaOf({ times }) } });
const either = (name: string) => ({ oneOf: [{ required: ['dice'] }, { required: [name] }] });

const cases: Readonly<Record<string, readonly [args: JsonObject, schema: JsonSchema, filled: JsonObject]>> = {
  'fills what is left out': [{ dice: 'd6' }, schemaOf({ dice: {}, times }), { dice: 'd6', times: 1 }],
  'keeps what is given': [{ times: 0 }, schemaOf({ times }), { times: 0 }],
  'keeps null': [{ times: null }, schemaOf({ times }), { times: null }],
  'fills required ones': [{}, schemaOf({ times }, { required: ['times'] }), { times: 1 }],
  'fills null': [{}, schemaOf({ a: { default: null } }), { a: null }],
  'fills objects within': [{ options: {} }, nested, { options: { times: 1 } }],
  'makes no objects': [{}, nested, {}],
  'fills a default object': [
    {},
    schemaOf({ options: { ...schemaOf({ times }), default: {} } }),
    { options: { times: 1 } },
  ],
  'fills objects in lists': [{ list: [{}, { times: 2 }] }, list, { list: [{ times: 1 }, { times: 2 }] }],
  'adds nothing that decides what else may be there': [
    { dice: 'd6' },
    schemaOf({ times }, either('times')),
    { dice: 'd6' },
  ],
  'adds what does not': [{ dice: 'd6' }, schemaOf({ times }, either('sides')), { dice: 'd6', times: 1 }],
  'adds nothing where the number counts': [{}, schemaOf({ times }, { maxProperties: 1 }), {}],
  'adds nothing beside rules that stand elsewhere': [
    {},
    schemaOf({ times }, { allOf: [{ $ref: '#/$defs/a' }] }),
    {},
  ],
};

describe('the defaults of a schema', () => {
  for (const [behaviour, [args, schema, filled]] of Object.entries(cases)) {
    it(behaviour, () => assert.deepEqual(fillDefaults(args, schema), filled));
  }

  it('leave arguments that lack nothing as they are', () => {
    const args = { options: { times: 2 } };
    assert.equal(fillDefaults(args, nested), args);
  });

  it('are left out where they would grow without end', () => {
    const args = { list: Array.from({ length: 2_000 }, (): JsonValue => ({})) };
    assert.equal(fillDefaults(args, list), args);
  });

  it('set no prototype', () => {
    const schema = JSON.parse('{"properties": {"__proto__": {"default": {"a": 1}}}}') as JsonSchema;
    assert.equal(Object.getPrototypeOf(fillDefaults({}, schema)), Object.prototype);
  });

  it('are filled in by MCP servers themselves', () => {
    const schema = schemaOf({ times });
    assert.deepEqual(withDefaults({}, { arguments: schema, describedBy: 'server:a' }), {});
    assert.deepEqual(withDefaults({}, { arguments: schema }), { times: 1 });
  });
});
