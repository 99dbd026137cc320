import assert from 'node:assert/strict';
import { isJsonObject, type JsonObject } from '../../src/converser/ground/json/json.ts';
import {
  type Canister,
  ordinaryMarks,
  type ResultCanister,
} from '../../src/converser/words/canister/canister.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import type {
  Model,
  ModelEvent,
  ModelRequest,
  ToolDefinition,
} from '../../src/converser/words/models/provider.ts';

/**
 * What the model under test has to do:
 * - `answer`: answer with text alone;
 * - `call`: read notes.txt;
 * - `calls`: read notes.txt and roll 2d6, in one reply and in this order;
 * - `result`: answer from the result of having read notes.txt, and quote `unicodeText` from it;
 * - `long`: answer with a text that is still being said when the first piece of it has arrived;
 * - `anything`: whatever it likes, as long as it keeps the contract.
 */
export type Scenario = 'answer' | 'call' | 'calls' | 'result' | 'long' | 'anything';

export interface ProviderContractSubject {
  readonly model: Model;
  /** What to say to it so that it does what the scenario wants. */
  readonly prompt: string;
  /** Ends what was set up for the scenario. */
  readonly dispose?: () => Promise<void>;
}

/** What every implementation of `Model.reply` keeps; see the contract in `src/converser/words/models/provider.ts`. */
export function describeProviderContract(
  name: string,
  make: (scenario: Scenario) => Promise<ProviderContractSubject>,
): void {
  async function withSubject(
    scenario: Scenario,
    test: (subject: ProviderContractSubject) => Promise<void>,
  ): Promise<void> {
    const subject = await make(scenario);
    try {
      await test(subject);
    } finally {
      await subject.dispose?.();
    }
  }

  describe(`${name} keeps the contract of models:`, () => {
    it('answers with text and one finish', () =>
      withSubject('answer', async ({ model, prompt }) => {
        const events = await collect(model, saying(prompt));
        assert.notEqual(textOf(events).trim(), '');
        assert.deepEqual(invocations(events), []);
        assert.deepEqual(end(events), { type: 'finish', reason: 'stop' });
      }));

    it('answers without any tools', () =>
      withSubject('answer', async ({ model, prompt }) => {
        const events = await collect(model, { canisters: [user(prompt)], tools: [] });
        assert.notEqual(textOf(events).trim(), '');
        end(events);
      }));

    it('emits an invocation with all its arguments', () =>
      withSubject('call', async ({ model, prompt }) => {
        const events = await collect(model, saying(prompt));
        assert.deepEqual(invocations(events), [['files__read_file', { path: 'notes.txt' }]]);
        assert.deepEqual(end(events), { type: 'finish', reason: 'invocations' });
      }));

    it('emits several invocations in the order in which they were written', () =>
      withSubject('calls', async ({ model, prompt }) => {
        const events = await collect(model, saying(prompt));
        assert.deepEqual(invocations(events), [
          ['files__read_file', { path: 'notes.txt' }],
          ['chance__roll', { dice: '2d6' }],
        ]);
        assert.deepEqual(end(events), { type: 'finish', reason: 'invocations' });
      }));

    it('answers from results, with every character whole', () =>
      withSubject('result', async ({ model, prompt }) => {
        const events = await collect(model, { canisters: afterReading(prompt), tools: contractTools });
        assert.ok(textOf(events).isWellFormed());
        assert.ok(textOf(events).includes(unicodeText), textOf(events));
        assert.deepEqual(end(events), { type: 'finish', reason: 'stop' });
      }));

    it('takes a message that you added while a turn ran, after results and before more of them', () =>
      withSubject('anything', async ({ model, prompt }) => {
        const added = { ...user(prompt), added: true } as const;
        const once = [...afterReading(prompt), added];
        const again = [...once, ...afterReading(prompt).slice(1)];
        for (const canisters of [once, [...once, added], again, [...again, added]]) {
          const events = await collect(model, { canisters, tools: contractTools });
          assert.equal(end(events)?.type, 'finish', JSON.stringify(end(events)));
        }
      }));

    it('says nothing but cancelled when the signal has aborted before', () =>
      withSubject('anything', async ({ model, prompt }) => {
        const events = await collect(model, saying(prompt), AbortSignal.abort());
        assert.deepEqual([textOf(events), invocations(events)], ['', []]);
        assertCancelled(events);
      }));

    it('ends soon with cancelled when the signal aborts in the middle', () =>
      withSubject('long', async ({ model, prompt }) => {
        const stop = new AbortController();
        const events: ModelEvent[] = [];
        let stoppedAt = 0;
        for await (const event of model.reply(saying(prompt), stop.signal)) {
          events.push(event);
          if (event.type !== 'text-delta' || stop.signal.aborted) continue;
          stoppedAt = performance.now();
          stop.abort();
        }
        assert.ok(performance.now() - stoppedAt < 2000);
        assertCancelled(events);
      }));

    it('ends the request when nobody listens any more', () =>
      withSubject('long', async ({ model, prompt }) => {
        const { signal } = new AbortController();
        const iterator = model.reply(saying(prompt), signal)[Symbol.asyncIterator]();
        await iterator.next();
        await withinSeconds(30, iterator.return?.());
        assert.equal((await withinSeconds(30, iterator.next())).done, true);
      }));

    it('keeps replies at the same time apart', () =>
      withSubject('answer', async ({ model, prompt }) => {
        const request = saying(prompt);
        const replies = await Promise.all([collect(model, request), collect(model, request)]);
        for (const events of replies) end(events);
      }));

    for (const [what, canisters] of Object.entries(oddHistories())) {
      it(`does not throw at ${what}`, () =>
        withSubject('anything', async ({ model, prompt }) => {
          for (const tools of [contractTools, []]) {
            const said = canisters.length === 0 ? [] : [...canisters, user(prompt)];
            end(await collect(model, { canisters: said, tools }));
          }
        }));
    }
  });
}

