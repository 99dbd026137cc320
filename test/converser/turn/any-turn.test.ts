import assert from 'node:assert/strict';
import fc from 'fast-check';
import { converse } from '../../../src/converser/turn/converse.ts';
import {
  type Canister,
  isInput,
  isInvocation,
  isPrompt,
  isResult,
} from '../../../src/converser/words/canister/canister.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { isInterruption } from '../../../src/converser/words/canister/interruption.ts';
import { validHistory } from '../../../src/converser/words/canister/valid-history.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import type { Invocable } from '../../../src/converser/words/ensemble/invoker.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import type { Caps } from '../../../src/converser/words/spending/caps.ts';
import type { Spending } from '../../../src/converser/words/spending/spending.ts';
import { checkTurnEvents } from '../../contracts/check-turn-events.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import type { FakeHost } from '../../fakes/fake-host.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createMemoryTotals } from '../../fakes/memory-totals.ts';
import { createScriptedModel, type Script } from '../../fakes/scripted-model.ts';
import { createTestSteering, type TestSteering } from '../../fakes/test-steering.ts';
import { pluck } from '../pluck.ts';

const never = () => new Promise<never>(() => {});
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

/** Tools that do all that tools do, and what they must not. */
const tools: Readonly<Record<string, Invocable>> = {
  succeed: () => 'fine',
  say_nothing: () => undefined,
  fail: () => Promise.reject(new Error('failed')),
  throw_nothing: () => {
    throw undefined;
  },
  return_cyclic: () => cyclic as never,
  return_bigint: () => 5n as never,
  return_function: () => (() => {}) as never,
  hang: never,
  heed: (_args, { signal }) =>
    new Promise(resolve => signal.addEventListener('abort', () => resolve('late'))),
  chatter: async (_args, { progress }) => {
    progress('begun', Number.NaN);
    setImmediate(() => progress('after the end', 7));
    return 'chattered';
  },
};
const alone = {
  abort: { onFailure: 'abort', invocable: () => Promise.reject(new Error('aborts')) },
} as const;
const write = { write: { annotations: { readOnly: false }, invocable: () => 'written' } } as const;

const names = [...Object.keys(tools), 'abort', 'write', 'unknown', 'any__succeed', 'any:fail', ''];
const written = fc.oneof(
  fc.constantFrom<unknown>({}, '', '{}', '{"a":', 'nonsense', undefined, null, 5, [], '"\\"'),
  fc.constant({ constructor: 1 }),
  fc.jsonValue(),
);
const words = fc.record({ kind: fc.constant('text' as const), text: fc.string({ maxLength: 5 }) });
const call = fc.record({
  kind: fc.constant('call' as const),
  name: fc.constantFrom(...names),
  written,
  isProposed: fc.boolean(),
});
const chunk = fc.oneof(
  { weight: 3, arbitrary: words },
  { weight: 4, arbitrary: call },
  { weight: 1, arbitrary: fc.constant({ kind: 'opaque' as const }) },
);
const finishes = Array.from({ length: 4 }, () => 'finish' as const);
const ending = fc.constantFrom(...finishes, 'failure', 'throw', 'break-off', 'hang', 'ignore-stop');
const round = fc.record({ chunks: fc.array(chunk, { maxLength: 4 }), ending });
const interruption = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  fc.record({ how: fc.constantFrom('stop', 'leave'), at: fc.nat({ max: 15 }) }),
);
const steered = fc.array(
  fc.record({ at: fc.nat({ max: 12 }), what: fc.constantFrom('message', 'message', 'two', 'end') }),
  { maxLength: 3 },
);
const turn = fc.record({ rounds: fc.array(round, { maxLength: 3 }), interruption, steered });

const cap = fc.record(
  { calls: fc.nat({ max: 5 }), seconds: fc.nat({ max: 90 }), requests: fc.nat({ max: 4 }) },
  { requiredKeys: [] },
);
const caps = fc.record({ turn: cap, conversation: cap, day: cap }, { requiredKeys: [] });

type Round = typeof round extends fc.Arbitrary<infer T> ? T : never;
type Steered = typeof steered extends fc.Arbitrary<infer T> ? T : never;
type Interruption = typeof interruption extends fc.Arbitrary<infer T> ? T : never;

function scriptOf({ chunks, ending: how }: Round): Script {
  return async function* (_request, signal): AsyncGenerator<ModelEvent, void> {
    for (const part of chunks) {
      if (part.kind === 'text') yield { type: 'text-delta', text: part.text };
      else if (part.kind === 'call') {
        const proposed = part.isProposed ? { proposed: true as const } : {};
        yield { type: 'invocation', name: part.name, arguments: part.written, ...proposed };
      } else yield { type: 'opaque', content: { type: 'opaque', provider: 'scripted', data: 1 } };
    }
    if (how === 'finish') yield { type: 'finish', reason: 'stop' };
    if (how === 'failure') {
      yield { type: 'failure', error: { code: 'model-failed', message: 'No.', retryable: false } };
    }
    if (how === 'throw') throw new Error('thrown by the model');
    if (how === 'hang') await new Promise(resolve => signal.addEventListener('abort', resolve));
    if (how === 'ignore-stop') await never();
  };
}

