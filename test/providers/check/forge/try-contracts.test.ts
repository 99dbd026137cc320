import assert from 'node:assert/strict';
import { errorData, errors } from '../../../../src/converser/ground/errors.ts';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../../src/converser/words/models/provider.ts';
import type { ContractStyle } from '../../../../src/dialects/contract/forms/contract-form.ts';
import { withContract } from '../../../../src/providers/check/check-with-contracts.ts';
import { contractCases } from '../../../../src/providers/check/forge/cases.ts';
import {
  type ContractTrial,
  isGoodEnough,
  readForm,
} from '../../../../src/providers/check/forge/contract-trial.ts';
import { trialText } from '../../../../src/providers/check/forge/trial-text.ts';
import { forgeCost, tryContracts } from '../../../../src/providers/check/forge/try-contracts.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';
import { caseIn, replyToCase, styleOf } from '../../../fakes/known-cases.ts';
import { aCard } from '../a-card.ts';

describe('the trials of contracts', () => {
  it('find the one form that a model has learnt', async () => {
    const best = await bestOf(
      modelThat({ calls: prompt => (styleOf(prompt) === 'hermes' ? 'hermes' : undefined) }),
    );
    assert.equal(best.form.style, 'hermes');
    assert.deepEqual([best.right, best.of], [12, 12]);
    assert.ok(isGoodEnough(best));
  });

  it('find that a model needs examples', async () => {
    const knows = (prompt: string) => (/Two examples/.test(prompt) ? styleOf(prompt) : undefined);
    assert.equal((await bestOf(modelThat({ calls: knows }))).form.examples, true);
  });

  it('prefer the shorter of two that do equally well', async () => {
    const best = await bestOf(modelThat({ calls: styleOf }));
    assert.deepEqual([best.form.examples, best.form.tools], [false, 'signatures']);
    assert.deepEqual(
      [best.right, best.of],
      [12, 12],
      'a model that knows all answers is right in every case',
    );
  });

  it('try all forms on half of the cases, and four of them on the rest', async () => {
    const free = modelThat({ calls: styleOf });
    await bestOf(free);
    assert.equal(free.requests.length, 12 * 6 + 4 * 6);
    const held = modelThat({ calls: styleOf, replySchema: true });
    await bestOf(held, true);
    assert.equal(held.requests.length, 16 * 6 + 4 * 6);
  });

  it('send the schema in the trials of what the server enforces alone, though the bare model does not say that it takes one', async () => {
    const free = modelThat({ calls: styleOf });
    await bestOf(free);
    assert.ok(free.requests.every(({ replySchema }) => replySchema === undefined));
    const held = modelThat({ calls: styleOf });
    await bestOf(held, true);
    const enforced = held.requests.filter(({ replySchema }) => replySchema !== undefined);
    assert.ok(enforced.length >= 4 * 6 && enforced.length < held.requests.length);
  });

  it('say so when none is good enough, and leave the model without tools then', async () => {
    const best = await bestOf(modelThat({ calls: () => undefined }));
    assert.ok(!isGoodEnough(best));
    assert.match(trialText(best), /^No contract is good enough: the best one got \d+ of 12 cases right/);
    assert.equal(withContract(aCard, best).conclusions.tools, 'none');
  });

  it('cost no more than they say', async () => {
    const model = modelThat({ calls: styleOf, replySchema: true });
    await bestOf(model, true);
    assert.ok(model.requests.length <= forgeCost.requests, `${model.requests.length} requests`);
  });

  it('end with the first error that every other request would meet', async () => {
    const model = modelThat({ calls: styleOf, failure: errors.modelUnauthorized('Fake') });
    const forged = await tryContracts(model, options(false));
    assert.equal(forged.type === 'stopped' && forged.error.code, 'model-unauthorized');
    assert.equal(model.requests.length, 1);
  });

  it('end when they are stopped', async () => {
    const over = new AbortController();
    const model = modelThat({ calls: styleOf });
    const forged = await tryContracts(model, {
      ...options(false),
      signal: over.signal,
      onCase: at => {
        if (at === 3) over.abort();
      },
    });
    assert.equal(forged.type === 'stopped' && forged.error.code, 'cancelled');
    assert.ok(model.requests.length < 10);
  });

  it('stay on the card, and are read again', async () => {
    const best = await bestOf(modelThat({ calls: styleOf }));
    const { bestContract, conclusions } = withContract(aCard, best);
    assert.deepEqual(bestContract, best);
    assert.deepEqual(readForm(JSON.parse(JSON.stringify(conclusions.contract))), best.form);
    for (const forged of [{ ...best.form, style: 'evil' }, 'x', null])
      assert.equal(readForm(JSON.parse(JSON.stringify(forged))), undefined);
  });
});

describe('the cases of contracts', () => {
  it('are 12, and each can be met', () => {
    assert.equal(contractCases.length, 12);
    assert.equal(new Set(contractCases.map(({ said }) => said)).size, 12);
  });
});

interface Knowing {
  /** In which style it calls, if it knows the one that it is asked for. */
  readonly calls: (prompt: string) => ContractStyle | undefined;
  readonly replySchema?: boolean;
  readonly failure?: Parameters<typeof errorData>[0];
}

/** A model that knows all answers, and says them in prose where it doesn't know how to call. */
function modelThat({
  calls,
  replySchema = false,
  failure,
}: Knowing): Model & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    provider: 'fake',
    id: 'knows-all',
    label: 'Knows all',
    capabilities: { tools: 'none', images: false, replySchema },
    requests,
    async *reply(request): AsyncGenerator<ModelEvent, void> {
      requests.push(request);
      if (failure !== undefined) return yield { type: 'failure', error: errorData(failure) };
      const prompt = textOf(request.canisters[0]?.content ?? []);
      const said = request.canisters
        .filter(({ role }) => role === 'user')
        .map(({ content }) => textOf(content));
      const known = caseIn(said);
      if (known === undefined) throw new Error(`No case: ${said.join(' / ')}`);
      yield {
        type: 'text-delta',
        text: replyToCase(known, { style: calls(prompt), isHeld: request.replySchema !== undefined }),
      };
      yield { type: 'usage', usage: { input: Math.ceil(prompt.length / 4), output: 20 } };
      yield { type: 'finish', reason: 'stop' };
    },
  };
}

function options(isConstrained: boolean) {
  return { clock: createFakeHost().clock, signal: new AbortController().signal, isConstrained };
}

async function bestOf(model: Model, isConstrained = false): Promise<ContractTrial> {
  const forged = await tryContracts(model, options(isConstrained));
  return forged.type === 'tried' ? forged.best : assert.fail(forged.error.message);
}
