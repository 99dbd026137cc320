import assert from 'node:assert/strict';
import { errorData, errors } from '../../../../src/converser/ground/errors.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../../src/converser/words/models/provider.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createScriptedModel, invokes, says } from '../../../fakes/scripted-model.ts';
import { connectHttp } from '../../mcp/clients.ts';
import { type GatewaySetUp, openGateway } from '../../support/open-gateway.ts';
import { anthropicAt, openAiAt } from '../../support/vendor-clients.ts';
import { type Heard, type Said, wireClients } from './wire-clients.ts';

const weather = createFakeEnsemble('weather', { look: () => 'Snow.' });
const music = createFakeEnsemble('music', { play: () => 'La.' });
const how: readonly Said[] = [{ role: 'user', content: 'How is it?' }];

const looks: readonly ModelEvent[] = [
  { type: 'text-delta', text: 'Let me look.' },
  { type: 'invocation', name: 'weather__look', arguments: {} },
  { type: 'usage', usage: { input: 10, output: 5 } },
  { type: 'finish', reason: 'invocations' },
];

/** Says something, looks, and answers. */
const lookingModel = () =>
  createScriptedModel(looks, [
    { type: 'text-delta', text: 'It ' },
    { type: 'text-delta', text: 'snows.' },
    { type: 'usage', usage: { input: 20, output: 7 } },
    { type: 'finish', reason: 'stop' },
  ]);

const idOf = ({ headers }: Heard) => headers.get('x-converser-conversation');
/** The conversation so far, with a further question. */
const goingOn = ({ text }: Heard, question: string): readonly Said[] => [
  ...how,
  { role: 'assistant', content: text },
  { role: 'user', content: question },
];
const rolesOf = (request?: ModelRequest) => request?.canisters.map(({ role }) => role);
const toolsOf = (request?: ModelRequest) => request?.tools.map(({ name }) => name).join();

const withOther = { '*': ['other/model'] };
const failing: readonly ModelEvent[] = [
  { type: 'failure', error: errorData(errors.modelOverloaded('Scripted model', 'busy')) },
];

