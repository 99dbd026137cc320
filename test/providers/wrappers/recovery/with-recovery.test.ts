import assert from 'node:assert/strict';
import fc from 'fast-check';
import { errorData, errors } from '../../../../src/converser/ground/errors.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../../src/converser/words/models/provider.ts';
import { withRecovery } from '../../../../src/providers/wrappers/with-recovery.ts';
import { anyCodePoint } from '../../../any-code-point.ts';
import { describeProviderContract, unicodeText } from '../../../contracts/provider-contract.ts';
import { corpus } from '../../../dialects/contract/corpus/corpus.ts';
import { corpusTools } from '../../../dialects/contract/corpus/corpus-case.ts';
import { invokes } from '../../../fakes/scripted-model.ts';
import { createTextModel } from '../../../fakes/text-model.ts';
import { userSays } from '../../../fakes/user-canister.ts';
import { invocations, said } from '../../heard.ts';

const markers =
  /<tool_call|<\|tool_call|:tool_call>|<function|<invoke|\[TOOL_CALLS|<\|python_|<TOOLCALL|<\|START_ACTION|<\|action_start|<｜|<start_function_call|<\|channel|<\|start|functools\[|<\w+_(?:tool|function)_call|<ifm\||<\|tools_prefix|<\|message_sep|<\|plamo|<\|function_call|```tool_code|Action: ?```json|>>>/;

/** Calls in each vendor's own tags and markers, as servers without the right parser pass them on. */
const printed = {
  Hermes: '<tool_call>\n{"name": "roll", "arguments": {"dice": "2d6"}}\n</tool_call>',
  'Qwen coder':
    '<tool_call>\n<function=roll>\n<parameter=dice>\n2d6\n</parameter>\n</function>\n</tool_call>',
  Mistral: '[TOOL_CALLS][{"name": "roll", "arguments": {"dice": "2d6"}}]',
  'newer Mistral': '[TOOL_CALLS]roll[ARGS]{"dice": "2d6"}',
  Llama: '<|python_tag|>{"name": "roll", "parameters": {"dice": "2d6"}}<|eom_id|>',
  'older Llama': '<function=roll>{"dice": "2d6"}</function>',
  LongCat: '<longcat_tool_call>{"name": "roll", "arguments": {"dice": "2d6"}}</longcat_tool_call>',
  Apertus: '<|tools_prefix|>[{"roll": {"dice": "2d6"}}]<|tools_suffix|>',
  Gemma: '```tool_code\nprint(default_api.roll(dice="2d6"))\n```',
  Anthropic: '<invoke name="roll"><parameter name="dice">2d6</parameter></invoke>',
};

/** Texts that are to pass untouched, whatever they look like. */
const untouched: Readonly<Record<string, string>> = {
  'the contract’s own calls': '{"calls": [{"name": "roll", "arguments": {"dice": "2d6"}}]}',
  'the contract’s own answer': ' {"answer": "Done."} ',
  'bare JSON': '{"name": "roll", "arguments": {"dice": "2d6"}}',
  'a call in brackets': '[roll(dice="2d6")]',
  'JSON in a block': '```json\n{"name": "roll", "arguments": {"dice": "2d6"}}\n```',
  'tags in a block': `\`\`\`\n${printed.Hermes}\n\`\`\``,
  'tags in inline code': `Write \`${printed.Mistral}\``,
  'tags in reasoning': `<think>I might write ${printed.Hermes}</think>`,
  'tags in reasoning without an end': `\n<think>I might write\n${printed.Hermes}`,
  'tags before prose': `${printed.Hermes}\nThat rolls.`,
  'tags of an unknown tool': '<tool_call>{"name": "gone", "arguments": {}}</tool_call>',
  'tags of a name that several tools have': '<tool_call>{"name": "list", "arguments": {}}</tool_call>',
  'broken tags': '<tool_call>{"name": "roll", "argum',
  'a call beside a broken one': `${printed.Hermes}\n<tool_call>{"na`,
  'tags before a label of a result': `${printed.Hermes}\nTool result: 4`,
  'a broken call before a tag for results': '<tool_call>{"name": "gone"}</tool_call>\n<tool_response>4',
  'marks of an end': 'Done.</s>',
  'marks of an end before a header': 'Done.<|im_end|>\n<|im_start|>user\nThanks!',
  'white space around': '\n  Done. \n\n',
};

describeProviderContract('A model whose printed calls are recovered', async scenario => ({
  model: withRecovery(createTextModel([scenarios[scenario], scenarios[scenario]], { pieceLength: 5 })),
  prompt: scenario,
}));

const scenarios = {
  answer: 'Hello.',
  call: 'I read it.\n<tool_call>{"name": "files__read_file", "arguments": {"path": "notes.txt"}}</tool_call>',
  calls:
    '<tool_call>{"name": "files__read_file", "arguments": {"path": "notes.txt"}}</tool_call>\n<tool_call>{"name": "chance__roll", "arguments": {"dice": "2d6"}}</tool_call>',
  result: `It says ${unicodeText}`,
  long: 'word '.repeat(200),
  anything: 'Anything.',
};

describe('Calls that a model prints', () => {
  for (const [vendor, reply] of Object.entries(printed)) {
    it(`are made when they are in the way of ${vendor} and end the reply`, async () => {
      for (const pieceLength of [1, 2, 3, 1000]) {
        const events = await ask(`I roll.\n${reply}\n`, { pieceLength });
        assert.deepEqual(invocations(events), [['chance__roll', { dice: '2d6' }]]);
        assert.equal(said(events), 'I roll.\n');
        assert.deepEqual(events.at(-1), { type: 'finish', reason: 'invocations' });
      }
    });
  }

  for (const [what, reply] of Object.entries(untouched)) {
    it(`stay text when they are ${what}`, async () => {
      for (const pieceLength of [1, 2, 3, 1000]) {
        const events = await ask(reply, { pieceLength });
        assert.equal(said(events), reply);
        assert.deepEqual(invocations(events), []);
        assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
      }
    });
  }

  it('are made without the result that the model invents after them, and the model is stopped there', async () => {
    const reply = `I roll.\n${printed.Hermes}\n<tool_response>\n4\n</tool_response>\nIt is 4.`;
    for (const pieceLength of [1, 3, 1000]) {
      const events = await ask(reply, { pieceLength });
      assert.deepEqual(invocations(events), [['chance__roll', { dice: '2d6' }]]);
      assert.equal(said(events), 'I roll.\n');
      const others = events.filter(({ type }) => type !== 'text-delta' && type !== 'invocation');
      assert.deepEqual(
        others.map(({ type }) => type),
        ['notice', 'usage', 'finish'],
      );
    }
  });

  it('are proposed, and stay text, when words before them announce an example', async () => {
    for (const [vendor, printedCall] of Object.entries(printed)) {
      const reply = `For example:\n${printedCall}`;
      for (const pieceLength of [1, 3, 1000])
        assertProposed(await ask(reply, { pieceLength }), reply, vendor);
    }
  });

  it('are proposed, and stay text, when the model copied them from what it was shown', async () => {
    for (const [vendor, printedCall] of Object.entries(printed)) {
      const canisters = [userSays(`What does this do?\n\n${printedCall}`)];
      assertProposed(await ask(printedCall, { request: { canisters } }), printedCall, vendor);
    }
  });

  it('are proposed, and stay text, once the model has called a tool natively', async () => {
    const reply = printed.Hermes;
    const model = withRecovery(createTextModel([reply, native, reply, reply]));
    const reading = () => answerOf(model);
    assert.deepEqual(invocations(await reading()), [['chance__roll', { dice: '2d6' }]]);
    await reading();
    assertProposed(await reading(), reply, 'the next reply');
    assertProposed(await reading(), reply, 'every reply after that');
  });

  it('are made still after a native call that the request demanded, which needs no parser', async () => {
    const reply = printed.Hermes;
    const model = withRecovery(createTextModel([native, reply]));
    await answerOf(model, { toolChoice: 'required' });
    assert.deepEqual(invocations(await answerOf(model)), [['chance__roll', { dice: '2d6' }]]);
  });

  it('stay text when no tools were offered', async () => {
    const reply = printed.Hermes;
    assert.equal(said(await ask(reply, { request: { tools: [] } })), reply);
  });

  it('stay text beside a native call, in a reply that was cut off, and before a failure', async () => {
    const reply = printed.Hermes;
    const failure = { type: 'failure', error: errorData(errors.modelFailed('It', 'gone')) } as const;
    const endings: readonly (readonly ModelEvent[])[] = [
      native,
      [{ type: 'finish', reason: 'length' }],
      [{ type: 'finish', reason: 'refusal' }],
      [failure],
    ];
    for (const ending of endings) {
      const events = await ask([{ type: 'text-delta', text: reply }, ...ending]);
      assert.equal(said(events), reply);
      assert.deepEqual(
        events.filter(({ type }) => type !== 'text-delta'),
        ending,
      );
    }
  });

  it('are forgotten when the reply is begun anew', async () => {
    const restart = { type: 'restart', message: 'Again.', wait: 0 } as const;
    const events = await ask([
      { type: 'text-delta', text: printed.Hermes },
      restart,
      { type: 'text-delta', text: 'Hello.' },
      { type: 'finish', reason: 'stop' },
    ]);
    assert.deepEqual(events, [
      restart,
      { type: 'text-delta', text: 'Hello.' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('are made of no reply of the corpus that the recogniser of the contract takes for text', async () => {
    const { inventions: _other, ...shapes } = corpus;
    for (const { reply, calls = [], proposals = [] } of Object.values(shapes).flat()) {
      const events = await ask(reply, { pieceLength: 3 });
      const made = invocations(events);
      if (made.length > 0)
        assert.deepEqual(made, calls.length > 0 ? calls : proposals.slice(-made.length), reply);
      else assert.equal(said(events), reply);
      if (!markers.test(reply)) assert.equal(said(events), reply);
    }
  });

  it('are found in no text without a marker, which passes untouched in whatever pieces', async () => {
    const token = fc.constantFrom(
      ...'{ } [ ] < > ( ) " \' ` ~ \n \t \\ , : </s> <think> </think> <|eot_id|> </tool_call> ```json\n {"answer": "x"} {"calls": [ roll( word \ud83d \ude00'.split(
        ' ',
      ),
      ' ',
      '[roll(dice="2d6")]',
      '{"name": "roll", "arguments": {"dice": "2d6"}}',
    );
    const anyText = fc
      .array(fc.oneof(token, fc.string({ unit: anyCodePoint, maxLength: 4 })), { maxLength: 12 })
      .map(parts => parts.join(''))
      .filter(reply => !markers.test(reply));
    await fc.assert(
      fc.asyncProperty(anyText, fc.integer({ min: 1, max: 7 }), async (reply, pieceLength) => {
        const events = await ask(reply, { pieceLength });
        assert.equal(said(events), reply);
        assert.deepEqual(invocations(events), []);
      }),
      { numRuns: 2000 },
    );
  });
});

const user = userSays('Hello?');
const native = invokes(['chance__roll', {}]);

function ask(
  reply: string | readonly ModelEvent[],
  { pieceLength = 3, request = {} }: { pieceLength?: number; request?: Partial<ModelRequest> } = {},
): Promise<readonly ModelEvent[]> {
  return answerOf(withRecovery(createTextModel([reply], { pieceLength })), request);
}

function answerOf(model: Model, request: Partial<ModelRequest> = {}): Promise<readonly ModelEvent[]> {
  const whole = { canisters: [user], tools: corpusTools, ...request };
  return Array.fromAsync(model.reply(whole, new AbortController().signal));
}

function assertProposed(events: readonly ModelEvent[], reply: string, about: string): void {
  assert.equal(said(events), reply, about);
  assert.deepEqual(
    events.filter(({ type }) => type === 'invocation'),
    [{ type: 'invocation', name: 'chance__roll', arguments: { dice: '2d6' }, proposed: true }],
    about,
  );
  assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' }, about);
}
