import { text } from '../../../converser/words/canister/content.ts';
import { reply } from '../../../converser/words/ensemble/invoker.ts';
import type { EntryKind } from '../../../converser/words/workspace/workspace.ts';
import { defineTool } from '../../define-tool.ts';
import { checkBasis } from '../edit/as-shown.ts';
import { guardMove } from '../places/guard-change.ts';
import { recordedChanges } from '../places/recorded-changes.ts';
import { reviewMove } from '../places/review-places.ts';
import { existingEntry, nameArgument, seenAt, shownPlace, type ToolContext } from '../places/tool-context.ts';

export const deleteFile = (shared: ToolContext) =>
  defineTool({
    name: 'delete_file',
    description: 'Moves a file, or a folder with its contents, to the trash, where the user can restore it.',
    arguments: {
      type: 'object',
      properties: { path: nameArgument('The file or folder, relative to the workspace.') },
      required: ['path'],
    },
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    recordsChanges: true,
    writes: ['{path}'],
    review: ({ path }) => ({
      ...reviewMove(shared, async () => [await seenAt(shared, path)]),
      async preview() {
        const location = await seenAt(shared, path);
        const { kind } = await existingEntry(shared, location);
        return { title: `Delete ${described(kind)}${shownPlace(shared, location)}?`, basis: kind };
      },
    }),
    async invoke({ path }, context) {
      const location = await seenAt(shared, path);
      const { kind } = await existingEntry(shared, location);
      checkBasis(kind, shownPlace(shared, location), context.permit?.previewBasis);
      const guard = guardMove(shared, context.permit);
      await shared.inTurn(
        [location],
        () => recordedChanges(shared, context).trash(location, guard),
        context.signal,
      );
      return reply({
        content: [text(`Moved ${described(kind)}${shownPlace(shared, location)} to the trash.`)],
      });
    },
  });

function described(kind: EntryKind): string {
  return kind === 'folder' ? 'the folder ' : '';
}
