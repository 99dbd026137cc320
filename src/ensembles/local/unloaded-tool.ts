import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Tool } from '../define-tool.ts';
import type { Surroundings } from '../descriptors/ensemble-kind.ts';
import { type Mistake, mistake } from '../descriptors/mistakes/diagnostic.ts';
import { type NamedInvoker, nameOf } from './check-invokers.ts';
import type { ModuleImplementation } from './implementation.ts';
import { type LoadedTool, loadTool } from './load-tool.ts';
import type { ModuleLoader } from './module-loader.ts';
import { type FromDescriptor, noArguments } from './module-tool.ts';
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
  const descriptor = fromDescriptor(invoker, implementation);
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
    if (descriptor.arguments !== undefined || tool.arguments === noArguments) return undefined;
    return `${implementation.written} takes arguments that its descriptor doesn’t list. Copy them there, as [invokers.arguments].`;
  }

  return {
    name: descriptor.name,
    description: descriptor.description ?? '',
    annotations: {},
    arguments: descriptor.arguments ?? noArguments,
    async invocable(args, context) {
      return holdingToOwnSchema(await load())(args, context);
    },
  };
}

/** What is written wins over what the signature says. */
export function fromDescriptor(
  invoker: NamedInvoker,
  { signature }: Pick<ModuleImplementation, 'signature'>,
): FromDescriptor {
  const { description, arguments: schema } = invoker.written;
  return { ...signature, ...defined({ description, arguments: schema }), name: nameOf(invoker) };
}

export function undescribed(invoker: NamedInvoker): readonly Mistake[] {
  const { written, implementation } = invoker;
  if (implementation.kind !== 'module' || fromDescriptor(invoker, implementation).description) return [];
  const message =
    'Add description = "…": Converser doesn’t run the module of a folder before you allow a call, so it can’t read the description there.';
  return [mistake(written.place, 'key', message)];
}
