import { aborted, orAborted } from '../../ground/async/abort.ts';
import type { ErrorData } from '../../ground/errors.ts';
import type { Fallback } from '../../words/canister/canister.ts';
import type { ConverseEvent } from '../../words/conversation/converse-event.ts';
import type { Fallbacks } from '../../words/models/fallback/fallbacks.ts';
import { isUnavailable, whatFailed } from '../../words/models/fallback/model-failure.ts';
import { modelReference } from '../../words/models/model-reference.ts';
import type { ModelRoster } from '../../words/models/model-roster.ts';
import type { Model } from '../../words/models/provider.ts';

export interface Answering {
  readonly model: Model;
  hasNext(): boolean;
  begin(signal: AbortSignal): Changing | undefined;
  beginRound(): void;
  next(cause: Unanswered, signal: AbortSignal): Changing;
}

export type Changing = AsyncGenerator<readonly ConverseEvent[], Fallback | undefined>;

export type Unanswered = { readonly error: ErrorData; readonly begun: boolean } | 'refused';

export interface AnsweringOptions {
  readonly model: Model;
  readonly fallbacks?: Fallbacks | undefined;
  readonly models?: Pick<ModelRoster, 'find'> | undefined;
}

/** Invariant: each model is asked once a round, so a chain that repeats models ends. */
export function createAnswering({ model: chosen, fallbacks, models }: AnsweringOptions): Answering {
  const first = modelReference(chosen);
  const found = new Map([[first, chosen]]);
  const missing = new Set<string>();
  let tried = new Set<string>();

  function untried(): readonly string[] {
    if (fallbacks === undefined || models === undefined) return [];
    const all = [first, ...fallbacks.chain(first)].filter(each => !tried.has(each) && !missing.has(each));
    const isRested = (reference: string) => fallbacks.rest(reference) === 0;
    return [...all.filter(isRested), ...all.filter(reference => !isRested(reference))];
  }

  async function* take(
    references: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<readonly ConverseEvent[], Model | undefined> {
    for (const reference of references) {
      const known = found.get(reference) ?? (await orAborted(find(reference, signal), signal));
      if (known === aborted) return undefined;
      if (known === undefined) {
        missing.add(reference);
        yield [{ type: 'notice', message: notFound(reference) }];
        continue;
      }
      found.set(reference, known);
      tried.add(modelReference(known));
      tried.add(reference);
      if (known === answering.model) continue;
      answering.model = known;
      return known;
    }
    return undefined;
  }

  async function* passOver(signal: AbortSignal): Changing {
    const rested = untried().filter(reference => fallbacks?.rest(reference) === 0);
    const next = yield* take(rested, signal);
    return next && changed(next, `${chosen.label} failed a moment ago.`);
  }

  async function find(reference: string, signal: AbortSignal): Promise<Model | undefined> {
    return await models?.find(reference, signal).catch(() => undefined);
  }

  const answering = {
    model: chosen,
    hasNext: () => untried().length > 0,
    begin(signal: AbortSignal): Changing | undefined {
      const rest = fallbacks?.rest(first) ?? 0;
      return rest === 0 ? undefined : passOver(signal);
    },
    beginRound() {
      tried = new Set([modelReference(answering.model)]);
    },
    async *next(cause: Unanswered, signal: AbortSignal): Changing {
      const { label } = answering.model;
      if (cause !== 'refused') {
        if (!isTakenOver(cause.error)) return undefined;
        fallbacks?.failed(modelReference(answering.model), cause.error);
      }
      const next = yield* take(untried(), signal);
      return next && changed(next, cause === 'refused' ? undefined : whatFailed({ label, ...cause }));
    },
  };
  return answering;
}

/** A program that asks for a model that vanished gets to know the others. */
function isTakenOver(error: ErrorData): boolean {
  return isUnavailable(error) || error.code === 'model-not-found';
}

function changed(model: Model, why: string | undefined): Fallback {
  const message = why === undefined ? `${model.label} answers instead.` : `${why} ${model.label} answers.`;
  return { model: modelReference(model), label: model.label, message };
}

function notFound(reference: string): string {
  return `The fallback ${reference} wasn’t found, so it is skipped. Correct it where your fallbacks are set.`;
}
