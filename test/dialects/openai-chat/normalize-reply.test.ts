import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { ErrorCode } from '../../../src/converser/ground/errors.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { createReplyNormalizer } from '../../../src/dialects/openai-chat/normalize-reply.ts';
import { chunk } from '../../fakes/openai-server.ts';
import { said } from '../../providers/heard.ts';

function normalize(chunks: readonly unknown[], isMarked?: boolean): readonly ModelEvent[] {
  const normalizer = createReplyNormalizer({ provider: 'test', label: 'Test' });
  const events = chunks.flatMap(each => normalizer.read(each as ChatCompletionChunk));
  return [...events, ...normalizer.end(isMarked)];
}

async function recorded(name: string): Promise<readonly ModelEvent[]> {
  const file = new URL(`../../fixtures/openai-chat/${name}.sse`, import.meta.url);
  const lines = (await readFile(file, 'utf8')).split('\n');
  const data = lines.filter(line => line.startsWith('data: {')).map(line => line.slice('data: '.length));
  return normalize(data.map(json => JSON.parse(json)));
}

function call(name: string, args: unknown): ModelEvent {
  return { type: 'invocation', name, arguments: args };
}

const readNotes = call('files__read_file', { path: 'notes.txt' });
const roll = call('chance__roll', { dice: '2d6' });
const invoked: ModelEvent = { type: 'finish', reason: 'invocations' };

function passing(fields: object): ModelEvent {
  const data = { dialect: 'openai-chat', passing: { ...fields } as Record<string, string> };
  return { type: 'opaque', content: { type: 'opaque', provider: 'test', data } };
}

function usage(input: number, output: number, more: object = {}): ModelEvent {
  return { type: 'usage', usage: { input, output, ...more } };
}

function toolDelta(...pieces: readonly object[]): object {
  return chunk({ tool_calls: pieces });
}

