import assert from 'node:assert/strict';
import type { Tool } from '@modelcontextprotocol/client';
import type { Invocable } from '../../../../src/converser/words/ensemble/invoker.ts';
import { createOfferedTools } from '../../../../src/ensembles/mcp/ensemble/offered-tools.ts';
import type { Manifest } from '../../../../src/ensembles/mcp/manifest/manifest.ts';
import { toolInvokers } from '../../../../src/ensembles/mcp/manifest/tool-invokers.ts';
import { aServer } from '../example-definition.ts';

function manifest(more: Partial<Manifest>): Manifest {
  return {
    form: 2,
    announced: [],
    protocolVersion: '2025-11-25',
    capabilities: {},
    tools: [],
    unusable: [],
    ...more,
  };
}

const tool = (name: string): Tool => ({ name, inputSchema: { type: 'object' } });

describe('the tools of a server, as invokers', () => {
  const offer = (found: Manifest, quarantined: readonly string[] = []) =>
    toolInvokers(aServer(), found, {
      quarantined: new Map(quarantined.map(name => [name, 'It has changed.'])),
      invocable: () => async () => '',
    });

  it('are one for each name, with one problem of each kind for those that share it', () => {
    const tools = ['ok', 'ok', 'ok', 'changed', 'changed', 'fine'].map(tool);
    const unusable = ['(without a name)', '(without a name)'].map(name => ({ name, reason: 'No name.' }));
    const { invokers, problems } = offer(manifest({ tools, unusable }), ['changed']);
    assert.deepEqual(
      invokers.map(({ name }) => name),
      ['ok', 'fine'],
    );
    assert.deepEqual(
      problems.map(problem => `${problem.kind} ${problem.tool}`),
      ['unusable (without a name)', 'unusable ok', 'quarantined changed'],
    );
  });

  it('are left out where a name is none that a person could read', () => {
    const odd = ['a\u001b[2J', 'a\nb', 'a\u202eb', 'a\u200bb', 'x'.repeat(257)];
    const { invokers, problems } = offer(manifest({ tools: [...odd, 'ünï.cöde/ok 1'].map(tool) }));
    assert.deepEqual(
      invokers.map(({ name }) => name),
      ['ünï.cöde/ok 1'],
    );
    assert.deepEqual(
      problems.map(problem => problem.tool),
      odd,
    );
  });

  it('are left out with the reason where they run only as tasks', () => {
    const supports = (taskSupport: 'required' | 'optional' | 'forbidden') => ({
      ...tool(taskSupport),
      execution: { taskSupport },
    });
    const tools = [supports('required'), supports('optional'), supports('forbidden')];
    const { invokers, problems } = offer(manifest({ tools }));
    assert.deepEqual(
      invokers.map(({ name }) => name),
      ['optional', 'forbidden'],
    );
    const left = problems.map(problem => `${problem.kind} ${problem.tool}: ${problem.message}`);
    assert.equal(left.length, 1);
    assert.match(left.join(), /^task-only required: It runs only as a task/);
  });

  it('keep names that are those of properties of every object', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const { invokers, problems } = offer(manifest({ tools: names.map(tool) }));
    assert.deepEqual(
      invokers.map(({ name }) => name),
      names,
    );
    assert.deepEqual(problems, []);
  });

  it('are other ones once their results are to be held against something else, and the same where nothing changed', async () => {
    const called: (Tool['outputSchema'] | undefined)[] = [];
    const { invokers, update } = offeredBy(tool => async () => {
      called.push(tool.outputSchema);
      return '';
    });
    const promising = (...required: readonly string[]): Tool => ({
      ...tool('sum'),
      outputSchema: { type: 'object', required: [...required] },
    });
    await update(manifest({ tools: [promising('a'), tool('plain')] }));
    const [sum, plain] = invokers();
    await update(manifest({ tools: [promising('b'), tool('plain')], instructions: 'New.' }));
    const [otherSum, otherPlain] = invokers();
    assert.notEqual(otherSum, sum);
    assert.equal(otherPlain, plain);
    await otherSum?.invocable({}, {} as never);
    assert.deepEqual(called, [{ type: 'object', required: ['b'] }]);
  });

  it('name no more of thousands than anybody reads where the settings name one that is not there', () => {
    const tools = Array.from({ length: 5_000 }, (_, index) => tool(`tool_${index}`));
    const settings = { nothing_alike: { enabled: false } };
    const { problems } = toolInvokers(aServer({}, { tools: settings }), manifest({ tools }), {
      quarantined: new Map(),
      invocable: () => async () => '',
    });
    assert.deepEqual(
      problems.map(({ message }) => message.slice(0, 90)),
      ['The server has no tool "nothing_alike". It has tool_0, tool_1, tool_2, tool_3, tool_4, too'],
    );
    assert.match(problems[0]?.message ?? '', /tool_19 and 4980 more\.$/);
  });
});

function offeredBy(invocable: (tool: Tool) => Invocable) {
  const offered = createOfferedTools({
    definition: aServer(),
    announced: [],
    ports: {},
    invocable,
    onChange: () => {},
  });
  return { invokers: () => offered.offer.invokers, update: offered.update };
}
