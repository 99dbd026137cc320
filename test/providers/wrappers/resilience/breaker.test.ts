import assert from 'node:assert/strict';
import type { Breaker, Visit } from '../../../../src/converser/ground/async/breaker.ts';
import { type ErrorData, errorData, errors } from '../../../../src/converser/ground/errors.ts';
import { createBreaker, outcomeOf } from '../../../../src/providers/wrappers/resilience/model-breaker.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';

const limits = { failures: 3, window: 60_000, coolDown: 10_000, longestCoolDown: 25_000 };
const broken = outcomeOf(errorData(errors.modelUnreachable('X', 'gone')));

function setUp() {
  const clock = createFakeClock();
  const breaker = createBreaker({ clock, limits });
  return { clock, breaker, fail: (times = 3) => fail(breaker, times) };
}

function fail(breaker: Breaker, times: number): void {
  for (let time = 0; time < times; time++) admitted(breaker).end(broken);
}

function admitted(breaker: Breaker): Visit {
  const visit = breaker.enter();
  assert.ok(!('wait' in visit), 'the breaker is open');
  return visit;
}

function waitOf(breaker: Breaker): number {
  const visit = breaker.enter();
  assert.ok('wait' in visit, 'the breaker is closed');
  return visit.wait;
}

describe('a breaker', () => {
  it('opens after so many failures, and says for how long', async () => {
    const { breaker, clock, fail } = setUp();
    fail();
    assert.equal(waitOf(breaker), 10_000);
    await clock.advance(4_000);
    assert.equal(waitOf(breaker), 6_000);
  });

  it('stays closed while failures are few, far between, or not one after the other', async () => {
    const { breaker, clock, fail } = setUp();
    fail(2);
    await clock.advance(60_001);
    fail(2);
    admitted(breaker).end(outcomeOf(undefined));
    fail(2);
    admitted(breaker);
  });

  it('counts what says that the server is in trouble, and nothing else', () => {
    const failures: readonly (readonly [ErrorData, boolean])[] = [
      [errors.modelUnreachable('X', 'gone'), true],
      [errors.modelOverloaded('X', 'busy'), true],
      [errors.modelSilent('X', 1), true],
      [errors.modelQuota('X', 'slow'), false],
      [errors.modelUnauthorized('X'), false],
      [errors.modelFailed('X', 'no'), false],
      [errors.cancelled(), false],
    ];
    for (const [error, opens] of failures) {
      const { breaker } = setUp();
      for (let time = 0; time < 3; time++) admitted(breaker).end(outcomeOf(error));
      assert.equal('wait' in breaker.enter(), opens, error.code);
    }
  });

  it('takes a refusal for a sign of life, and leaving for none', () => {
    const { breaker, fail } = setUp();
    fail(2);
    admitted(breaker).end(outcomeOf(errors.modelUnauthorized('X')));
    fail(2);
    admitted(breaker).end(outcomeOf(errors.cancelled()));
    fail(1);
    assert.ok(waitOf(breaker) > 0);
  });

  it('lets one request through when it has cooled down, and the others once that is answered', async () => {
    const { breaker, clock, fail } = setUp();
    fail();
    await clock.advance(10_000);
    const probe = admitted(breaker);
    assert.equal(waitOf(breaker), 1_000);
    probe.heard();
    admitted(breaker).end(outcomeOf(undefined));
    probe.end(outcomeOf(undefined));
    fail(2);
    admitted(breaker);
  });

  it('opens again for twice as long when that one fails, up to a bound', async () => {
    const { breaker, clock, fail } = setUp();
    fail();
    const waits: number[] = [];
    for (const coolDown of [10_000, 20_000, 25_000]) {
      await clock.advance(coolDown);
      fail(1);
      waits.push(waitOf(breaker));
    }
    assert.deepEqual(waits, [20_000, 25_000, 25_000]);
  });

  it('opens again when the answer of that one breaks off', async () => {
    const { breaker, clock, fail } = setUp();
    fail();
    await clock.advance(10_000);
    const probe = admitted(breaker);
    probe.heard();
    probe.end(broken);
    assert.equal(waitOf(breaker), 20_000);
  });

  it('opens again also when the failures before are long ago', async () => {
    const { breaker, clock, fail } = setUp();
    fail();
    await clock.advance(limits.window * 2);
    fail(1);
    assert.equal(waitOf(breaker), 20_000);
  });

  it('lets another one try when that one was stopped', async () => {
    const { breaker, clock, fail } = setUp();
    fail();
    await clock.advance(10_000);
    admitted(breaker).end(outcomeOf(errors.cancelled()));
    admitted(breaker);
  });

  it('forgets how long it was open once a request has succeeded', async () => {
    const { breaker, clock, fail } = setUp();
    fail();
    await clock.advance(10_000);
    admitted(breaker).end(outcomeOf(undefined));
    fail();
    assert.equal(waitOf(breaker), 10_000);
  });

  it('is not held open by requests that were on their way when it opened', async () => {
    const { breaker, clock, fail } = setUp();
    const late = [admitted(breaker), admitted(breaker)];
    fail();
    await clock.advance(9_000);
    for (const visit of late) visit.end(broken);
    assert.equal(waitOf(breaker), 1_000);
  });

  it('closes when a request that was on its way succeeds', () => {
    const { breaker, fail } = setUp();
    const late = admitted(breaker);
    fail();
    late.end(outcomeOf(undefined));
    admitted(breaker);
  });

  it('counts the first end of a request only', () => {
    const { breaker } = setUp();
    const visit = admitted(breaker);
    for (let time = 0; time < 3; time++) visit.end(broken);
    admitted(breaker);
  });
});
