import assert from 'node:assert/strict';
import { errorData, errors } from '../../../../src/converser/ground/errors.ts';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import type {
  ModelEvent,
  ModelRequest,
  ToolDefinition,
} from '../../../../src/converser/words/models/provider.ts';
import { contractSchema } from '../../../../src/dialects/contract/reply-schema.ts';
import { withContract } from '../../../../src/providers/wrappers/contract/contract-model.ts';
import {
  describeProviderContract,
  type Scenario,
  unicodeText,
} from '../../../contracts/provider-contract.ts';
import { createTextModel, type TextModel } from '../../../fakes/text-model.ts';
import { userSays } from '../../../fakes/user-canister.ts';
import { invocations, said } from '../../heard.ts';

const reading = '{"name":"files__read_file","arguments":{"path":"notes.txt"}}';
const rolling = '{"name":"chance__roll","arguments":{"dice":"2d6"}}';

const described = (name: string, description: string, inputSchema: JsonObject): ToolDefinition => ({
  name,
  description,
  inputSchema,
});

const tools = [
  described('chance__roll', 'Rolls dice.', { type: 'object', properties: {} }),
  described('files__read_file', 'Reads a file.', { type: 'object', properties: {} }),
];

const strictTools = [
  described('files__read_file', 'Reads a file.', {
    type: 'object',
    properties: { path: { type: 'string' }, lines: { type: 'integer' } },
    required: ['path'],
    additionalProperties: false,
  }),
];

const user = userSays('Hello?');

const replies: Readonly<Record<Scenario, string>> = {
  answer: '{"answer": "Hello."}',
  call: `I'll read it:\n{"calls": [${reading}]}`,
  calls: `{"calls": [${reading}, ${rolling}]}`,
  result: `{"answer": ${JSON.stringify(`It says ${unicodeText}`)}}`,
  long: 'word '.repeat(200),
  anything: 'Anything.',
};

for (const pieceLength of [1, 3, 1000]) {
  describeProviderContract(
    `A text model with the contract, in pieces of ${pieceLength},`,
    async scenario => ({
      model: withContract(
        createTextModel([replies[scenario], replies[scenario]], {
          pieceLength: scenario === 'long' ? 5 : pieceLength,
        }),
      ),
      prompt: scenario,
    }),
  );
}

