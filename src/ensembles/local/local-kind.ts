import type { Invoker } from '../../converser/ensemble/invoker.ts';
import type { EnsembleKind, Surroundings } from '../descriptors/ensemble-kind.ts';
import { checkArgumentsSchema } from '../descriptors/mistakes/check-arguments-schema.ts';
import { type Mistake, mistake } from '../descriptors/mistakes/diagnostic.ts';
import type { Tool } from '../tool/define-tool.ts';
import { checkInvokers, type NamedInvoker, nameOf } from './check-invokers.ts';
import { findImplementation, type ModuleImplementation } from './implementation.ts';
import { loadModule } from './load-module.ts';
import { type Loaded, LocalEnsemble } from './local-ensemble.ts';
import { fingerprintOf } from './module-files.ts';
import { moduleTool } from './module-tool.ts';
import { type Described, prepareInvoker } from './prepare-invoker.ts';

/** Ensembles whose tools are functions in this process: shipped ones, and those of modules beside the descriptor. */
export function localKind(tools: readonly Tool[]): EnsembleKind {
  return {
    kind: 'local',
    async prepare(descriptor, surroundings) {
      const { origin, read, report } = surroundings;
      const found = await Promise.all(
        descriptor.invokers.map(async written => ({
          written,
          ...(await findImplementation(written, tools, read)),
        })),
      );
      const named = found.filter(entry => entry.kind === 'found');
      const mistakes = [
        ...found.flatMap(entry => (entry.kind === 'mistaken' ? [entry.mistake] : [])),
        ...(await checkInvokers(named)),
      ];
      if (mistakes.length > 0) return { mistakes };
      const described = { descriptor, origin };
      const ensemble = new LocalEnsemble(described, {
        known: named.flatMap(invoker => shippedInvoker(invoker, described)),
        load: attempt => load(named, { described, read, attempt }),
        report,
      });
      return { ensemble, mistakes };
    },
  };
}

function shippedInvoker({ written, implementation }: NamedInvoker, described: Described): readonly Invoker[] {
  if (implementation.kind !== 'shipped') return [];
  const { tool } = implementation;
  return [prepareInvoker(written, { tool, implementation: `shipped:${tool.name}` }, described)];
}

interface LoadOptions {
  readonly described: Described;
  readonly read: Surroundings['read'];
  readonly attempt: number;
}

/**
 * Imports the modules, and makes all invokers in the descriptor's order. A tool that is switched off and cannot be
 * loaded does not fail the others: that may be why it was switched off.
 */
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
  return { kind: 'loaded', invokers: loaded.flatMap(entry => ('mistakes' in entry ? [] : entry)) };
}

async function moduleInvoker(
  invoker: NamedInvoker,
  implementation: ModuleImplementation,
  { described, read, attempt }: LoadOptions,
): Promise<readonly Invoker[] | { readonly mistakes: readonly Mistake[] }> {
  const { place, written, exportName, file, fingerprint } = implementation;
  const failed = (reason: string) => ({
    mistakes: [mistake(place, 'value', `${written} ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`)],
  });
  const version = attempt === 1 ? fingerprint : `${fingerprint}-${attempt}`;
  const module = await loadModule(file, version);
  if (module.kind === 'failed') return failed(`can't be loaded: ${module.reason}`);
  if ((await fingerprintOf(file, read)) !== fingerprint) return failed('changed while it was loaded');
  if (!Object.hasOwn(module.exports, exportName)) {
    const names = Object.keys(module.exports);
    return failed(`doesn't exist: the file exports ${names.length === 0 ? 'nothing' : names.join(', ')}`);
  }
  const made = moduleTool(module.exports[exportName], {
    name: nameOf(invoker),
    arguments: invoker.written.arguments,
  });
  if (made.kind === 'mistaken') return failed(made.expected);
  const { tool } = made;
  if ((invoker.written.description ?? tool.description) === '') {
    return failed('has no description. Say here, or in the export, what the tool does and when to call it');
  }
  const [broken] = await checkArgumentsSchema(tool.arguments, place);
  if (broken !== undefined) return failed(`has invalid arguments. ${broken.message}`);
  const label = `${written} (sha256 ${fingerprint})`;
  return [prepareInvoker(invoker.written, { tool, implementation: label }, described)];
}
