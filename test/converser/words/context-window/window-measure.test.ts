import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { defined } from '../../../../src/converser/ground/json/defined.ts';
import { text } from '../../../../src/converser/words/canister/content.ts';
import {
  type MeasuredModel,
  measureRequest,
} from '../../../../src/converser/words/context-window/measure-request.ts';
import { windowGauge } from '../../../../src/converser/words/context-window/window-gauge.ts';
import { shareUsed, windowState } from '../../../../src/converser/words/context-window/window-measure.ts';
import { toolDefinitions } from '../../../../src/converser/words/ensemble/tool-definitions.ts';
import type { ModelRequest } from '../../../../src/converser/words/models/provider.ts';
import { countTokens } from '../../../../src/providers/openai/count-tokens.ts';
import { withContract } from '../../../../src/providers/wrappers/contract/contract-model.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createTextModel } from '../../../fakes/text-model.ts';
import { canisterMaker } from '../../../sidebar/canisters.ts';
import { pluck } from '../../pluck.ts';

const make = canisterMaker();
const prose = (words: number) => 'word '.repeat(words);
const invocable = () => 'x';

function modelWith(capabilities: Partial<MeasuredModel['capabilities']> = {}): MeasuredModel {
  return { provider: 'p', id: 'm', capabilities: { tools: 'native', images: true, ...capabilities } };
}

function request(more: Partial<ModelRequest> = {}): ModelRequest {
  const small = createFakeEnsemble('small', { one: invocable });
  const properties = { path: { type: 'string', description: prose(200) } };
  const large = createFakeEnsemble('large', {
    one: { invocable, arguments: { type: 'object', properties } },
    two: invocable,
  });
  const sealed = { type: 'opaque', provider: 'p', data: { thinking: prose(80) } } as const;
  return {
    canisters: [
      { ...make.user('s', prose(50)), role: 'supervisor' },
      { ...make.user('d', prose(400)), role: 'document' },
      make.user('u', prose(20)),
      { ...make.user('a', 'I look.'), role: 'assistant', content: [sealed, text('I look.')] },
      make.invocation('i', 'small:one', { path: 'a.txt' }),
      make.result('i', prose(300)),
    ],
    tools: toolDefinitions([...small.invokers, ...large.invokers]),
    ...more,
  };
}

describe('the measure of a request', () => {
  it('tells what takes its tokens, the tools by ensemble, and all parts make the whole', () => {
    const { total, parts, isEstimate, model } = measureRequest(request(), { model: modelWith() });
    const { tools, ...others } = parts;
    assert.equal(model, 'p/m');
    assert.equal(isEstimate, true);
    assert.deepEqual(pluck(tools, 'ensemble'), ['large', 'small']);
    const near = (tokens: number, words: number) =>
      assert.ok(tokens > words && tokens < words * 1.4 + 40, `${tokens} for ${words} words`);
    near(parts.instructions, 50);
    near(parts.attachments, 400);
    near(parts.results, 300);
    near(parts.reasoning, 80);
    near(tools[0]?.tokens ?? 0, 200);
    assert.ok(parts.history > 20 && parts.history < 70, String(parts.history));
    const amounts = [...Object.values(others), ...tools.map(({ tokens }) => tokens)];
    const sum = amounts.reduce((sum, tokens) => sum + tokens, 0);
    assert.equal(sum, total);
  });

  it('counts instructions that joined because of a file, and what a compaction has left, as what they are', () => {
    const parts = (stands?: 'instructions' | 'summary') => {
      const document = { ...make.user('d', prose(400)), role: 'document', ...defined({ stands }) } as const;
      return measureRequest(
        { canisters: [make.user('u', 'Go.'), document], tools: [] },
        { model: modelWith() },
      ).parts;
    };
    assert.ok(parts().attachments > 400);
    assert.ok(parts('instructions').instructions > 400);
    assert.ok(parts('summary').history > 400);
    assert.deepEqual([parts('instructions').attachments, parts('summary').attachments], [0, 0]);
  });

  it('keeps room for the reply: what you want of it, or what is usual, and never most of the window', () => {
    const reserved = (capabilities: Partial<MeasuredModel['capabilities']>, maxOutputTokens?: number) =>
      measureRequest(request(maxOutputTokens === undefined ? {} : { wanted: { maxOutputTokens } }), {
        model: modelWith(capabilities),
      }).reserved;
    assert.equal(reserved({ contextTokens: 8_192 }), 1_024);
    assert.equal(reserved({ contextTokens: 200_000, outputTokens: 64_000 }), 16_000);
    assert.equal(reserved({ contextTokens: 200_000, outputTokens: 4_096 }), 4_096);
    assert.equal(reserved({ contextTokens: 200_000, outputTokens: 64_000 }, 32_000), 32_000);
    assert.equal(reserved({ contextTokens: 8_192 }, 8_000), 4_096);
    assert.equal(reserved({}), 0);
    const model = {
      ...modelWith({ contextTokens: 200_000 }),
      wanted: { maxOutputTokens: 5_000, contextTokens: 60_000 },
    };
    const measure = measureRequest(request(), { model });
    assert.deepEqual([measure.reserved, measure.window], [5_000, 60_000]);
  });

  it('keeps none in a window that is without the reply already, as VS Code tells it', () => {
    const model: MeasuredModel = { ...modelWith({ contextTokens: 100_000 }), dialect: 'vscode-lm' };
    assert.equal(measureRequest(request(), { model }).reserved, 0);
  });

  it('says how full the window is, and nothing where it is not known', () => {
    const measure = measureRequest(request(), { model: modelWith() });
    assert.deepEqual([shareUsed(measure), windowState(measure)], [undefined, 'unknown']);
    const stateAt = (share: number) =>
      windowState({ ...measure, reserved: 100, window: measure.total / share + 100 });
    assert.deepEqual([0.5, 0.74, 0.76, 1, 1.01].map(stateAt), ['ok', 'ok', 'near', 'near', 'over']);
  });

  it('counts tools as they are sent, where that is not as definitions', () => {
    const whole = measureRequest(request(), { model: modelWith() }).parts.tools;
    const { tools } = measureRequest(request(), { model: { ...modelWith(), toolTokens: () => 60 } }).parts;
    const sum = (some: typeof whole) => some.reduce((all, { tokens }) => all + tokens, 0);
    assert.ok(Math.abs(sum(tools) - 60) <= 1 && sum(whole) > 200);
    assert.deepEqual(pluck(tools, 'ensemble'), pluck(whole, 'ensemble'));
  });
});

