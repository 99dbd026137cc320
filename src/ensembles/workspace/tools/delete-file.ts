import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { protectedInside } from './protected-inside.ts';
import {
  existingEntry,
  locate,
  nameArgument,
  protectedReason,
  shownPlace,
  type ToolContext,
} from './tool-context.ts';

export const deleteFile = (shared: ToolContext) =>
  defineTool({
    name: 'delete_file',
    description: 'Moves a file, or a folder with its contents, to the trash, where the user can restore it.',
    arguments: {
      type: 'object',
      properties: { path: nameArgument('The file or folder, relative to the workspace.') },
      required: ['path'],
      additionalProperties: false,
    },
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    alwaysAsk: async ({ path }) =>
      (await protectedReason(shared, async () => [locate(shared, path)])) ??
      (await protectedInside(shared, path)),
    async invoke({ path }, { signal }) {
      const location = locate(shared, path);
      const { kind } = await existingEntry(shared, location);
      await shared.inTurn([location], () => shared.workspace.trash(location), signal);
      const what = kind === 'folder' ? 'the folder ' : '';
      return reply({ content: [text(`Moved ${what}${shownPlace(shared, location)} to the trash.`)] });
    },
  });
