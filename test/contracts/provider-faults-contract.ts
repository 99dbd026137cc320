import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { setImmediate as breathe } from 'node:timers/promises';
import type { ErrorCode, ErrorData } from '../../src/converser/ground/errors.ts';
import { converse } from '../../src/converser/turn/converse.ts';
import { type Canister, isCompaction } from '../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import type { TurnEnd } from '../../src/converser/words/conversation/converse-event.ts';
import type { Model, ModelEvent } from '../../src/converser/words/models/provider.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { type Misbehaviour, sent, startFaultyServer } from '../fakes/faulty-server.ts';
import type { Loopback } from '../fakes/loopback.ts';
import { oddReports } from '../fakes/odd-reports.ts';
import { overflowAnswers } from '../fakes/overflow-answers.ts';
import { userSays } from '../fakes/user-canister.ts';

/** How a wire says the things that go wrong on it. */
export interface FaultyWire {
  /** A model of the provider under test, asked at this address, by the global `fetch` or another one. */
  readonly connect: (url: string, ask?: typeof fetch) => Promise<Model>;
  readonly models: readonly object[];
  /**
   * A whole reply as events of its stream, in order: it says `recordedText`, and then calls the two tools of
   * `recordedCalls`.
   */
  readonly recording: readonly string[];
  /** Which event of it says that all has been said, counted from its end: -1 is the last one. */
  readonly ending: number;
  /** The same reply as a server sends it that does not stream. */
  readonly whole: object;
  /** The stream of a reply that only says this text, in one event. */
  readonly saying: (said: string) => readonly string[];
  /** An event that reports a fault of the server, and one of a kind that nobody knows yet. */
  readonly fault: string;
  /** An event that says that the request is too long, with the words and the code of its vendor. */
  readonly overflow: string;
  readonly unknown: string;
  /** Each line is an event, and there are no fields and comments besides. */
  readonly isLines?: true;
}

export const recordedText = 'I look at 𝒳 — naïve 日本.';
export const recordedCalls = [
  ['files__read_file', { path: 'nötes 😀.txt' }],
  ['chance__roll', { dice: '2d6' }],
] as const;

const tool = (name: string) => ({ name, description: '', inputSchema: { type: 'object', properties: {} } });
const tools = recordedCalls.map(([name]) => tool(name));
const never = new AbortController().signal;

/** Characters of a request that the server takes. */
const fittingSize = 60_000;
const recovered = 'Now it fits.';

/** Two turns whose results are far more than that. */
function longHistory(): readonly Canister[] {
  const marks = { active: true, pinned: false };
  const common = (id: string) => ({ id, timestamp: '2026-11-20T12:00:00.000Z', marks, content: [] });
  const turns = ['one', 'two'].map((turn): readonly Canister[] => {
    const calls = [1, 2, 3].map(at => `${turn}-${at}`);
    return [
      { ...common(`${turn}-q`), role: 'user', content: [text('Read them.')] },
      ...calls.map(id => {
        return {
          ...common(id),
          role: 'invocation',
          ensemble: 'files',
          name: 'read',
          arguments: { id },
        } as const;
      }),
      ...calls.map(id => ({
        ...common(`${id}-r`),
        role: 'result' as const,
        invocationId: id,
        content: [text(`Line of ${id}.\n`.repeat(2_000))],
      })),
      { ...common(`${turn}-a`), role: 'assistant', content: [text('I have read them.')] },
    ];
  });
  return turns.flat();
}

async function converseWith(model: Model, past: readonly Canister[]) {
  const conversation = createConversation('c', past);
  const ports = await createFakePorts({ limits: { compactAt: 0 } });
  const options = { ports, model, signal: never };
  let end: TurnEnd | undefined;
  for await (const event of converse(conversation, { content: [text('Go on.')] }, options))
    if (event.type === 'turn-end') end = event;
  assert.ok(end !== undefined);
  return { end, compactions: conversation.canisters.filter(isCompaction) };
}

