import { type ConverserError, errors } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import { text } from '../../../converser/words/canister/content.ts';
import { type Context, type Reply, reply } from '../../../converser/words/ensemble/invoker.ts';
import { codeBlock } from '../../../converser/words/texts/markdown-code.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import type { Location } from '../../../converser/words/workspace/workspace.ts';
import { defineTool } from '../../define-tool.ts';
import { checkAsShown, type PlannedChange, previewOf, refuseMarks } from '../edit/as-shown.ts';
import { type Applied, applyPieces, type Piece } from '../edit/edit-pieces.ts';
import { acquaintance } from '../edit/read-memory.ts';
import { shortDiff } from '../edit/short-diff.ts';
import { labelOfFile, noteWritten } from '../label-files.ts';
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
  textFile,
} from '../places/tool-context.ts';

const pieceSchema = {
  type: 'object',
  properties: {
    action: {
      type: 'string',
      enum: ['insert', 'delete', 'replace', 'search_replace'],
      description:
        'insert: text before line. delete, replace: start_line to end_line. search_replace: search by text.',
    },
    line: {
      type: 'integer',
      minimum: 1,
      description: 'The number of lines plus 1 appends.',
    },
    start_line: { type: 'integer', minimum: 1 },
    end_line: { type: 'integer', minimum: 1, description: 'Default: start_line.' },
    text: { type: 'string' },
    expected: {
      type: 'string',
      description:
        'Their current text. Required if the file has changed since you read it, also by your own edits.',
    },
    search: { type: 'string', description: 'The exact text, also of several lines. Must occur once.' },
    all: { type: 'boolean', description: 'Replace each occurrence.' },
  },
  required: ['action'],
  additionalProperties: false,
} as const;

export const editFile = (shared: ToolContext) =>
  defineTool({
    name: 'edit_file',
    description:
      'Changes parts of a text file: all pieces or none. Prefer search_replace. Line numbers are those before the call.',
    arguments: {
      type: 'object',
      properties: {
        path: nameArgument('Relative to the workspace.'),
        pieces: {
          type: 'array',
          minItems: 1,
          maxItems: 200,
          items: pieceSchema,
          description: 'They must not overlap.',
        },
      },
      required: ['path', 'pieces'],
    },
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    recordsChanges: true,
    isEdit: true,
    writes: ['{path}'],
    review: ({ path, pieces }) => ({
      ...reviewWrite(shared, () => locate(shared, path)),
      async preview() {
        const file = await existingFile(shared, path);
        const { text } = await textFile(shared, file);
        const title = shownPlace(shared, file);
        // Whether the model knows the lines only decides whether this is done at all.
        const result = applyPieces(text, pieces, true);
        if (result.kind !== 'text' && (await labelOfFile(shared, file, text)) === undefined)
          throw refusal(title, result);
        return previewOf(planned(text, result), title);
      },
    }),
    async invoke({ path, pieces }, context) {
      const file = await existingFile(shared, path);
      return shared.inTurn([file], () => edit(shared, { file, pieces }, context), context.signal);
    },
  });

function refusal(title: string, result: Exclude<Applied, { readonly kind: 'text' }>): ConverserError {
  if (result.kind === 'wrong') return errors.badArguments(`${title} was not changed. ${result.reason}`);
  return fileErrors.fileConflict(title, result.reason, result.advice);
}

function planned(before: string, result: Applied): PlannedChange {
  return { verb: 'Edit', before, after: result.kind === 'text' ? result.text : undefined };
}

async function edit(
  shared: ToolContext,
  { file, pieces }: { readonly file: Location; readonly pieces: readonly Piece[] },
  context: Context,
): Promise<Reply | string> {
  const before = await textFile(shared, file, guardRead(shared, context.permit));
  const title = shownPlace(shared, file);
  const real = await shared.workspace.realLocation(file);
  const known = acquaintance(real, before.text, context) === 'seen';
  const result = applyPieces(before.text, pieces, known);
  if (result.kind === 'wrong') throw refusal(title, result);
  const label = await labelOfFile(shared, file, before.text);
  if (result.kind === 'stale') {
    const conflict = refusal(title, result);
    if (label === undefined) throw conflict;
    // It quotes the file.
    const { message, advice } = conflict;
    return reply({ content: [], failure: defined({ kind: 'execution', message, advice }), label });
  }
  const change = planned(before.text, result);
  refuseMarks(change, title);
  await checkAsShown(change, title, context.permit);
  if (result.text === before.text) return `Nothing to change: ${title} already reads like that.`;
  await noteWritten(shared, { text: result.text, madeOf: before.text }, context.permit);
  const guard = guardWrite(shared, context.permit);
  await recordedChanges(shared, context).write(file, { text: result.text, replaces: before.text }, guard);
  const { diff, counts } = await shortDiff(before.text, result.text);
  return reply({
    ...defined({ label }),
    content: [text(`Edited ${title}:\n${diff}`)],
    screen: `Edited ${link(shared, file)} ${counts}\n\n${codeBlock(diff, 'diff')}`,
  });
}
