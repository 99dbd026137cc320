import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inGroups } from '../../../src/converser/ground/async/flow.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../src/converser/words/models/provider.ts';
import { createStopFinder } from '../../../src/gateway/wires/ask/stop-finder.ts';
import { withToolUse } from '../../../src/providers/wrappers/with-tool-use.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { createTextModel } from '../../fakes/text-model.ts';
import { openGateway } from '../support/open-gateway.ts';
import { anthropicAt, openAiAt } from '../support/vendor-clients.ts';

describe('the first of some stop words', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '😀'), maxLength: 4 });
  const word = piece.filter(each => each !== '');
  const words = fc.array(word, { minLength: 1, maxLength: 4 });

  it('is found however the text is cut into pieces, and all before it is passed on', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), words, (pieces, stops) => {
        const finder = createStopFinder(stops);
        let text = '';
        let word: string | undefined;
        for (const each of pieces) {
          const found = finder.push(each);
          text += found.text;
          word = found.word;
          if (word !== undefined) break;
        }
        if (word === undefined) text += finder.rest();
        assert.deepEqual({ text, word }, expected(pieces.join(''), stops));
      }),
      { numRuns: 2000 },
    );
  });

  it('holds back no more than what may begin a word', () => {
    const finder = createStopFinder(['END']);
    assert.deepEqual(finder.push('The EN'), { text: 'The ' });
    assert.deepEqual(finder.push('TRY'), { text: 'ENTRY' });
  });
});

/** The word that ends first, and of those that end there, the longest. */
function expected(text: string, words: readonly string[]) {
  for (let end = 1; end <= text.length; end++) {
    const ending = words.filter(word => text.slice(0, end).endsWith(word));
    const word = ending.toSorted((a, b) => b.length - a.length)[0];
    if (word !== undefined) return { text: text.slice(0, end - word.length), word };
  }
  return { text, word: undefined };
}

const messages = [{ role: 'user' as const, content: 'Count.' }];
const counting = 'One, two, three, four, five, six, seven.';

/** Models whose APIs have no stop words, or whose calls they would cut. */
const models: Readonly<Record<string, () => Promise<Spied>>> = {
  'without a dialect': async () => spied(createScriptedModel(spelled(counting))),
  'of Responses': async () =>
    spied({ ...createScriptedModel(spelled(counting)), dialect: 'openai-responses' }),
  'of VS Code': async () => spied({ ...createScriptedModel(spelled(counting)), dialect: 'vscode-lm' }),
  'with the contract': async () => {
    const inner = spied({ ...createTextModel([`{"answer": "${counting}"}`]), dialect: 'openai-chat' });
    return { ...inner, model: await withToolUse(inner.model, 'contract') };
  },
};

interface Spied {
  readonly model: Model;
  readonly requests: readonly ModelRequest[];
  /** All that was taken of the model. */
  taken(): string;
}

function spied(model: Model): Spied {
  const requests: ModelRequest[] = [];
  let taken = '';
  return {
    requests,
    taken: () => taken,
    model: {
      ...model,
      async *reply(request, signal) {
        requests.push(request);
        for await (const event of model.reply(request, signal)) {
          if (event.type === 'text-delta') taken += event.text;
          yield event;
        }
      },
    },
  };
}

function spelled(text: string): readonly ModelEvent[] {
  const pieces = text.match(/.{1,3}/gs) ?? [];
  return [
    ...pieces.map(each => ({ type: 'text-delta', text: each }) as const),
    { type: 'usage', usage: { input: 10, output: 20 } },
    { type: 'finish', reason: 'stop' },
  ];
}

describe('stop words through the gateway', () => {
  for (const [kind, make] of Object.entries(models)) {
    it(`end a reply of a model ${kind}, and stop the model`, async () => {
      const { model, requests, taken } = await make();
      await using gateway = await openGateway({ models: [model] });
      const { data, response } = await openAiAt(gateway)
        .chat.completions.create({ model: 'model', messages, stop: ['four', ', three,'] })
        .withResponse();
      assert.equal(data.choices[0]?.message.content, 'One, two');
      assert.equal(data.choices[0]?.finish_reason, 'stop');
      assert.ok((data.usage?.prompt_tokens ?? 0) > 0 && (data.usage?.completion_tokens ?? 0) > 0);
      assert.equal(response.headers.get('x-converser-ignored'), null);
      assert.ok(!taken().includes('five'), taken());
      assert.equal(requests[0]?.options?.stop, undefined);
    });

    it(`are named to a client of Messages that asks a model ${kind}`, async () => {
      const { model } = await make();
      await using gateway = await openGateway({ models: [model] });
      const said = await anthropicAt(gateway)
        .messages.stream({ model: 'model', max_tokens: 100, messages, stop_sequences: ['xyz', 'three'] })
        .finalMessage();
      const texts = said.content.map(block => block.type === 'text' && block.text);
      assert.deepEqual(texts, ['One, two, ']);
      assert.deepEqual([said.stop_reason, said.stop_sequence], ['stop_sequence', 'three']);
    });
  }

  it('let through nothing that came in one packet with the stop word', async () => {
    const { reply: _reply, ...named } = createScriptedModel();
    const packet = async function* () {
      yield spelled(counting);
    };
    const model: Model = { ...named, reply: () => inGroups(packet()) };
    await using gateway = await openGateway({ models: [model] });
    const asked = { model: 'model', messages, stop: 'three', stream: true } as const;
    let said = '';
    for await (const { choices } of await openAiAt(gateway).chat.completions.create(asked))
      said += choices[0]?.delta.content ?? '';
    assert.equal(said, 'One, two, ');
  });

  it('do not cut the calls of a model with the contract', async () => {
    const call = '{"calls": [{"name": "count", "arguments": {"to": "seven"}}]}';
    const model = await withToolUse(createTextModel([`I count.\n${call}`]), 'contract');
    await using gateway = await openGateway({ models: [model] });
    const tools = [{ name: 'count', input_schema: { type: 'object' as const } }];
    const asked = { model: 'model', max_tokens: 100, messages, tools, stop_sequences: ['"', 'calls'] };
    const said = await anthropicAt(gateway).messages.create(asked);
    assert.equal(said.stop_reason, 'tool_use');
    const made = said.content.at(-1);
    assert.deepEqual(made?.type === 'tool_use' && made.input, { to: 'seven' });
  });

  it('reach an API that has them as they are, and its own word comes back', async () => {
    const model = createScriptedModel([
      { type: 'text-delta', text: 'One, ' },
      { type: 'finish', reason: 'stop', stopWord: 'two' },
    ]);
    await using gateway = await openGateway({ models: [{ ...model, dialect: 'anthropic-messages' }] });
    const asked = { model: 'model', max_tokens: 100, messages, stop_sequences: ['two'] };
    const { stop_sequence: word } = await anthropicAt(gateway).messages.create(asked);
    assert.equal(word, 'two');
    assert.deepEqual(model.requests[0]?.options?.stop_sequences, ['two']);
  });

  it('are refused if there are too many to look for', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const stop = Array.from({ length: 101 }, (_, at) => `word ${at}`);
    await assert.rejects(
      openAiAt(gateway).chat.completions.create({ model: 'model', messages, stop }),
      /400 stop: must be at most 100 strings of at most 1000 characters\./,
    );
  });
});
