import { stopWith } from '../converser/ground/async/abort.ts';
import { type Listen, listeners } from '../converser/ground/async/listeners.ts';
import { rewritten } from '../converser/ground/async/rewritten.ts';
import type { Host } from '../converser/ground/host.ts';
import { defined } from '../converser/ground/json/defined.ts';
import { modelReference } from '../converser/words/models/model-reference.ts';
import type { Model, ModelEvent, Usage } from '../converser/words/models/provider.ts';
import { addUsage, correctUsage, costOf } from '../converser/words/spending/spending.ts';

export interface Activity {
  readonly requests: readonly ServedRequest[];
  readonly onDidChange: Listen<void>;
  watched(model: Model, client: string, conversation?: string): Model;
  stop(id: string): void;
}

export interface ServedRequest {
  readonly id: string;
  readonly client: string;
  readonly model: string;
  readonly conversation?: string;
  readonly state: 'running' | 'answered' | 'failed' | 'stopped';
  /** In milliseconds since 1970. */
  readonly started: number;
  /** In milliseconds; absent while it runs. */
  readonly took?: number;
  readonly usage: Usage;
  /** In US dollars; absent where the price of the model is unknown. */
  readonly cost?: number;
  readonly reason?: string;
}

const mostEnded = 100;

/** The log tells which requests failed outside of conversations, whose turns tell it themselves. */
export function createActivity({ clock, ids, log }: Partial<Host> & Pick<Host, 'clock' | 'ids'>): Activity {
  const changes = listeners<void>();
  const running = new Map<string, () => void>();
  const served = createServed();

  function begin(request: Omit<ServedRequest, 'id' | 'state' | 'started' | 'usage'>, stop: () => void) {
    const id = ids.next('request');
    const since = clock.monotonic();
    running.set(id, stop);
    served.begin({ ...request, id, state: 'running', started: clock.now().getTime(), usage: {} });
    changes.fire();
    return (outcome: Outcome) => {
      if (!running.delete(id)) return;
      const { client, model, conversation } = request;
      if (outcome.state === 'failed' && conversation === undefined)
        log?.info(`A request of ${client} to ${model} failed: ${outcome.reason}`);
      served.end(id, { took: clock.monotonic() - since, ...outcome });
      changes.fire();
    };
  }

  return {
    get requests() {
      return served.all();
    },
    onDidChange: changes.listen,
    watched(model, client, conversation) {
      const asked = defined({ client, model: modelReference(model), conversation });
      return {
        ...model,
        reply(request, signal) {
          const { controller, release } = stopWith(signal);
          const watch = watching(model, () => begin(asked, () => controller.abort()));
          return rewritten(model.reply(request, controller.signal), {
            ...watch,
            write(event) {
              // No wire of the gateway has a place for it before the reply begins.
              if (event.type === 'notice' && conversation === undefined)
                log?.info(`A request of ${client} to ${asked.model}: ${event.message}`);
              return watch.write(event);
            },
            leave: () => {
              watch.leave();
              release();
            },
          });
        },
      };
    },
    stop: id => running.get(id)?.(),
  };
}

type Outcome = Pick<ServedRequest, 'state' | 'usage' | 'cost' | 'reason'>;

function watching(model: Pick<Model, 'price'>, begin: () => (outcome: Outcome) => void) {
  const tally = createTally(model);
  let end: ReturnType<typeof begin> | undefined;
  return {
    begin(): readonly ModelEvent[] {
      end = begin();
      return [];
    },
    write(event: ModelEvent): readonly ModelEvent[] {
      tally.hear(event);
      const outcome = tally.outcomeOf(event);
      if (outcome !== undefined) end?.(outcome);
      return [event];
    },
    // Without an outcome, the client has left.
    leave: () => end?.(tally.stopped()),
  };
}

function createTally({ price }: Pick<Model, 'price'>) {
  let before: Usage | undefined;
  let usage: Usage = {};
  const outcome = (state: ServedRequest['state'], reason?: string): Outcome => {
    const used = before === undefined ? usage : addUsage(before, usage);
    return defined({ state, usage: used, cost: price && costOf(used, price), reason });
  };
  return {
    hear(event: ModelEvent) {
      if (event.type === 'usage') usage = correctUsage(usage, event.usage);
      if (event.type !== 'restart') return;
      before = before === undefined ? usage : addUsage(before, usage);
      usage = {};
    },
    outcomeOf(event: ModelEvent): Outcome | undefined {
      if (event.type === 'finish') return outcome('answered');
      if (event.type !== 'failure') return undefined;
      const { code, message } = event.error;
      return code === 'cancelled' ? outcome('stopped') : outcome('failed', message);
    },
    stopped: () => outcome('stopped'),
  };
}

function createServed() {
  const known = new Map<string, ServedRequest>();
  let ended = 0;
  let listed: readonly ServedRequest[] | undefined;

  function forgetOldest(): void {
    for (const { id, state } of known.values()) {
      if (state === 'running') continue;
      known.delete(id);
      ended--;
      return;
    }
  }

  return {
    all(): readonly ServedRequest[] {
      listed ??= [...known.values()].reverse();
      return listed;
    },
    begin(request: ServedRequest): void {
      while (ended >= mostEnded) forgetOldest();
      known.set(request.id, request);
      listed = undefined;
    },
    end(id: string, end: Outcome & Pick<ServedRequest, 'took'>): void {
      const request = known.get(id);
      if (request === undefined) return;
      known.set(id, { ...request, ...end });
      ended++;
      listed = undefined;
    },
  };
}
