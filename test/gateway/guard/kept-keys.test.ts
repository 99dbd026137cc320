import assert from 'node:assert/strict';
import { createClientKeys, type KeptKey, keep, newKey } from '../../../src/gateway/guard/client-keys.ts';
import { parseKeptKeys } from '../../../src/gateway/guard/kept-keys.ts';

const limits = {
  models: ['anthropic/*'],
  ensembles: ['workspace'],
  bareNames: true,
  requestsPerMinute: 60,
  concurrent: 4,
  dollarsPerDay: 2.5,
};

describe('A kept key', () => {
  it('is the same after it was stored, and holds nothing of the key itself', () => {
    const key = newKey();
    const kept = [keep(key, { name: 'cline', ...limits }), keep(newKey(), { name: 'codex' })];
    const stored = JSON.stringify(kept);
    assert.ok(!stored.includes(key.slice('converser-'.length)));
    assert.deepEqual(parseKeptKeys(JSON.parse(stored)), kept);
    const keys = createClientKeys(() => parseKeptKeys(JSON.parse(stored)));
    assert.deepEqual(keys.open(key)?.client, { name: 'cline', ...limits });
    assert.equal(keys.open(`${key} `), undefined);
    assert.equal(keys.open(''), undefined);
  });

  it('opens nothing if it is damaged, whatever of it', () => {
    const whole = keep(newKey(), { name: 'cline', ...limits });
    const damages: readonly object[] = [
      { name: 7 },
      { hash: 'abc' },
      { hash: whole.hash.toUpperCase() },
      { models: 'anthropic/*' },
      { ensembles: [1] },
      { bareNames: 'yes' },
      { requestsPerMinute: '60' },
      { concurrent: -1 },
      { dollarsPerDay: null },
      { unknownLimit: 1 },
    ];
    for (const damage of damages) {
      assert.deepEqual(parseKeptKeys([{ ...whole, ...damage }, whole]), [whole], JSON.stringify(damage));
    }
    assert.deepEqual(parseKeptKeys({ 0: whole }), []);
    assert.deepEqual(parseKeptKeys(undefined), []);
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
