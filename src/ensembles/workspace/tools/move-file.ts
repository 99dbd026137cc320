import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import { child, nameOf, placeKey } from '../../../converser/workspace/paths.ts';
import type { Location } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { protectedInside } from './protected-inside.ts';
import { type Desk, existing, link, locate, protectedReason, shown, turnKeys } from './tool-context.ts';

export const moveFile = (desk: Desk) =>
  defineTool({
    name: 'move_file',
    description:
      'Moves or renames a file, or a folder with all that is in it. Folders above the new path are made. Nothing is overwritten.',
    arguments: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'The file or folder, relative to the workspace.' },
        new_path: {
          type: 'string',
          minLength: 1,
          description: 'Its new path. When that is a folder that exists, it is moved into it.',
        },
      },
      required: ['path', 'new_path'],
      additionalProperties: false,
    },
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    alwaysAsk: async args =>
      (await protectedReason(desk, async () => {
        const from = locate(desk, args.path);
        return [from, await targetOf(desk, from, args.new_path)];
      })) ?? (await protectedInside(desk, args.path)),
    async invoke(args, { signal }) {
      const from = locate(desk, args.path);
      await existing(desk, from);
      const to = await targetOf(desk, from, args.new_path);
      await desk.inTurn(await turnKeys(desk, [from, to]), () => desk.workspace.move(from, to), signal);
      return reply({
        content: [text(`Moved ${shown(desk, from)} to ${shown(desk, to)}.`)],
        screen: `Moved ${shown(desk, from)} to ${link(desk, to)}`,
      });
    },
  });

async function targetOf(desk: Desk, from: Location, newPath: string): Promise<Location> {
  const to = locate(desk, newPath);
  const isFolder = /[/\\]$/.test(newPath) || (await desk.workspace.stat(to))?.kind === 'folder';
  return isFolder && placeKey(to) !== placeKey(from) ? child(to, nameOf(from)) : to;
}
