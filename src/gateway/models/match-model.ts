import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { lineOf, type ModelName, readModelName, versionOf } from './model-name.ts';

interface Candidate {
  readonly model: Model;
  readonly name: ModelName;
}

export function matchModels(
  wanted: string,
  models: readonly Model[],
  preferred: Model | undefined,
): readonly Model[] {
  const name = readModelName(wanted);
  const all = models.map(model => ({ model, name: readModelName(model.id) }));
  const family = all.filter(each => each.name.family === name.family);
  const found = family.length > 0 ? family : newestOfLine(name, all);
  const narrowed = narrow(found, [
    ({ model }) => isSame(model.id, wanted) || isSame(modelReference(model), wanted),
    ({ model }) => isSame(wanted.slice(0, model.provider.length + 1), `${model.provider}/`),
    each => name.vendor !== undefined && each.name.vendor === name.vendor,
    each => name.date !== undefined && each.name.date === name.date,
    ({ model }) => preferred !== undefined && isSame(modelReference(model), modelReference(preferred)),
    ({ model }) => model.provider === preferred?.provider,
    each => each.name.date === name.date,
  ]);
  return newest(narrowed).map(({ model }) => model);
}

function narrow(
  found: readonly Candidate[],
  wishes: readonly ((each: Candidate) => boolean)[],
): readonly Candidate[] {
  return wishes.reduce<readonly Candidate[]>((left, wish) => {
    const fitting = left.filter(wish);
    return fitting.length > 0 ? fitting : left;
  }, found);
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** `claude-sonnet` names no version, so it means the newest. A name with a version never means another one. */
function newestOfLine(name: ModelName, all: readonly Candidate[]): readonly Candidate[] {
  if (/\d/.test(name.family) || name.family === '') return [];
  const line = lineOf(name);
  const found = all.filter(each => lineOf(each.name) === line);
  return found.filter(each => found.every(other => compareVersions(each, other) >= 0));
}

function compareVersions(a: Candidate, b: Candidate): number {
  const [mine, theirs] = [versionOf(a.name), versionOf(b.name)];
  const length = Math.max(mine.length, theirs.length);
  const differences = Array.from({ length }, (_, index) => (mine[index] ?? 0) - (theirs[index] ?? 0));
  return differences.find(difference => difference !== 0) ?? 0;
}

/** Only dates of one provider can be compared. A name without one is what the vendor calls current. */
function newest(found: readonly Candidate[]): readonly Candidate[] {
  if (new Set(found.map(({ model }) => model.provider)).size > 1) return found;
  const undated = found.filter(({ name }) => name.date === undefined);
  if (undated.length > 0) return undated;
  if (found.some(({ name }) => name.date?.length !== 8)) return found;
  return found.filter(each => found.every(other => (each.name.date ?? '') >= (other.name.date ?? '')));
}
