import assert from 'node:assert/strict';
import { toolDefinitions, toolTokens } from '../../../../src/converser/words/ensemble/tool-definitions.ts';
import { estimateRequest } from '../../../../src/converser/words/spending/estimate-request.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';

describe('what tools cost', () => {
  const properties = { path: { type: 'string', description: 'A file, as a path from the root.' } };
  const invocable = () => 'x';
  const ensemble = createFakeEnsemble('e', {
    bare: invocable,
    described: { invocable, arguments: { type: 'object', properties } },
  });

  it('grows with their schemas', () => {
    const [bare = 0, described = 0] = ensemble.invokers.map(toolTokens);
    assert.ok(bare > 0);
    assert.ok(described >= bare + 10, `${described} and ${bare}`);
  });

  it('is of all of an ensemble what a request with its tools and nothing else costs', () => {
    const whole = estimateRequest({ canisters: [], tools: toolDefinitions(ensemble.invokers) }, '');
    const counted = ensemble.invokers.reduce((sum, invoker) => sum + toolTokens(invoker), 0);
    // Each tool is rounded up by itself.
    assert.ok(counted >= whole && counted <= whole + ensemble.invokers.length, `${counted} and ${whole}`);
  });
});