/** Beyond the basic plane, combining, right to left, and joined by zero-width joiners. */
export const unicodeText = 'naïve 日本語 𝒳 👩‍👩‍👧 שלום é';

const contractTools: readonly ToolDefinition[] = [
  tool('chance__roll', 'dice', 'Rolls dice.'),
  tool('files__read_file', 'path', 'Reads a file.'),
];

function tool(name: string, argument: string, description: string): ToolDefinition {
  const inputSchema = {
    type: 'object',
    properties: { [argument]: { type: 'string' } },
    required: [argument],
  };
  return { name, description, inputSchema };
}

function saying(prompt: string): ModelRequest {
  return { canisters: [user(prompt)], tools: contractTools };
}

function collect(model: Model, request: ModelRequest, signal = new AbortController().signal) {
  return withinSeconds(30, Array.fromAsync(model.reply(request, signal)));
}

function withinSeconds<T>(seconds: number, work: Promise<T> | T): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Nothing within ${seconds} s.`)), seconds * 1000);
  return Promise.race([Promise.resolve(work).finally(() => clearTimeout(timer)), promise]);
}

/** The last event, which must be the only one that ends a reply. */
function end(events: readonly ModelEvent[]): ModelEvent | undefined {
  const terminal = events.filter(({ type }) => type === 'finish' || type === 'failure');
  assert.equal(terminal.length, 1, `Terminal events: ${JSON.stringify(terminal)}`);
  assert.equal(events.at(-1), terminal[0]);
  return terminal[0];
}

function assertCancelled(events: readonly ModelEvent[]): void {
  const last = end(events);
  assert.equal(last?.type === 'failure' ? last.error.code : last?.type, 'cancelled');
}

function textOf(events: readonly ModelEvent[]): string {
  return events.map(event => (event.type === 'text-delta' ? event.text : '')).join('');
}

/** Names and arguments; text in place of arguments must be the JSON of an object by then. */
function invocations(events: readonly ModelEvent[]): readonly (readonly [string, JsonObject])[] {
  return events.flatMap(event => {
    if (event.type !== 'invocation') return [];
    const args: unknown = typeof event.arguments === 'string' ? JSON.parse(event.arguments) : event.arguments;
    assert.ok(isJsonObject(args));
    return [[event.name, args] as const];
  });
}

let ids = 0;

function common(prefix: string) {
  return { id: `${prefix}-${++ids}`, timestamp: '2026-01-01T00:00:00.000Z', marks: ordinaryMarks };
}

function user(prompt: string): Canister {
  return { ...common('user'), role: 'user', content: [text(prompt)] };
}

function call(name: string, args: JsonObject) {
  return {
    ...common('call'),
    role: 'invocation' as const,
    ensemble: 'files',
    name,
    arguments: args,
    content: [],
  };
}

function result(invocationId: string, content: string): ResultCanister {
  return { ...common('result'), role: 'result', invocationId, content: [text(content)] };
}

function afterReading(prompt: string): readonly Canister[] {
  const reading = call('read_file', { path: 'notes.txt' });
  return [user(prompt), reading, result(reading.id, unicodeText)];
}

/** Each is followed by the prompt, but for the empty one. */
function oddHistories(): Readonly<Record<string, readonly Canister[]>> {
  const failing = call('read_file', {});
  const unknown = { ...call('gone', { a: 1 }), ensemble: '' };
  const silent = call('read_file', { path: 'empty.txt' });
  const message = 'The argument "path" is missing.';
  return {
    'a request without canisters': [],
    'instructions alone': [{ ...common('supervisor'), role: 'supervisor', content: [text('Be brief.')] }],
    'an empty message': [user('')],
    'a failed call': [
      user('Read it.'),
      { ...failing, malformedArguments: '{"pa' },
      { ...result(failing.id, message), failure: { kind: 'validation', message } },
      { ...common('assistant'), role: 'assistant', content: [text('It failed.')] },
    ],
    'a call of a tool that is gone': [user('Do it.'), unknown, result(unknown.id, 'Done.')],
    'a result without content': [
      user('Read it.'),
      silent,
      { ...result(silent.id, ''), content: [] },
      { ...common('assistant'), role: 'assistant', content: [text('It is empty.')] },
    ],
    'images, resources and the residue of another provider': [
      {
        ...common('document'),
        role: 'document',
        content: [
          { type: 'image', mimeType: 'image/png', bytes: new Uint8Array([1, 2, 3]) },
          { type: 'resource', uri: 'file:///a.txt', text: 'a' },
        ],
      },
      user('Look.'),
      {
        ...common('assistant'),
        role: 'assistant',
        content: [{ type: 'opaque', provider: 'another', data: { signature: 'x' } }, text('I looked.')],
      },
    ],
  };
}
