import assert from 'node:assert/strict';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import type { ModelEvent, ModelRequest } from '../../../src/converser/words/models/provider.ts';
import { callOf, resultOf } from '../../dialects/canister-of.ts';
import { geminiComplaint } from '../../fakes/gemini-complaints.ts';
import {
  type Answer,
  answerChunks,
  answerJson,
  chunk,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import { userSays } from '../../fakes/user-canister.ts';
import { namedOf, openAiAt } from '../at-servers.ts';
import { leftBy, said } from '../heard.ts';

const never = new AbortController().signal;
const tools = [
  { name: 'files__read_file', description: 'Reads.', inputSchema: { type: 'object', properties: {} } },
];
const wanted = {};

/** As recorded: https://github.com/coder/coder/blob/main/internal/googleopenai/thoughts_test.go */
const flagged = (content: string) => chunk({ content, extra_content: { google: { thought: true } } });

interface Gemini {
  readonly ask: (request: Omit<ModelRequest, 'tools'>, model?: string) => Promise<readonly ModelEvent[]>;
  /** The last request. */
  readonly sent: () => Readonly<Record<string, unknown>>;
}

/** Keeps the vendor's rules; what it refuses is refused as Google does, in a list. */
async function withGemini(
  answer: Answer,
  use: (gemini: Gemini) => Promise<void>,
  given: readonly string[] = [],
): Promise<void> {
  const server = await startOpenAiServer((response, received) => {
    const message = geminiComplaint(received.body, given);
    if (message === undefined) return answer(response, received);
    return answerJson([{ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }], 400)(response);
  });
  const provider = openAiAt('https://generativelanguage.googleapis.com/v1beta/openai', {
    id: 'gemini',
    fetch: (input, init) => fetch(String(input).replace(/^.*\/openai/, server.url), init),
  });
  try {
    await use({
      sent: () => server.received.at(-1)?.body ?? {},
      async ask(request, model = 'gemini-3.8-flash') {
        return await Array.fromAsync(namedOf(provider, model).reply({ wanted, tools, ...request }, never));
      },
    });
  } finally {
    await server.close();
  }
}

const hello = { canisters: [userSays('Hello.')] };
const hi = answerChunks([chunk({ content: 'Hi.' }), chunk({}, 'stop')]);

const thoughts = (events: readonly ModelEvent[]) =>
  events.map(event => (event.type === 'reasoning-delta' ? event.text : '')).join('');

function call(index: number, signature?: string): object {
  return {
    index,
    id: '',
    type: 'function',
    function: { name: 'files__read_file', arguments: '{}' },
    ...(signature && { extra_content: { google: { thought_signature: signature } } }),
  };
}

describe('Gemini, over its API that is like OpenAI’s', () => {
  it('is asked for its thoughts and for its effort in one place, because both fields are refused together', async () => {
    const rows = [
      ['gemini-3.8-flash', undefined, { include_thoughts: true }],
      ['gemini-3.8-flash', 'minimal', { include_thoughts: true, thinking_level: 'low' }],
      ['gemini-3.8-flash', 'none', { include_thoughts: true, thinking_level: 'low' }],
      ['gemini-3.5-flash-lite', 'none', { include_thoughts: true, thinking_level: 'minimal' }],
      ['gemini-3.6-flash', 'max', { include_thoughts: true, thinking_level: 'high' }],
      ['gemini-3.1-pro-preview', 'medium', { include_thoughts: true, thinking_level: 'medium' }],
      ['gemini-3-pro-preview', 'medium', { include_thoughts: true, thinking_level: 'low' }],
      ['gemini-2.5-pro', 'none', { include_thoughts: true, thinking_budget: 1_024 }],
      ['gemini-2.5-flash', 'high', { include_thoughts: true, thinking_budget: 24_576 }],
    ] as const;
    await withGemini(hi, async ({ ask, sent }) => {
      for (const [model, effort, thinking] of rows) {
        const events = await ask({ ...hello, wanted: effort === undefined ? {} : { effort } }, model);
        assert.equal(events.at(-1)?.type, 'finish', JSON.stringify(events.at(-1)));
        assert.deepEqual(sent().extra_body, { google: { thinking_config: thinking } }, `${model} ${effort}`);
        assert.equal(sent().reasoning_effort, undefined);
      }
    });
  });

  it('is not asked where it would not think, and keeps what you want of it besides', async () => {
    await withGemini(hi, async ({ ask, sent }) => {
      for (const [model, options] of [
        ['gemini-2.0-flash', { effort: 'high' }],
        ['gemini-3.8-flash', { showThinking: false }],
        ['gemma-4-31b-it', {}],
        // It turns out that this one doesn’t think.
        ['gemini-9-flash', { effort: 'high' }],
      ] as const) {
        const events = await ask({ ...hello, wanted: options }, model);
        assert.equal(events.at(-1)?.type, 'finish', JSON.stringify(events.at(-1)));
        assert.deepEqual([sent().extra_body, sent().reasoning_effort], [undefined, undefined], model);
      }
      await ask({ ...hello, wanted: { effort: 'none' } }, 'gemini-2.5-flash');
      assert.deepEqual([sent().extra_body, sent().reasoning_effort], [undefined, 'none']);
      const google = { cached_content: 'cachedContents/1' };
      await ask({ ...hello, wanted: { effort: 'low', body: { extra_body: { google } } } });
      assert.deepEqual(sent().extra_body, {
        google: { ...google, thinking_config: { include_thoughts: true, thinking_level: 'low' } },
      });
    });
  });

  it('tells its thoughts apart from its text, wherever the tags are cut', async () => {
    const streams = [
      [flagged('<thought>Step one. '), flagged('Step two.'), chunk({ content: '</thought>The ' })],
      [flagged('<thou'), flagged('ght>Step one. Step two.</th'), chunk({ content: 'ought>The ' })],
      [flagged('Step one. '), flagged('Step two.'), chunk({ content: 'The ' })],
      [flagged('<thought>Step one. Step two.</thought>The ')],
      [flagged('<thought>Step one. Step two.'), chunk({ content: '</' }), chunk({ content: 'thought>The ' })],
    ];
    for (const stream of streams) {
      const rest = [chunk({ content: '<thought> tag.' }), chunk({}, 'stop')];
      await withGemini(answerChunks([...stream, ...rest]), async ({ ask }) => {
        const events = await ask(hello);
        assert.equal(thoughts(events), 'Step one. Step two.');
        assert.equal(said(events), 'The <thought> tag.');
      });
    }
  });

  it('gets its signatures back with its calls and its text, in this turn and in later ones', async () => {
    const answers = [
      answerChunks([
        flagged('<thought>Both files.'),
        chunk({ content: null, tool_calls: [call(0, 'signed-1')] }),
        chunk({ tool_calls: [call(1)] }, 'stop'),
      ]),
      answerChunks([
        flagged('<thought>Equal.'),
        chunk({ content: '</thought>Both say 42.' }),
        chunk({ content: null, extra_content: { google: { thought_signature: 'signed-2' } } }, 'stop'),
      ]),
      hi,
    ];
    const answer: Answer = (response, received) => answers.shift()?.(response, received);
    await withGemini(
      answer,
      async ({ ask, sent }) => {
        const canisters: Canister[] = [userSays('What?')];
        for (const more of [[], [userSays('Sure?')]]) {
          const events = await ask({ canisters });
          assert.equal(events.at(-1)?.type, 'finish', JSON.stringify(events.at(-1)));
          canisters.push(...leftBy(events, `a${canisters.length}`), ...more);
        }
        const end = await ask({ canisters });
        assert.equal(said(end), 'Hi.', JSON.stringify(end.at(-1)));
        const messages = sent().messages as readonly Record<string, unknown>[];
        const [first, second] = messages.filter(({ role }) => role === 'assistant');
        const calls = first?.tool_calls as readonly Record<string, unknown>[];
        assert.deepEqual(
          calls.map(({ extra_content: extra }) => extra),
          [{ google: { thought_signature: 'signed-1' } }, undefined],
        );
        assert.deepEqual(second, {
          role: 'assistant',
          content: 'Both say 42.',
          extra_content: { google: { thought_signature: 'signed-2' } },
        });
      },
      ['signed-1'],
    );
  });

  it('goes on with the calls of another model, which bear no signature of its own', async () => {
    const canisters = [
      userSays('What?'),
      callOf('c1'),
      callOf('c2'),
      resultOf('c1', '42'),
      resultOf('c2', '42'),
    ];
    await withGemini(hi, async ({ ask, sent }) => {
      assert.equal(said(await ask({ canisters })), 'Hi.');
      await ask({ canisters }, 'gemini-2.5-flash');
      assert.ok(!JSON.stringify(sent()).includes('skip_thought_signature_validator'));
    });
  });

  it('says what it refuses, although its errors come in a list', async () => {
    const overflow =
      'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).';
    const rows = [
      [400, overflow, 'context-overflow'],
      [400, 'API key not valid. Please pass a valid API key.', 'model-unauthorized'],
      [400, 'Request contains an invalid argument.', 'model-failed'],
      [429, 'You exceeded your current quota.', 'model-quota'],
    ] as const;
    for (const [status, message, code] of rows)
      await withGemini(
        response => answerJson([{ error: { code: status, message, status: 'X' } }], status)(response),
        async ({ ask }) => {
          const end = (await ask(hello)).at(-1);
          assert.equal(end?.type, 'failure');
          assert.equal(end.error.code, code);
          if (code === 'model-failed') assert.ok(end.error.message.includes(message), end.error.message);
        },
      );
  });
});