/** The next event; when nothing moves time passes, and when that does not help the person stops the turn. */
async function nextEvent(
  events: AsyncGenerator<ConverseEvent, void>,
  { host, button }: Pick<Person, 'host' | 'button'>,
): Promise<ConverseEvent | undefined> {
  const next = events.next();
  let isThere = false;
  void next.then(() => {
    isThere = true;
  });
  for (let idle = 0; idle < 2_000 && !isThere; idle++) {
    if (idle === 30) await host.clock.advance(60_000);
    else await new Promise(resolve => setImmediate(resolve));
    if (idle === 60) button.abort();
  }
  assert.ok(isThere, 'the turn goes on after stop');
  const { value, done } = await next;
  return done === true ? undefined : (value as ConverseEvent);
}

interface Person {
  readonly interrupt: Interruption;
  readonly steered: Steered;
  readonly steering: TestSteering;
  readonly host: FakeHost;
  readonly button: AbortController;
}

async function listen(events: AsyncGenerator<ConverseEvent, void>, person: Person) {
  const { interrupt, steered: wanted, steering, button } = person;
  const seen: ConverseEvent[] = [];
  for (let event = await nextEvent(events, person); event !== undefined; ) {
    seen.push(event);
    for (const { what } of wanted.filter(({ at }) => at === seen.length)) {
      if (what === 'end') steering.endTurn();
      else steering.add('Faster!');
      if (what === 'two') steering.add({ content: [text('And this.')], documents: [text('a list')] });
    }
    if (interrupt !== undefined && seen.length === interrupt.at + 1) {
      if (interrupt.how === 'stop') button.abort();
      else {
        await events.return();
        return { seen, isWhole: false };
      }
    }
    event = await nextEvent(events, person);
  }
  return { seen, isWhole: true };
}

function checkPaired(canisters: readonly Canister[]) {
  assert.deepEqual(validHistory(canisters), canisters);
  const [invoked, answered] = [canisters.filter(isInvocation), canisters.filter(isResult)];
  assert.deepEqual(pluck(answered, 'invocationId'), pluck(invoked, 'id'));
}

/** A turn ends with an answer or with what stands in its place; a reply that is not whole is no part of it. */
function checkClosed(added: readonly Canister[]) {
  assert.ok(added.length === 0 || added.at(-1)?.role === 'assistant');
  assert.equal(added.findIndex(isInterruption), added.some(isInterruption) ? added.length - 1 : -1);
}

/** No call and no request goes beyond a cap. */
function checkCapped({ conversation = {}, day = {} }: Caps, { requests, calls = 0 }: Spending) {
  for (const most of [conversation, day]) {
    assert.ok(calls <= (most.calls ?? calls));
    assert.ok(requests <= (most.requests ?? requests));
  }
}

/** What was sent while the turn ran is in it once, or waits. */
function checkDelivered(
  added: readonly Canister[],
  seen: readonly ConverseEvent[],
  { taken, endsTurn }: TestSteering,
) {
  const isRolledBack = seen.some(event => event.type === 'turn-end' && event.rolledBack === true);
  const delivered = added.filter(canister => isInput(canister) && !isPrompt(canister));
  const sent = taken.flatMap(({ documents = [] }) => [...documents.map(() => 'document'), 'user']);
  assert.deepEqual(pluck(delivered, 'role'), isRolledBack ? [] : sent);
  const end = seen.at(-1);
  if (end?.type === 'turn-end' && end.outcome === 'round-limit' && end.error?.message.startsWith('No final'))
    assert.ok(!endsTurn, 'it ends as you wanted, and not at the limit');
}

describe('any turn, whatever model, tools and people do,', () => {
  it('joins the conversation by whole rounds, ends with an answer or an interruption, and shows the model no orphan', async function () {
    this.timeout(120_000);
    const turns = fc.array(turn, { minLength: 1, maxLength: 3 });
    const replies = fc.array(fc.constantFrom('once', 'conversation', 'deny'));
    await fc.assert(
      fc.asyncProperty(turns, replies, caps, async (given, answers, capped) => {
        const ports = await createFakePorts({
          ensembles: [createFakeEnsemble('any', { ...tools, ...alone, ...write })],
          answers,
          limits: { rounds: 3, caps: capped },
        });
        const conversation = createConversation('c');
        const totals = createMemoryTotals();
        for (const [at, { rounds, interruption: interrupt, steered: wanted }] of given.entries()) {
          const steering = createTestSteering();
          const model = createScriptedModel(...rounds.map(scriptOf));
          const button = new AbortController();
          const before = conversation.canisters;
          const options = { ports: { ...ports, totals }, model, signal: button.signal, steering };
          const events = converse(conversation, { content: [text(`Go ${at}.`)] }, options);
          const person = { interrupt, steered: wanted, steering, host: ports.host, button };
          const { seen, isWhole } = await listen(events, person);

          checkTurnEvents(seen, { isWhole });
          const end = seen.at(-1);
          const added = conversation.canisters.slice(before.length);
          assert.deepEqual(conversation.canisters.slice(0, before.length), before);
          if (end?.type === 'turn-end') assert.deepEqual(added, end.canisters);
          checkClosed(added);
          checkDelivered(added, seen, steering);
          conversation.begin().end();
          assert.deepEqual(totals.day, conversation.spending, 'what is spent is counted once');
          checkCapped(capped, conversation.spending);
          checkPaired(conversation.canisters);
          for (const { canisters } of model.requests) checkPaired(canisters);
        }
      }),
      { numRuns: 200 },
    );
  });
});
