import assert from 'node:assert/strict';
import { causesOf, ownError } from '../../../src/converser/ground/causes.ts';
import { errors } from '../../../src/converser/ground/errors.ts';

describe('the causes of what was thrown', () => {
  it('come from the outside in, and end at what is no error', () => {
    const outer = new Error('outer', { cause: new Error('inner', { cause: 'a text' }) });
    assert.deepEqual(causesOf(outer), [outer, outer.cause, 'a text']);
    assert.deepEqual(causesOf(undefined), []);
  });

  it('end where an error is its own cause', () => {
    const circular = new Error('again');
    circular.cause = circular;
    assert.equal(causesOf(circular).length, 6);
    assert.equal(ownError(circular), undefined);
  });

  it('hold the outermost of our errors', () => {
    const inner = errors.modelNotFound('inner');
    assert.equal(ownError(new Error('wrapped', { cause: inner })), inner);
    assert.equal(ownError(inner), inner);
  });
});
