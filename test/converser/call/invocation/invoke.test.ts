import assert from 'node:assert/strict';
import { joinAuxdata, readAuxdata } from '../../../../src/converser/call/invocation/auxdata.ts';
import { invoke } from '../../../../src/converser/call/invocation/invoke.ts';
import { errors } from '../../../../src/converser/ground/errors.ts';
import type { Context, Invocable } from '../../../../src/converser/words/ensemble/invoker.ts';
import { serverErrors } from '../../../../src/converser/words/ensemble/server-errors.ts';
import { createFakeInvoker, type GivenInvoker } from '../../../fakes/fake-ensemble.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';

const idempotent = { annotations: { readOnly: true, idempotent: true }, limits: { maxRetries: 2 } };

function start(invocable: Invocable, { limits, ...given }: GivenInvoker = {}) {
  const clock = createFakeClock();
  const button = new AbortController();
  const told: string[] = [];
  const invoker = createFakeInvoker({
    name: 'tool',
    invocable,
    limits: { timeLimit: 1_000, ...limits },
    ...given,
  });
  const context: Omit<Context, 'invoker' | 'auxdata' | 'configuration'> = {
    namespace: new Map(),
    signal: button.signal,
    progress: message => void told.push(message),
  };
  const attempted = invoke(invoker, { a: 1 }, { context, clock });
  return { attempted, clock, button, told };
}

/** A call that never ends by itself, with what it reports its progress by. */
async function startHanging(limits?: GivenInvoker['limits']) {
  const work = Promise.withResolvers<Context['progress']>();
  const hangs: Invocable = (_args, { progress }) => {
    work.resolve(progress);
    return new Promise<never>(() => {});
  };
  return { ...start(hangs, limits && { limits }), progress: await work.promise };
}

async function failureOf(attempted: ReturnType<typeof invoke>) {
  const outcome = await attempted;
  assert.equal(outcome.kind, 'failed');
  return outcome.kind === 'failed' ? outcome.failure : undefined;
}

