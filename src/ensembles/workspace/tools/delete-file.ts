import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { protectedInside } from './protected-inside.ts';
import { type Desk, existing, locate, protectedReason, shown, turnKeys } from './tool-context.ts';

export const deleteFile = (desk: Desk) =>
  defineTool({
    name: 'delete_file',
    description:
      'Moves a file, or a folder with all that is in it, to the trash, from which the user can take it back.',
    arguments: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'The file or folder, relative to the workspace.' },
      },
      required: ['path'],
      additionalProperties: false,
    },
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    alwaysAsk: async ({ path }) =>
      (await protectedReason(desk, async () => [locate(desk, path)])) ?? (await protectedInside(desk, path)),
    async invoke({ path }, { signal }) {
      const location = locate(desk, path);
      const { kind } = await existing(desk, location);
      await desk.inTurn(await turnKeys(desk, [location]), () => desk.workspace.trash(location), signal);
      const what = kind === 'folder' ? 'the folder ' : '';
      return reply({ content: [text(`Moved ${what}${shown(desk, location)} to the trash.`)] });
    },
  });
