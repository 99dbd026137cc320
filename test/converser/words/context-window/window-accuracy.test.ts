import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { text } from '../../../../src/converser/words/canister/content.ts';
import { windowGauge } from '../../../../src/converser/words/context-window/window-gauge.ts';
import type { ModelRequest } from '../../../../src/converser/words/models/provider.ts';
import { countTokens } from '../../../../src/providers/openai/count-tokens.ts';
import { withContract } from '../../../../src/providers/wrappers/contract/contract-model.ts';
import { createTextModel } from '../../../fakes/text-model.ts';
import { canisterMaker } from '../../../sidebar/canisters.ts';

const make = canisterMaker();
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
    const model = withContract(createTextModel([], { contextTokens: 8_192 }), { form: 'minimal' });
    const ofTools = (measured: Parameters<typeof windowGauge>[1]) =>
      windowGauge({}, measured).measure({ canisters: [], tools }).total;
    const asDefinitions = ofTools(createTextModel([]));
    assert.ok(ofTools(model) < asDefinitions && ofTools(model) > 100, `${ofTools(model)}, ${asDefinitions}`);
  });
});