describe('a recorded reply', () => {
  it('of OpenAI has parallel calls in fragments, and usage in a separate chunk', async () => {
    assert.deepEqual(await recorded('openai-parallel-calls'), [
      call('files__read_file', { path: '📄.txt' }),
      roll,
      usage(320, 85, { cached: 256, reasoning: 64 }),
      invoked,
    ]);
  });

  it('of Ollama has whole calls, all with index 0, and the finish reason of a reply without calls', async () => {
    assert.deepEqual(await recorded('ollama-whole-calls'), [
      { type: 'reasoning-delta', text: 'Two calls' },
      { type: 'reasoning-delta', text: ' will do.' },
      passing({ reasoning: 'Two calls will do.' }),
      readNotes,
      roll,
      usage(180, 61),
      invoked,
    ]);
  });

  it('of LM Studio has reasoning, and no usage', async () => {
    assert.deepEqual(await recorded('lm-studio-reasoning'), [
      { type: 'reasoning-delta', text: 'The user greets.' },
      { type: 'text-delta', text: 'Hello ' },
      { type: 'text-delta', text: 'there.' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('of llama.cpp has reasoning content and a call in fragments', async () => {
    assert.deepEqual(await recorded('llama-cpp-call'), [
      { type: 'reasoning-delta', text: 'I should read.' },
      passing({ reasoning_content: 'I should read.' }),
      readNotes,
      usage(150, 22),
      invoked,
    ]);
  });

  it('of vLLM reports usage several times, and the last counts', async () => {
    assert.deepEqual(await recorded('vllm-call'), [
      { type: 'reasoning-delta', text: 'Roll.' },
      passing({ reasoning_content: 'Roll.' }),
      roll,
      usage(99, 16),
      invoked,
    ]);
  });

  it('of OpenRouter has reasoning details, whose fragments are joined with their signature', async () => {
    const text = { type: 'reasoning.text', text: 'Let me look.', format: 'anthropic-claude-v1', index: 0 };
    const message = { reasoning_details: [{ ...text, signature: 'c2ln' }] };
    assert.deepEqual(await recorded('openrouter-reasoning-details'), [
      { type: 'reasoning-delta', text: 'Let me ' },
      { type: 'reasoning-delta', text: 'look.' },
      {
        type: 'opaque',
        content: { type: 'opaque', provider: 'test', data: { dialect: 'openai-chat', message } },
      },
      readNotes,
      usage(400, 80, { cached: 0, reasoning: 12 }),
      invoked,
    ]);
  });

  it('of MiniMax has its thoughts in details alone, new or repeated in each piece', () => {
    const detail = (text: string) =>
      chunk({ reasoning_details: [{ type: 'reasoning.text', index: 0, text }] });
    const thought = ['The user wants to know', ' what the file says.'] as const;
    const whole = thought.join('');
    for (const pieces of [thought, [thought[0], whole]]) {
      const events = normalize([...pieces.map(detail), chunk({ content: 'Well.' }), chunk({}, 'stop')]);
      assert.deepEqual(
        events.flatMap(event => (event.type === 'reasoning-delta' ? [event.text] : [])),
        [...thought],
      );
      const opaque = events.find(event => event.type === 'opaque');
      const message = { reasoning_details: [{ type: 'reasoning.text', index: 0, text: whole }] };
      assert.deepEqual(opaque?.content.data, { dialect: 'openai-chat', message });
    }
    // Short pieces may begin alike.
    const short = normalize([detail('a'), detail('and'), chunk({}, 'stop')]);
    assert.deepEqual(
      short.flatMap(event => (event.type === 'reasoning-delta' ? [event.text] : [])),
      ['a', 'and'],
    );
  });

  it('of Azure starts without a choice, and may end with its content filter', async () => {
    assert.deepEqual(await recorded('azure-filtered'), [
      { type: 'text-delta', text: 'The first' },
      { type: 'finish', reason: 'refusal' },
    ]);
  });

  it('of Gemini has whole calls without ids, and a signature that belongs to one of them', async () => {
    const calls = [{ extra_content: { google: { thought_signature: 'sig1' } } }, {}];
    assert.deepEqual(await recorded('gemini-signed-calls'), [
      {
        type: 'opaque',
        content: { type: 'opaque', provider: 'test', data: { dialect: 'openai-chat', calls } },
      },
      call('files__read_file', { path: 'a.txt' }),
      call('files__read_file', { path: 'b.txt' }),
      usage(70, 80, { reasoning: 60 }),
      invoked,
    ]);
  });
});

describe('a reply of a server that departs from the standard', () => {
  const done = chunk({}, 'stop');

  it('is read without an index, by ids or by order', () => {
    const chunks = [
      toolDelta({ id: 'a', function: { name: 'x', arguments: '{"n"' } }),
      toolDelta({ function: { arguments: ':1}' } }),
      toolDelta({ id: 'b', function: { name: 'x', arguments: '{"n":2}' } }),
      done,
    ];
    assert.deepEqual(normalize(chunks), [call('x', { n: 1 }), call('x', { n: 2 }), invoked]);
  });

  it('is read if it repeats the name or sends it in pieces', () => {
    const repeated = [
      toolDelta({ index: 0, id: 'a', function: { name: 'get', arguments: '{"a":' } }),
      toolDelta({ index: 0, id: 'a', function: { name: 'get', arguments: '{"b":1}}' } }),
    ];
    assert.deepEqual(normalize([...repeated, done]), [call('get', { a: { b: 1 } }), invoked]);
    const anonymous = [
      toolDelta({ index: 0, function: { name: 'get', arguments: '{"a":' } }),
      toolDelta({ index: 0, function: { name: 'get', arguments: '{"b":1}}' } }),
      toolDelta({ index: 0, function: { name: 'get', arguments: '\n' } }),
    ];
    assert.deepEqual(normalize([...anonymous, done]), [call('get', { a: { b: 1 } }), invoked]);
    const pieces = [
      toolDelta({ index: 0, id: 'a', function: { name: 'ge' } }),
      toolDelta({ index: 0, function: { name: 't_it' } }),
      toolDelta({ index: 0, function: { arguments: '{}' } }),
    ];
    assert.deepEqual(normalize([...pieces, done]), [call('get_it', {}), invoked]);
  });

  it('is read if it repeats the name without an id, and fragments end and begin with braces', () => {
    const fragment = (written: string) => toolDelta({ function: { name: 'write', arguments: written } });
    const chunks = [fragment('{"text":"if (a) {}'), fragment('{}"}'), fragment('{"text":""}'), done];
    assert.deepEqual(normalize(chunks), [
      call('write', { text: 'if (a) {}{}' }),
      call('write', { text: '' }),
      invoked,
    ]);
  });

  it('is read if arguments are an object, absent, or not JSON', () => {
    const chunks = [
      toolDelta({ index: 0, function: { name: 'a', arguments: { n: 1 } } }),
      toolDelta({ index: 1, function: { name: 'b' } }),
      toolDelta({ index: 2, function: { name: 'c', arguments: '{"n":' } }),
      done,
    ];
    assert.deepEqual(normalize(chunks), [call('a', { n: 1 }), call('b', ''), call('c', '{"n":'), invoked]);
  });

  it('is read if fragments of several calls are mixed', () => {
    const chunks = [
      toolDelta(
        { index: 0, id: 'a', function: { name: 'a', arguments: '{"n":' } },
        { index: 1, id: 'b', function: { name: 'b', arguments: '{"n":' } },
      ),
      toolDelta({ index: 1, function: { arguments: '2}' } }, { index: 0, function: { arguments: '1}' } }),
      done,
    ];
    assert.deepEqual(normalize(chunks), [call('a', { n: 1 }), call('b', { n: 2 }), invoked]);
  });

  it('is read if it has the single call of 2023, or a message instead of a delta', () => {
    const old = [
      chunk({ function_call: { name: 'a', arguments: '{"n"' } }),
      chunk({ function_call: { arguments: ':1}' } }, 'function_call'),
    ];
    assert.deepEqual(normalize(old), [call('a', { n: 1 }), invoked]);
    const whole = { choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] };
    assert.deepEqual(normalize([whole]), [
      { type: 'text-delta', text: 'Hi' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('is read with any of its fields null, or of another type', () => {
    const odd: readonly object[] = [
      { choices: null, usage: null },
      { choices: [null, 5, 'x', []] },
      { choices: [{ delta: null, message: null, finish_reason: null, usage: 'none' }] },
      chunk({
        content: null,
        refusal: null,
        reasoning_content: null,
        reasoning_details: null,
        tool_calls: null,
      }),
      chunk({
        content: [null, { type: 'text', text: null }, { type: 'thinking', thinking: null }],
        function_call: '',
      }),
      chunk({
        reasoning_content: 7,
        reasoning_details: {},
        refusal: 7,
        extra_content: [],
        tool_calls: 'none',
      }),
      toolDelta(
        Object(null),
        { function: null },
        { index: null, id: null, function: { name: null, arguments: null } },
      ),
      toolDelta({ index: 0, id: 7, type: null, function: 'x' }),
      chunk({ tool_calls: { index: 0, id: 'a', function: { name: 'a' } } }),
    ];
    const events = normalize([...odd, chunk({ content: 'Hi' }, 'stop')]);
    assert.deepEqual(events, [{ type: 'text-delta', text: 'Hi' }, call('a', ''), invoked]);
  });

  it('is read if its content is a list of thinking and text parts', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
      { type: 'text', text: 'Yes.' },
    ];
    assert.deepEqual(normalize([chunk({ content }), done]).slice(0, 2), [
      { type: 'reasoning-delta', text: 'Hm.' },
      { type: 'text-delta', text: 'Yes.' },
    ]);
  });
});

describe('the choices of a reply', () => {
  const choice = (index: unknown, delta: object, finish_reason: string | null = null) => ({
    index,
    delta,
    finish_reason,
  });
  const piece = (written: string, name?: string) => ({
    tool_calls: [{ index: 0, ...(name && { id: 'a' }), function: { name, arguments: written } }],
  });
  const notes = '{"path":"notes.txt"}';
  const rows: Readonly<Record<string, readonly (readonly object[])[]>> = {
    'the text in one and the calls in another': [
      [choice(0, { content: 'I look.' }, 'tool_calls')],
      [choice(1, piece(notes, 'files__read_file'), 'tool_calls')],
    ],
    'all in one chunk': [
      [choice(0, { content: 'I look.' }), choice(1, piece(notes, 'files__read_file'), 'tool_calls')],
    ],
    'an index that grows with each fragment': [
      [choice(0, { content: 'I ' })],
      [choice(1, { content: 'look.' })],
      [choice(2, piece('{"path":', 'files__read_file'))],
      [choice(3, piece('"notes.txt"}'))],
      [choice(4, {}, 'tool_calls')],
    ],
    'whole messages': [
      [{ index: 0, message: { content: 'I look.' }, finish_reason: 'stop' }],
      [{ index: 1, message: piece(notes, 'files__read_file'), delta: null, finish_reason: 'stop' }],
    ],
    'odd indexes': [
      [choice(null, { content: 'I look.' }), choice('1', piece(notes, 'files__read_file'))],
      [choice(-1, {}, 'stop')],
    ],
  };
  for (const [what, chunks] of Object.entries(rows))
    it(`all belong to it: ${what}`, () => {
      const events = normalize(chunks.map(choices => ({ choices })));
      assert.equal(said(events), 'I look.');
      assert.deepEqual(events.slice(-2), [readNotes, invoked]);
    });

  it('end badly if one of them does', () => {
    for (const [reason, end] of [
      ['length', 'length'],
      ['abort', undefined],
    ] as const) {
      const choices = [choice(0, { content: 'Half' }, reason), choice(1, { content: 'Whole' }, 'stop')];
      const last = normalize([{ choices }]).at(-1);
      assert.equal(last?.type === 'finish' ? last.reason : undefined, end);
    }
  });
});

describe('arguments that a server sends again', () => {
  const whole = '{"path":"notes.txt"}';
  const rows: Readonly<Record<string, readonly unknown[]>> = {
    'after a placeholder, in fragments': ['{}', '{"path":', '"notes.txt"}'],
    'after a placeholder that is an object': [{}, whole],
    'as an object after fragments': ['{"path":', '"notes.txt"}', { path: 'notes.txt' }],
    'with all that came before in each fragment': ['{', '{"pa', '{"path":"notes', whole, whole],
    'with all before, after a placeholder': ['{}', '{"path"', whole],
    'as far as they are known each time': ['{"path":""}', '{"path":"no"}', whole],
    'three times': [whole, whole, ` ${whole}\n`],
    'as a string': ['"{\\"path\\":', '\\"notes.txt\\"}"'],
    'as a string after a placeholder': ['{}', JSON.stringify(whole)],
  };
  const delta = (written: unknown) => toolDelta({ index: 0, id: 'a', function: { arguments: written } });
  const named = toolDelta({ index: 0, id: 'a', function: { name: 'files__read_file' } });
  for (const [how, pieces] of Object.entries(rows))
    it(`count as they came last: ${how}`, () => {
      const chunks = [named, ...pieces.map(delta), chunk({}, 'tool_calls')];
      assert.deepEqual(normalize(chunks), [readNotes, invoked]);
      assertPassed(chunks);
    });

  it('belong to their own call, without an index or an id', () => {
    const fragment = (name: string, written: string) => toolDelta({ function: { name, arguments: written } });
    const chunks = [
      fragment('a', '{}'),
      toolDelta({ function: { arguments: '{"n":1}' } }),
      fragment('b', '{}'),
    ];
    assert.deepEqual(normalize([...chunks, chunk({}, 'stop')]), [
      call('a', { n: 1 }),
      call('b', {}),
      invoked,
    ]);
    assertPassed([...chunks, chunk({}, 'stop')]);
  });

  it('are no part of a longer text, and nothing that was cut off', () => {
    const odd = [['{"edits":[', '{"n":1}'], ['{"n":1}', 'x'], ['[{"n":1}]'], ['{"a":1}{"n":']];
    for (const pieces of odd) {
      const chunks = [named, ...pieces.map(delta)];
      const written = pieces.join('');
      assert.deepEqual(normalize([...chunks, chunk({}, 'stop')])[0], call('files__read_file', written));
      assert.deepEqual(normalize([...chunks, chunk({}, 'length')]), [{ type: 'finish', reason: 'length' }]);
    }
    const nested = [named, delta('{"a":'), delta('{"a":1}'), chunk({}, 'length')];
    assert.deepEqual(normalize(nested), [{ type: 'finish', reason: 'length' }]);
  });

  it('are a failure if others were passed on as whole', () => {
    const chunks = [named, delta('{"path":'), delta('"a"}'), delta('{"path":"b"}'), chunk({}, 'stop')];
    assert.throws(() => passedOn(chunks), { code: 'model-server-failed', retryable: true });
  });
});

function passedOn(chunks: readonly unknown[]): readonly ModelEvent[] {
  const normalizer = createReplyNormalizer({ provider: 'test', label: 'Test', fragments: true });
  return [...chunks.flatMap(each => normalizer.read(each as ChatCompletionChunk)), ...normalizer.end()];
}

/** The pieces of each call that is passed on are its arguments. */
function assertPassed(chunks: readonly unknown[]): void {
  const pieces: string[] = [];
  for (const event of passedOn(chunks)) {
    if (event.type === 'invocation-delta') pieces[event.call] = (pieces[event.call] ?? '') + event.text;
    if (event.type !== 'invocation') continue;
    const written = event.call === undefined ? undefined : pieces[event.call];
    if (written !== undefined) assert.deepEqual(JSON.parse(written), event.arguments);
  }
}

describe('the end of a reply', () => {
  const half = chunk({ content: 'Half' });
  const used = { prompt_tokens: 3, completion_tokens: 2 };
  const cutCall = toolDelta({ index: 0, id: 'a', function: { name: 'a', arguments: '{"n":' } });
  const wholeCall = toolDelta({ index: 0, id: 'a', function: { name: 'a', arguments: '{"n":1}' } });
  const onlyUsage = { choices: [], usage: used };
  const notProven: Readonly<Record<string, readonly [readonly object[], boolean?]>> = {
    'with usage in each chunk': [
      [
        { ...half, usage: used },
        { ...wholeCall, usage: used },
      ],
    ],
    'with the usage first': [[onlyUsage, half]],
    'that goes on after its usage': [[half, onlyUsage, wholeCall]],
    'of usage alone': [[onlyUsage]],
    'with usage that says nothing': [[half, { choices: [], usage: {} }]],
    'with chunks without choices': [[wholeCall, { choices: [] }, { object: 'chat.completion.chunk' }]],
    'with a mark and nothing else': [[onlyUsage], true],
    'with a mark after half a call': [[half, cutCall], true],
    'with its usage after half a call': [[half, cutCall, onlyUsage]],
  };
  for (const [what, [chunks, isMarked]] of Object.entries(notProven))
    it(`has not come in a stream ${what}: it broke off, and no call is made`, () => {
      const events = normalize(chunks, isMarked);
      const last = events.at(-1);
      assert.equal(last?.type === 'failure' && last.error.code, 'model-unreachable');
      assert.ok(events.every(({ type }) => type !== 'invocation'));
      assert.equal(
        events.some(({ type }) => type === 'usage'),
        JSON.stringify(chunks).includes('tokens'),
      );
    });

  it('is the mark at the end of the stream, without a reason', () => {
    assert.deepEqual(normalize([half], true).at(-1), { type: 'finish', reason: 'stop' });
    assert.deepEqual(normalize([wholeCall], true), [call('a', { n: 1 }), invoked]);
  });

  it('is none that a server calls by a name of a failure, or by one that nobody knows', () => {
    for (const reason of [
      'network_error',
      'MALFORMED_FUNCTION_CALL',
      'insufficient_system_resource',
      'x-new',
    ]) {
      const [only, ...others] = normalize([wholeCall, chunk({}, reason)], true);
      assert.deepEqual(others, []);
      assert.ok(
        only?.type === 'failure' && only.error.retryable && only.error.message.includes(reason),
        reason,
      );
    }
    for (const [reason, end] of [
      ['MAX_TOKENS', 'length'],
      ['sensitive', 'refusal'],
      ['null', 'stop'],
    ] as const)
      assert.deepEqual(normalize([chunk({ content: 'a' }, reason)], true).at(-1), {
        type: 'finish',
        reason: end,
      });
  });

  it('is a refusal if the model refuses', () => {
    assert.deepEqual(normalize([chunk({ refusal: 'I will not.' }), chunk({}, 'stop')]), [
      { type: 'text-delta', text: 'I will not.' },
      { type: 'finish', reason: 'refusal' },
    ]);
  });

  it('at the length limit leaves out a call that was cut off, and keeps those before it', () => {
    const whole = { index: 0, function: { name: 'a', arguments: '{}' } };
    for (const cut of ['', '{"n":']) {
      const chunks = [
        toolDelta(whole, { index: 1, function: { name: 'b', arguments: cut } }),
        chunk({}, 'length'),
      ];
      assert.deepEqual(normalize(chunks), [call('a', {}), { type: 'finish', reason: 'length' }]);
    }
  });

  it('is a retryable failure without calls if the stream breaks off', () => {
    const piece = { index: 0, function: { name: 'a', arguments: '{}' } };
    const ends: readonly (readonly [Parameters<typeof normalize>[0], ErrorCode])[] = [
      [[], 'model-unreachable'],
      [[chunk({ content: '' })], 'model-unreachable'],
      [[toolDelta(piece)], 'model-unreachable'],
      [[chunk({}, 'error')], 'model-server-failed'],
    ];
    for (const [chunks, code] of ends) {
      const [only, ...others] = normalize(chunks);
      assert.deepEqual(others, []);
      assert.deepEqual(only?.type === 'failure' && [only.error.code, only.error.retryable], [code, true]);
    }
  });

  it('counts what was thought as said where only the total holds it', () => {
    const grok = {
      prompt_tokens: 10_120,
      completion_tokens: 1_499,
      total_tokens: 14_428,
      prompt_tokens_details: { cached_tokens: 128 },
      completion_tokens_details: { reasoning_tokens: 2_809 },
    };
    const told = normalize([chunk({ content: 'Hi' }, 'stop'), { choices: [], usage: grok }]).find(
      event => event.type === 'usage',
    );
    assert.deepEqual(told, usage(10_120, 4_308, { cached: 128, reasoning: 2_809 }));
  });

  const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  const told: Readonly<Record<string, readonly [readonly object[], ModelEvent | undefined]>> = {
    'in the choice': [[{ choices: [{ delta: {}, usage: used }] }], usage(3, 2)],
    'where Groq does': [[{ choices: [], x_groq: { id: 'r', usage: used } }], usage(3, 2)],
    'with the cached part at the top': [
      [{ usage: { ...used, cached_tokens: 1 } }],
      usage(3, 2, { cached: 1 }),
    ],
    'with zeros at the end': [
      [{ usage: { ...used, reasoning_tokens: 1 } }, { usage: zeros }],
      usage(3, 2, { reasoning: 1 }),
    ],
    'in parts that come one after the other': [
      [{ usage: { ...zeros, prompt_tokens: 3 } }, { usage: { ...zeros, completion_tokens: 2 } }],
      usage(3, 2),
    ],
    'of zeros only': [[{ usage: zeros }], undefined],
    'in Anthropic’s names': [
      [
        {
          usage: {
            input_tokens: 3,
            output_tokens: 2,
            cache_read_input_tokens: 5,
            cache_creation_input_tokens: 1,
          },
        },
      ],
      usage(9, 2, { cached: 5, written: 1 }),
    ],
    'in the names of Responses': [
      [
        {
          usage: {
            input_tokens: 3,
            output_tokens: 2,
            input_tokens_details: { cached_tokens: 1 },
            output_tokens_details: { reasoning_tokens: 1 },
          },
        },
      ],
      usage(3, 2, { cached: 1, reasoning: 1 }),
    ],
    'in the names of both': [
      [{ usage: { ...used, input_tokens: 3, output_tokens: 2, cache_read_input_tokens: 1 } }],
      usage(3, 2, { cached: 1 }),
    ],
    'with details that say nothing of the cache': [
      [{ usage: { ...used, prompt_tokens_details: { audio_tokens: 0 }, prompt_cache_hit_tokens: 1 } }],
      usage(3, 2, { cached: 1 }),
    ],
  };
  for (const [where, [chunks, expected]] of Object.entries(told))
    it(`tells what was used ${where}`, () => {
      const events = normalize([chunk({ content: 'Hi' }, 'stop'), ...chunks]);
      assert.deepEqual(
        events.find(({ type }) => type === 'usage'),
        expected,
      );
    });

  it('has no reason on servers that end with the usage', () => {
    const last = { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } };
    assert.deepEqual(normalize([chunk({ content: 'Hi' }), last]).at(-1), { type: 'finish', reason: 'stop' });
  });

  it('replaces half a character', () => {
    assert.deepEqual(
      normalize([chunk({ content: 'a\ud83d' }), chunk({ content: 'b\udc00' }), chunk({}, 'stop')]),
      [
        { type: 'text-delta', text: 'a' },
        { type: 'text-delta', text: '\ufffdb\ufffd' },
        { type: 'finish', reason: 'stop' },
      ],
    );
  });

  // Whoever joined all of them again with each would need minutes, and the time limit of tests.
  it('joins any number of fragments', () => {
    const fragments = Array.from({ length: 100_000 }, () =>
      toolDelta({ index: 0, function: { arguments: 'x'.repeat(20) } }),
    );
    const first = toolDelta({ index: 0, id: 'a', function: { name: 'a', arguments: '{"t":"' } });
    const [event] = normalize([
      first,
      ...fragments,
      toolDelta({ index: 0, function: { arguments: '"}' } }),
      chunk({}, 'stop'),
    ]);
    assert.deepEqual(event, call('a', { t: 'x'.repeat(2_000_000) }));
  });
});