/** What every provider on a network keeps when its server or the way to it misbehaves. */
export function describeProviderFaults(name: string, wire: FaultyWire): void {
  let server: Loopback | undefined;
  afterEach(() => server?.close());

  async function modelOf(misbehave: Misbehaviour, ask?: typeof fetch): Promise<Model> {
    server = await startFaultyServer(wire.models, misbehave);
    return wire.connect(server.url, ask);
  }

  async function faced(misbehave: Misbehaviour): Promise<readonly ModelEvent[]> {
    return ask(await modelOf(misbehave));
  }

  async function failure(misbehave: Misbehaviour): Promise<ErrorData> {
    const last = (await faced(misbehave)).at(-1);
    assert.equal(last?.type, 'failure', JSON.stringify(last));
    return last.error;
  }

  const whole = Buffer.from(wire.recording.join(''));
  // All but the blank line after it.
  const complete = Buffer.byteLength(
    wire.recording
      .slice(0, wire.recording.length + wire.ending + 1)
      .join('')
      .trimEnd(),
  );

  describe(`${name}, when something goes wrong:`, () => {
    for (const [how, cut] of Object.entries(cuts)) {
      it(`claims no end that did not come, wherever the reply ${how}`, async () => {
        let at = 0;
        const answer: typeof fetch = async (input, init) =>
          init?.method?.toUpperCase() === 'POST'
            ? cutResponse(whole.subarray(0, at), cut)
            : fetch(input, init);
        const model = await modelOf(() => {}, answer);
        for (; at < whole.length; at++) checkCut(await ask(model), { at, complete });
      });

      it(`claims no end that did not come over a connection that ${how}`, async () => {
        let at = 0;
        const model = await modelOf(async response => {
          startEvents(response);
          await sent(response, whole.subarray(0, at));
          if (cut === 'error') response.destroy();
          else response.end();
        });
        // A reply ends after any of its events, and a prime number hits the rest in no pattern.
        for (; at < whole.length; at += 41) checkCut(await ask(model), { at, complete });
        at = 0;
        for (const event of wire.recording.slice(0, -1)) {
          at += Buffer.byteLength(event);
          checkCut(await ask(model), { at, complete });
        }
      });
    }

    it('reads the same from packets of one byte', async () => {
      const events = await faced(async response => {
        startEvents(response);
        for (const byte of whole) {
          await sent(response, Uint8Array.of(byte));
          await breathe();
        }
        response.end();
      });
      checkWhole(events);
    });

    it('passes over events of kinds that nobody knows yet', async () => {
      const comment = wire.isLines ? '\n' : ': a comment\n\n';
      const events = wire.recording.flatMap(event => [wire.unknown, comment, event]);
      checkWhole(await faced(response => stream(response, events)));
    });

    it('passes over signs of life, and minds no events that one line break parts', async () => {
      const signs = wire.isLines ? ['\n', 'null\n'] : ['data:\n\n', 'data: ping\n\n', 'data: null\n\n'];
      const events = wire.recording.flatMap(event => [...signs, event]);
      checkWhole(await faced(response => stream(response, events)));
      const lines = wire.recording.map(event => `${event.trimEnd()}\n`);
      checkWhole(await faced(response => stream(response, lines)));
    });

    for (const [what, headers, expected] of waits) {
      it(`says how long to wait when the server tells ${what}`, async () => {
        const {
          code,
          retryable,
          retryAfter = -1,
        } = await failure(response => {
          const error = { type: 'rate_limit_error', message: 'Slow down.' };
          sendJson(response, 429, { type: 'error', error }, headers());
        });
        assert.deepEqual([code, retryable], ['model-quota', true]);
        assert.ok(retryAfter >= expected[0] && retryAfter <= expected[1], String(retryAfter));
      });
    }

    it('may be asked again after an overload', async () => {
      const error = { type: 'overloaded_error', message: 'Overloaded' };
      const { code, retryable } = await failure(response =>
        sendJson(response, 529, { type: 'error', error }),
      );
      assert.deepEqual([code, retryable], ['model-overloaded', true]);
    });

    for (const [who, { status = 400, body, numbers }] of Object.entries(overflowAnswers)) {
      it(`says that a request is too long in the words of ${who}, and asks once`, async () => {
        let asked = 0;
        const error = await failure(response => {
          asked++;
          sendJson(response, status, body);
        });
        assert.deepEqual([error.code, error.retryable, asked], ['context-overflow', false, 1]);
        assert.match(
          error.message,
          /^The prompt is too long\b.*Send less, begin a new conversation, or choose/s,
        );
        if (numbers === undefined) assert.match(error.message, /has about \d+/);
        else assert.ok(error.message.includes(`${numbers[0]} tokens > ${numbers[1]} maximum`), error.message);
      });

      it(`is asked again in the same turn, with less, after it has said so in the words of ${who}`, async () => {
        const sizes: number[] = [];
        const model = await modelOf(async (response, asked) => {
          sizes.push(asked.length);
          if (asked.length <= fittingSize) await stream(response, wire.saying(recovered));
          else sendJson(response, status, body);
        });
        const { end, compactions } = await converseWith(model, longHistory());
        assert.equal(end.outcome, 'final', end.error?.message);
        assert.equal(textOf(end.canisters.at(-1)?.content ?? []), recovered);
        assert.ok(sizes.length >= 2 && compactions.length >= 1, sizes.join());
        assert.ok(sizes.filter(size => size > fittingSize).length <= 3, sizes.join());
        assert.ok(compactions.every(({ reason, results }) => reason === 'overflow' && results.length > 0));
      });
    }

    for (const [who, { status = 200, body, code, retryable, says }] of Object.entries(oddReports)) {
      // Each line of Ollama’s might be followed by the reply.
      if (wire.isLines && !Array.isArray(body) && Object(body).ok) continue;
      it(`says what is wrong in the words of ${who}, and whether another try may help`, async () => {
        const error = await failure(response => {
          if (typeof body !== 'string') return sendJson(response, status, body);
          response.writeHead(status, { 'content-type': 'text/html' }).end(body);
        });
        assert.deepEqual([error.code, error.retryable], [code, retryable], error.message);
        assert.match(error.message, says);
        assert.doesNotMatch(error.message, /<\/?(?:html|title)/i);
      });

      it(`says it also where ${who} says it in an event`, async () => {
        if (status !== 200 || typeof body === 'string' || Array.isArray(body) || 'ok' in body) return;
        const line = JSON.stringify(body);
        const error = await failure(response =>
          stream(response, [wire.isLines ? `${line}\n` : `data: ${line}\n\n`]),
        );
        assert.deepEqual([error.code, error.retryable], [code, retryable], error.message);
      });
    }

    it('says that a request is too long where the server says so in the middle of a stream', async () => {
      const events = await faced(response =>
        stream(response, [...wire.recording.slice(0, 1), wire.overflow]),
      );
      assertFailure(events, ['context-overflow']);
    });

    it('fails with what the server reports in the middle of a stream', async () => {
      const halfway = wire.recording.slice(0, 3);
      const events = await faced(response => stream(response, [...halfway, wire.fault]));
      assertFailure(events, ['model-overloaded', 'model-server-failed']);
      assert.match(JSON.stringify(events.at(-1)), /the server is on fire/);
    });

    it('reads a reply that comes as a whole, where the server ignores that a stream was asked for', async () => {
      for (const type of ['application/json', 'text/event-stream'])
        for (const indent of wire.isLines ? [0] : [0, 2]) {
          const json = Buffer.from(JSON.stringify(wire.whole, null, indent));
          const events = await faced(async response => {
            response.writeHead(200, { 'content-type': type });
            // Cuts a character.
            await sent(response, json.subarray(0, json.indexOf('ï') + 1));
            response.end(json.subarray(json.indexOf('ï') + 1));
          });
          checkWhole(events);
          assert.ok(events.some(event => event.type === 'usage' && event.usage.output === 9));
        }
      const json = JSON.stringify(wire.whole);
      const cut = await faced(response => void response.end(json.slice(0, -9)));
      assertFailure(cut, ['model-unreachable']);
      assert.deepEqual(callsIn(cut), []);
    });

    it('says why a server gave no stream', async () => {
      const body = { error: { message: 'No streams here.' } };
      const { message } = await failure(response => sendJson(response, 200, body));
      assert.match(message, /No streams here/);
    });

    it('fails with what the server reports in a field of its stream', async () => {
      if (wire.isLines) return;
      const report = { message: 'the server is on fire', type: 'server_error', code: 500 };
      for (const told of [JSON.stringify({ error: report }), 'the server is on fire']) {
        const events = await faced(response =>
          stream(response, [...wire.recording.slice(0, 1), `error: ${told}\n\n`]),
        );
        assertFailure(events);
        assert.match(JSON.stringify(events.at(-1)), /the server is on fire/);
      }
    });

    it('says that the reply broke off where it did, and that the server failed where it says so', async () => {
      const dropped = await failure(async response => {
        startEvents(response);
        await sent(response, wire.recording[0] ?? '');
        response.destroy();
      });
      assert.deepEqual([dropped.code, dropped.retryable], ['model-unreachable', true]);
      assert.match(dropped.message, /^The reply from .* broke off\b/);
      const error = { type: 'server_error', message: 'No idea.' };
      const failed = await failure(response => sendJson(response, 500, { type: 'error', error }));
      assert.deepEqual([failed.code, failed.retryable], ['model-server-failed', true]);
      assert.match(failed.message, /^The server of .* failed: No idea\./);
    });

    it('says why a key is rejected, but nothing that may be a part of it', async () => {
      const message =
        'Region not supported. Key test-key or AbC…x9Yz or AIzaSyD4c0ffee1234567890abcdef or sk-a****z is wrong.';
      const error = { type: 'permission_error', message };
      const { message: told } = await failure(response => sendJson(response, 403, { error }));
      assert.match(told, /Region not supported\. Key •••• or •••• or •••• or •••• is wrong\./);
    });

    const notReplies: Readonly<Record<string, Misbehaviour>> = {
      'an empty body': response => stream(response, []),
      'an end of the stream and nothing else': response => stream(response, ['data: [DONE]\n\n']),
      'a frame that is no JSON': response =>
        stream(response, [wire.recording[0]?.trimEnd().slice(0, -9) ?? '', '\n\n', ...wire.recording]),
      'a frame that is JSON, but no object': response => stream(response, ['data: null\n\n', 'data: 5\n\n']),
      'a page for people': response => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end('<!doctype html><title>Sign in</title>\n\n<p>Please sign in.</p>\n');
      },
      'nothing, with the status of nothing': response => void response.writeHead(204).end(),
      'a line of 5 MB that never ends': async response => {
        startEvents(response);
        for (let at = 0; at < 80; at++) await sent(response, 'x'.repeat(65_536));
        response.end();
      },
    };
    for (const [what, misbehave] of Object.entries(notReplies)) {
      it(`fails at ${what}`, async () => {
        const events = await faced(misbehave);
        assertFailure(events);
        assert.deepEqual(callsIn(events), []);
      });
    }

    it('does not mind a wrong content type around a right reply', async () => {
      const events = await faced(response => {
        response.writeHead(200, { 'content-type': 'text/plain' });
        response.end(whole);
      });
      checkWhole(events);
    });

    it('reads a delta of 5 MB', async () => {
      const said = 'naïve 𝒳 '.repeat(400_000);
      const events = await faced(response => stream(response, wire.saying(said)));
      assert.equal(textIn(events), said);
      assert.deepEqual(theEnd(events), { type: 'finish', reason: 'stop' });
    });

    it('waits for a slow first byte, and no longer than it is wanted', async () => {
      const stop = new AbortController();
      const model = await modelOf(() => stop.abort());
      assertFailure(await ask(model, 'Hello.', stop.signal), ['cancelled']);
      await server?.close();
      const late = await faced(async response => {
        response.flushHeaders();
        await breathe();
        await stream(response, wire.recording);
      });
      checkWhole(late);
    });
  });
}

