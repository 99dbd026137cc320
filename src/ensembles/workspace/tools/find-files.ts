import { defineTool } from '../../define-tool.ts';
import { labelOfShown } from '../label-files.ts';
import { guardRead } from '../places/guard-read.ts';
import { reviewRead } from '../places/review-places.ts';
import { link, scopesOf, shownPlace, type ToolContext } from '../places/tool-context.ts';
import { withholding } from '../places/withhold.ts';
import { leftOutText } from './left-out.ts';
import { listReply, pageArguments } from './page.ts';
import { searchScopes } from './search-scopes.ts';

export const findFiles = (shared: ToolContext) =>
  defineTool({
    name: 'find_files',
    description:
      'Finds files by a glob such as "src/**/*.ts"; one without "/" matches names in any folder. Skips what .gitignore excludes.',
    arguments: {
      type: 'object',
      properties: {
        glob: { type: 'string', minLength: 1, maxLength: 1000, description: 'Relative to path.' },
        path: { type: 'string', description: 'Folder. Default: all.' },
        include_ignored: { type: 'boolean' },
        ...pageArguments(200),
      },
      required: ['glob'],
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    reads: ['**'],
    deduplication: { strategies: ['semantic', 'compared', 'reuse'] },
    output: { readOn: 'Call again with offset and limit.' },
    review: ({ path }) => reviewRead(shared, () => scopesOf(shared, path), { leavesOut: true }),
    async invoke({ glob, path, include_ignored = false, offset = 0, limit = 200 }, context) {
      const withholds = await withholding(shared, context.permit);
      const wanted = {
        glob,
        includeIgnored: include_ignored,
        guard: guardRead(shared, context.permit),
        withholds,
      };
      const { items, hasMore, leftOut } = await searchScopes(shared, scopesOf(shared, path), {
        limit: offset + limit,
        search: (below, most) =>
          shared.workspace.findFiles({ ...wanted, below, limit: most }, context.signal),
      });
      const note = leftOutText(shared, leftOut, { isCut: hasMore });
      if (items.length === 0) {
        const hint = include_ignored ? '' : ' Files that .gitignore excludes were skipped.';
        return `No file matches ${JSON.stringify(glob)}.${hint}\n${note}`.trimEnd();
      }
      return listReply(items, {
        label: await labelOfShown(shared, items.slice(offset)),
        offset,
        limit,
        hasMore,
        note,
        plain: location => shownPlace(shared, location),
        linked: location => `- ${link(shared, location)}`,
      });
    },
  });