for (const [name, openClient] of Object.entries(wireClients)) {
  describe(`tools executed here, for ${name}`, () => {
    const open = async (setUp: GatewaySetUp, maxRetries = 0) => {
      const gateway = await openGateway({ ensembles: [weather, music], ...setUp });
      return { ...gateway, ...openClient(gateway, maxRetries) };
    };

    it('answers with the final text, and with the usage of all rounds', async () => {
      const model = lookingModel();
      await using here = await open({ models: [model] });
      const heard = await here.ask('scripted/model+weather', how);
      assert.deepEqual([heard.text, heard.input, heard.output], ['It snows.', 30, 12]);
      assert.equal(heard.headers.get('x-converser-model'), 'scripted/model');
      assert.match(idOf(heard) ?? '', /^conversation-/);
      assert.equal(toolsOf(model.requests[0]), 'weather__look');
      assert.deepEqual(rolesOf(model.requests[1]), ['user', 'assistant', 'invocation', 'result']);
      const conversations = here.activity.requests.map(({ conversation }) => conversation);
      assert.deepEqual(conversations, [idOf(heard), idOf(heard)]);
    });

    it('streams the words as they come, before the tool has ended', async () => {
      const looked = Promise.withResolvers<string>();
      const slow = createFakeEnsemble('weather', { look: () => looked.promise });
      await using here = await open({ models: [lookingModel()], ensembles: [slow] });
      const heard: string[] = [];
      const { text, input, output } = await here.stream('default+weather', how, {
        onText(piece) {
          heard.push(piece);
          looked.resolve('Snow.');
        },
      });
      assert.equal(heard[0], 'Let me look.');
      assert.equal(text, 'Let me look.\n\nIt snows.');
      assert.deepEqual({ input, output }, { input: 30, output: 12 });
    });

    it('says what the answer claims and no call has done', async () => {
      const claim = 'I ran the tests';
      const claiming = () => createScriptedModel(says('I looked at the sky. It snows, and I ran the tests.'));
      await using here = await open({ models: [claiming(), { ...claiming(), id: 'second' }] });
      const whole = await here.ask('model+weather', how);
      assert.match(decodeURIComponent(whole.headers.get('x-converser-unsupported') ?? ''), new RegExp(claim));
      const streamed = await here.stream('second+weather', how);
      assert.equal(streamed.headers.get('x-converser-unsupported'), null);
      const { unsupported = [] } = (streamed.own ?? {}) as { unsupported?: readonly string[] };
      assert.match(unsupported.join(' '), new RegExp(claim));
    });

    it('says nothing of an answer that claims nothing', async () => {
      await using here = await open({ models: [lookingModel()] });
      const { headers, own } = await here.stream('model+weather', how);
      assert.deepEqual([headers.get('x-converser-unsupported'), own], [null, undefined]);
    });

    it('takes the ensembles from a header, several, and all', async () => {
      const model = createScriptedModel();
      await using here = await open({ models: [model] });
      await here.ask('model', how, { headers: { 'x-converser-tools': 'weather, music' } });
      await here.ask('model+*', how);
      await here.ask('model+weather', how, { headers: { 'x-converser-tools': 'music' } });
      await here.ask('model%2Bweather+music', how);
      await here.ask('model', how, { headers: { 'x-converser-tools': ' ' } });
      const both = 'music__play,weather__look';
      assert.deepEqual(model.requests.map(toolsOf), [both, both, both, both, '']);
    });

    it('tells the tools what the client says in a header, and the model not', async () => {
      const seen: unknown[] = [];
      const weatherHere = createFakeEnsemble('weather', {
        look: {
          constants: { auxdata: { unit: 'C' } },
          invocable: (_args, { auxdata }) => {
            seen.push(auxdata);
            return 'Snow.';
          },
        },
      });
      const models = [lookingModel(), { ...lookingModel(), id: 'second' }] as const;
      await using here = await open({ models: [...models], ensembles: [weatherHere] });
      const headers = { 'x-converser-auxdata': '{"unit": "F", "customer": "Ren\\u00e9"}' };
      await here.ask('model+weather', how, { headers });
      await here.ask('second+weather', how);
      assert.deepEqual(seen, [{ unit: 'C', customer: 'René' }, { unit: 'C' }]);
      assert.doesNotMatch(JSON.stringify(models[0].requests), /customer/);
      for (const wrong of ['17', '{"a": "é"}', `{"a": "${'x'.repeat(4_000)}"}`])
        await assert.rejects(here.ask('model+weather', how, { headers: { 'x-converser-auxdata': wrong } }), {
          status: 400,
          message: /x-converser-auxdata: The header must/,
        });
      assert.equal(models[0].requests.length, 2);
    });

    it('finds a model whose own name holds a “+”', async () => {
      const plus = { ...createScriptedModel(), id: 'plus+weather' };
      await using here = await open({ models: [plus] });
      await here.ask('plus+weather', how);
      await here.ask('scripted/PLUS+weather', how);
      await here.ask('plus+weather+music', how);
      assert.deepEqual(plus.requests.map(toolsOf), ['', '', 'music__play']);
      const missing = { status: 404, message: /Model .+plus.+ not found/ };
      await assert.rejects(here.ask('plus+music', how), missing);
    });

    it('says which ensembles there are, of those that the key allows', async () => {
      const model = createScriptedModel();
      await using here = await open({ models: [model] });
      const key = here.admit({ name: 'scoped', ensembles: ['weather', 'off'] });
      const scoped = openClient({ ...here, key });
      await here.roster.set({ ...createFakeEnsemble('off', {}), enabled: false });
      for (const [way, asked, status, message] of [
        ['ask', 'model+nothing', 400, /model: Ensemble nothing not found\. Choose from: weather\./],
        ['ask', 'model+off', 400, /off is disabled in Converser/],
        ['stream', 'model+music', 403, /“scoped” may not use the ensemble music\. Choose from: weather\./],
        ['ask', 'model+', 400, /Ensemble .+ not found/],
      ] as const)
        await assert.rejects(scoped[way](asked, how), { status, message }, asked);
      await assert.rejects(scoped.ask('model', how, { headers: { 'x-converser-tools': 'nothing' } }), {
        message: /x-converser-tools: Ensemble nothing not found/,
      });
      assert.equal(model.requests.length, 0);
      await scoped.ask('model+*', how);
      assert.equal(toolsOf(model.requests[0]), 'weather__look');
    });

    it('refuses tools of the client beside them, and a model that can call none', async () => {
      const capabilities = { tools: 'none', images: false } as const;
      const mute: Model = { ...createScriptedModel(), id: 'mute', label: 'Mute', capabilities };
      const model = createScriptedModel();
      await using here = await open({ models: [model, mute] });
      const begun: readonly Said[] = [...how, { role: 'assistant', content: 'So' }];
      for (const [name, said, options, message] of [
        ['model+weather', how, { tool: 'mine' }, /tools: Tools run either in your program or here/],
        ['mute+weather', how, {}, /Mute can’t call tools/],
        ['model+weather', begun, {}, /last message must be a user’s/],
      ] as const)
        await assert.rejects(here.ask(name, said, options), { status: 400, message });
      assert.equal(model.requests.length, 0);
    });

    it('stops the model’s tool when the client leaves', async () => {
      const begun = Promise.withResolvers<void>();
      const stopped = Promise.withResolvers<void>();
      const slow = createFakeEnsemble('weather', {
        look: (_args, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              stopped.resolve();
              reject(new Error('Stopped.'));
            });
            begun.resolve();
          }),
      });
      for (const way of ['ask', 'stream'] as const) {
        await using here = await open({ models: [lookingModel()], ensembles: [slow] });
        const leave = new AbortController();
        const left = assert.rejects(here[way]('model+weather', how, { signal: leave.signal }));
        await begun.promise;
        leave.abort();
        await left;
        await stopped.promise;
      }
    });

    it('says that the rounds are used up, and that nobody should repeat what tools did', async () => {
      let count = 0;
      const counting = createFakeEnsemble('weather', {
        look: { invocable: () => ++count, deduplication: 'none' },
      });
      const again = invokes(['weather__look', {}]);
      const turnLimits = { rounds: 2, resultCharacters: 1000 };
      const models = [createScriptedModel(again, again, again, again)];
      await using here = await open({ models, ensembles: [counting], turnLimits }, 2);
      await assert.rejects(here.ask('model+weather', how), { status: 422, message: /after 2 rounds/ });
      assert.equal(count, 2);
      await assert.rejects(here.stream('model+weather', how), /after 2 rounds/);
      assert.equal(count, 4);
    });

    it('does not repeat tools when the model fails after them, with another model or the same', async () => {
      let count = 0;
      const counting = createFakeEnsemble('weather', { look: () => ++count });
      const model = createScriptedModel(invokes(['weather__look', {}]), failing, failing);
      const other = { ...createScriptedModel(says('Never.')), provider: 'other' };
      const setUp = { models: [model, other], ensembles: [counting], choices: () => ({ chains: withOther }) };
      await using here = await open(setUp, 2);
      await assert.rejects(here.ask('scripted/model+weather', how), { status: 503, message: /overloaded/ });
      assert.equal(count, 1);
      assert.equal(other.requests.length, 0);
    });

    it('asks a fallback as long as nothing was said or done', async () => {
      const model = createScriptedModel(failing);
      const other = { ...createScriptedModel(says('Hello.')), provider: 'other' };
      await using here = await open({
        models: [model, other],
        choices: () => ({ chains: withOther }),
      });
      const { text, headers } = await here.ask('scripted/model+weather', how);
      assert.deepEqual([text, headers.get('x-converser-model')], ['Hello.', 'other/model']);
      assert.equal(toolsOf(other.requests[0]), 'weather__look');
    });

    it('knows what was done in a turn that failed, when the client asks again', async () => {
      const again = invokes(['weather__look', {}]);
      const model = createScriptedModel(says('Hello.'), again, failing, says('It snows.'));
      await using here = await open({ models: [model] });
      const first = await here.ask('model+weather', how);
      const asked = goingOn(first, 'Look.');
      await assert.rejects(here.ask('model+weather', asked));
      const next = await here.ask('model+weather', asked);
      assert.equal(idOf(next), idOf(first));
      const done = ['user', 'assistant', 'user', 'invocation', 'result'];
      assert.deepEqual(rolesOf(model.requests.at(-1)), [...done, 'assistant', 'user']);
    });

    it('goes on with what tools found, when the client sends what was said', async () => {
      const model = lookingModel();
      await using here = await open({ models: [model] });
      const above: Said = { role: 'system', content: 'Be brief.' };
      const first = await here.stream('model+weather', [above, ...how]);
      const answered = { ...first, text: ` ${first.text}\n` };
      const next = await here.ask('model+weather', [above, ...goingOn(answered, 'Still?')]);
      assert.equal(idOf(next), idOf(first));
      const turn = ['user', 'assistant', 'invocation', 'result', 'assistant'];
      assert.deepEqual(rolesOf(model.requests[2]), ['supervisor', ...turn, 'user']);
      // Another question at the same place is another conversation, with the same past.
      const branch = await here.ask('model+weather', [above, ...goingOn(answered, 'Really?')]);
      assert.notEqual(idOf(branch), idOf(first));
      assert.deepEqual(rolesOf(model.requests[3]), ['supervisor', ...turn, 'user']);
    });

    it('goes on with the same conversation after a turn that failed', async () => {
      const model = createScriptedModel(says('Hello.'), failing, says('Again.'));
      await using here = await open({ models: [model] });
      const first = await here.ask('model+weather', how);
      const said = goingOn(first, 'How is it?');
      await assert.rejects(here.stream('model+weather', said), { status: 503 });
      const again = await here.stream('model+weather', said);
      assert.equal(again.text, 'Again.');
      assert.equal(idOf(again), idOf(first));
    });

    it('keeps the steps as a conversation that only this client finds over MCP', async () => {
      await using here = await open({ models: [lookingModel()] });
      const uri = `converser://conversation/${idOf(await here.ask('model+weather', how))}`;
      const url = new URL(`${here.baseUrl}/mcp`);
      await using own = await connectHttp('2026', url, here.key);
      assert.match(await own.read(uri), /How is it\?[\s\S]+weather:look[\s\S]+Snow\.[\s\S]+It snows\./);
      const { structuredContent } = await own.call('list_conversations');
      assert.match(JSON.stringify(structuredContent), /"title":"How is it\?"/);
      await using foreign = await connectHttp('2026', url, here.admit({ name: 'another' }));
      assert.deepEqual(await foreign.resources(), []);
      await assert.rejects(foreign.read(uri), /not found/i);
    });

    it('gives another client nothing of it, whatever that one says', async () => {
      const model = lookingModel();
      await using here = await open({ models: [model] });
      const first = await here.ask('model+weather', how);
      const other = openClient({ ...here, key: here.admit({ name: 'another' }) });
      await other.ask('model+weather', goingOn(first, 'Still?'));
      assert.deepEqual(rolesOf(model.requests[2]), ['user', 'assistant', 'user']);
    });

    it('asks the person about what changes something, and tells the model of a no', async () => {
      const writing = createFakeEnsemble('weather', {
        look: { invocable: () => 'Changed.', annotations: { readOnly: false } },
      });
      const model = lookingModel();
      await using here = await open({ models: [model], ensembles: [writing], answers: ['deny'] });
      const { text } = await here.ask('model+weather', how);
      assert.equal(text, 'It snows.');
      assert.deepEqual(
        here.asked.map(question => question.client),
        ['a test'],
      );
      const result = model.requests[1]?.canisters.at(-1);
      assert.equal(result?.role === 'result' && result.failure?.kind, 'permission');
    });

    it('spends no more than the key may in a day', async () => {
      const model = { ...lookingModel(), price: { input: 0, output: 1_000_000 } };
      await using here = await open({ models: [model] });
      const poor = openClient({ ...here, key: here.admit({ name: 'poor', dollarsPerDay: 3 }) });
      await assert.rejects(poor.ask('model+weather', how), { status: 429, message: /poor” has spent \$5/ });
      assert.equal(model.requests.length, 1);
    });

    it('fails with what went wrong, and not with what would be tried next, once something was sent', async () => {
      const error = errorData(errors.modelBrokeOff('Model'));
      const script: readonly ModelEvent[] = [
        { type: 'text-delta', text: 'Let' },
        { type: 'restart', message: 'Trying again in 2 s (2 of 5).', wait: 0, error },
        ...says('It snows.'),
      ];
      await using here = await open({ models: [createScriptedModel(script, script)] });
      for (const id of ['model', 'model+weather'])
        await assert.rejects(here.stream(id, how), ({ message }) => {
          assert.match(message, /The reply from Model broke off/);
          assert.doesNotMatch(message, /Trying again/);
          return true;
        });
    });

    it('fails where the model takes back what was sent', async () => {
      const script: readonly ModelEvent[] = [
        { type: 'text-delta', text: 'Let' },
        { type: 'restart', message: 'The model began anew.', wait: 0 },
        ...says('It snows.'),
      ];
      await using here = await open({ models: [createScriptedModel(script, script)] });
      await assert.rejects(here.stream('model+weather', how), /began anew/);
      assert.equal((await here.ask('model+weather', how)).text, 'It snows.');
    });
  });
}

