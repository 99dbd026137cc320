import path from 'node:path';
import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { errors } from '../../converser/ground/errors.ts';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { Sameness } from '../../converser/words/ensemble/invoker.ts';
import type { InvokerDescriptor } from '../descriptors/descriptor.ts';
import { readBeside } from '../descriptors/files/read-beside.ts';
import { inside, type Mistake, mistake } from '../descriptors/mistakes/diagnostic.ts';
import type { FindOptions } from './implementation.ts';
import { readModuleGraph } from './module-graph.ts';
import type { LoadedModule, ModuleLoader } from './module-loader.ts';

export interface OwnSameness {
  readonly sameness: Sameness;
  /** Approvals remember it: it changes whenever other code would run. */
  readonly label: string;
}

/** Without either, no file says it. */
export interface FoundSameness {
  readonly own?: OwnSameness;
  readonly mistakes: readonly Mistake[];
}

/** Nothing of the file runs before a call of the tool was allowed. */
export async function findSameness(
  { sameness: written, place }: InvokerDescriptor,
  { read, resolve, load }: Pick<FindOptions, 'read' | 'resolve'> & Pick<ModuleLoader, 'load'>,
): Promise<FoundSameness> {
  if (written === undefined) return { mistakes: [] };
  const found = await readBeside(written, place.document.file, read);
  if (found.kind === 'refused')
    return { mistakes: [mistake(inside(place, 'deduplication'), 'value', found.reason)] };
  const graph = await readModuleGraph(found.path, { folder: found.realFolder, read, resolve });
  const label = `${path.posix.normalize(written)} (sha256 ${graph.fingerprint})`;
  return { own: { label, sameness: lazySameness(written, () => load(graph)) }, mistakes: [] };
}

/** In milliseconds. It decides for each call, so it has to be quick. */
const longest = 1_000;

function lazySameness(written: string, load: () => Promise<LoadedModule>): Sameness {
  let loading: Promise<LoadedModule> | undefined;
  async function functionNamed(name: string) {
    loading ??= load();
    const module = await loading;
    if (module.kind === 'failed') throw errors.ensembleFailed(`${written} can’t be loaded: ${module.reason}`);
    const { exports } = module;
    const isFunction = (key: string) => typeof exports[key] === 'function';
    if (!isFunction('key') && !isFunction('isSame'))
      throw errors.ensembleFailed(`${written} exports neither a function key nor a function isSame.`);
    return isFunction(name) ? (exports[name] as (...args: readonly JsonObject[]) => unknown) : undefined;
  }
  async function ask(name: string, args: readonly JsonObject[]): Promise<unknown> {
    const asked = await functionNamed(name);
    // It gets copies: the arguments have been checked and allowed as they are.
    const answered = Promise.resolve(asked?.(...structuredClone(args)));
    const answer = await orAborted(answered, AbortSignal.timeout(longest));
    if (answer === aborted)
      throw errors.ensembleFailed(`${name} of ${written} took more than ${longest} ms.`);
    return answer;
  }
  return {
    key: async args => String((await ask('key', [args])) ?? ''),
    isSame: async (earlier, later) => ((await ask('isSame', [earlier, later])) ?? true) === true,
  };
}