describe('invoking', () => {
  it('gives arguments, name, limit and constants to the function, and what it returns back', async () => {
    const constants = { auxdata: { b: 2 }, configuration: { c: 3 } };
    const { attempted } = start(
      (args, { invoker, auxdata, configuration }) => ({ args, ...invoker, auxdata, configuration }),
      { constants },
    );
    const own = { ensemble: 'fake', name: 'tool', totalTimeLimit: 1000 };
    assert.deepEqual(await attempted, {
      kind: 'returned',
      returned: { args: { a: 1 }, ...own, ...constants },
    });
  });

  it('gives the reason in whatever was thrown', async () => {
    const thrown: readonly (readonly [unknown, string])[] = [
      [new Error('broken'), 'broken'],
      [new TypeError(''), 'TypeError'],
      ['a string', 'a string'],
      [{ message: 'an object' }, 'an object'],
      [undefined, 'unknown reason'],
      [Object.create(null), 'unknown reason'],
    ];
    for (const [cause, message] of thrown) {
      const { attempted } = start(() => {
        throw cause;
      });
      assert.deepEqual(await failureOf(attempted), { kind: 'execution', message });
    }
  });

  it('knows trouble with the network, also as the cause of something else', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    for (const cause of [refused, new TypeError('fetch failed', { cause: refused })]) {
      assert.equal((await failureOf(start(() => Promise.reject(cause)).attempted))?.kind, 'network');
    }
  });

  it("stops at the time limit, aborts the function's signal, and does not wait for it", async () => {
    let heard = 0;
    const { attempted, clock } = start((_args, { signal }) => {
      signal.addEventListener('abort', () => heard++);
      return new Promise<never>(() => {});
    });
    await clock.advance(999);
    assert.equal(heard, 0);
    await clock.advance(1);
    assert.equal((await failureOf(attempted))?.kind, 'timeout');
    assert.equal(heard, 1);
  });

  it('gives more time to a tool that reports progress, up to the total limit, if there is one', async () => {
    const { attempted, clock, progress } = await startHanging({ timeLimit: 1_000, totalTimeLimit: 2_500 });
    for (const step of ['one', 'two']) {
      await clock.advance(900);
      progress(step);
    }
    // Without progress it would have been over at 1,000; with it, at 2,800 if nothing else bounded it.
    await clock.advance(699);
    assert.equal(await Promise.race([attempted, 'running']), 'running');
    await clock.advance(1);
    const failure = await failureOf(attempted);
    assert.equal(failure?.kind, 'timeout');
    assert.match(failure?.message ?? '', /^No result within 2\.5 s/);
  });

  it('stops a tool that reports no more progress, long before the total limit', async () => {
    const limits = { timeLimit: 1_000, totalTimeLimit: 60_000 };
    const { attempted, clock, progress } = await startHanging(limits);
    await clock.advance(900);
    progress('still here');
    await clock.advance(999);
    assert.equal(await Promise.race([attempted, 'running']), 'running');
    await clock.advance(1);
    assert.match((await failureOf(attempted))?.message ?? '', /^No result within 1 s/);
  });

  it('gives no more time for progress where no total limit is set', async () => {
    const { attempted, clock, progress } = await startHanging();
    await clock.advance(900);
    progress('still here');
    await clock.advance(100);
    assert.equal((await failureOf(attempted))?.kind, 'timeout');
  });

  it('takes a lost server for trouble with the network, and asks it again only for what is idempotent', async () => {
    for (const { more, times } of [
      { more: { limits: { maxRetries: 2 } }, times: 1 },
      { more: idempotent, times: 3 },
    ]) {
      let made = 0;
      const { attempted, clock } = start(() => {
        made++;
        throw serverErrors.serverLost('weather', 'It ended.');
      }, more);
      for (const wait of [0, 250, 500]) await clock.advance(wait);
      assert.equal((await failureOf(attempted))?.kind, 'network');
      assert.equal(made, times);
    }
  });

  it('does not abort the signal of a call that has ended well', async () => {
    let own: AbortSignal | undefined;
    const { attempted, button } = start((_args, { signal }) => {
      own = signal;
      return 'done';
    });
    await attempted;
    button.abort();
    assert.equal(own?.aborted, false);
  });

  it('stops as soon as the signal aborts, and hands the function the reason', async () => {
    let reason: unknown;
    const { attempted, button } = start((_args, { signal }) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      return new Promise<never>(() => {});
    });
    button.abort('enough');
    assert.equal((await failureOf(attempted))?.kind, 'cancelled');
    assert.equal(reason, 'enough');
  });

  it('makes a failed call of an idempotent tool again, each time after a longer while', async () => {
    const started: number[] = [];
    const { attempted, clock, told } = start(async () => {
      await null;
      started.push(clock.monotonic());
      throw new Error(`attempt ${started.length}`);
    }, idempotent);
    for (const ms of [0, 250, 499, 1]) await clock.advance(ms);
    assert.deepEqual(await failureOf(attempted), { kind: 'execution', message: 'attempt 3' });
    assert.deepEqual(started, [0, 250, 750]);
    assert.equal(told.length, 2);
  });

  it('does not make again what is not idempotent, what failed for good, and what ran out of time', async () => {
    const attempts = async (cause: unknown, given: GivenInvoker) => {
      let count = 0;
      const { attempted, clock } = start(() => {
        count++;
        if (cause === 'hang') return new Promise<never>(() => {});
        throw cause;
      }, given);
      for (let step = 0; step < 5; step++) await clock.advance(1_000);
      await attempted;
      return count;
    };
    assert.equal(await attempts(new Error('x'), { ...idempotent, annotations: { readOnly: true } }), 1);
    assert.equal(await attempts(errors.badArguments('x'), idempotent), 1);
    assert.equal(await attempts('hang', idempotent), 1);
    assert.equal(await attempts(new Error('x'), idempotent), 3);
  });

  it('does not begin another attempt once the signal has aborted', async () => {
    let count = 0;
    const { attempted, clock, button } = start(() => {
      count++;
      throw new Error('x');
    }, idempotent);
    await clock.advance(0);
    button.abort();
    assert.equal((await failureOf(attempted))?.kind, 'cancelled');
    assert.equal(count, 1);
  });

  it('counts no time while the user is asked, and all of the rest', async () => {
    let begin: Context['beginAsking'];
    const { attempted, clock } = start(
      (_args, { beginAsking }) => {
        begin = beginAsking;
        return new Promise(() => {});
      },
      { limits: { timeLimit: 1_000, totalTimeLimit: 1_500 } },
    );
    await clock.advance(900);
    const ends = [begin?.(), begin?.()];
    await clock.advance(60_000);
    ends[0]?.();
    ends[0]?.();
    await clock.advance(60_000);
    ends[1]?.();
    await clock.advance(99);
    assert.equal(await Promise.race([attempted, 'running']), 'running');
    await clock.advance(1);
    assert.match((await failureOf(attempted))?.message ?? '', /No result within 1 s/);
    assert.equal(clock.pending, 0);
  });
});

describe('What a conversation gives its tools', () => {
  it('is a JSON object that is not too long', () => {
    assert.deepEqual(readAuxdata('{"customer": {"id": 17}}'), { auxdata: { customer: { id: 17 } } });
    const longest = JSON.stringify({ text: 'x'.repeat(4_000 - 11) });
    assert.ok('auxdata' in readAuxdata(longest));
    assert.match(wrongIn(`${longest} `), /longer than 4000 characters/);
    for (const written of ['', 'customer=17', '[1]', 'null', '"x"', '{', '['.repeat(4_000)])
      assert.match(wrongIn(written), /must be a JSON object/);
  });

  it('sets no prototype, at any depth', () => {
    for (const name of ['__proto__', '\\u005f_proto__'])
      assert.match(wrongIn(`{"a": [{"${name}": {"isAdmin": true}}]}`), /__proto__/);
  });

  it('joins what the descriptor sets, which stays', () => {
    assert.deepEqual(joinAuxdata({ command: 'list' }, { command: 'delete', customer: 17 }), {
      command: 'list',
      customer: 17,
    });
    assert.deepEqual(joinAuxdata(undefined, undefined), {});
  });

  it('is another copy for each call', () => {
    const added = { customer: { id: 17 } };
    const one = joinAuxdata({}, added) as { customer: { id: number } };
    one.customer.id = 18;
    assert.deepEqual(joinAuxdata({}, added), { customer: { id: 17 } });
  });
});

function wrongIn(written: string): string {
  const read = readAuxdata(written);
  return 'wrong' in read ? read.wrong : 'taken';
}
