import type { Tool } from '../define-tool.ts';
import { checkArgumentsSchema } from '../descriptors/mistakes/check-arguments-schema.ts';
import type { ModuleImplementation } from './implementation.ts';
import type { ModuleLoader } from './module-loader.ts';
import { type FromDescriptor, moduleTool } from './module-tool.ts';

export interface LoadToolOptions {
  readonly loader: Pick<ModuleLoader, 'load'>;
  readonly descriptor: FromDescriptor;
}

export type LoadedTool =
  | { readonly kind: 'tool'; readonly tool: Tool }
  | { readonly kind: 'failed'; readonly reason: string };

/** Never rejects. */
export async function loadTool(
  { written, exportName, graph, place }: ModuleImplementation,
  { loader, descriptor }: LoadToolOptions,
): Promise<LoadedTool> {
  const failed = (reason: string): LoadedTool => ({
    kind: 'failed',
    reason: `${written} ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`,
  });
  const module = await loader.load(graph);
  if (module.kind === 'failed') return failed(`can’t be loaded: ${module.reason}`);
  if (!Object.hasOwn(module.exports, exportName)) {
    const names = Object.keys(module.exports);
    return failed(`doesn’t exist: the file exports ${names.length === 0 ? 'nothing' : names.join(', ')}`);
  }
  const made = moduleTool(module.exports[exportName], descriptor);
  if (made.kind === 'mistaken') return failed(made.expected);
  const [broken] = await checkArgumentsSchema(made.tool.arguments, place);
  if (broken !== undefined) return failed(`has invalid arguments. ${broken.message}`);
  return { kind: 'tool', tool: made.tool };
}
