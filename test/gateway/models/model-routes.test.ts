import assert from 'node:assert/strict';
import { Anthropic } from '@anthropic-ai/sdk';
import { OpenAI } from 'openai';
import { pageOf } from '../../../src/gateway/models/model-page.ts';
import { openGateway } from '../support/open-gateway.ts';
import { anthropicAt, openAiAt } from '../support/vendor-clients.ts';
import { namedModels } from './named-models.ts';

const models = namedModels('openai/gpt-5', 'box/meta/llama-4', 'anthropic/claude-sonnet-4-5-20250929');

describe('GET /v1/models', () => {
  it('lists and shows models to the OpenAI SDK', async () => {
    await using gateway = await openGateway({ models });
    const client = openAiAt(gateway);
    const listed: string[] = [];
    for await (const { id, object, created, owned_by } of client.models.list()) {
      assert.deepEqual([object, created, owned_by], ['model', 0, id.split('/')[0]]);
      listed.push(id);
    }
    assert.deepEqual(listed, ['openai/gpt-5', 'box/meta/llama-4', 'anthropic/claude-sonnet-4-5-20250929']);
    assert.equal((await client.models.retrieve('box/meta/llama-4')).id, 'box/meta/llama-4');
    assert.equal((await client.models.retrieve('gpt-5-2025-08-07')).id, 'openai/gpt-5');
    const unescaped = await gateway.ask('/v1/models/box/meta/llama-4');
    assert.equal(((await unescaped.json()) as { readonly id: string }).id, 'box/meta/llama-4');
  });

  it('lists them to Anthropic’s SDK page by page, in both directions', async () => {
    const many = namedModels(...Array.from({ length: 45 }, (_, index) => `box/m${index}x`));
    await using gateway = await openGateway({ models: many });
    const client = anthropicAt(gateway);
    const listed: string[] = [];
    for await (const model of client.models.list()) listed.push(model.id);
    assert.deepEqual(
      listed,
      many.map(({ id }) => `box/${id}`),
    );
    const back: string[] = [];
    for await (const model of client.models.list({ before_id: 'box/m10x', limit: 4 })) back.push(model.id);
    assert.deepEqual(back.slice(0, 4), ['box/m6x', 'box/m7x', 'box/m8x', 'box/m9x']);
    assert.equal(new Set(back).size, 10);
    await assert.rejects(client.models.list({ after_id: 'nobody' }), (error: Error) => {
      assert.ok(error instanceof Anthropic.BadRequestError);
      return /after_id/.test(error.message);
    });
  });

  it('shows a model to Anthropic’s SDK in all the fields of its type', async () => {
    await using gateway = await openGateway({ models });
    const shown = await anthropicAt(gateway).models.retrieve('claude-sonnet-4-5-latest');
    assert.deepEqual(JSON.parse(JSON.stringify(shown)), {
      id: 'anthropic/claude-sonnet-4-5-20250929',
      type: 'model',
      display_name: 'claude-sonnet-4-5-20250929',
      created_at: '1970-01-01T00:00:00.000Z',
      max_input_tokens: null,
      max_tokens: null,
      capabilities: null,
      line: null,
      lifecycle: 'active',
      deprecated_at: null,
      retires_at: null,
    });
  });

  it('refuses an unknown name in the caller’s shape, with names that are near', async () => {
    await using gateway = await openGateway({ models });
    const wrong = 'gpt-5o';
    await assert.rejects(openAiAt(gateway).models.retrieve(wrong), (error: Error) => {
      assert.ok(error instanceof OpenAI.NotFoundError);
      assert.deepEqual([error.code, error.type], ['model-not-found', 'invalid_request_error']);
      return /openai\/gpt-5/.test(error.message);
    });
    await assert.rejects(anthropicAt(gateway).models.retrieve(wrong), (error: Error) => {
      assert.ok(error instanceof Anthropic.NotFoundError);
      assert.equal(error.type, 'not_found_error');
      return /openai\/gpt-5/.test(error.message);
    });
  });
});

const all = ['a', 'b', 'c', 'd', 'e'].map(id => ({ id }));

function page(query: string) {
  const { data, has_more } = pageOf(all, new URLSearchParams(query));
  return [data.map(({ id }) => id).join(''), has_more];
}

describe('A page of models', () => {
  it('is as long as the client wants, and starts where it says', () => {
    assert.deepEqual(page(''), ['abcde', false]);
    assert.deepEqual(page('limit=2'), ['ab', true]);
    assert.deepEqual(page('limit=2&after_id=b'), ['cd', true]);
    assert.deepEqual(page('limit=2&after_id=c'), ['de', false]);
    assert.deepEqual(page('after_id=e'), ['', false]);
    assert.deepEqual(page('limit=2&before_id=d'), ['bc', true]);
    assert.deepEqual(page('limit=2&before_id=c'), ['ab', false]);
    assert.deepEqual(page('before_id=a'), ['', false]);
  });

  it('holds 20 unless the client says otherwise', () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ id: `m${index}` }));
    const { data, has_more, first_id, last_id } = pageOf(many, new URLSearchParams());
    assert.deepEqual([data.length, has_more, first_id, last_id], [20, true, 'm0', 'm19']);
  });

  it('is refused with the name of what is wrong', () => {
    for (const [query, reason] of [
      ['limit=0', /^limit: must be a whole number from 1 to 1000/],
      ['limit=1001', /^limit: /],
      ['limit=1e2', /^limit: /],
      ['limit=', /^limit: /],
      ['after_id=x', /^after_id: no model/],
      ['before_id=', /^before_id: no model/],
      ['after_id=a&before_id=c', /^after_id and before_id: /],
    ] as const) {
      assert.throws(() => page(query), { code: 'bad-arguments', message: reason }, query);
    }
  });
});
