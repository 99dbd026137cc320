import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import { errors } from '../../../converser/errors.ts';
import type { CodeSymbol, SymbolQuery } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { page, pageArguments } from './page.ts';
import { existingFile, link, locate, shownPlace, type ToolContext } from './tool-context.ts';

export const getSymbols = (toolContext: ToolContext) =>
  defineTool({
    name: 'get_symbols',
    description:
      'Lists the functions, classes and other symbols of a file with their lines, or finds symbols by name in the whole workspace. Give either path or name.',
    arguments: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'The file whose symbols to list.' },
        name: {
          type: 'string',
          minLength: 1,
          description: 'All or part of a name, to look for in all files.',
        },
        ...pageArguments(300),
      },
      additionalProperties: false,
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    // A language server that has just started knows less than a moment later.
    deduplication: 'none',
    readOn: 'Call again with offset and limit.',
    async invoke({ path, name, offset = 0, limit = 300 }) {
      const { symbols } = toolContext.workspace;
      if (symbols === undefined) throw errors.notAvailable('Symbols of the code are');
      const all = await symbols(await queryFor(toolContext, { path, name }));
      if (all.length === 0) return 'No symbols found. Perhaps no extension supports this language.';
      const { items, note } = page(all, { offset, limit });
      const isOneFile = path !== undefined;
      return reply({
        content: [
          text([...items.map(symbol => lineFor(toolContext, symbol, isOneFile)), ...note].join('\n')),
        ],
        screen: [...items.map(symbol => linkedLine(toolContext, symbol)), ...note].join('\n'),
      });
    },
  });

async function queryFor(
  toolContext: ToolContext,
  { path, name }: { readonly path: string | undefined; readonly name: string | undefined },
): Promise<SymbolQuery> {
  if (path !== undefined && name === undefined) {
    const file = locate(toolContext, path);
    await existingFile(toolContext, file);
    return { kind: 'file', file };
  }
  if (name !== undefined && path === undefined) return { kind: 'name', name };
  throw errors.badArguments('Give either path or name, not both.');
}

function lineFor(toolContext: ToolContext, symbol: CodeSymbol, isOneFile: boolean): string {
  const { location, name, kind, startLine, endLine, depth, container } = symbol;
  const lines = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
  if (isOneFile) return `${'  '.repeat(depth)}${lines}: ${kind} ${name}`;
  return `${shownPlace(toolContext, location)}:${lines}: ${kind} ${name}${container === undefined ? '' : ` (in ${container})`}`;
}

function linkedLine(
  toolContext: ToolContext,
  { location, name, kind, startLine, depth }: CodeSymbol,
): string {
  return `${'  '.repeat(depth)}- ${link(toolContext, location, startLine)} ${kind} **${name}**`;
}
