import assert from 'node:assert/strict';
import { type Admission, createAdmission } from '../../../src/gateway/guard/admission.ts';
import type { Client } from '../../../src/gateway/guard/client-keys.ts';
import { ordinaryLimits } from '../../../src/gateway/guard/limits.ts';
import { createFakeClock } from '../../fakes/fake-host.ts';

const [a, b]: readonly [Client, Client] = [{ name: 'a' }, { name: 'b' }];

function open(limits: { running: number; waiting?: number; patience?: number }) {
  const clock = createFakeClock();
  const admission = createAdmission({ limits: { ...ordinaryLimits, ...limits }, clock });
  /** Names of those who came in, and of those who were refused, in their order. */
  const log: string[] = [];
  return { clock, admission, log, enter: (client: Client) => enter(admission, { client, log }) };
}

function enter(admission: Admission, { client, log }: { client: Client; log: string[] }) {
  const controller = new AbortController();
  const entered = admission.enter(client, controller.signal).then(
    () => void log.push(client.name),
    (cause: Error) => void log.push(`${client.name}: ${cause.message}`),
  );
  return { leave: () => controller.abort(), entered };
}

/** Lets everything go on that goes on by itself. */
const settled = () => new Promise(resolve => setImmediate(resolve));

describe('A place in the gateway', () => {
  it('goes to the client that has the fewest, and among equals in turns', async () => {
    const { admission, log, enter } = open({ running: 4 });
    const first = [a, a, a, a].map(enter);
    await settled();
    for (const client of [a, a, a, b, b, b]) enter(client);
    assert.deepEqual([admission.running, admission.waiting], [4, 6]);
    for (const { leave } of first) leave();
    await settled();
    assert.deepEqual(log.slice(4), ['b', 'b', 'a', 'a']);
    assert.deepEqual([admission.running, admission.waiting], [4, 2]);
  });

  it('goes in turns where each client has as many', async () => {
    const { log, enter } = open({ running: 1 });
    const c: Client = { name: 'c' };
    const all = [a, a, a, b, b, c].map(client => {
      const { leave, entered } = enter(client);
      return entered.then(leave);
    });
    await Promise.all(all);
    assert.deepEqual(log, ['a', 'a', 'b', 'c', 'a', 'b']);
  });

  it('is not given to a client that has as many as its key allows, and others pass it', async () => {
    const { admission, log, enter } = open({ running: 10 });
    const modest: Client = { name: 'modest', concurrent: 1 };
    const { leave } = enter(modest);
    enter(modest);
    enter(b);
    await settled();
    assert.deepEqual(log, ['modest', 'b']);
    leave();
    await settled();
    assert.deepEqual(log, ['modest', 'b', 'modest']);
    assert.deepEqual([admission.running, admission.waiting], [2, 0]);
  });

  it('is refused to the last of the client with the most waiting, where too many wait', async () => {
    const { admission, log, enter } = open({ running: 1, waiting: 3 });
    enter(a);
    for (const client of [a, a, a]) enter(client);
    enter(b);
    await settled();
    assert.equal(log[0], 'a');
    assert.match(log[1] ?? '', /^a: 1 request.* too many are waiting/);
    enter(b);
    await settled();
    assert.match(log[2] ?? '', /^a: /);
    enter(b);
    await settled();
    assert.match(log[3] ?? '', /^b: /);
    assert.deepEqual([admission.running, admission.waiting], [1, 3]);
  });

  it('is waited for only so long', async () => {
    const { clock, admission, log, enter } = open({ running: 1, patience: 1_000 });
    enter(a);
    const { entered } = enter(b);
    await clock.advance(1_000);
    await entered;
    assert.match(log[1] ?? '', /^b: This request waited 1 s/);
    assert.deepEqual([admission.running, admission.waiting], [1, 0]);
  });

  it('is free at once when a client leaves, whether it waits or runs, and only once', async () => {
    const { admission, log, enter } = open({ running: 1 });
    const runs = enter(a);
    const waits = enter(b);
    const next = enter(a);
    waits.leave();
    assert.deepEqual([admission.running, admission.waiting], [1, 1]);
    runs.leave();
    runs.leave();
    assert.deepEqual([admission.running, admission.waiting], [1, 0]);
    next.leave();
    await settled();
    assert.deepEqual([admission.running, admission.waiting], [0, 0]);
    assert.deepEqual(log, ['a', 'b: The client left.', 'a']);
    const gone = AbortSignal.abort();
    await assert.rejects(admission.enter(a, gone), /The client left/);
    assert.equal(admission.running, 0);
  });

  it('is never held by more than may run, in whatever order they come and leave', async () => {
    const { admission, enter, clock } = open({ running: 3, waiting: 5, patience: 50 });
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const open_: ReturnType<typeof enter>[] = [];
    for (let step = 0; step < 2_000; step += 1) {
      if (random(2) === 0) open_.push(enter({ name: `c${random(4)}`, concurrent: 2 }));
      else open_.splice(random(open_.length), 1)[0]?.leave();
      if (random(10) === 0) await clock.advance(random(30));
      assert.ok(admission.running <= 3 && admission.waiting <= 5);
    }
    for (const { leave } of open_) leave();
    assert.deepEqual([admission.running, admission.waiting], [0, 0]);
  });
});
