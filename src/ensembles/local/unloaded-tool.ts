import { errors } from '../../converser/ground/errors.ts';
import type { Tool } from '../define-tool.ts';
import type { Surroundings } from '../descriptors/ensemble-kind.ts';
import { type Mistake, mistake } from '../descriptors/mistakes/diagnostic.ts';
import { type NamedInvoker, nameOf } from './check-invokers.ts';
import type { ModuleImplementation } from './implementation.ts';
import { type LoadedTool, loadTool } from './load-tool.ts';
import type { ModuleLoader } from './module-loader.ts';
import { noArguments } from './module-tool.ts';
import { holdingToOwnSchema } from './prepare-invoker.ts';

export interface UnloadedOptions {
  readonly loader: Pick<ModuleLoader, 'load'>;
  readonly report: Surroundings['report'];
}

/** Of the module only the function and its schema count, from the first call on: you weren't asked about the rest. */
export function unloadedTool(
  invoker: NamedInvoker,
  implementation: ModuleImplementation,
  { loader, report }: UnloadedOptions,
): Tool {
  const { written } = invoker;
  const descriptor = { name: nameOf(invoker), arguments: written.arguments };
  let loading: Promise<LoadedTool> | undefined;

  async function load(): Promise<Tool> {
    loading ??= loadTool(implementation, { loader, descriptor });
    const mine = loading;
    const loaded = await mine;
    const reason = loaded.kind === 'failed' ? loaded.reason : hiddenArguments(loaded.tool);
    report(reason === undefined ? [] : [mistake(implementation.place, 'value', reason)]);
    if (loaded.kind === 'tool' && reason === undefined) return loaded.tool;
    if (loaded.kind === 'failed' && loading === mine) loading = undefined;
    throw errors.ensembleFailed(reason ?? '');
  }

  function hiddenArguments(tool: Tool): string | undefined {
    if (written.arguments !== undefined || tool.arguments === noArguments) return undefined;
    return `${implementation.written} takes arguments that its descriptor doesn’t list. Copy them there, as [invokers.arguments].`;
  }

  return {
    name: descriptor.name,
    description: written.description ?? '',
    annotations: {},
    arguments: written.arguments ?? noArguments,
    async invocable(args, context) {
      return holdingToOwnSchema(await load())(args, context);
    },
  };
}

export function undescribed({ written, implementation }: NamedInvoker): readonly Mistake[] {
  if (implementation.kind !== 'module' || (written.description ?? '') !== '') return [];
  const message =
    'Add description = "…": Converser doesn’t run the module of a folder before you allow a call, so it can’t read the description there.';
  return [mistake(written.place, 'key', message)];
}
