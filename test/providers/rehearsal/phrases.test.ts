import assert from 'node:assert/strict';
import { checkArguments } from '../../../src/converser/call/arguments/check-arguments.ts';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import type { ToolDefinition } from '../../../src/converser/words/models/provider.ts';
import { lastPart } from '../../../src/providers/rehearsal/find-tool.ts';
import { rules } from '../../../src/providers/rehearsal/phrases.ts';
import { planRequests } from '../../../src/providers/rehearsal/plan-requests.ts';
import { nonsense, phrases, talk } from './phrases.ts';
import { shippedTools } from './shipped-tools.ts';

describe('Rehearsal understands', () => {
  let tools: readonly ToolDefinition[] = [];
  before(async () => {
    tools = await shippedTools();
  });

  for (const [phrase, ...calls] of phrases) {
    it(JSON.stringify(phrase), async () => {
      const plan = planRequests(phrase, tools);
      assert.deepEqual(plan.unknown, []);
      const [step = []] = plan.steps;
      assert.equal(plan.steps.length, 1);
      assert.deepEqual(
        step.map(({ name, arguments: args }) => [lastPart(name), args]),
        calls,
      );
      for (const { name, arguments: args } of step) await assertFits(name, args as JsonObject);
    });
  }

  for (const { example } of rules) {
    if (example === undefined) continue;
    it(`its own example ${JSON.stringify(example)}`, () => {
      assert.equal(planRequests(example, tools).steps.flat().length, 1);
    });
  }

  async function assertFits(name: string, args: JsonObject): Promise<void> {
    const schema = tools.find(tool => tool.name === name)?.inputSchema ?? {};
    const checked = await checkArguments(args, schema);
    assert.equal(checked.valid, true, checked.valid ? '' : checked.complaint);
  }
});

describe('Rehearsal calls nothing for', () => {
  let tools: readonly ToolDefinition[] = [];
  before(async () => {
    tools = await shippedTools();
  });

  for (const phrase of talk) {
    it(`the talk ${JSON.stringify(phrase)}`, () => {
      const plan = planRequests(phrase, tools);
      assert.deepEqual(plan.steps, []);
      assert.equal(plan.answers.length, 1);
    });
  }

  for (const phrase of nonsense) {
    it(`what no phrase matches: ${JSON.stringify(phrase)}`, () => {
      const plan = planRequests(phrase, tools);
      assert.deepEqual(plan.steps, []);
      assert.deepEqual(plan.answers, []);
    });
  }
});
