import { decoded } from '../../converser/ground/json/decoded.ts';
import { editDistance } from '../../converser/ground/wording/edit-distance.ts';
import { chainOf, type FallbackChains } from '../../converser/words/models/fallback/fallback-chains.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { matchModels } from './match-model.ts';
import { modelErrors } from './model-errors.ts';
import { readModelName } from './model-name.ts';

export interface ModelFinder {
  models(signal: AbortSignal): Promise<readonly Model[]>;
  /** Finds by `provider/id`, id, family, other date, `default`. Throws `no-model` or `model-not-found`. */
  find(name: string, signal: AbortSignal): Promise<Model>;
  knows(name: string, signal: AbortSignal): Promise<boolean>;
  readonly hasFallbacks: boolean;
  fallbacks(model: Model, signal: AbortSignal): Promise<readonly Model[]>;
  unknown(name: string, signal: AbortSignal): Promise<Error>;
}

export interface ModelChoices {
  /** Answers to `default`; without it, the first model does. */
  readonly ordinary?: string;
  readonly chains?: FallbackChains;
}

/** With these names, clients ask for the model that the user chose. */
const aliases: ReadonlySet<string> = new Set(['default', 'converser']);

/** In characters. Names are compared with every other, and no model has a longer one. */
const longestName = 256;

type SearchedRoster = Pick<ModelRoster, 'models' | 'listed' | 'find'>;

/** @param choices is asked each time, so that a change holds from the next request on */
export function createModelFinder(
  roster: SearchedRoster,
  choices: () => ModelChoices = () => ({}),
): ModelFinder {
  const fallbacksOf = (model: Model) => chainOf(modelReference(model), choices().chains ?? {});

  async function listed(signal: AbortSignal): Promise<readonly Model[]> {
    const all = await roster.models(signal);
    // Some providers don't list what they have.
    const chosen = await ordinaryOf(signal);
    return chosen === undefined || all.some(model => isSame(model, chosen)) ? all : [chosen, ...all];
  }

  async function ordinaryOf(signal: AbortSignal): Promise<Model | undefined> {
    const { ordinary } = choices();
    return ordinary === undefined ? undefined : roster.find(ordinary, signal);
  }

  async function knows(written: string, signal: AbortSignal): Promise<boolean> {
    const name = decoded(written.trim());
    if (aliases.has(name.toLowerCase())) return true;
    if (name === '' || name.length > longestName) return false;
    if ((await roster.listed(name, signal)) !== undefined) return true;
    return matchModels(name, await listed(signal), await ordinaryOf(signal)).length > 0;
  }

  async function find(written: string, signal: AbortSignal): Promise<Model> {
    const name = decoded(written.trim());
    if (aliases.has(name.toLowerCase())) return first(await ordinaryOf(signal), await listed(signal));
    if (name.length > longestName) throw modelErrors.unknown(name, []);
    const exact = await roster.listed(name, signal);
    if (exact !== undefined) return exact;
    const all = await listed(signal);
    const matches = matchModels(name, all, await ordinaryOf(signal));
    if (matches.length > 1) throw modelErrors.ambiguous(name, matches.map(modelReference));
    const found = matches[0] ?? (await roster.find(name, signal));
    if (found !== undefined) return found;
    throw all.length === 0 ? modelErrors.none() : modelErrors.unknown(name, nearNames(name, all));
  }

  return {
    models: listed,
    find,
    knows,
    get hasFallbacks() {
      return Object.keys(choices().chains ?? {}).length > 0;
    },
    async fallbacks(model, signal) {
      const found = await Promise.all(
        fallbacksOf(model).map(name => find(name, signal).catch(() => undefined)),
      );
      const chain = found.filter(each => each !== undefined);
      return chain.filter(
        (each, index) => !isSame(each, model) && chain.findIndex(other => isSame(other, each)) === index,
      );
    },
    async unknown(name, signal) {
      return modelErrors.unknown(name, nearNames(name.slice(0, longestName), await listed(signal)));
    },
  };
}

function first(ordinary: Model | undefined, [listed]: readonly Model[]): Model {
  const found = ordinary ?? listed;
  if (found === undefined) throw modelErrors.none();
  return found;
}

function isSame(a: Model, b: Model): boolean {
  return modelReference(a) === modelReference(b);
}

function nearNames(wanted: string, models: readonly Model[]): readonly string[] {
  return models
    .map(model => ({ reference: modelReference(model), likeness: likeness(wanted, model.id) }))
    .filter(near => near.likeness >= leastLikeness)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, mostNames)
    .map(({ reference }) => reference);
}

const mostNames = 5;
const leastLikeness = 0.35;

function likeness(a: string, b: string): number {
  const [mine, theirs] = [readModelName(a).family, readModelName(b).family];
  const letters = 1 - editDistance(mine, theirs) / Math.max(mine.length, theirs.length, 1);
  return (letters + sharedWords(mine, theirs)) / 2;
}

function sharedWords(a: string, b: string): number {
  const [mine, theirs] = [wordsOf(a), wordsOf(b)];
  const shared = [...mine].filter(word => theirs.has(word)).length;
  return shared / (mine.size + theirs.size - shared);
}

function wordsOf(family: string): ReadonlySet<string> {
  return new Set(family.split(/[-:]/));
}
