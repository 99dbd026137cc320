import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import { child, nameOf, placeKey } from '../../../converser/workspace/paths.ts';
import type { Location } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { protectedInside } from './protected-inside.ts';
import {
  existingEntry,
  link,
  locate,
  nameArgument,
  protectedReason,
  shownPlace,
  type ToolContext,
} from './tool-context.ts';

export const moveFile = (shared: ToolContext) =>
  defineTool({
    name: 'move_file',
    description:
      'Moves or renames a file, or a folder with its contents. Creates missing parent folders. Overwrites nothing.',
    arguments: {
      type: 'object',
      properties: {
        path: nameArgument('The file or folder, relative to the workspace.'),
        new_path: nameArgument('Its new path, or an existing folder to move it into.'),
      },
      required: ['path', 'new_path'],
      additionalProperties: false,
    },
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    alwaysAsk: async args =>
      (await protectedReason(shared, async () => {
        const from = locate(shared, args.path);
        return [from, await targetOf(shared, from, args.new_path)];
      })) ?? (await protectedInside(shared, args.path)),
    async invoke(args, { signal }) {
      const from = locate(shared, args.path);
      await existingEntry(shared, from);
      const to = await targetOf(shared, from, args.new_path);
      await shared.inTurn([from, to], () => shared.workspace.move(from, to), signal);
      return reply({
        content: [text(`Moved ${shownPlace(shared, from)} to ${shownPlace(shared, to)}.`)],
        screen: `Moved ${shownPlace(shared, from)} to ${link(shared, to)}`,
      });
    },
  });

async function targetOf(shared: ToolContext, from: Location, newPath: string): Promise<Location> {
  const to = locate(shared, newPath);
  const isFolder = /[/\\]$/.test(newPath) || (await shared.workspace.stat(to))?.kind === 'folder';
  return isFolder && placeKey(to) !== placeKey(from) ? child(to, nameOf(from)) : to;
}
