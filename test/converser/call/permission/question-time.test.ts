import assert from 'node:assert/strict';
import { createApprovals } from '../../../../src/converser/call/permission/approvals.ts';
import { createFakeMemory } from '../../../fakes/fake-approvals.ts';
import { createFakeInvoker } from '../../../fakes/fake-ensemble.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import { callOf } from './call-of.ts';
import { createSlowApprover } from './slow-approver.ts';
import { createTestPermissions } from './test-permissions.ts';

const { signal } = new AbortController();
const minutes = 60_000;

function setUp(timeLimit: () => number) {
  const clock = createFakeClock();
  const { approver, questions, asked } = createSlowApprover();
  const approvals = createApprovals(createFakeMemory());
  const permissions = createTestPermissions({ approver, approvals, clock, timeLimit });
  const tool = createFakeInvoker({ name: 'write', annotations: {}, invocable: () => 'unused' });
  return { clock, questions, asked, approvals, decide: () => permissions.decide(callOf(tool), signal) };
}

describe('the time for an answer', () => {
  it('is limited: a question without an answer is a denial that says so', async () => {
    const { clock, questions, asked, approvals, decide } = setUp(() => 10 * minutes);
    const first = asked(1);
    const decision = decide();
    await first;
    await clock.advance(4 * minutes);
    assert.equal(questions[0]?.question.timeLeft?.(), 6 * minutes);
    await clock.advance(6 * minutes);
    const reason = 'fake:write was not allowed to run. The user did not answer within 10 min.';
    assert.deepEqual(await decision, { allowed: false, reason });
    assert.equal(questions[0]?.isOver(), true, 'whoever shows the question takes it away');
    questions[0]?.answer('workspace');
    assert.deepEqual([approvals.all(), clock.pending], [[], 0], 'a late answer counts for nothing');
  });

  it('begins again when you change the call', async () => {
    const { clock, questions, asked, decide } = setUp(() => 10 * minutes);
    const [first, second] = [asked(1), asked(2)];
    const decision = decide();
    await first;
    await clock.advance(9 * minutes);
    questions[0]?.answer({ kind: 'edit', arguments: { b: 1 } });
    await second;
    await clock.advance(9 * minutes);
    questions[1]?.answer('once');
    assert.equal((await decision).allowed, true);
    assert.equal(clock.pending, 0);
  });

  it('is not limited by 0, and read for each question', async () => {
    let limit = 0;
    const { clock, questions, asked, decide } = setUp(() => limit);
    const [first, second] = [asked(1), asked(2)];
    const patient = decide();
    await first;
    limit = minutes;
    const hasty = decide();
    await second;
    await clock.advance(60 * minutes);
    assert.equal((await hasty).allowed, false);
    assert.deepEqual([questions[0]?.question.timeLeft, questions[0]?.isOver()], [undefined, false]);
    questions[0]?.answer('once');
    assert.equal((await patient).allowed, true);
  });
});
