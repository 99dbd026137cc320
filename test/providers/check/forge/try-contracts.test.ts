import assert from 'node:assert/strict';
import { textOf } from '../../../../src/converser/canister/content.ts';
import { errorData, errors } from '../../../../src/converser/errors.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../../src/converser/models/provider.ts';
import type { ContractStyle } from '../../../../src/dialects/contract/forms/contract-form.ts';
import { withContracts } from '../../../../src/providers/check/find-best-contract.ts';
import { contractCases } from '../../../../src/providers/check/forge/cases.ts';
import { bestContract, type ContractTrial } from '../../../../src/providers/check/forge/contract-trial.ts';
import { readTrials } from '../../../../src/providers/check/forge/read-trials.ts';
import { trialsText } from '../../../../src/providers/check/forge/trial-text.ts';
import { forgeCost, tryContracts } from '../../../../src/providers/check/forge/try-contracts.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';
import { caseIn, replyToCase, styleOf } from '../../../fakes/known-cases.ts';
import { aCard } from '../a-card.ts';

describe('the trials of contracts', () => {
  it('find the one form that a model has learnt', async () => {
    const { trials } = await trialsOf(
      modelThat({ calls: prompt => (styleOf(prompt) === 'hermes' ? 'hermes' : undefined) }),
    );
    const best = bestContract(trials);
    assert.equal(best?.form.style, 'hermes');
    assert.deepEqual([best?.right, best?.of], [12, 12]);
    assert.equal(trials.filter(({ of }) => of === 12).length, 4);
  });

  it('find that a model needs examples', async () => {
    const knows = (prompt: string) => (/Two examples/.test(prompt) ? styleOf(prompt) : undefined);
    const { trials } = await trialsOf(modelThat({ calls: knows }));
    assert.equal(bestContract(trials)?.form.examples, true);
  });

  it('prefer the shorter of two that do equally well', async () => {
    const { trials } = await trialsOf(modelThat({ calls: styleOf }));
    const best = bestContract(trials);
    assert.deepEqual([best?.form.examples, best?.form.tools], [false, 'signatures']);
    assert.ok(
      trials.every(({ right, of }) => right === of),
      'a model that knows all answers is right in every form',
    );
  });

  it('try what the server enforces only where it does', async () => {
    const free = await trialsOf(modelThat({ calls: styleOf }));
    assert.equal(free.trials.length, 12);
    const held = await trialsOf(modelThat({ calls: styleOf, replySchema: true }), true);
    assert.equal(held.trials.length, 16);
    assert.equal(held.trials.filter(({ form }) => form.constrained).length, 4);
  });

  it('send the schema in those trials alone, though the bare model does not say that it takes one', async () => {
    const model = modelThat({ calls: styleOf });
    const { trials } = await trialsOf(model, true);
    const cases = trials.filter(({ form }) => form.constrained).reduce((sum, { of }) => sum + of, 0);
    const held = model.requests.filter(({ replySchema }) => replySchema !== undefined);
    assert.ok(cases > 0);
    assert.ok(held.length >= cases && held.length < model.requests.length);
  });

  it('say so when none is good enough, and leave the model without tools then', async () => {
    const { trials } = await trialsOf(modelThat({ calls: () => undefined }));
    assert.equal(bestContract(trials), undefined);
    assert.match(trialsText(trials), /^No contract is good enough: the best one got \d+ of 12 cases right/);
    assert.equal(withContracts(aCard, trials).conclusions.tools, 'none');
  });

  it('cost no more than they say', async () => {
    const model = modelThat({ calls: styleOf, replySchema: true });
    await trialsOf(model, true);
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
      onCase: trials => {
        if (trials.some(({ of }) => of === 3)) over.abort();
      },
    });
    assert.equal(forged.type === 'stopped' && forged.error.code, 'cancelled');
    assert.ok(model.requests.length < 10);
  });

  it('stay on the card, and are read again', async () => {
    const { trials } = await trialsOf(modelThat({ calls: styleOf }));
    assert.deepEqual(readTrials(JSON.parse(JSON.stringify(trials))), trials);
    const forged = [{ ...trials[0], right: 13 }, { ...trials[0], form: { style: 'evil' } }, 'x', null];
    assert.deepEqual(readTrials(JSON.parse(JSON.stringify(forged))), []);
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

async function trialsOf(
  model: Model,
  isConstrained = false,
): Promise<{ readonly trials: readonly ContractTrial[] }> {
  const forged = await tryContracts(model, options(isConstrained));
  assert.equal(forged.type, 'tried');
  return forged.type === 'tried' ? forged : { trials: [] };
}
