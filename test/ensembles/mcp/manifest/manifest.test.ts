import assert from 'node:assert/strict';
import type { Tool } from '@modelcontextprotocol/client';
import type { JsonValue } from '../../../../src/converser/ground/json/json.ts';
import type { Invocable } from '../../../../src/converser/words/ensemble/invoker.ts';
import { manifestHash } from '../../../../src/ensembles/mcp/connection/capabilities.ts';
import type { ServerDefinition } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { createOfferedTools } from '../../../../src/ensembles/mcp/ensemble/offered-tools.ts';
import type { Manifest } from '../../../../src/ensembles/mcp/manifest/manifest.ts';
import { portableSchema, schemaTrouble } from '../../../../src/ensembles/mcp/manifest/repair-schema.ts';
import { toolInvokers } from '../../../../src/ensembles/mcp/manifest/tool-invokers.ts';
import { aServer } from '../example-definition.ts';
import { aManifest } from '../lock/examples.ts';

const manifest = (more: Partial<Manifest>) => ({ ...aManifest([]), ...more });
const tool = (name: string): Tool => ({ name, inputSchema: { type: 'object' } });

describe('the tools of a server, as invokers', () => {
  const offer = (found: Manifest, changed: readonly string[] = [], tools: ServerDefinition['tools'] = {}) => {
    const quarantined = new Map(changed.map(name => [name, 'It has changed.']));
    const ports = { quarantined, invocable: () => async () => '' };
    const { invokers, problems } = toolInvokers(aServer({}, { tools }), found, ports);
    return { invokers: invokers.map(({ name }) => name), problems };
  };

  it('are one for each name, with one problem of each kind for those that share it', () => {
    const tools = ['ok', 'ok', 'ok', 'changed', 'changed', 'fine'].map(tool);
    const unusable = ['(without a name)', '(without a name)'].map(name => ({ name, reason: 'No name.' }));
    const { invokers, problems } = offer(manifest({ tools, unusable }), ['changed']);
    assert.deepEqual(invokers, ['ok', 'fine']);
    const left = problems.map(problem => `${problem.kind} ${problem.tool}`);
    assert.deepEqual(left, ['unusable (without a name)', 'unusable ok', 'quarantined changed']);
  });

  it('are left out where a name is none that a person could read', () => {
    const odd = ['a\u001b[2J', 'a\nb', 'a\u202eb', 'a\u200bb', 'x'.repeat(257)];
    const { invokers, problems } = offer(manifest({ tools: [...odd, 'ünï.cöde/ok 1'].map(tool) }));
    assert.deepEqual(invokers, ['ünï.cöde/ok 1']);
    const left = problems.map(({ tool: name }) => name);
    assert.deepEqual(left, odd);
  });

  it('are left out with the reason where they run only as tasks', () => {
    const supports = (taskSupport: 'required' | 'optional' | 'forbidden') => ({
      ...tool(taskSupport),
      execution: { taskSupport },
    });
    const tools = (['required', 'optional', 'forbidden'] as const).map(supports);
    const { invokers, problems } = offer(manifest({ tools }));
    assert.deepEqual(invokers, ['optional', 'forbidden']);
    const left = problems.map(problem => `${problem.kind} ${problem.tool}: ${problem.message}`);
    assert.equal(left.length, 1);
    assert.match(left.join(), /^task-only required: It runs only as a task/);
  });

  it('keep names that are those of properties of every object', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const { invokers, problems } = offer(manifest({ tools: names.map(tool) }));
    assert.deepEqual(invokers, names);
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
    const { problems } = offer(manifest({ tools }), [], { nothing_alike: { enabled: false } });
    assert.equal(problems.length, 1);
    const told = problems[0]?.message ?? '';
    assert.match(told, /^The server has no tool "nothing_alike"\. It has tool_0, .*tool_19 and 4980 more\.$/);
  });
});

function offeredBy(invocable: (tool: Tool) => Invocable) {
  const onChange = () => {};
  const offered = createOfferedTools({
    definition: aServer(),
    announced: [],
    ports: {},
    invocable,
    onChange,
  });
  return { invokers: () => offered.offer.invokers, update: offered.update };
}

describe('What a manifest is found again by', () => {
  const http = (key: string) =>
    aServer({ kind: 'http', url: 'https://a.example/mcp', headers: { Authorization: key } });

  it('is the same for whatever is launched and told the same, whoever describes it', () => {
    const one = aServer({ env: { A: '1', B: '2' } });
    const other = aServer({ env: { B: '2', A: '1' } }, { name: 'rain', timeout: 7, folder: '/elsewhere' });
    assert.equal(manifestHash(one, ['roots']), manifestHash(other, ['roots']));
    assert.notEqual(manifestHash(one, ['roots']), manifestHash(one, []));
  });

  it('is another one for another account or mode, for which a server may have other tools', () => {
    const modes = ['read', 'write'].map(mode => manifestHash(aServer({ env: { MODE: mode } }), []));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.
    const accounts = ['${secret:work}', '${secret:home}'].map(key => manifestHash(http(key), []));
    assert.equal(new Set([...modes, ...accounts]).size, 4);
  });
});

function ofArgument(schema: JsonValue): JsonValue {
  return { type: 'object', properties: { a: schema } };
}

describe('A schema of a tool’s arguments', () => {
  it('is no trouble where it is sound, by whichever draft it goes', async () => {
    for (const schema of [{ pattern: '^a' }, { $ref: '#' }, { items: [{ type: 'string' }] }, true]) {
      assert.equal(await schemaTrouble(ofArgument(schema)), undefined, JSON.stringify(schema));
    }
  });

  it('says what is wrong with it', async () => {
    assert.match((await schemaTrouble('none')) ?? '', /isn’t a JSON Schema/);
    assert.match((await schemaTrouble({ type: 'array' })) ?? '', /type "array"; it must be "object"/);
    assert.match((await schemaTrouble(ofArgument({ type: 'text' }))) ?? '', /invalid.*\/properties\/a\/type/);
    assert.match((await schemaTrouble(ofArgument({ $ref: '#/$defs/b' }))) ?? '', /refers to #\/\$defs\/b/);
  });

  it('takes nobody down who cannot follow it', async () => {
    assert.match((await schemaTrouble(ofArgument({ $ref: '#/%zz' }))) ?? '', /refers to #\/%zz/);
    let deep: JsonValue = { type: 'string' };
    for (let level = 0; level < 50_000; level++) deep = { not: deep };
    assert.match((await schemaTrouble(ofArgument(deep))) ?? '', /can’t be read/);
  });
});

describe('A schema of a tool’s results', () => {
  const sound = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };

  it('is passed on without its draft if it consists of usual keywords', () => {
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    assert.deepEqual(portableSchema({ $schema, ...sound }), sound);
  });

  it('is kept back where a client could not use it, or would refuse all tools for it', () => {
    let deep: JsonValue = sound;
    for (let level = 0; level < 50_000; level++) deep = { type: 'object', not: deep };
    for (const schema of [
      undefined,
      { type: 'array', items: {} },
      { ...sound, $ref: 'https://example.com/schema' },
      { ...sound, $ref: '#/$defs/missing' },
      { ...sound, patternProperties: { '(': {} } },
      { type: 'object', properties: { a: { type: 'text' } } },
      deep,
    ]) {
      assert.equal(portableSchema(schema as JsonValue), undefined);
    }
  });
});
