import assert from 'node:assert/strict';
import { errorData, errors } from '../../src/converser/ground/errors.ts';
import type { Ensemble } from '../../src/converser/words/ensemble/ensemble.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createScriptedModel } from '../fakes/scripted-model.ts';
import { openGateway } from './support/open-gateway.ts';

const error = errorData(errors.ensembleFailed('The server did not start. Check its command.'));
const failed: Ensemble = { ...createFakeEnsemble('notes', {}), state: { status: 'failed', error } };
const ready = createFakeEnsemble('clock', {});
const off: Ensemble = { ...failed, name: 'off', enabled: false };

describe('GET /health', () => {
  it('says that all is well', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()], ensembles: [ready, off] });
    const response = await gateway.ask('/health');
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {
      status: 'ok',
      reasons: [],
      models: { available: 1 },
      ensembles: [{ name: 'clock', status: 'ready' }],
      requests: { running: 0, waiting: 0 },
    });
  });

  it('says which ensemble failed and why, to those who may use it', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()], ensembles: [ready, failed] });
    const reason = 'The server did not start. Check its command.';
    const health = (await (await gateway.ask('/health')).json()) as Record<string, unknown>;
    assert.equal(health.status, 'degraded');
    assert.deepEqual(health.reasons, [`The ensemble notes failed: ${reason}`]);
    assert.deepEqual(health.ensembles, [
      { name: 'clock', status: 'ready' },
      { name: 'notes', status: 'failed', reason },
    ]);
    const key = gateway.admit({ name: 'other', ensembles: ['clock'] });
    const other = await gateway.ask('/health', { headers: { authorization: `Bearer ${key}` } });
    assert.equal(((await other.json()) as { status: string }).status, 'ok');
  });

  it('is 503 where the key has no model', async () => {
    const client = { name: 'cline', models: ['other/*'] };
    await using gateway = await openGateway({ models: [createScriptedModel()], client });
    const response = await gateway.ask('/health');
    assert.equal(response.status, 503);
    const { status, reasons } = (await response.json()) as { status: string; reasons: readonly string[] };
    assert.equal(status, 'unavailable');
    assert.match(reasons[0] ?? '', /^No model is available\. Check/);
  });
});
