import assert from 'node:assert/strict';
import fc from 'fast-check';
import { errorData, errors } from '../../../../src/converser/ground/errors.ts';
import { isJsonObject, parseJson } from '../../../../src/converser/ground/json/json.ts';
import { converse } from '../../../../src/converser/turn/converse.ts';
import { text, textOf } from '../../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../../../src/converser/words/conversation/converse-event.ts';
import type { ModelEvent, ModelRequest } from '../../../../src/converser/words/models/provider.ts';
import { estimateRequest } from '../../../../src/converser/words/spending/estimate-request.ts';
import { withContract } from '../../../../src/providers/wrappers/contract/contract-model.ts';
import { checkTurnEvents } from '../../../contracts/check-turn-events.ts';
import { largeTools } from '../../../dialects/contract/large-tools.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../../fakes/fake-ports.ts';
import { createTextModel, type TextModel, type TextModelOptions } from '../../../fakes/text-model.ts';
import { userSays } from '../../../fakes/user-canister.ts';
import { said } from '../../heard.ts';

const tools = largeTools();
const contextTokens = 32_768;
const looking = calls(['describe_tool', { names: ['Tool3'] }]);
const working = calls(['Tool3', { file_path: '/a' }]);

describe('A text model whose tools take more than a fifth of its window', () => {
  it('is given signatures, which take less', async () => {
    const model = modelWith(['Hello.']);
    await ask(model);
    const told = instructions(model);
    assert.ok(told.length < 6_000, `${told.length}`);
    assert.match(told, /\n- describe_tool\(names: string\[\]\): /);
    assert.match(
      told,
      /\n- Tool3\(file_path: string, mode\?: "content"\|"files"\|"count", limit\?: integer, edits\?: \{old, new\}\[\]\): Does the work of number 3 in the folder of the project\.\n/,
    );
  });

  it('is given all of the tools if they take less, or its window is not known', async () => {
    for (const [options, offered] of [
      [{ contextTokens: 200_000 }, tools],
      [{}, tools],
      [{ contextTokens }, tools.slice(0, 2)],
    ] as const) {
      const model = createTextModel(['Hello.'], options);
      await ask(model, { tools: offered });
      assert.doesNotMatch(instructions(model), /describe_tool/);
      assert.match(instructions(model), /"minimum":1/);
    }
  });

  it('gets the description that it asks for, and goes on in the same reply', async () => {
    const model = modelWith([`I look it up.\n${looking}`, working]);
    const events = await ask(model);
    assert.deepEqual(
      events.filter(({ type }) => type !== 'text-delta'),
      [
        { type: 'invocation', name: 'Tool3', arguments: { file_path: '/a' } },
        { type: 'usage', usage: { input: 20, output: 10, requests: 2 } },
        { type: 'finish', reason: 'invocations' },
      ],
    );
    assert.equal(said(events).trim(), 'I look it up.');
    const [asked, answer] = model.requests[1]?.canisters.slice(-2) ?? [];
    assert.equal(textOf(asked?.content ?? []), `I look it up.\n${looking}`);
    const [line = ''] = textOf(answer?.content ?? []).split('\n');
    const told = parseJson(line);
    assert.ok(isJsonObject(told) && Array.isArray(told.results));
    const [{ name, result }] = told.results;
    assert.equal(name, 'describe_tool');
    assert.equal(result.tools[0].description, tools[3]?.description);
    assert.equal(result.tools[0].arguments.properties.limit.maximum, 2000);
  });

  it('may ask by one name without brackets, and is told which names are unknown', async () => {
    const model = modelWith([
      calls(['describe_tool', { names: 'Tool3' }]),
      calls(['describe_tool', { names: ['Gone'] }]),
      working,
    ]);
    const events = await ask(model);
    assert.equal(events.filter(({ type }) => type === 'invocation').length, 1);
    assert.match(lastSaid(model, 1), /"name":"Tool3","description"/);
    assert.match(lastSaid(model, 2), /"unknown":\["Gone"\]/);
  });

  it('has no other call made that it makes together with such a question', async () => {
    const both = calls(
      ['describe_tool', { names: ['Tool3'] }],
      ['Tool4', { file_path: '/b' }],
      ['describe_tool', { names: ['Tool5'] }],
    );
    const model = modelWith([both, working]);
    const events = await ask(model);
    assert.deepEqual(called(events), ['Tool3']);
    assert.match(lastSaid(model, 1), /"name":"Tool4","failed":"cancelled","result":"Not called/);
    assert.match(lastSaid(model, 1), /"name":"Tool5","description"/);
  });

  it('is told all about a tool that it called wrongly, once', async () => {
    const wrong = calls(['Tool3', { limit: 5000 }]);
    const model = modelWith([wrong, working]);
    assert.deepEqual(called(await ask(model)), ['Tool3']);
    assert.match(lastSaid(model, 1), /invalid: of Tool3, .*file_path[\s\S]*"maximum":2000/);
    const again = modelWith([wrong, wrong, working]);
    assert.equal(said(await ask(again)), wrong);
    assert.equal(again.requests.length, 2);
  });

  it('gets at most three such answers in a reply, and one complaint', async () => {
    const model = modelWith(new Array<string>(9).fill(looking));
    const events = await ask(model);
    assert.equal(model.requests.length, 5);
    assert.match(lastSaid(model, 3), /You can’t call describe_tool again now\.$/);
    assert.match(lastSaid(model, 4), /describe_tool can’t be called again in this reply/);
    assert.deepEqual(called(events), []);
    assert.equal(said(events), looking);
    assert.deepEqual(events.slice(-2), [
      { type: 'usage', usage: { input: 50, output: 25, requests: 5 } },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('may ask only as long as there are answers, where a server enforces the contract', async () => {
    const model = modelWith([looking, looking, looking, working], { replySchema: true });
    await ask(model);
    const allowed = model.requests.map(({ replySchema }) =>
      JSON.stringify(replySchema).includes('describe_tool'),
    );
    assert.deepEqual(allowed, [true, true, true, false]);
    assert.ok(JSON.stringify(model.requests[3]?.replySchema).includes('Tool3'));
  });

  it('has to make a call that is required after it has asked', async () => {
    const model = modelWith([looking, 'I would rather not.', working]);
    assert.deepEqual(called(await ask(model, { toolChoice: 'required' })), ['Tool3']);
  });

  it('only shows a question that more words follow', async () => {
    const shown = `${looking}\nThat is how to ask.`;
    const events = await ask(modelWith([shown]));
    assert.equal(said(events), shown);
    assert.deepEqual(called(events), []);
  });

  it('asks the describer even if its server makes a native call of it', async () => {
    const native: readonly ModelEvent[] = [
      { type: 'invocation', name: 'describe_tool', arguments: { names: ['Tool3'] } },
      { type: 'finish', reason: 'invocations' },
    ];
    const model = modelWith([native, working]);
    assert.deepEqual(called(await ask(model)), ['Tool3']);
    assert.match(lastSaid(model, 1), /"name":"Tool3","description"/);
  });

  it('fails if the request after the question does', async () => {
    const failure = { type: 'failure', error: errorData(errors.modelFailed('It', 'gone')) } as const;
    const events = await ask(modelWith([looking, [failure]]));
    assert.deepEqual(events, [failure]);
  });

  it('repeats what it said before the question if the rest restarts', async () => {
    const model = modelWith([
      `I look.\n${looking}`,
      [
        { type: 'text-delta', text: 'Half' },
        { type: 'restart', message: 'Broken off.', wait: 0 },
        { type: 'text-delta', text: 'Whole.' },
        { type: 'finish', reason: 'stop' },
      ],
    ]);
    const events = await ask(model);
    const restart = events.findIndex(({ type }) => type === 'restart');
    assert.equal(said(events.slice(restart)), 'I look.\n\n\nWhole.');
  });

  it('is never told more than its window has room for', async () => {
    const size = 8192;
    const all = calls(['describe_tool', { names: tools.map(({ name }) => name) }]);
    const model = modelWith([all, all, all, working], { contextTokens: size });
    assert.deepEqual(called(await ask(model)), ['Tool3']);
    for (const request of model.requests) assert.ok(estimateRequest(request, 'text') < size);
    assert.match(lastSaid(model, 1), /"too_long_to_show_now":\[.*"Tool23"/);
  });

  it('does the same in a turn of our own', async () => {
    const dice = createFakeEnsemble('dice', {
      roll: {
        description: `Rolls. ${'All about dice. '.repeat(400)}`,
        arguments: { type: 'object', properties: { dice: { type: 'string' } }, required: ['dice'] },
        invocable: () => 'seven',
      },
    });
    const ports = await createFakePorts({ ensembles: [dice], answers: ['once'] });
    const asking = calls(['describe_tool', { names: ['roll'] }]);
    const model = createTextModel([asking, calls(['roll', { dice: '2d6' }]), 'It is seven.'], {
      contextTokens: 8192,
    });
    const { signal } = new AbortController();
    const events: ConverseEvent[] = await Array.fromAsync(
      converse(
        createConversation('c'),
        { content: [text('Roll.')] },
        { ports, model: withContract(model), signal },
      ),
    );
    checkTurnEvents(events, { isWhole: true });
    assert.equal(model.requests.length, 3);
    assert.match(lastSaid(model, 1), /"name":"dice__roll","description":"Rolls\. All about dice\./);
    assert.equal(said(events).trim(), 'It is seven.');
    const end = events.at(-1);
    assert.ok(end?.type === 'turn-end' && end.outcome === 'final');
  });

  it('ends each reply after at most five requests, whatever it writes, and lets no question out', async () => {
    const pieces = fc.constantFrom(
      looking,
      working,
      calls(['describe_tool', {}]),
      calls(['Tool3', {}]),
      'Well. ',
      '{"calls": [{"na',
      calls(['describe_tool', { names: [5] }]),
      '\n',
    );
    const reply = fc.array(pieces, { maxLength: 3 }).map(parts => parts.join('\n'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(reply, { minLength: 6, maxLength: 6 }),
        fc.boolean(),
        async (replies, replySchema) => {
          const model = modelWith(replies, { replySchema, pieceLength: 7 });
          const events = await ask(model);
          assert.ok(model.requests.length <= 5);
          assert.ok(!called(events).includes('describe_tool'));
          assert.equal(events.at(-1)?.type, 'finish');
          const usage = events.find(event => event.type === 'usage');
          assert.equal(usage?.usage.requests ?? 1, model.requests.length);
        },
      ),
      { numRuns: 100 },
    );
  });
});

function calls(...made: readonly (readonly [string, object])[]): string {
  return JSON.stringify({ calls: made.map(([name, args]) => ({ name, arguments: args })) });
}

function modelWith(
  replies: readonly (string | readonly ModelEvent[])[],
  options: TextModelOptions = {},
): TextModel {
  return createTextModel(replies, { contextTokens, ...options });
}

function ask(model: TextModel, request: Partial<ModelRequest> = {}): Promise<readonly ModelEvent[]> {
  const whole = { canisters: [userSays('Hello?')], tools, ...request };
  return Array.fromAsync(withContract(model).reply(whole, new AbortController().signal));
}

function instructions(model: TextModel): string {
  return textOf(model.requests[0]?.canisters[0]?.content ?? []);
}

function lastSaid(model: TextModel, at: number): string {
  return textOf(model.requests[at]?.canisters.at(-1)?.content ?? []);
}

function called(events: readonly ModelEvent[]): readonly string[] {
  return events.flatMap(event => (event.type === 'invocation' ? [event.name] : []));
}
