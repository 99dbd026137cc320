import assert from 'node:assert/strict';
import { type ConverserError, errorData, errors } from '../../../src/converser/ground/errors.ts';
import type { Model, ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { openGateway } from '../support/open-gateway.ts';
import { openAiAt } from '../support/vendor-clients.ts';

function failing(error: ConverserError, ...before: readonly ModelEvent[]): readonly ModelEvent[] {
  return [...before, { type: 'failure', error: errorData(error) }];
}

function model(id: string, events: readonly ModelEvent[]): Model {
  return { ...createScriptedModel(events), id };
}

interface Chain {
  readonly models: readonly Model[];
  readonly fallbacks: readonly string[];
}

async function ask({ models, fallbacks }: Chain, stream = false) {
  await using gateway = await openGateway({ models, choices: () => ({ chains: chainsOf(fallbacks) }) });
  const messages = [{ role: 'user', content: 'Hello' }];
  const response = await gateway.post('/v1/chat/completions', { model: 'first', messages, stream });
  return {
    status: response.status,
    by: response.headers.get('x-converser-model'),
    retryAfter: response.headers.get('retry-after'),
    body: await response.text(),
  };
}

const overloaded = errors.modelOverloaded('First', 'busy.', 3000);

describe('A model that cannot answer', () => {
  it('is replaced by the first fallback that can, and the response says which', async () => {
    for (const error of [
      overloaded,
      errors.modelUnreachable('First', 'no connection.'),
      errors.modelQuota('First', 'enough.'),
      errors.modelUnpaid('First', 'no credit.'),
      errors.modelUnauthorized('First'),
      errors.modelConsent('First'),
      errors.modelSuspended('First', 1000),
      errors.modelSilent('First', 1000),
    ]) {
      const models = [
        model('first', failing(error)),
        model('second', failing(overloaded)),
        model('third', says('I am the third.')),
      ];
      const chain = { models, fallbacks: ['second', 'third'] };
      const { status, by, body } = await ask(chain, error.code === 'model-quota');
      assert.deepEqual([status, by], [200, 'scripted/third'], error.code);
      assert.match(body, /I am the third\./);
    }
  });

  it('is not replaced where the request is to blame, or once it has spoken', async () => {
    const fallbacks = ['second'];
    const second = model('second', says('I am the second.'));
    const first = model('first', failing(errors.modelFailed('First', 'bad request.')));
    const blamed = await ask({ models: [first, second], fallbacks });
    assert.equal(blamed.status, 502);
    assert.match(blamed.body, /bad request/);
    const spoken = failing(overloaded, { type: 'text-delta', text: 'Well' });
    const broken = await ask({ models: [model('first', spoken), second], fallbacks }, true);
    assert.deepEqual([broken.status, broken.by], [200, 'scripted/first']);
    assert.match(broken.body, /Well/);
    assert.match(broken.body, /overloaded/);
    assert.doesNotMatch(broken.body, /second/);
  });

  it('fails as the first one did when all fail, with every reason', async () => {
    const models = [
      model('first', failing(overloaded)),
      model('second', failing(errors.modelUnreachable('Second', 'no connection.'))),
    ];
    const { status, by, retryAfter, body } = await ask({ models, fallbacks: ['second', 'gone'] });
    assert.deepEqual([status, by, retryAfter], [503, null, '3']);
    assert.match(body, /First is overloaded: busy\..* The fallbacks failed, too\. Second can’t be reached/);
  });

  it('says by the status what to do where there is no fallback', async () => {
    for (const [error, status] of [
      [errors.modelConsent('First'), 403],
      [errors.modelQuota('First', 'enough.', 1500), 429],
      [overloaded, 503],
    ] as const) {
      const refused = await ask({ models: [model('first', failing(error))], fallbacks: [] });
      assert.equal(refused.status, status);
      assert.ok(refused.body.includes(error.message));
    }
    assert.equal((await ask({ models: [], fallbacks: [] })).status, 503);
  });

  it('is told by name where its provider does not know it', async () => {
    const missing = model('first', failing(errors.modelNotFound('First')));
    const models = [missing, model('first-2', says('No.'))];
    const { status, body } = await ask({ models, fallbacks: ['first-2'] });
    assert.equal(status, 404);
    assert.match(body, /Model \\"first\\" not found\. Did you mean/);
    assert.doesNotMatch(body, /Choose Model/);
  });
});

describe('A model that fails after a long silence', () => {
  const silence = 15_000;

  async function askSlowly(fallbacks: readonly string[]) {
    const { promise: given, resolve: giveUp } = Promise.withResolvers<void>();
    const first = createScriptedModel(async function* () {
      await given;
      yield* fallbacks.length === 0 ? says('At last.') : failing(overloaded);
    });
    const models = [{ ...first, id: 'first' }, model('second', says('I am the second.'))];
    await using gateway = await openGateway({ models, choices: () => ({ chains: chainsOf(fallbacks) }) });
    const messages = [{ role: 'user', content: 'Hello' }];
    const asked = gateway.post('/v1/chat/completions', { model: 'first', messages, stream: true });
    await gateway.clock.untilWaiting(silence);
    await gateway.clock.advance(silence);
    const response = await asked;
    giveUp();
    return { by: response.headers.get('x-converser-model'), body: await response.text() };
  }

  it('is replaced, too, but the headers that were sent by then name none of them', async () => {
    const { by, body } = await askSlowly(['second']);
    assert.equal(by, null);
    assert.match(body, /I am the second\./);
  });

  it('is named by them where no other can answer', async () => {
    const { by, body } = await askSlowly([]);
    assert.equal(by, 'scripted/first');
    assert.match(body, /At last\./);
  });
});

describe('A model that can answer', () => {
  it('is named in the response, also where its name is not ASCII', async () => {
    const models = [model('modèle 1 😀', says('Oui.'))];
    await using gateway = await openGateway({ models });
    const { data, response } = await openAiAt(gateway)
      .chat.completions.create({ model: 'default', messages: [{ role: 'user', content: 'Hello' }] })
      .withResponse();
    assert.equal(data.choices[0]?.message.content, 'Oui.');
    const named = response.headers.get('x-converser-model') ?? '';
    assert.equal(decodeURIComponent(named), 'scripted/modèle 1 😀');
  });
});

function chainsOf(fallbacks: readonly string[]) {
  return fallbacks.length === 0 ? {} : { '*': fallbacks };
}
