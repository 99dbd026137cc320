import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isJsonObject } from '../../../src/converser/ground/json/json.ts';
import { estimateText } from '../../../src/converser/words/spending/estimate-tokens.ts';
import { describerOf, describeTools } from '../../../src/dialects/contract/describe-tools.ts';
import { contractPrompt } from '../../../src/dialects/contract/prompt.ts';
import { largeTools } from './large-tools.ts';

const tools = largeTools();

describe('Tools that are described on demand', () => {
  it('take less than a tenth as signatures', () => {
    const full = contractPrompt(tools).length;
    const short = contractPrompt(tools, { describer: describerOf(tools) }).length;
    assert.ok(full > 55_000 && full < 65_000, `${full}`);
    assert.ok(short < 6_000, `${short}`);
  });

  it('have a describer with a name of its own, which the prompt explains', () => {
    const taken = ['describe_tool', 'other'].map(name => ({ name, description: '', inputSchema: {} }));
    const [first, ...others] = taken;
    assert.ok(first);
    const aliased = { name: 'x', description: '', inputSchema: {}, aliases: ['describe_tool_2'] };
    assert.equal(describerOf(others).name, 'describe_tool');
    const describer = describerOf([...taken, aliased]);
    assert.equal(describer.name, 'describe_tool_3');
    for (const form of ['full', 'minimal'] as const) {
      assert.match(
        contractPrompt(taken, { form, describer }),
        /\n- describe_tool_3\(names: string\[\]\): Shows you/,
      );
    }
  });

  it('are told in full, with the schemas of their arguments', () => {
    const described = describeTools(['Tool3', 'Tool3'], { tools, room: 10_000 });
    const [tool] = tools.slice(3);
    assert.ok(Array.isArray(described.tools));
    const [entry, ...more] = described.tools;
    assert.deepEqual(more, []);
    assert.equal(entry.description, tool?.description);
    assert.deepEqual(entry.arguments.properties, {
      ...(isJsonObject(tool?.inputSchema.properties) ? tool.inputSchema.properties : {}),
      edits: {
        type: 'array',
        items: {
          type: 'object',
          properties: { old: { type: 'string', minLength: 1 }, new: { type: 'string' } },
          required: ['old', 'new'],
        },
      },
    });
    assert.deepEqual(Object.keys(described), ['tools']);
  });

  it('are found by every form of their names', () => {
    const [tool] = tools;
    assert.ok(tool);
    const read = { ...tool, name: 'files__read', aliases: ['cat'] };
    for (const name of ['files__read', 'files:read', 'read', 'cat', ' functions.read']) {
      const described = describeTools([name], { tools: [read], room: 10_000 });
      assert.equal(described.unknown, undefined, name);
    }
    const two = [read, { ...tool, name: 'other__read' }];
    assert.deepEqual(describeTools(['read'], { tools: two, room: 10_000 }).unknown, ['read']);
  });

  it('never take more than the room that there is, and name what has none', () => {
    const names = fc.array(fc.constantFrom(...tools.map(({ name }) => name), 'Other'), { maxLength: 40 });
    fc.assert(
      fc.property(names, fc.integer({ min: -500, max: 20_000 }), (asked, room) => {
        const {
          tools: entries,
          too_long_to_show_now: omitted,
          unknown,
        } = describeTools(asked, { tools, room });
        const list = Array.isArray(entries) ? entries : [];
        const cost = list.reduce((sum, entry) => sum + estimateText(JSON.stringify(entry)), 0);
        assert.ok(cost <= Math.max(0, room));
        const told = [...list.map(({ name }) => name), ...[omitted, unknown].flat()].filter(Boolean);
        assert.deepEqual(told.toSorted(), [...new Set(asked)].toSorted());
      }),
      { numRuns: 300 },
    );
  });

  it('lose the middle of their description where there is no room for all of it', () => {
    const described = describeTools(['Tool1'], { tools, room: 400 });
    const [entry] = Array.isArray(described.tools) ? described.tools : [];
    assert.match(
      entry.description,
      /^Does the work of number 1 [\s\S]*characters \(\d+ lines\) of \d+ are left out here/,
    );
    assert.ok(isJsonObject(entry.arguments.properties));
  });

  it('keep what there is room for of their description, however large their schema is', () => {
    const names = Array.from({ length: 100 }, (_, at) => [`argument_${at}`, { type: 'string' }] as const);
    const inputSchema = { type: 'object', properties: Object.fromEntries(names) };
    const large = { name: 'large', description: 'Does one thing after the other.\n'.repeat(50), inputSchema };
    const shown = (tool: typeof large, room: number) => {
      const { tools: entries } = describeTools(['large'], { tools: [tool], room });
      const [entry] = Array.isArray(entries) ? entries : [];
      return { entry, cost: estimateText(JSON.stringify(entry)) };
    };
    const most = shown(large, 10_000).cost;
    const least = shown({ ...large, description: '' }, 10_000).cost;
    const { entry } = shown(large, (most + least) / 2);
    const kept = entry.description.match(/Does one thing/g).length;
    assert.ok(kept >= 20 && kept <= 25, `${kept} of 50`);
  });
});
