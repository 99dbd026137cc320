import assert from 'node:assert/strict';
import { type RequestedSchema, readForm } from '../../../../src/ensembles/mcp/elicitation/read-form.ts';

const defaultOf = (field: RequestedSchema['properties'][string]) =>
  readForm({ type: 'object', properties: { field } })[0]?.default;

describe('what a server proposes for a field', () => {
  it('is one of the options, or nothing: you could not see that another one is sent', () => {
    const either = ['a', 'b'];
    assert.equal(defaultOf({ type: 'string', enum: either, default: 'b' }), 'b');
    assert.equal(defaultOf({ type: 'string', enum: either, default: 'c' }), undefined);
    const oneOf = either.map(each => ({ const: each, title: each.toUpperCase() }));
    assert.equal(defaultOf({ type: 'string', oneOf, default: 'a' }), 'a');
    assert.equal(defaultOf({ type: 'string', oneOf, default: 'A' }), undefined);
  });

  it('is reduced to existing options', () => {
    const items = { type: 'string', enum: ['a', 'b'] } as const;
    const several = (...chosen: readonly string[]) =>
      defaultOf({ type: 'array', items: { ...items, enum: [...items.enum] }, default: [...chosen] });
    assert.deepEqual(several('b', 'c'), ['b']);
    assert.deepEqual(several('c'), []);
  });
});
