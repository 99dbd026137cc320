import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import { child } from '../../../converser/workspace/paths.ts';
import type { Entry } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { nameInLine } from '../one-line.ts';
import { guardRead } from '../places/guard-read.ts';
import { placeSubject } from '../places/place-subject.ts';
import { existingEntry, link, scopesOf, shownPlace, type ToolContext } from '../places/tool-context.ts';
import { listReply, pageArguments } from './page.ts';

export const listDirectory = (shared: ToolContext) =>
  defineTool({
    name: 'list_directory',
    description:
      'Lists what is directly in a folder of the workspace, sorted by name; folders end with "/". To look deeper, use find_files.',
    arguments: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Folder, relative to the workspace. Default: its top.' },
        ...pageArguments(500),
      },
      additionalProperties: false,
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    reads: ['{path}'],
    deduplication: { strategies: ['semantic', 'compared', 'reuse'] },
    readOn: 'Call again with offset and limit.',
    // Nothing is read but the names in it.
    subject: async ({ path }) => placeSubject(shared, scopesOf(shared, path), { isShallow: true }),
    async invoke({ path, offset = 0, limit = 500 }, context) {
      const scopes = scopesOf(shared, path);
      const [folder, another] = scopes;
      if (folder === undefined || another !== undefined) {
        return reply({
          content: [text(scopes.map(scope => `${shownPlace(shared, scope)}/`).join('\n'))],
        });
      }
      await existingEntry(shared, folder);
      const entries = await shared.workspace.list(folder, guardRead(shared, context));
      if (entries.length === 0) return `${shownPlace(shared, folder)} is empty.`;
      return listReply(entries, {
        offset,
        limit,
        plain: entry => `${nameInLine(entry.name)}${slash(entry)}${entry.isLink ? ' (link)' : ''}`,
        linked: entry => `- ${link(shared, child(folder, entry.name))}${slash(entry)}`,
      });
    },
  });

function slash({ kind }: Entry): string {
  return kind === 'folder' ? '/' : '';
}