/** How a connection may come to its end in the middle of a reply. */
const cuts: Readonly<Record<string, Cut>> = { 'is torn off': 'error', 'ends as if it were whole': 'close' };

type Cut = 'error' | 'close';

/** What `fetch` makes of such a connection. Thousands of connections would take seconds. */
function cutResponse(sent: Uint8Array, cut: Cut): Response {
  let isSent = sent.length === 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) return cut === 'close' ? controller.close() : controller.error(new TypeError('terminated'));
      controller.enqueue(sent);
      isSent = true;
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

type Wait = readonly [
  what: string,
  headers: () => Record<string, string>,
  expected: readonly [number, number],
];

const waits: readonly Wait[] = [
  ['it in seconds', () => ({ 'retry-after': '3' }), [3000, 3000]],
  ['it in milliseconds', () => ({ 'retry-after-ms': '250', 'retry-after': '1' }), [250, 250]],
  [
    'when, as a date',
    () => ({ 'retry-after': new Date(Date.now() + 90_000).toUTCString() }),
    [30_000, 90_000],
  ],
];

function ask(model: Model, prompt = 'Hello.', signal = never): Promise<readonly ModelEvent[]> {
  const user = userSays(prompt);
  return Array.fromAsync(model.reply({ canisters: [user], tools }, signal));
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function startEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
  response.flushHeaders();
}

