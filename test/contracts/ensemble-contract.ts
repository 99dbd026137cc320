import assert from 'node:assert/strict';
import type { Ensemble } from '../../src/converser/words/ensemble/ensemble.ts';

export interface EnsembleContractOptions {
  /** A new ensemble that can be connected, with at least one invoker once it is. */
  readonly create: () => Promise<Ensemble>;
  /** A new ensemble whose `connect` fails. Absent: none of this kind does. */
  readonly createFailing?: () => Promise<Ensemble>;
  readonly dispose?: () => Promise<void>;
}

/** What every implementation of the port `Ensemble` keeps. Call it inside a `describe` of the implementation. */
export function ensembleContract(name: string, options: EnsembleContractOptions): void {
  const signal = () => new AbortController().signal;
  const connected = async () => {
    const ensemble = await options.create();
    await ensemble.connect(signal());
    return ensemble;
  };

  describe(`the ensemble ${name} keeps the contract`, () => {
    after(async () => options.dispose?.());

    it('starts disconnected, under a name that fits', async () => {
      const ensemble = await options.create();
      assert.equal(statusOf(ensemble), 'disconnected');
      assert.match(ensemble.name, /^[a-z0-9][a-z0-9_-]*$/);
    });

    it('is ready once connect has resolved, and announces each state after it has come', async () => {
      const ensemble = await options.create();
      const states = statesOf(ensemble);
      await ensemble.connect(signal());
      assert.equal(statusOf(ensemble), 'ready');
      assert.equal(states[0], 'connecting');
      assert.equal(states.at(-1), 'ready');
      await ensemble.disconnect();
      assert.equal(states.at(-1), 'disconnected');
    });

    it('offers invokers that bear its name, each under a different one', async () => {
      const ensemble = await connected();
      const names = ensemble.invokers.map(invoker => invoker.name);
      assert.ok(names.length > 0);
      assert.equal(new Set(names).size, names.length);
      for (const invoker of ensemble.invokers) {
        assert.equal(invoker.ensemble, ensemble.name);
        assert.equal(invoker.origin, ensemble.origin);
        assert.equal(invoker.arguments.type, 'object');
        assert.ok(invoker.limits.timeLimit > 0);
      }
      await ensemble.disconnect();
    });

    it('does nothing when it is connected again', async () => {
      const ensemble = await connected();
      const { invokers } = ensemble;
      let changes = 0;
      ensemble.onDidChange(() => changes++);
      await ensemble.connect(signal());
      assert.equal(changes, 0);
      assert.equal(ensemble.invokers, invokers);
      await ensemble.disconnect();
    });

    it('connects once for all who ask at the same time', async () => {
      const ensemble = await options.create();
      const states = statesOf(ensemble);
      await Promise.all([ensemble.connect(signal()), ensemble.connect(signal())]);
      assert.equal(statusOf(ensemble), 'ready');
      assert.equal(states.filter(state => state === 'connecting').length, 1);
      await ensemble.disconnect();
    });

    it('connects once when a listener connects in turn', async () => {
      const ensemble = await options.create();
      const states: string[] = [];
      ensemble.onDidChange(() => {
        states.push(ensemble.state.status);
        if (states.length < 10) void ensemble.connect(signal());
      });
      await ensemble.connect(signal());
      assert.deepEqual(states, ['connecting', 'ready']);
      await ensemble.disconnect();
    });

    it('may be disconnected in any state, and connected again', async () => {
      const ensemble = await options.create();
      await ensemble.disconnect();
      const connecting = ensemble.connect(signal());
      await ensemble.disconnect();
      await connecting;
      assert.equal(statusOf(ensemble), 'disconnected');
      await ensemble.connect(signal());
      assert.equal(statusOf(ensemble), 'ready');
      await ensemble.disconnect();
      await ensemble.disconnect();
      assert.equal(statusOf(ensemble), 'disconnected');
    });

    const { createFailing } = options;
    if (createFailing !== undefined)
      it('fails with a reason rather than rejecting', async () => {
        const ensemble = await createFailing();
        await ensemble.connect(signal());
        const { state } = ensemble;
        assert.ok(state.status === 'failed' && state.error.message !== '');
        await ensemble.disconnect();
        assert.deepEqual(ensemble.state, { status: 'disconnected' });
      });

    it('does not stay in between when connecting is stopped', async () => {
      const ensemble = await options.create();
      await ensemble.connect(AbortSignal.abort());
      assert.notEqual(statusOf(ensemble), 'connecting');
      await ensemble.disconnect();
    });
  });
}

/** All that it announces from now on. */
function statesOf(ensemble: Ensemble): readonly string[] {
  const states: string[] = [];
  ensemble.onDidChange(() => states.push(ensemble.state.status));
  return states;
}

/** A call, because the compiler takes a state that was asserted for one that stays. */
function statusOf(ensemble: Ensemble): string {
  return ensemble.state.status;
}
