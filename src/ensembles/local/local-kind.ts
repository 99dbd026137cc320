import type { Invoker, Origin } from '../../converser/words/ensemble/invoker.ts';
import type { Tool } from '../define-tool.ts';
import type { InvokerDescriptor } from '../descriptors/descriptor.ts';
import type { EnsembleKind, Surroundings } from '../descriptors/ensemble-kind.ts';
import { idleRetries } from '../descriptors/idle-retries.ts';
import { type Mistake, mistake } from '../descriptors/mistakes/diagnostic.ts';
import { checkInvokers, type NamedInvoker } from './check-invokers.ts';
import { commandKeys, needless, requestKeys } from './described-kind.ts';
import { findImplementation, type ModuleImplementation } from './implementation.ts';
import { loadTool } from './load-tool.ts';
import { type Loaded, LocalEnsemble } from './local-ensemble.ts';
import { createModuleLoader, type ModuleLoader } from './module-loader.ts';
import { type Described, prepareInvoker } from './prepare-invoker.ts';
import { findSameness } from './sameness.ts';
import { fromDescriptor, undescribed, unloadedTool } from './unloaded-tool.ts';

export function localKind(tools: readonly Tool[]): EnsembleKind {
  const loader = createModuleLoader();
  return {
    kind: 'local',
    async prepare(descriptor, surroundings) {
      const { origin, read, report } = surroundings;
      const shared = {
        tools,
        read,
        resolve: loader.resolve,
        time: { left: readingLimit },
        graphs: new Map(),
      };
      const find = async (written: InvokerDescriptor) => {
        const [found, same] = await Promise.all([
          findImplementation(written, shared),
          findSameness(written, { ...loader, read }),
        ]);
        return { written, ...found, own: same.own, mistakes: [...same.mistakes, ...found.mistakes] };
      };
      const found = await Promise.all(descriptor.invokers.map(find));
      const named = found.flatMap(({ written, implementation, own }) =>
        implementation === undefined ? [] : [{ written, implementation, own }],
      );
      const mistakes = [
        ...found.flatMap(each => each.mistakes),
        ...(await checkInvokers(named, origin)),
        ...descriptor.invokers.flatMap(written => [
          ...needless(written, requestKeys, 'it needs kind = "http".'),
          ...needless(written, commandKeys, 'it needs kind = "command".'),
        ]),
        ...(isLoadedByCall(origin) ? named.flatMap(undescribed) : []),
      ];
      if (mistakes.length > 0) return { mistakes };
      const described = { descriptor, origin };
      const known = named.flatMap(invoker => knownInvoker(invoker, { described, loader, report }));
      const ensemble = new LocalEnsemble(described, {
        known,
        load: async () =>
          isLoadedByCall(origin) ? { kind: 'loaded', invokers: known } : load(named, { described, loader }),
        report,
      });
      return { ensemble, mistakes: named.flatMap(each => earlyWarnings(each, origin)) };
    },
  };
}

/** In milliseconds, for the signatures of all modules of an ensemble. */
const readingLimit = 2_000;

/** Converser's own modules need not be read before they are used; for a folder's, see `knownInvoker`. */
function isLoadedByCall(origin: Origin): boolean {
  return origin !== 'user';
}

/** The module of a tool of your own says what its calls do, so it is loaded first. */
function earlyWarnings({ written, implementation }: NamedInvoker, origin: Origin): readonly Mistake[] {
  if (implementation.kind === 'shipped') return idleRetries(written, implementation.tool.annotations);
  return isLoadedByCall(origin) ? idleRetries(written) : [];
}

function shippedInvoker(invoker: NamedInvoker, described: Described): readonly Invoker[] {
  const { implementation } = invoker;
  if (implementation.kind !== 'shipped') return [];
  const { tool } = implementation;
  return [prepareInvoker(invoker, { tool, implementation: `shipped:${tool.name}` }, described)];
}

interface KnowOptions {
  readonly described: Described;
  readonly loader: ModuleLoader;
  readonly report: Surroundings['report'];
}

/** Invariant: nothing of a module that came with a folder runs before a call of its tool was allowed. */
function knownInvoker(invoker: NamedInvoker, { described, loader, report }: KnowOptions): readonly Invoker[] {
  const { implementation } = invoker;
  if (implementation.kind === 'shipped') return shippedInvoker(invoker, described);
  if (!isLoadedByCall(described.origin)) return [];
  const tool = unloadedTool(invoker, implementation, { loader, report });
  return [prepareInvoker(invoker, { tool, implementation: labelOf(implementation, described) }, described)];
}

type LoadOptions = Omit<KnowOptions, 'report'>;

/** A disabled tool that can't be loaded does not fail the others: that may be why it was disabled. */
async function load(invokers: readonly NamedInvoker[], options: LoadOptions): Promise<Loaded> {
  const loaded = await Promise.all(
    invokers.map(async invoker =>
      invoker.implementation.kind === 'module'
        ? await moduleInvoker(invoker, invoker.implementation, options)
        : shippedInvoker(invoker, options.described),
    ),
  );
  const mistakes = loaded.flatMap((entry, at) =>
    'mistakes' in entry && invokers[at]?.written.enabled === true ? entry.mistakes : [],
  );
  if (mistakes.length > 0) return { kind: 'failed', mistakes };
  const found = loaded.map(entry => ('mistakes' in entry ? [] : entry));
  const warnings = invokers.flatMap(({ written }, at) =>
    (found[at] ?? []).flatMap(({ annotations }) => idleRetries(written, annotations)),
  );
  return { kind: 'loaded', invokers: found.flat(), warnings };
}

async function moduleInvoker(
  invoker: NamedInvoker,
  implementation: ModuleImplementation,
  { described, loader }: LoadOptions,
): Promise<readonly Invoker[] | { readonly mistakes: readonly Mistake[] }> {
  const loaded = await loadTool(implementation, {
    loader,
    descriptor: fromDescriptor(invoker, implementation),
  });
  const failed = (reason: string) => ({ mistakes: [mistake(implementation.place, 'value', reason)] });
  if (loaded.kind === 'failed') return failed(loaded.reason);
  const { tool } = loaded;
  if ((invoker.written.description ?? tool.description) === '') {
    return failed(
      `${implementation.written} has no description. Say here, or in the export, what the tool does and when to call it.`,
    );
  }
  return [prepareInvoker(invoker, { tool, implementation: labelOf(implementation, described) }, described)];
}

/** What you allowed of Converser's own tools still holds after an update. */
function labelOf({ written, graph }: ModuleImplementation, { origin }: Described): string {
  return origin === 'shipped' ? `shipped:${written}` : `${written} (sha256 ${graph.fingerprint})`;
}
