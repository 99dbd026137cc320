import assert from 'node:assert/strict';
import { errors } from '../../../src/converser/ground/errors.ts';
import { createListCache, type ListMemory } from '../../../src/providers/configured/list-cache.ts';
import type { ListedModel } from '../../../src/providers/facts/model-source.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { createMemoryLists } from '../../fakes/memory-lists.ts';

const never = new AbortController().signal;
const hour = 60 * 60 * 1000;
const name = 'openai http://127.0.0.1/v1';

interface Scene {
  readonly memory?: ListMemory;
  /** What the server answers, one after the other; the last one stays. */
  readonly answers?: readonly (readonly ListedModel[] | Error)[];
  readonly list?: (signal: AbortSignal) => Promise<readonly ListedModel[]>;
}

function scene({ memory = createMemoryLists(), answers = [[{ id: 'a' }]], list }: Scene = {}) {
  const host = createFakeHost();
  let asked = 0;
  const cache = createListCache(name, {
    label: 'Local',
    memory,
    clock: host.clock,
    log: host.log,
    async list(signal) {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      if (list !== undefined) return list(signal);
      if (answer instanceof Error) throw answer;
      return answer ?? [];
    },
  });
  return { cache, host, memory, asked: () => asked };
}

describe('A list of models', () => {
  it('is asked for once in four hours', async () => {
    const { cache, host, asked } = scene({ answers: [[{ id: 'a' }], [{ id: 'b' }]] });
    assert.deepEqual(await cache.models(never), [{ id: 'a' }]);
    await host.clock.advance(4 * hour - 1);
    assert.deepEqual(await cache.models(never), [{ id: 'a' }]);
    assert.equal(asked(), 1);
    await host.clock.advance(1);
    assert.deepEqual(await cache.models(never), [{ id: 'b' }]);
    assert.equal(asked(), 2);
  });

  it('outlives the process, with everything that the provider reported', async () => {
    const memory = createMemoryLists();
    const told: readonly ListedModel[] = [
      {
        id: 'a',
        label: 'A',
        facts: { tools: 'contract', contextTokens: 8, images: true, price: { input: 1, output: 2 } },
      },
      { id: 'b', facts: {} },
      { id: 'c' },
    ];
    await scene({ memory, answers: [told] }).cache.models(never);
    const later = scene({ memory });
    assert.deepEqual(await later.cache.models(never), told);
    assert.deepEqual(await later.cache.known(), told);
    assert.equal(later.asked(), 0);
  });

  it('is known without a request only if it was listed before', async () => {
    const { cache, asked } = scene();
    assert.equal(await cache.known(), undefined);
    assert.equal(asked(), 0);
  });

  it('is shared by simultaneous requests', async () => {
    const answer = Promise.withResolvers<readonly ListedModel[]>();
    const { cache, asked } = scene({ list: () => answer.promise });
    const all = [cache.models(never), cache.refresh(never), cache.models(never)];
    answer.resolve([{ id: 'a' }]);
    assert.deepEqual(await Promise.all(all), [[{ id: 'a' }], [{ id: 'a' }], [{ id: 'a' }]]);
    assert.equal(asked(), 1);
  });

  it('is requested as long as someone waits for it, and no longer', async () => {
    const signals: AbortSignal[] = [];
    const answer = Promise.withResolvers<readonly ListedModel[]>();
    const { cache } = scene({
      list(signal) {
        signals.push(signal);
        return answer.promise;
      },
    });
    const [one, two] = [new AbortController(), new AbortController()];
    const first = cache.refresh(one.signal);
    const second = cache.refresh(two.signal);
    one.abort();
    await assert.rejects(first, { code: 'cancelled' });
    assert.equal(signals[0]?.aborted, false);
    two.abort();
    await assert.rejects(second, { code: 'cancelled' });
    assert.equal(signals[0]?.aborted, true);
    const third = cache.refresh(never);
    answer.resolve([{ id: 'b' }]);
    assert.deepEqual(await third, [{ id: 'b' }]);
    assert.equal(signals.length, 2);
  });

  it('is an old one while the server is away, which is logged, and the server is asked less often', async () => {
    const away = errors.modelUnreachable('Local', 'connect ECONNREFUSED');
    const { cache, host, asked } = scene({ answers: [[{ id: 'a' }], away, away, [{ id: 'b' }]] });
    await cache.models(never);
    await host.clock.advance(5 * hour);
    assert.deepEqual(await cache.models(never), [{ id: 'a' }]);
    assert.deepEqual(await cache.models(never), [{ id: 'a' }]);
    assert.equal(asked(), 2);
    assert.match(
      host.logged.join('\n'),
      /^warn Local didn’t list its models\. The list of 2026-01-01T00:00:00\.000Z is used instead: .*ECONNREFUSED/,
    );
    await host.clock.advance(60_000);
    assert.deepEqual(await cache.models(never), [{ id: 'a' }]);
    await host.clock.advance(60_000);
    assert.deepEqual(await cache.models(never), [{ id: 'b' }]);
  });

  it('rejects if there is no old one, and on every refresh', async () => {
    const away = errors.modelUnauthorized('Local');
    const fresh = scene({ answers: [away] });
    await assert.rejects(fresh.cache.models(never), { code: 'model-unauthorized' });
    const { cache } = scene({ answers: [[{ id: 'a' }], away] });
    await cache.models(never);
    await assert.rejects(cache.refresh(never), { code: 'model-unauthorized' });
    assert.deepEqual(await cache.models(never), [{ id: 'a' }]);
  });

  it('times out after half a minute', async () => {
    const { cache, host } = scene({ list: () => new Promise(() => {}) });
    const waiting = assert.rejects(cache.models(never), { code: 'model-unreachable' });
    await new Promise(resolve => setImmediate(resolve));
    await host.clock.advance(30_000);
    await waiting;
  });

  it('with a time in the future is not fresh', async () => {
    const memory = createMemoryLists(
      new Map([[name, { at: Date.UTC(2030, 0), models: [{ id: 'future' }] }]]),
    );
    const { cache, asked } = scene({ memory });
    assert.deepEqual(await cache.models(never), [{ id: 'a' }]);
    assert.equal(asked(), 1);
  });

  it('is fetched again where what is read back is none', async () => {
    for (const value of [null, 'x', [], {}] as const) {
      const { cache, asked } = scene({ memory: createMemoryLists(new Map([[name, value]])) });
      assert.deepEqual(await cache.models(never), [{ id: 'a' }], JSON.stringify(value));
      assert.equal(asked(), 1);
    }
  });

  it('is there even if it cannot be stored', async () => {
    const memory: ListMemory = {
      read: async () => Promise.reject(new Error('disk')),
      write: async () => Promise.reject(new Error('full')),
    };
    const { cache, host } = scene({ memory });
    assert.deepEqual(await cache.models(never), [{ id: 'a' }]);
    assert.match(host.logged.join('\n'), /couldn’t be saved: full/);
  });
});
