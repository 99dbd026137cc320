import assert from 'node:assert/strict';
import { type Canister, isInvocation, isResult } from '../../src/converser/words/canister/canister.ts';
import type { ConverseEvent, TurnEnd } from '../../src/converser/words/conversation/converse-event.ts';
import { noSpending, type Spending, sumSpending } from '../../src/converser/words/spending/spending.ts';

/** Holds the events of a turn against the contract in `converse-event.ts`. `isWhole`: nobody stopped listening. */
export function checkTurnEvents(
  events: readonly ConverseEvent[],
  { isWhole }: { readonly isWhole: boolean },
) {
  assert.equal(events[0]?.type, 'turn-start');
  const ends = events.flatMap((event, at) => (event.type === 'turn-end' ? [at] : []));
  if (isWhole) assert.deepEqual(ends, [events.length - 1], 'the last event is the only turn-end');

  const running = new Set<string>();
  const started: string[] = [];
  const joined: Canister[] = [];
  let round = 0;
  let isSpeaking = false;
  let requests = 0;
  let added: readonly Canister[] = [];
  let spent = noSpending;
  /** Of which model a window was told since the last request. */
  let measured: string | undefined;
  const thoughts = createThoughtCheck();
  for (const event of events) {
    thoughts.hear(event);
    switch (event.type) {
      case 'turn-start':
        assert.equal(event, events[0]);
        break;
      case 'message-added':
        assert.equal(running.size, 0, 'no message comes between calls and their results');
        assert.ok(!isSpeaking || round === 0);
        assert.ok(event.canisters.length > 0);
        added = event.canisters;
        break;
      case 'window': {
        assert.equal(running.size, 0, 'it comes between rounds, or where another model takes over');
        measured = event.measure.model;
        const { total, parts } = event.measure;
        const { tools, ...others } = parts;
        const amounts = [...tools.map(({ tokens }) => tokens), ...Object.values(others)];
        assert.equal(
          amounts.reduce((sum, tokens) => sum + tokens, 0),
          total,
        );
        break;
      }
      case 'round-start':
        assert.ok(measured !== undefined, 'its window was told');
        measured = undefined;
        assert.deepEqual(added, [], 'an added message joins before the round');
        assert.equal(running.size, 0, 'no call outlives its round');
        assert.equal(event.round, ++round);
        isSpeaking = true;
        requests++;
        break;
      case 'text-delta':
      case 'reasoning-delta':
      case 'reasoning-end':
      case 'usage':
      case 'round-restart':
        assert.ok(isSpeaking, `${event.type} comes while the model speaks`);
        if (event.type === 'round-restart') requests++;
        if (event.type === 'round-restart' && event.model !== undefined) {
          assert.equal(measured, `${event.model.provider}/${event.model.id}`);
          measured = undefined;
        }
        if (event.type === 'usage') spent = event.spent.turn;
        break;
      case 'notice':
        break;
      case 'round-end':
        assert.equal(event.round, round);
        isSpeaking = false;
        break;
      case 'invocation-start':
        assert.ok(!isSpeaking && round > 0);
        assert.ok(!started.includes(event.canister.id), 'a call starts once');
        started.push(event.canister.id);
        running.add(event.canister.id);
        break;
      case 'invocation-progress':
        assert.ok(running.has(event.invocationId), 'progress comes between start and end');
        break;
      case 'invocation-end':
        assert.ok(running.delete(event.canister.invocationId), 'each start has one end');
        break;
      case 'joined':
        assert.equal(running.size, 0, 'a round joins once all its calls have results');
        assert.ok(event.canisters.length > 0);
        joined.push(...event.canisters);
        if (added.length > 0) assert.deepEqual(event.canisters, added);
        added = [];
        break;
      case 'turn-end':
        assert.equal(running.size, 0, 'no call outlives its turn');
        checkSpending(event, { requests, spent });
        assert.equal(event.error === undefined, event.outcome === 'final');
        assert.deepEqual(event.canisters, event.rolledBack ? [] : joined);
        if (!event.rolledBack) checkSourceOrder(event.canisters, started);
    }
  }
}

/** A thought ends once, before anything else is said or done, and joins with its round: no more and no less of it. */
function createThoughtCheck() {
  let isThinking = false;
  let goes: string[] = [];
  return {
    hear(event: ConverseEvent) {
      switch (event.type) {
        case 'reasoning-delta':
          if (!isThinking) goes.push('');
          isThinking = true;
          goes.push((goes.pop() ?? '') + event.text);
          break;
        case 'reasoning-end':
          assert.ok(isThinking && event.duration >= 0, 'it ends what has begun');
          isThinking = false;
          break;
        case 'round-start':
        case 'round-restart':
          goes = [];
          break;
        case 'joined':
          if (event.thought === undefined) break;
          assert.equal(event.thought.before, event.canisters[0]?.id);
          assert.ok(goes.join('\n\n').startsWith(event.thought.text));
          break;
        default:
          if (event.type !== 'usage' && (event.type !== 'text-delta' || event.text !== ''))
            assert.ok(!isThinking, `a thought is over before ${event.type}`);
      }
    },
  };
}

/** Results stand in the order of their invocations, and those in the order in which they were told. */
function checkSourceOrder(
  canisters: Extract<ConverseEvent, { type: 'turn-end' }>['canisters'],
  started: readonly string[],
) {
  assert.deepEqual(
    canisters.filter(isInvocation).map(({ id }) => id),
    started,
  );
  assert.deepEqual(
    canisters.filter(isResult).map(({ invocationId }) => invocationId),
    started,
  );
}

/** What the turn cost is what was told last, and all its rounds together. A reply may take several requests. */
function checkSpending(
  { spending }: TurnEnd,
  { requests, spent }: { readonly requests: number; readonly spent: Spending },
) {
  assert.ok((spending?.requests ?? 0) >= requests);
  if (spending === undefined) return;
  const { rounds, times, ...total } = spending;
  assert.ok((times?.rounds.length ?? 0) >= rounds.length, 'each round has its times');
  assert.deepEqual(sumSpending(rounds), total);
  assert.deepEqual([total.input, total.output, total.cost], [spent.input, spent.output, spent.cost]);
}
