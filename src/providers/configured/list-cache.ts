import { aborted, orAborted, stopWith } from '../../converser/ground/async/abort.ts';
import { errors, reasonOf } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { Clock, Log } from '../../converser/ground/ports.ts';
import type { ListedModel } from '../facts/model-source.ts';

/** Keeps lists of models from one run to the next. */
export interface ListMemory {
  read(key: string): Promise<JsonValue | undefined>;
  write(key: string, value: JsonValue): Promise<void>;
}

export interface ListCacheOptions {
  readonly label: string;
  readonly memory: ListMemory;
  readonly clock: Clock;
  readonly log: Log;
  /** In milliseconds. Default: four hours. */
  readonly fresh?: number;
  readonly list: (signal: AbortSignal) => Promise<readonly ListedModel[]>;
}

export interface ListCache {
  known(): Promise<readonly ListedModel[] | undefined>;
  /** Returns a fresh list or, if the server is away, an older one. Otherwise rejects. */
  models(signal: AbortSignal): Promise<readonly ListedModel[]>;
  refresh(signal: AbortSignal): Promise<readonly ListedModel[]>;
}

const hours = 60 * 60 * 1000;
/** In milliseconds. It passes between two requests to a provider that is away. */
const pause = 60 * 1000;
const longest = 30 * 1000;

interface Kept {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly models: readonly ListedModel[];
}

/** `name` tells one server from another, and holds no secret. */
export function createListCache(name: string, options: ListCacheOptions): ListCache {
  const { label, memory, clock, log, fresh = 4 * hours } = options;
  let kept: Kept | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  const now = () => clock.now().getTime();

  let stored = Promise.resolve();
  const request = shared(async signal => {
    const models = await withinTime(options, signal);
    kept = { at: now(), models };
    // Storing is not part of the shared request, so that the next request is new while the list is still being stored.
    stored = memory
      .write(name, { at: kept.at, models: models.map(asJson) })
      .catch(cause => log.warn(`The model list of ${label} couldn’t be saved: ${reasonOf(cause)}`));
    return models;
  });
  const ask = async (signal: AbortSignal) => {
    const models = await request(signal);
    await stored;
    return models;
  };

  const recall = async () => {
    const read = kept ?? readKept(await memory.read(name).catch(() => undefined));
    kept ??= read;
    return kept;
  };

  return {
    known: async () => (await recall())?.models,
    refresh: ask,
    async models(signal) {
      await recall();
      // If the clock was set back, nothing is fresh.
      const isFresh = kept !== undefined && kept.at <= now() && now() - kept.at < fresh;
      if (kept !== undefined && (isFresh || clock.monotonic() - failedAt < pause)) return kept.models;
      try {
        return await ask(signal);
      } catch (cause) {
        if (signal.aborted || kept === undefined) throw cause;
        failedAt = clock.monotonic();
        log.warn(
          `${label} didn’t list its models. The list of ${new Date(kept.at).toISOString()} is used instead: ${reasonOf(cause)}`,
        );
        return kept.models;
      }
    },
  };
}

/** Gives up after a while, because a server may accept a connection and never answer. */
async function withinTime(
  { list, clock, label }: ListCacheOptions,
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  const { controller, release } = stopWith(signal);
  const stopWaiting = clock.after(longest, () => controller.abort());
  try {
    const models = await orAborted(list(controller.signal), controller.signal);
    if (models !== aborted) return models;
    throw signal.aborted
      ? errors.cancelled()
      : errors.modelUnreachable(label, 'It didn’t list its models in time.');
  } finally {
    stopWaiting();
    release();
  }
}

type Asking<T> = (signal: AbortSignal) => Promise<T>;

function shared<T>(ask: Asking<T>): Asking<T> {
  let running: { readonly work: Promise<T>; readonly stop: AbortController; waiting: number } | undefined;
  return async signal => {
    if (signal.aborted) throw errors.cancelled();
    if (running === undefined) {
      const stop = new AbortController();
      const work = ask(stop.signal).finally(() => {
        running = running?.stop === stop ? undefined : running;
      });
      running = { work, stop, waiting: 0 };
    }
    const joined = running;
    joined.waiting++;
    const outcome = await orAborted(joined.work, signal).finally(() => joined.waiting--);
    if (outcome !== aborted) return outcome;
    if (joined.waiting === 0) {
      if (running === joined) running = undefined;
      joined.stop.abort();
    }
    throw errors.cancelled();
  };
}

function asJson({ id, label, facts, isOnly }: ListedModel): JsonObject {
  return defined({ id, label, facts: facts && ({ ...facts } as JsonObject), isOnly }) as JsonObject;
}

/** Only this wrote it, and as a whole. */
function readKept(value: JsonValue | undefined): Kept | undefined {
  return isJsonObject(value) && Array.isArray(value.models) ? (value as unknown as Kept) : undefined;
}
