import { errors } from '../../../converser/ground/errors.ts';
import type { Context } from '../../../converser/words/ensemble/invoker.ts';
import type { CodeSymbol, SymbolQuery } from '../../../converser/words/workspace/workspace.ts';
import { defineTool } from '../../define-tool.ts';
import { decidedPlace } from '../places/guard-read.ts';
import { reviewRead } from '../places/review-places.ts';
import {
  existingFile,
  link,
  nameArgument,
  scopesOf,
  shownPlace,
  type ToolContext,
} from '../places/tool-context.ts';
import { foundReply, pageArguments } from './page.ts';

export const getSymbols = (shared: ToolContext) =>
  defineTool({
    name: 'get_symbols',
    description:
      'Lists the functions, classes and other symbols of a file with their lines, or finds symbols by name in the whole workspace. Give either path or name.',
    arguments: {
      type: 'object',
      properties: {
        path: nameArgument('The file whose symbols to list.'),
        name: nameArgument('All or part of a name, to look for in all files.'),
        ...pageArguments(300),
      },
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    // A language server that has just started knows less than a moment later.
    deduplication: 'none',
    output: { readOn: 'Call again with offset and limit.' },
    review: ({ path }) => reviewRead(shared, () => scopesOf(shared, path), { leavesOut: true }),
    async invoke({ path, name, offset = 0, limit = 300 }, context) {
      const { symbols } = shared.workspace;
      if (symbols === undefined) throw errors.notAvailable('symbols of the code');
      const found = await symbols(await queryFor(shared, { path, name }, context));
      return foundReply(shared, found, {
        context,
        offset,
        limit,
        none: 'No symbols found. Perhaps no extension supports this language.',
        plain: symbol => lineFor(shared, symbol, path !== undefined),
        linked: symbol => linkedLine(shared, symbol),
      });
    },
  });

async function queryFor(
  shared: ToolContext,
  { path, name }: { readonly path: string | undefined; readonly name: string | undefined },
  context: Context,
): Promise<SymbolQuery> {
  if (path !== undefined && name === undefined) {
    const file = await decidedPlace(shared, await existingFile(shared, path), context.permit);
    return { kind: 'file', file };
  }
  if (name !== undefined && path === undefined) return { kind: 'name', name };
  throw errors.badArguments('Give either path or name, not both.');
}

function lineFor(shared: ToolContext, symbol: CodeSymbol, isOneFile: boolean): string {
  const { location, name, kind, startLine, endLine, depth, container } = symbol;
  const lines = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
  if (isOneFile) return `${'  '.repeat(depth)}${lines}: ${kind} ${name}`;
  return `${shownPlace(shared, location)}:${lines}: ${kind} ${name}${container === undefined ? '' : ` (in ${container})`}`;
}

function linkedLine(shared: ToolContext, { location, name, kind, startLine, depth }: CodeSymbol): string {
  return `${'  '.repeat(depth)}- ${link(shared, location, startLine)} ${kind} **${name}**`;
}
