import { editDistance } from '../../converser/ground/wording/edit-distance.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { readModelName } from './model-name.ts';

/** Returns names as `provider/id`, the most alike by words and letters first. */
export function nearNames(wanted: string, models: readonly Model[]): readonly string[] {
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
