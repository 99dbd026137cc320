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
  protectedReason,
  queueKeys,
  shownPlace,
  type ToolContext,
} from './tool-context.ts';

export const moveFile = (toolContext: ToolContext) =>
  defineTool({
    name: 'move_file',
    description:
      'Moves or renames a file, or a folder with its contents. Creates missing parent folders. Overwrites nothing.',
    arguments: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'The file or folder, relative to the workspace.' },
        new_path: {
          type: 'string',
          minLength: 1,
          description: 'Its new path, or an existing folder to move it into.',
        },
      },
      required: ['path', 'new_path'],
      additionalProperties: false,
    },
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    alwaysAsk: async args =>
      (await protectedReason(toolContext, async () => {
        const from = locate(toolContext, args.path);
        return [from, await targetOf(toolContext, from, args.new_path)];
      })) ?? (await protectedInside(toolContext, args.path)),
    async invoke(args, { signal }) {
      const from = locate(toolContext, args.path);
      await existingEntry(toolContext, from);
      const to = await targetOf(toolContext, from, args.new_path);
      await toolContext.inTurn(
        await queueKeys(toolContext, [from, to]),
        () => toolContext.workspace.move(from, to),
        signal,
      );
      return reply({
        content: [text(`Moved ${shownPlace(toolContext, from)} to ${shownPlace(toolContext, to)}.`)],
        screen: `Moved ${shownPlace(toolContext, from)} to ${link(toolContext, to)}`,
      });
    },
  });

async function targetOf(toolContext: ToolContext, from: Location, newPath: string): Promise<Location> {
  const to = locate(toolContext, newPath);
  const isFolder = /[/\\]$/.test(newPath) || (await toolContext.workspace.stat(to))?.kind === 'folder';
  return isFolder && placeKey(to) !== placeKey(from) ? child(to, nameOf(from)) : to;
}
