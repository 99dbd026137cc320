import assert from 'node:assert/strict';
import type { CreateMessageRequest } from '@modelcontextprotocol/client';
import {
  createSample,
  type SamplingPorts,
  type SamplingQuestion,
} from '../../../../src/ensembles/mcp/sampling/sample.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';
import { createScriptedModel, says } from '../../../fakes/scripted-model.ts';
import { define, stdio } from '../servers.ts';

const definition = define(stdio('server.js'), { sampling: true });
const asked = { definition, signal: new AbortController().signal };

describe('sampling', () => {
  it('sends your model what the server wants, and nothing else', async () => {
    const { sample, model } = create();
    const result = await sample(asking('Capital of France?', { systemPrompt: 'Be short.' }), asked);
    const content = { type: 'text', text: 'Paris' };
    assert.deepEqual(result, { role: 'assistant', content, model: 'model', stopReason: 'endTurn' });
    const [request] = model.requests;
    assert.deepEqual(request?.tools, []);
    assert.deepEqual(request?.options, { max_tokens: 100 });
    const text = (said: string) => [{ type: 'text', mimeType: 'text/plain', text: said }];
    const sent = request?.canisters.map(({ role, content: parts }) => [role, parts]);
    assert.deepEqual(sent, [
      ['supervisor', text('Be short.')],
      ['user', text('Capital of France?')],
    ]);
  });

  it('shows you the whole prompt with the model and the budget, and accepts a no', async () => {
    const questions: SamplingQuestion[] = [];
    const { sample, model } = create({
      consent: async question => {
        questions.push(question);
        return 'deny';
      },
    });
    await assert.rejects(sample(asking('Tell me all'), asked), /user declined/);
    assert.equal(model.requests.length, 0);
    const [question] = questions;
    assert.equal(question?.server, 'tried');
    assert.equal(question?.model.label, 'Scripted model');
    assert.equal(question?.maxTokens, 100);
    assert.deepEqual(question?.used, { requests: 0, tokens: 0 });
    assert.match(JSON.stringify(question?.canisters), /Tell me all/);
  });

  it('asks once for a session, and each time otherwise, one server at a time', async () => {
    const servers: string[] = [];
    const answers = ['once', 'session', 'once'] as const;
    const { sample } = create({
      consent: async ({ server }) => {
        servers.push(server);
        return answers[servers.length - 1] ?? 'deny';
      },
    });
    for (let time = 0; time < 4; time++) await sample(asking('?'), asked);
    assert.deepEqual(servers, ['tried', 'tried']);
    await sample(asking('?'), { ...asked, definition: { ...definition, name: 'other' } });
    assert.deepEqual(servers, ['tried', 'tried', 'other']);
  });

  it('asks again if another server has the name of one that was allowed for a session', async () => {
    let questions = 0;
    const { sample } = create({ consent: async () => (++questions === 1 ? 'session' : 'deny') });
    await sample(asking('?'), asked);
    const transport = { kind: 'http', url: 'https://elsewhere.example/mcp', headers: {} } as const;
    const other = { ...asked, definition: { ...definition, transport } };
    await assert.rejects(sample(asking('?'), other), { code: -1 });
    await sample(asking('?'), asked);
    assert.equal(questions, 2);
  });

  it('stops at the number of requests and at the tokens of the budget', async () => {
    const few = create({ budget: { requests: 2, tokens: 100_000 } });
    await few.sample(asking('?'), asked);
    await few.sample(asking('?'), asked);
    await assert.rejects(few.sample(asking('?'), asked), /2 of 2 requests and 6 of 100000 tokens/);
    assert.equal(few.model.requests.length, 2);

    const small = create({ budget: { requests: 10, tokens: 150 } });
    await small.sample(asking('?'), asked);
    const long = 'word '.repeat(200);
    await assert.rejects(small.sample(asking(long), asked), /1 of 10 requests and 3 of 150 tokens/);
    // What was not used of what had been set aside is there again.
    await small.sample(asking('?'), asked);
    assert.equal(small.model.requests.length, 2);
  });

  it('limits an answer to what is left of the budget', async () => {
    const questions: SamplingQuestion[] = [];
    const { sample, model } = create(
      {
        budget: { requests: 10, tokens: 150 },
        consent: async question => {
          questions.push(question);
          return 'once';
        },
      },
      [
        { type: 'text-delta', text: 'Paris' },
        { type: 'usage', usage: { input: 10, output: 40 } },
        { type: 'finish', reason: 'stop' },
      ],
    );
    for (let time = 0; time < 3; time++) {
      const { content } = await sample(asking('?', { maxTokens: 1_000_000 }), asked);
      assert.deepEqual(content, { type: 'text', text: 'Paris' });
    }
    // The question mark is one token, and 50 are used each time.
    const limits = [149, 99, 49];
    const shown = questions.map(({ maxTokens }) => maxTokens);
    const given = model.requests.map(({ options }) => options?.max_tokens);
    assert.deepEqual([shown, given], [limits, limits]);
    await assert.rejects(sample(asking('?'), asked), /3 of 10 requests and 150 of 150 tokens are used/);
  });

  it('counts what was paid for a reply that failed', async () => {
    const { sample } = create({ budget: { requests: 10, tokens: 150 } }, [
      { type: 'usage', usage: { input: 100, output: 50 } },
      { type: 'failure', error: { code: 'model-failed', message: 'It broke.', retryable: false } },
    ]);
    await assert.rejects(sample(asking('?'), asked), /It broke/);
    await assert.rejects(sample(asking('?', { maxTokens: 20 }), asked), /budget/);
  });

  it('does not let two requests at the same time use the same tokens', async () => {
    const { sample, model } = create({ budget: { requests: 10, tokens: 150 } });
    const both = await Promise.allSettled([
      sample(asking('?', { maxTokens: 150 }), asked),
      sample(asking('?', { maxTokens: 150 }), asked),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.equal(model.requests.length, 1);
  });

  it('uses your model, whatever a server would rather have', async () => {
    const { sample } = create();
    const result = await sample(asking('?', { modelPreferences: { hints: [{ name: 'claude' }] } }), asked);
    assert.equal(result.model, 'model');
  });

  it('ends at a stop sequence, even one that came in pieces', async () => {
    const { sample } = create({}, [
      { type: 'text-delta', text: 'one E' },
      { type: 'text-delta', text: 'ND two' },
      { type: 'finish', reason: 'stop' },
    ]);
    const result = await sample(asking('?', { stopSequences: ['END'] }), asked);
    assert.deepEqual([result.content, result.stopReason], [{ type: 'text', text: 'one ' }, 'stopSequence']);
  });

  it('refuses tools, sounds and whatever does not end with the user', async () => {
    const { sample, model } = create();
    const refuse = (params: Partial<Params>, reason: RegExp) =>
      assert.rejects(sample(asking('?', params), asked), reason);
    await refuse({ tools: [{ name: 't', inputSchema: { type: 'object' } }] }, /tools is not supported/);
    const audio = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' } as const;
    await refuse({ messages: [{ role: 'user', content: audio }] }, /type audio/);
    const own = { type: 'text', text: 'x' } as const;
    await refuse({ messages: [{ role: 'assistant', content: own }] }, /must be the user/);
    await refuse({ messages: [] }, /must be the user/);
    const huge = { type: 'text', text: 'x'.repeat(4_000_001) } as const;
    await refuse({ messages: [{ role: 'user', content: huge }] }, /larger than/);
    assert.equal(model.requests.length, 0);
  });
});

function create(more: Partial<SamplingPorts> = {}, script = says('Paris')) {
  const { clock, ids } = createFakeHost();
  const model = createScriptedModel(...Array.from({ length: 5 }, () => script));
  const usual = { chosen: async () => model, consent: async () => 'once' as const };
  return { sample: createSample({ ...usual, clock, ids, ...more }), model };
}

type Params = CreateMessageRequest['params'];

function asking(text: string, more: Partial<Params> = {}): Params {
  return { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100, ...more };
}
