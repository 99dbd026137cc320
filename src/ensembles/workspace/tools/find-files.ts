import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { page, pageArguments } from './page.ts';
import { searchScopes } from './search-scopes.ts';
import { link, scopesOf, shownPlace, type ToolContext } from './tool-context.ts';

export const findFiles = (toolContext: ToolContext) =>
  defineTool({
    name: 'find_files',
    description:
      'Finds files by a glob such as "*.ts" or "src/**/*.test.ts", sorted by path. A glob without "/" matches names in any folder. Skips files that .gitignore excludes.',
    arguments: {
      type: 'object',
      properties: {
        glob: { type: 'string', minLength: 1, maxLength: 1000, description: 'Relative to path.' },
        path: { type: 'string', description: 'Folder to look in. Default: the whole workspace.' },
        include_ignored: { type: 'boolean', description: 'Also find files that .gitignore excludes.' },
        ...pageArguments(200),
      },
      required: ['glob'],
      additionalProperties: false,
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    deduplication: toolContext.workspace.seesEveryChange ? 'exact' : 'none',
    readOn: 'Call again with offset and limit.',
    async invoke({ glob, path, include_ignored = false, offset = 0, limit = 200 }, { signal }) {
      const found = await searchScopes(toolContext, scopesOf(toolContext, path), {
        limit: offset + limit,
        search: (below, most) =>
          toolContext.workspace.findFiles(
            { glob, includeIgnored: include_ignored, below, limit: most },
            signal,
          ),
      });
      const { items, note } = page(found.items, { offset, limit, hasMore: found.hasMore });
      if (items.length === 0) {
        const hint = include_ignored ? '' : ' Files that .gitignore excludes were skipped.';
        return `No file matches ${JSON.stringify(glob)}.${hint}`;
      }
      return reply({
        content: [text([...items.map(location => shownPlace(toolContext, location)), ...note].join('\n'))],
        screen: [...items.map(location => `- ${link(toolContext, location)}`), ...note].join('\n'),
      });
    },
  });