describe('A text model with the contract', () => {
  it('describes the tools in its instructions, not in the request’s tools', async () => {
    const model = createTextModel(['Hello.']);
    await ask(model);
    const [request] = model.requests;
    assert.deepEqual(request?.tools, []);
    assert.equal(request?.canisters[0]?.role, 'supervisor');
    assert.match(instructions(model), /"calls"[\s\S]*files__read_file/);
  });

  it('has no instructions about tools if there are none', async () => {
    const model = createTextModel(['Hello.']);
    await ask(model, { tools: [] });
    assert.deepEqual(
      model.requests[0]?.canisters.map(({ role }) => role),
      ['user'],
    );
  });

  it('shows a final answer while it arrives', async () => {
    const events = await ask(createTextModel(['{"answer": "one two"}'], { pieceLength: 4 }));
    const deltas = events.flatMap(event => (event.type === 'text-delta' ? [event.text] : []));
    assert.ok(deltas.length > 1);
    assert.equal(deltas.join(''), 'one two');
  });

  const missing =
    /"path" is missing \(string\), and if you do not know it, answer with a question to the user instead of calling, and never invent it/;
  const misfit =
    /of files__read_file, .*"colour" is unknown; known: path, lines; .*"path" must be string, but is 5/;
  const misfitting = '{"calls": [{"name": "read_file", "arguments": {"path": 5, "colour": "red"}}]}';
  const cut = '{"calls": [{"na';
  const empty = '{"calls": [{"name": "read_file", "arguments": {}}]}';
  const unknown = '<tool_call>{"name": "gone", "arguments": {}}</tool_call>';
  for (const [when, first, second, complaint, request] of [
    ['is incomplete', cut, `{"calls": [${reading}]}`, /it is incomplete.*files__read_file/s, {}],
    ['lacks what the user may know', empty, 'Which file?', missing, { tools: strictTools }],
    ['is of an unknown tool', unknown, 'I cannot.', /unknown tool "gone"/, {}],
    ['does not fit its schema', misfitting, `{"calls": [${reading}]}`, misfit, { tools: strictTools }],
  ] as const)
    it(`asks once more, with the complaint, when a call ${when}`, async () => {
      const model = createTextModel([first, second]);
      const events = await ask(model, request);
      const atOnce = await ask(createTextModel([second]), request);
      assert.deepEqual([invocations(events), said(events)], [invocations(atOnce), said(atOnce)]);
      assert.match(lastSaid(model), complaint);
      assert.deepEqual(
        events.filter(({ type }) => type === 'usage'),
        [{ type: 'usage', usage: { input: 20, output: 10, requests: 2 } }],
      );
    });

  it('asks once more if a required call is missing', async () => {
    const model = createTextModel(['I would rather not.', `{"calls": [${rolling}]}`]);
    const events = await ask(model, { toolChoice: 'required' });
    assert.deepEqual(invocations(events), [['chance__roll', { dice: '2d6' }]]);
  });

  it('shows the text as it is if the second call is malformed, too', async () => {
    const broken = '{"calls": [{"name": "read_file", "argum';
    const model = createTextModel([broken, broken, 'never asked']);
    const events = await ask(model);
    assert.equal(said(events), broken);
    assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
    assert.equal(model.requests.length, 2);
  });

  it('shows the first text when the second request fails or says nothing', async () => {
    const failure = { type: 'failure', error: errorData(errors.modelFailed('It', 'gone')) } as const;
    for (const second of [[failure], '']) {
      const events = await ask(createTextModel(['{"calls": [{"na', second]));
      assert.equal(said(events), '{"calls": [{"na');
      assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
    }
  });

  it('says that it was cut off where only the first reply is shown', async () => {
    const cut = { type: 'finish', reason: 'length' } as const;
    const first = [{ type: 'text-delta', text: '{"calls": [{"na' }, cut] as const;
    const events = await ask(createTextModel([first, '']));
    assert.equal(said(events), '{"calls": [{"na');
    assert.deepEqual(events.at(-1), cut);
  });

  it('makes no call of a reply in which one is malformed', async () => {
    const model = createTextModel([`{"calls": [${reading}]}\n{"calls": [{"name": "roll"`, 'Sorry.']);
    assert.deepEqual(invocations(await ask(model)), []);
  });

  it('asks once more if there was only reasoning', async () => {
    const events = await ask(createTextModel(['<think>Hm.</think>', 'Yes.']));
    assert.equal(said(events), 'Yes.');
    assert.equal(events[0]?.type, 'reasoning-delta');
  });

  it('only proposes a call that was shown as an example', async () => {
    const reply = `{"calls": [${reading}]}\nShall I?`;
    const events = await ask(createTextModel([reply]));
    assert.equal(said(events), reply);
    assert.deepEqual(events.slice(-3), [
      { type: 'invocation', name: 'files__read_file', arguments: { path: 'notes.txt' }, proposed: true },
      { type: 'usage', usage: { input: 10, output: 5 } },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('makes the call before an invented result, says that the model was stopped, and stops it there', async () => {
    const model = createTextModel([
      `I read it.\n{"calls": [${reading}]}\n\nTool result: Bananas.\n\nUser: Thanks!`,
    ]);
    let read = '';
    const counted = {
      ...model,
      async *reply(request: ModelRequest, signal: AbortSignal) {
        for await (const event of model.reply(request, signal)) {
          if (event.type === 'text-delta') read += event.text;
          yield event;
        }
      },
    };
    const events = await ask(counted);
    assert.deepEqual(invocations(events), [['files__read_file', { path: 'notes.txt' }]]);
    assert.equal(said(events), 'I read it.\n');
    assert.ok(!read.includes('Bananas'), read);
    assert.deepEqual(
      events.filter(({ type }) => type === 'notice'),
      [
        {
          type: 'notice',
          message:
            'Text model began to make up a tool’s result or a message. Converser stopped it there and left that out.',
        },
      ],
    );
    const usage = events.find(event => event.type === 'usage')?.usage;
    assert.ok(
      usage?.estimated && (usage.input ?? 0) > 100 && (usage.output ?? 0) > 10,
      JSON.stringify(usage),
    );
    assert.deepEqual(events.at(-1), { type: 'finish', reason: 'invocations' });
  });

  it('does not tell the model what it invented when it asks once more', async () => {
    const model = createTextModel([
      '{"calls": [{"name": "gone", "arguments": {}}]}\nTool result: Bananas.',
      'I cannot.',
    ]);
    assert.equal(said(await ask(model)), 'I cannot.');
    const [reply] = model.requests[1]?.canisters.slice(-2) ?? [];
    assert.equal(textOf(reply?.content ?? []), '{"calls": [{"name": "gone", "arguments": {}}]}');
  });

  it('does not complain about arguments that can be repaired in one way only', async () => {
    const call = '{"calls": [{"name": "read_file", "arguments": {"path": "a", "lines": "3"}}]}';
    const model = createTextModel([call]);
    const events = await ask(model, { tools: strictTools });
    assert.deepEqual(invocations(events), [['files__read_file', { path: 'a', lines: '3' }]]);
    assert.equal(model.requests.length, 1);
  });

  it('shows all calls of the second reply as they are when one of them does not fit either', async () => {
    const wrong = '{"calls": [{"name": "read_file", "arguments": {"path": 5}}]}';
    const model = createTextModel([wrong, `I try again:\n{"calls": [${reading}]}\n${wrong}`]);
    const events = await ask(model, { tools: strictTools });
    assert.deepEqual(invocations(events), []);
    const joined = said(events);
    assert.ok(
      joined.startsWith('I try again:') && joined.includes(reading) && joined.includes(wrong),
      joined,
    );
  });

  it('repeats the text of the first reply if the second one restarts', async () => {
    const model = createTextModel([
      'I look:\n{"calls": [{"na',
      [
        { type: 'text-delta', text: 'Half' },
        { type: 'usage', usage: { input: 3 } },
        { type: 'restart', message: 'Broken off.', wait: 0 },
        { type: 'text-delta', text: 'Whole.' },
        { type: 'usage', usage: { input: 4 } },
        { type: 'finish', reason: 'stop' },
      ],
    ]);
    const events = await ask(model);
    const restart = events.findIndex(({ type }) => type === 'restart');
    assert.equal(said(events.slice(restart)), 'I look:\n\n\nWhole.');
    const usages = events.flatMap((event, at) =>
      event.type === 'usage' ? [[at < restart, event.usage]] : [],
    );
    assert.deepEqual(usages, [
      [true, { input: 13, output: 5, requests: 2 }],
      [false, { input: 4 }],
    ]);
  });

  it('forgets the call of a reply that restarts', async () => {
    const events = await ask(
      createTextModel([
        [
          { type: 'text-delta', text: `{"calls": [${reading}]}` },
          { type: 'restart', message: 'Broken off.', wait: 0 },
          { type: 'text-delta', text: 'Nothing to do.' },
          { type: 'finish', reason: 'stop' },
        ],
      ]),
    );
    assert.deepEqual(invocations(events), []);
    assert.equal(said(events), 'Nothing to do.');
  });

  it('has the server enforce the contract if it can', async () => {
    const model = createTextModel(['{"answer": "one two"}'], { pieceLength: 4, replySchema: true });
    const events = await ask(model);
    const [request] = model.requests;
    assert.deepEqual(request?.replySchema, contractSchema(tools));
    assert.match(instructions(model), /one JSON object and nothing else/);
    assert.ok(events.filter(({ type }) => type === 'text-delta').length > 1);
    assert.equal(said(events), 'one two');
  });

  it('allows no answer if a call is required, and one call if only one is allowed', async () => {
    const model = createTextModel([`{"calls": [${reading}]}`], { replySchema: true, parallel: false });
    await ask(model, { toolChoice: 'required' });
    assert.deepEqual(
      model.requests[0]?.replySchema,
      contractSchema(tools, { toolChoice: 'required', parallel: false }),
    );
  });

  it('passes on the schema of a request without tools, unless the model cannot follow one', async () => {
    const replySchema = { type: 'object', properties: {} };
    const model = createTextModel(['{}', 'Hello.'], { replySchema: true });
    await ask(model, { tools: [], replySchema });
    assert.equal(model.requests[0]?.replySchema, replySchema);
    const free = createTextModel(['Hello.']);
    await ask(free);
    assert.equal(free.requests[0]?.replySchema, undefined);
  });

  it('is shorter for a model with a small context by default', async () => {
    const told = async (contextTokens: number) => {
      const model = createTextModel(['Hello.'], { contextTokens });
      await ask(model);
      return instructions(model);
    };
    assert.match(await told(8192), /^# Tools/);
    assert.match(await told(4096), /^To call tools, reply only/);
  });

  it('remembers nothing from one reply to the next', async () => {
    const replies = [`{"calls": [${reading}`, `{"calls": [${reading}]}`, 'Hello.'];
    const model = createTextModel(replies);
    const wrapped = withContract(model);
    const signal = new AbortController().signal;
    const request = { canisters: [user], tools };
    const first = await Array.fromAsync(wrapped.reply(request, signal));
    const second = await Array.fromAsync(wrapped.reply(request, signal));
    assert.deepEqual(invocations(first), [['files__read_file', { path: 'notes.txt' }]]);
    const alone = createTextModel(['Hello.']);
    assert.deepEqual(second, await Array.fromAsync(withContract(alone).reply(request, signal)));
    assert.deepEqual(model.requests[2], alone.requests[0]);
  });

  it('keeps two replies at the same time apart', async () => {
    const text = (reply: string) => createTextModel([reply], { pieceLength: 1 });
    const [one, other] = [text('{"answer": "first"}'), text(`{"calls": [${reading}]}`)];
    const both = [one, other];
    const wrapped = withContract({
      ...one,
      reply: (request, signal) => (both.shift() ?? one).reply(request, signal),
    });
    const signal = new AbortController().signal;
    const request = { canisters: [user], tools };
    const [first, second] = await Promise.all(
      [1, 2].map(() => Array.fromAsync(wrapped.reply(request, signal))),
    );
    assert.equal(said(first ?? []), 'first');
    assert.deepEqual(invocations(second ?? []), [['files__read_file', { path: 'notes.txt' }]]);
  });

  it('does not ask again after a stop', async () => {
    const stop = new AbortController();
    const model = createTextModel([
      [
        { type: 'text-delta', text: '{"calls": [{"na' },
        { type: 'finish', reason: 'stop' },
      ],
    ]);
    const stopping = {
      ...model,
      async *reply(request: ModelRequest, signal: AbortSignal) {
        for await (const event of model.reply(request, signal)) {
          if (event.type === 'finish') stop.abort();
          yield event;
        }
      },
    };
    const events = await Array.fromAsync(
      withContract(stopping).reply({ canisters: [user], tools }, stop.signal),
    );
    assert.deepEqual(events, [{ type: 'failure', error: errorData(errors.cancelled()) }]);
    assert.equal(model.requests.length, 1);
  });

  it('passes on the failure of the model', async () => {
    const failure = { type: 'failure', error: errorData(errors.modelFailed('It', 'gone')) } as const;
    assert.deepEqual(await ask(createTextModel([[failure]])), [failure]);
  });

  it('accepts native calls', async () => {
    const native = { type: 'invocation', name: 'chance__roll', arguments: '{"dice":"2d6"}' } as const;
    const events = await ask(createTextModel([[native, { type: 'finish', reason: 'invocations' }]]));
    assert.deepEqual(events, [native, { type: 'finish', reason: 'invocations' }]);
  });

  it('counts the tokens of what is actually sent', async () => {
    const model = {
      ...createTextModel([]),
      countTokens: async ({ canisters }: ModelRequest) => canisters.length,
    };
    const count = withContract(model).countTokens;
    assert.equal(await count?.({ canisters: [user], tools }, new AbortController().signal), 2);
  });

  it('estimates what is actually sent where the model cannot count', async () => {
    const model = withContract(createTextModel([]));
    const { signal } = new AbortController();
    const bare = await model.countTokens?.({ canisters: [user], tools: [] }, signal);
    const whole = await model.countTokens?.({ canisters: [user], tools }, signal);
    assert.ok(bare !== undefined && whole !== undefined && whole > bare + 100, `${bare}, ${whole}`);
    assert.equal(model.countedBy, 'estimate');
  });
});

function ask(model: TextModel, request: Partial<ModelRequest> = {}): Promise<readonly ModelEvent[]> {
  const whole = { canisters: [user], tools, ...request };
  return Array.fromAsync(withContract(model).reply(whole, new AbortController().signal));
}

function instructions(model: TextModel): string {
  return textOf(model.requests[0]?.canisters[0]?.content ?? []);
}

function lastSaid(model: TextModel): string {
  return textOf(model.requests[1]?.canisters.at(-1)?.content ?? []);
}