describe('a request for JSON with tools executed here', () => {
  const schema = { type: 'object', properties: { snows: { type: 'boolean' } }, required: ['snows'] };
  const format = { type: 'json_schema', json_schema: { name: 'answer', schema } } as const;

  it('streams the final JSON alone', async () => {
    const model = createScriptedModel(looks, says('It snows.'), says('{"snows":true}'));
    await using gateway = await openGateway({ models: [model], ensembles: [weather] });
    let text = '';
    for await (const { choices } of await openAiAt(gateway).chat.completions.create({
      model: 'model+weather',
      messages: [{ role: 'user', content: 'How is it?' }],
      response_format: format,
      temperature: 0.5,
      tool_choice: 'required',
      stream: true,
    }))
      text += choices[0]?.delta.content ?? '';
    assert.equal(text, '{"snows":true}');
    const choices = model.requests.map(({ toolChoice }) => toolChoice);
    assert.deepEqual(choices, ['required', undefined, undefined]);
    const temperatures = model.requests.map(({ options }) => options?.temperature);
    assert.deepEqual(temperatures, [0.5, 0.5, 0.5]);
  });
});

describe('count_tokens with tools executed here', () => {
  it('counts the tools, too', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()], ensembles: [weather, music] });
    const client = anthropicAt(gateway);
    const messages = [{ role: 'user' as const, content: 'How is it?' }];
    const count = async (model: string) =>
      (await client.messages.countTokens({ model, messages })).input_tokens;
    const [none, one, all] = [await count('model'), await count('model+weather'), await count('model+*')];
    assert.ok(none < one && one < all, `${none} ${one} ${all}`);
  });
});