async function stream(response: ServerResponse, events: readonly string[]): Promise<void> {
  if (!response.headersSent) startEvents(response);
  for (const event of events) await sent(response, event);
  response.end();
}

/** What has come by some byte is what was sent by then, and it is called an end only when it is one. */
function checkCut(
  events: readonly ModelEvent[],
  { at, complete }: { readonly at: number; readonly complete: number },
): void {
  const place = `at byte ${at}`;
  const end = theEnd(events);
  if (end.type === 'finish') {
    assert.ok(at >= complete, `finished ${place}, although the reply ends at ${complete}`);
    checkWhole(events);
  }
  // Half a character that never got its other half is told as one that cannot be shown.
  const said = textIn(events).replace(/\ufffd$/, '');
  assert.ok(recordedText.startsWith(said), `${place}: ${said}`);
  const calls = callsIn(events);
  assert.deepEqual(calls, recordedCalls.slice(0, calls.length), place);
}

function checkWhole(events: readonly ModelEvent[]): void {
  assert.deepEqual(theEnd(events), { type: 'finish', reason: 'invocations' });
  assert.equal(textIn(events), recordedText);
  assert.deepEqual(callsIn(events), recordedCalls);
}

function assertFailure(events: readonly ModelEvent[], codes?: readonly ErrorCode[]): void {
  const end = theEnd(events);
  assert.equal(end.type, 'failure', JSON.stringify(end));
  if (codes !== undefined) assert.ok(codes.includes(end.error.code), JSON.stringify(end));
}

function theEnd(events: readonly ModelEvent[]): Extract<ModelEvent, { type: 'finish' | 'failure' }> {
  const ends = events.filter(event => event.type === 'finish' || event.type === 'failure');
  const [end] = ends;
  assert.ok(end !== undefined && ends.length === 1 && events.at(-1) === end, JSON.stringify(events));
  return end;
}

function textIn(events: readonly ModelEvent[]): string {
  return events.map(event => (event.type === 'text-delta' ? event.text : '')).join('');
}

function callsIn(events: readonly ModelEvent[]): readonly (readonly unknown[])[] {
  return events.flatMap(event => (event.type === 'invocation' ? [[event.name, event.arguments]] : []));
}