describe('the gauge of a conversation', () => {
  const model = modelWith({ contextTokens: 10_000 });

  it('measures a request as the provider has reported it, from then on and in later turns', () => {
    const conversation = {};
    const gauge = windowGauge(conversation, model);
    const asked = request();
    const { total } = gauge.measure(asked);
    gauge.learn(asked, { input: Math.round(total * 1.3), output: 5 });
    for (const each of [gauge, windowGauge(conversation, model)]) {
      const measure = each.measure(asked);
      assert.ok(Math.abs(measure.total - total * 1.3) <= 6, String(measure.total));
      assert.equal(measure.isEstimate, undefined);
    }
    const other = windowGauge(conversation, { ...model, id: 'other' }).measure(asked);
    assert.deepEqual([other.total, other.isEstimate], [total, true]);
    assert.equal(windowGauge({}, { ...model }).measure(asked).total, total);
  });

  it('begins another conversation with what was learnt of the model, which is an estimate there', () => {
    const gauge = windowGauge({}, model);
    const asked = request();
    const { total } = windowGauge({}, { ...model }).measure(asked);
    gauge.learn(asked, { input: Math.round(total * 1.4) });
    const next = windowGauge({}, model);
    const { total: begun, isEstimate } = next.measure(asked);
    assert.ok(Math.abs(begun - total * 1.4) <= 6, String(begun));
    assert.equal(isEstimate, true);
    next.learn(asked, { input: Math.round(total * 1.2) });
    const reported = next.measure(asked);
    assert.ok(Math.abs(reported.total - total * 1.2) <= 6, String(reported.total));
    assert.equal(reported.isEstimate, undefined);
  });

  it('learns nothing from estimates, from figures of several requests, and from what cannot be', () => {
    const gauge = windowGauge({}, model);
    const asked = request();
    gauge.learn(asked, { output: 5 });
    gauge.learn(asked, { input: 900, estimated: true });
    gauge.learn(asked, { input: 900, requests: 2 });
    gauge.learn(asked, { input: 1 });
    gauge.learn(asked, { input: 1_000_000 });
    assert.equal(gauge.measure(asked).isEstimate, true);
  });

  it('takes a later figure of the same request for a correction', () => {
    const [gauge, once] = [windowGauge({}, model), windowGauge({}, model)];
    const asked = request();
    gauge.learn(asked, { input: 600 });
    gauge.learn(asked, { input: 1500 });
    once.learn(asked, { input: 1500 });
    assert.deepEqual(gauge.measure(asked), once.measure(asked));
  });
});

const fileText = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const properties = { path: { type: 'string', description: 'A file, as a path from the root.' } };
const tools: ModelRequest['tools'] = Array.from({ length: 30 }, (_, at) => ({
  name: `files__read_${at}`,
  description: 'Reads a file, or some of its lines, and numbers them.',
  inputSchema: { type: 'object', properties, required: ['path'] },
  ensemble: 'files',
}));
const supervisor = { ...make.user('s', fileText('README.md').slice(0, 2_000)), role: 'supervisor' } as const;
/** Rounds of code, prose, styles and data. */
const added = [
  fileText('src/converser/turn/run-round.ts'),
  fileText('README.md').slice(5_000, 12_000),
  fileText('media/sidebar.css').slice(0, 6_000),
  fileText('package.json').slice(0, 8_000),
  fileText('CHANGELOG.md').slice(0, 6_000),
].map((content, at) => make.result(`call-${at}`, '', { content: [text(content)] }));

describe('the measure beside a real tokenizer', () => {
  it('is within 20 % before anything is reported, and within 8 % after the first round', () => {
    const gauge = windowGauge({}, createTextModel([]));
    const errors = added.map((_, at) => {
      const request = { canisters: [supervisor, make.user('u', 'Go.'), ...added.slice(0, at)], tools };
      const real = countTokens(request);
      const { total } = gauge.measure(request);
      gauge.learn(request, { input: real });
      assert.ok(Math.abs(gauge.measure(request).total / real - 1) < 0.01, 'what was reported comes out');
      return Math.abs(total / real - 1);
    });
    const [first = 1, ...later] = errors;
    assert.ok(first < 0.2, String(first));
    assert.ok(Math.max(...later) < 0.08, later.join());
  });

  it('counts tools as a model without tool calling reads them', () => {
    const model = withContract(createTextModel([], { contextTokens: 8_000 }));
    const ofTools = (measured: Parameters<typeof windowGauge>[1]) =>
      windowGauge({}, measured).measure({ canisters: [], tools }).total;
    const asDefinitions = ofTools(createTextModel([]));
    assert.ok(ofTools(model) < asDefinitions && ofTools(model) > 100, `${ofTools(model)}, ${asDefinitions}`);
  });
});
