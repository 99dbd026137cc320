import assert from 'node:assert/strict';
import { createClientKeys, type KeptKey, keep, newKey } from '../../../src/gateway/guard/client-keys.ts';
import { parseScopes } from '../../../src/gateway/guard/kept-keys.ts';

const limits = {
  models: ['anthropic/*'],
  ensembles: ['workspace'],
  bareNames: true,
  requestsPerMinute: 60,
  concurrent: 4,
  dollarsPerDay: 2.5,
};

describe('A kept key', () => {
  it('opens with the key alone, and holds nothing of it', () => {
    const key = newKey();
    const kept = [keep(key, { name: 'cline', ...limits }), keep(newKey(), { name: 'codex' })];
    assert.ok(!JSON.stringify(kept).includes(key.slice('converser-'.length)));
    const keys = createClientKeys(() => kept);
    assert.deepEqual(keys.open(key)?.client, { name: 'cline', ...limits });
    assert.equal(keys.open(`${key} `), undefined);
    assert.equal(keys.open(''), undefined);
  });

  it('has no limits if one of them is damaged or unknown', () => {
    assert.deepEqual(parseScopes(limits), limits);
    const damages: readonly object[] = [
      { models: 'anthropic/*' },
      { ensembles: [1] },
      { bareNames: 'yes' },
      { requestsPerMinute: '60' },
      { concurrent: -1 },
      { dollarsPerDay: null },
      { unknownLimit: 1 },
    ];
    for (const damage of damages)
      assert.equal(parseScopes({ ...limits, ...damage }), undefined, JSON.stringify(damage));
  });

  it('never matches by an empty or a damaged hash', () => {
    const kept: readonly KeptKey[] = [
      { name: 'empty', hash: '' },
      { name: 'short', hash: 'e3b0c442' },
      { name: 'none', hash: '0'.repeat(64) },
    ];
    const keys = createClientKeys(() => kept);
    for (const key of ['', '0', newKey()]) assert.equal(keys.open(key), undefined);
  });
});
