import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import type { FileQuery, Found, Location } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { page, pageArguments } from './page.ts';
import { type Desk, existing, link, scopesOf, shown } from './tool-context.ts';

export const findFiles = (desk: Desk) =>
  defineTool({
    name: 'find_files',
    description:
      'Finds files by name with a glob such as "*.ts" or "src/**/*.test.ts", sorted by path. A glob without "/" is about names in any folder. Files that .gitignore leaves out are left out.',
    arguments: {
      type: 'object',
      properties: {
        glob: { type: 'string', minLength: 1, maxLength: 1000, description: 'The glob, relative to path.' },
        path: {
          type: 'string',
          description: 'The folder to look in. The whole workspace when it is left out.',
        },
        include_ignored: {
          type: 'boolean',
          description: 'Find files that .gitignore leaves out, too.',
        },
        ...pageArguments(200),
      },
      required: ['glob'],
      additionalProperties: false,
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    deduplication: desk.workspace.seesEveryChange ? 'exact' : 'none',
    readOn: 'Call again with offset and limit.',
    async invoke({ glob, path, include_ignored = false, offset = 0, limit = 200 }, { signal }) {
      const found = await findIn(desk, scopesOf(desk, path), {
        query: { glob, includeIgnored: include_ignored, limit: offset + limit },
        signal,
      });
      const { items, note } = page(found.items, { offset, limit, hasMore: found.hasMore });
      if (items.length === 0) {
        const hint = include_ignored ? '' : ' Files that .gitignore leaves out were not looked at.';
        return `No file matches ${JSON.stringify(glob)}.${hint}`;
      }
      return reply({
        content: [text([...items.map(location => shown(desk, location)), ...note].join('\n'))],
        screen: [...items.map(location => `- ${link(desk, location)}`), ...note].join('\n'),
      });
    },
  });

interface Finding {
  readonly query: Omit<FileQuery, 'below'>;
  readonly signal: AbortSignal;
}

async function findIn(
  desk: Desk,
  scopes: readonly Location[],
  { query, signal }: Finding,
): Promise<Found<Location>> {
  const items: Location[] = [];
  for (const below of scopes) {
    await existing(desk, below);
    const found = await desk.workspace.findFiles(
      { ...query, below, limit: query.limit - items.length },
      signal,
    );
    items.push(...found.items);
    if (found.hasMore) return { items, hasMore: true };
  }
  return { items, hasMore: false };
}
