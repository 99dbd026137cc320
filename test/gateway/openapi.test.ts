import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { createScriptedModel } from '../fakes/scripted-model.ts';
import { openGateway } from './support/open-gateway.ts';

describe('GET /openapi.json', () => {
  it('is a valid description of everything that is offered, and of nothing else', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const response = await gateway.ask('/openapi.json');
    assert.equal(response.status, 200);
    const described = (await response.json()) as {
      openapi: string;
      paths: Record<string, Record<string, object>>;
    };
    const { valid, errors } = await new Validator().validate(structuredClone(described));
    assert.equal(valid, true, JSON.stringify(errors));
    assert.match(described.openapi, /^3\.1\./);
    const offered = Object.entries(described.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(offered.sort(), [
      'DELETE /mcp',
      'GET /health',
      'GET /mcp',
      'GET /openapi.json',
      'GET /v1/models',
      'GET /v1/models/{id}',
      'HEAD /',
      'POST /mcp',
      'POST /v1/chat/completions',
      'POST /v1/messages',
      'POST /v1/messages/count_tokens',
      'POST /v1/responses',
    ]);
    // Each is there, and every other method is not.
    for (const path of Object.keys(described.paths)) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
        const place = path.replace('{id}', 'scripted%2Fmodel');
        const { status } = await gateway.ask(place, { method, ...(method === 'GET' ? {} : { body: '{}' }) });
        const isDescribed = described.paths[path]?.[method.toLowerCase()] !== undefined;
        assert.equal(status !== 405, isDescribed, `${method} ${path}: ${status}`);
      }
    }
  });
});
