import { text } from '../../../converser/words/canister/content.ts';
import { reply } from '../../../converser/words/ensemble/invoker.ts';
import { child, nameOf, placeKey } from '../../../converser/words/workspace/paths.ts';
import type { EntryKind, Location } from '../../../converser/words/workspace/workspace.ts';
import { defineTool } from '../../define-tool.ts';
import { checkBasis } from '../edit/as-shown.ts';
import { noteMoved } from '../label-files.ts';
import { guardMove } from '../places/guard-change.ts';
import { recordedChanges } from '../places/recorded-changes.ts';
import { reviewMove } from '../places/review-places.ts';
import {
  existingEntry,
  link,
  locate,
  nameArgument,
  seenAt,
  shownPlace,
  type ToolContext,
} from '../places/tool-context.ts';

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
    },
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    recordsChanges: true,
    isEdit: true,
    writes: ['{path}', '{new_path}'],
    review: args => ({
      ...reviewMove(shared, () => placesOf(shared, args)),
      async preview() {
        const { kind, from, to } = await planMove(shared, args);
        const what = kind === 'folder' ? 'the folder ' : '';
        const title = `Move ${what}${shownPlace(shared, from)} → ${shownPlace(shared, to)}?`;
        return { title, basis: basisOf(kind, to) };
      },
    }),
    async invoke(args, context) {
      const { kind, from, to } = await planMove(shared, args);
      checkBasis(basisOf(kind, to), shownPlace(shared, from), context.permit?.previewBasis);
      const guard = guardMove(shared, context.permit);
      await noteMoved(shared, from, to);
      await shared.inTurn(
        [from, to],
        () => recordedChanges(shared, context).move(from, to, guard),
        context.signal,
      );
      return reply({
        content: [text(`Moved ${shownPlace(shared, from)} to ${shownPlace(shared, to)}.`)],
        screen: `Moved ${shownPlace(shared, from)} to ${link(shared, to)}`,
      });
    },
  });

interface MoveArguments {
  readonly path: string;
  readonly new_path: string;
}

async function placesOf(
  shared: ToolContext,
  { path, new_path: newPath }: MoveArguments,
): Promise<readonly [from: Location, to: Location]> {
  const from = await seenAt(shared, path);
  return [from, await targetOf(shared, from, newPath)];
}

async function planMove(shared: ToolContext, { path, new_path: newPath }: MoveArguments) {
  const from = await seenAt(shared, path);
  const { kind } = await existingEntry(shared, from);
  return { kind, from, to: await targetOf(shared, from, newPath) };
}

/** An existing folder is moved into: the same words name another place once there is one. */
function basisOf(kind: EntryKind, to: Location): string {
  return `${kind} ${placeKey(to)}`;
}

async function targetOf(shared: ToolContext, from: Location, newPath: string): Promise<Location> {
  const to = locate(shared, newPath);
  const isFolder = /[/\\]$/.test(newPath) || (await shared.workspace.stat(to))?.kind === 'folder';
  return isFolder && placeKey(to) !== placeKey(from) ? child(to, nameOf(from)) : to;
}
