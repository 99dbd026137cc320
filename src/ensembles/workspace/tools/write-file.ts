import { defined } from '../../../converser/ground/json/defined.ts';
import { countText } from '../../../converser/ground/wording/numbers.ts';
import { text } from '../../../converser/words/canister/content.ts';
import { type Context, type Reply, reply } from '../../../converser/words/ensemble/invoker.ts';
import { codeBlock } from '../../../converser/words/texts/markdown-code.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import { lineEndingOf, linesOf, withLineEnding } from '../../../converser/words/workspace/line-endings.ts';
import type { FileContent, Location, ReadGuard } from '../../../converser/words/workspace/workspace.ts';
import { defineTool } from '../../define-tool.ts';
import { checkAsShown, type PlannedChange, previewOf, refuseMarks } from '../edit/as-shown.ts';
import { acquaintance, remember } from '../edit/read-memory.ts';
import { shortDiff } from '../edit/short-diff.ts';
import { noteWritten } from '../label-files.ts';
import { guardWrite } from '../places/guard-change.ts';
import { guardRead } from '../places/guard-read.ts';
import { recordedChanges } from '../places/recorded-changes.ts';
import { reviewWrite } from '../places/review-places.ts';
import {
  existingFile,
  link,
  locate,
  nameArgument,
  shownPlace,
  type ToolContext,
} from '../places/tool-context.ts';
import { seenPlace } from '../seen-place.ts';

export const writeFile = (shared: ToolContext) =>
  defineTool({
    name: 'write_file',
    description:
      'Creates a text file with its folders, or replaces the whole text of a file. To change parts, use edit_file.',
    arguments: {
      type: 'object',
      properties: {
        path: nameArgument('Relative to the workspace.'),
        content: { type: 'string' },
      },
      required: ['path', 'content'],
    },
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    recordsChanges: true,
    isEdit: true,
    writes: ['{path}'],
    review: args => ({
      ...reviewWrite(shared, () => fileIn(shared, args.path)),
      async preview() {
        const { file, change } = await planWrite(shared, args);
        return previewOf(change, shownPlace(shared, file));
      },
    }),
    async invoke({ path, content }, context) {
      const file = await seenPlace(shared.workspace, fileIn(shared, path));
      return shared.inTurn([file], () => write(shared, { path, content }, context), context.signal);
    },
  });

function fileIn(shared: ToolContext, path: string): Location {
  if (!/(?:^|[\\/])\.{0,2}$/.test(path)) return locate(shared, path);
  throw fileErrors.pathRefused(path, 'it names a folder.', 'Add the name of a file.');
}

interface WriteArguments {
  readonly path: string;
  readonly content: string;
}

async function planWrite(shared: ToolContext, { path, content }: WriteArguments, guard?: ReadGuard) {
  const { workspace } = shared;
  const file = await seenPlace(workspace, fileIn(shared, path));
  const stat = await workspace.stat(file);
  const now = stat && (await workspace.read(await existingFile(shared, path), guard));
  const before = textOf(now);
  const ending = lineEndingOf(before ?? '');
  const after = ending === undefined ? content : withLineEnding(content, ending);
  const isNew = now === undefined;
  const change: PlannedChange = { verb: isNew ? 'Create' : 'Overwrite', before, after };
  return { file, isNew, before, after, change };
}

async function write(shared: ToolContext, args: WriteArguments, context: Context): Promise<Reply> {
  const { workspace } = shared;
  const { file, isNew, before, after, change } = await planWrite(
    shared,
    args,
    guardRead(shared, context.permit),
  );
  const title = shownPlace(shared, file);
  const real = await workspace.realLocation(file);
  if (before !== undefined && acquaintance(real, before, context) === 'changed-since') {
    throw fileErrors.fileConflict(title, 'it has changed since the model read it.', 'Read it again first.');
  }
  refuseMarks(change, title);
  await checkAsShown(change, title, context.permit);
  await noteWritten(shared, { text: after }, context.permit);
  const written = defined({ text: after, replaces: isNew ? null : before });
  await recordedChanges(shared, context).write(file, written, guardWrite(shared, context.permit));
  // Saving may have formatted it.
  const saved = textOf(await workspace.read(file)) ?? after;
  remember(real, saved, context);
  await noteWritten(shared, { text: saved }, context.permit);
  const verb = isNew ? 'Created' : 'Replaced the text of';
  const { diff, counts } = await shortDiff(before ?? '', after, 40);
  return reply({
    content: [text(`${verb} ${title} (${countText(linesOf(after).length, 'line')}).`)],
    screen: `${verb} ${link(shared, file)}${diff === '' ? '' : ` ${counts}\n\n${codeBlock(diff, 'diff')}`}`,
  });
}

function textOf(content: FileContent | undefined): string | undefined {
  return content?.kind === 'text' ? content.text : undefined;
}
