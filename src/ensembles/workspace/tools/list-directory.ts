import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import { child } from '../../../converser/workspace/paths.ts';
import type { Entry, Location } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { page, pageArguments } from './page.ts';
import { existingEntry, link, scopesOf, shownPlace, type ToolContext } from './tool-context.ts';

export const listDirectory = (toolContext: ToolContext) =>
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
    readOn: 'Call again with offset and limit.',
    async invoke({ path, offset = 0, limit = 500 }) {
      const scopes = scopesOf(toolContext, path);
      const [folder, another] = scopes;
      if (folder === undefined || another !== undefined) {
        return reply({
          content: [text(scopes.map(scope => `${shownPlace(toolContext, scope)}/`).join('\n'))],
        });
      }
      const entries = await entriesIn(toolContext, folder);
      const { items, note } = page(entries, { offset, limit });
      const lines = items.map(entry => lineFor(entry));
      const title = shownPlace(toolContext, folder);
      return reply({
        content: [text([...(lines.length === 0 ? [`${title} is empty.`] : lines), ...note].join('\n'))],
        screen: [...items.map(entry => linkedLine(toolContext, folder, entry)), ...note].join('\n'),
      });
    },
  });

async function entriesIn(toolContext: ToolContext, folder: Location): Promise<readonly Entry[]> {
  await existingEntry(toolContext, folder);
  return toolContext.workspace.list(folder);
}

function lineFor({ name, kind, isLink }: Entry): string {
  return `${name}${kind === 'folder' ? '/' : ''}${isLink ? ' (link)' : ''}`;
}

function linkedLine(toolContext: ToolContext, folder: Location, { name, kind }: Entry): string {
  return `- ${link(toolContext, child(folder, name))}${kind === 'folder' ? '/' : ''}`;
}
