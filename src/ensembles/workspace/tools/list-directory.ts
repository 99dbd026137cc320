import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import { child } from '../../../converser/workspace/paths.ts';
import type { Entry, Location } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { page, pageArguments } from './page.ts';
import { type Desk, existing, link, scopesOf, shown } from './tool-context.ts';

export const listDirectory = (desk: Desk) =>
  defineTool({
    name: 'list_directory',
    description:
      'Lists what lies directly in a folder of the workspace, sorted by name; the names of folders end with "/". Use find_files to look deeper.',
    arguments: {
      type: 'object',
      properties: {
        path: {
          type: 'string',
          description: 'The folder, relative to the workspace. The top of the workspace when it is left out.',
        },
        ...pageArguments(500),
      },
      additionalProperties: false,
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    readOn: 'Call again with offset and limit.',
    async invoke({ path, offset = 0, limit = 500 }) {
      const scopes = scopesOf(desk, path);
      const [folder, another] = scopes;
      if (folder === undefined || another !== undefined) {
        return reply({ content: [text(scopes.map(scope => `${shown(desk, scope)}/`).join('\n'))] });
      }
      const entries = await entriesIn(desk, folder);
      const { items, note } = page(entries, { offset, limit });
      const lines = items.map(entry => lineFor(entry));
      const title = shown(desk, folder);
      return reply({
        content: [text([...(lines.length === 0 ? [`${title} is empty.`] : lines), ...note].join('\n'))],
        screen: [
          ...items.map(
            entry => `- ${link(desk, child(folder, entry.name))}${entry.kind === 'folder' ? '/' : ''}`,
          ),
          ...note,
        ].join('\n'),
      });
    },
  });

async function entriesIn(desk: Desk, folder: Location): Promise<readonly Entry[]> {
  await existing(desk, folder);
  return desk.workspace.list(folder);
}

function lineFor({ name, kind, isLink }: Entry): string {
  return `${name}${kind === 'folder' ? '/' : ''}${isLink ? ' (link)' : ''}`;
}
