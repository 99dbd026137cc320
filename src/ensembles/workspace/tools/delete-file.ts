import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { protectedInside } from './protected-inside.ts';
import {
  existingEntry,
  locate,
  protectedReason,
  queueKeys,
  shownPlace,
  type ToolContext,
} from './tool-context.ts';

export const deleteFile = (toolContext: ToolContext) =>
  defineTool({
    name: 'delete_file',
    description: 'Moves a file, or a folder with its contents, to the trash, where the user can restore it.',
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
      (await protectedReason(toolContext, async () => [locate(toolContext, path)])) ??
      (await protectedInside(toolContext, path)),
    async invoke({ path }, { signal }) {
      const location = locate(toolContext, path);
      const { kind } = await existingEntry(toolContext, location);
      await toolContext.inTurn(
        await queueKeys(toolContext, [location]),
        () => toolContext.workspace.trash(location),
        signal,
      );
      const what = kind === 'folder' ? 'the folder ' : '';
      return reply({ content: [text(`Moved ${what}${shownPlace(toolContext, location)} to the trash.`)] });
    },
  });
