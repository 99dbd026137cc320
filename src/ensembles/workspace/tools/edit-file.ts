import { text } from '../../../converser/canister/content.ts';
import { type Context, type Reply, reply } from '../../../converser/ensemble/invoker.ts';
import { errors } from '../../../converser/errors.ts';
import type { Location } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { binaryKind } from '../binary-kind.ts';
import { applyPieces, type Piece } from '../edit/edit-pieces.ts';
import { acquaintance } from '../edit/read-memory.ts';
import { shortDiff } from '../edit/short-diff.ts';
import { codeBlock } from './markdown.ts';
import {
  existingFile,
  link,
  locate,
  protectedReason,
  queueKeys,
  shownPlace,
  type ToolContext,
} from './tool-context.ts';

const pieceSchema = {
  type: 'object',
  properties: {
    action: {
      type: 'string',
      enum: ['insert', 'delete', 'replace', 'search_replace'],
      description:
        'insert: text before line. delete: the lines from start_line to end_line. replace: these lines by text. search_replace: what search says, by text.',
    },
    line: {
      type: 'integer',
      minimum: 1,
      description:
        'insert: the line before which the text goes; one more than there are lines for the end of the file.',
    },
    start_line: { type: 'integer', minimum: 1, description: 'delete, replace: the first line.' },
    end_line: {
      type: 'integer',
      minimum: 1,
      description: 'delete, replace: the last line; start_line when it is left out.',
    },
    text: {
      type: 'string',
      description: 'insert, replace: the new lines. search_replace: what comes instead.',
    },
    expected: {
      type: 'string',
      description:
        'insert, delete, replace: what the named lines read now. Needed when the file was not read since it last changed, your own edits included.',
    },
    search: {
      type: 'string',
      description:
        'search_replace: the exact text, over several lines if need be. It must stand there once only.',
    },
    all: { type: 'boolean', description: 'search_replace: replace it wherever it stands.' },
  },
  required: ['action'],
  additionalProperties: false,
} as const;

export const editFile = (toolContext: ToolContext) =>
  defineTool({
    name: 'edit_file',
    description:
      'Changes parts of a text file: inserts, deletes and replaces lines, or replaces text that it searches for. All pieces are applied, or none. Line numbers mean the file as it was before the call. Prefer search_replace; it needs no line numbers.',
    arguments: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'The file, relative to the workspace.' },
        pieces: {
          type: 'array',
          minItems: 1,
          maxItems: 200,
          items: pieceSchema,
          description: 'The changes. They must not overlap.',
        },
      },
      required: ['path', 'pieces'],
      additionalProperties: false,
    },
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    alwaysAsk: async ({ path }) => protectedReason(toolContext, async () => [locate(toolContext, path)]),
    async invoke({ path, pieces }, context) {
      const file = locate(toolContext, path);
      await existingFile(toolContext, file);
      return toolContext.inTurn(
        await queueKeys(toolContext, [file]),
        () => edit(toolContext, { file, pieces: pieces as readonly Piece[] }, context),
        context.signal,
      );
    },
  });

async function edit(
  toolContext: ToolContext,
  { file, pieces }: { readonly file: Location; readonly pieces: readonly Piece[] },
  context: Context,
): Promise<Reply | string> {
  const before = await toolContext.workspace.read(file);
  const title = shownPlace(toolContext, file);
  if (before.kind === 'binary') throw errors.fileUnreadable(title, `it is ${binaryKind(before.head)}.`);
  const real = await toolContext.workspace.realLocation(file);
  const known = acquaintance(real, before.text, context) === 'seen';
  const result = applyPieces(before.text, pieces, known);
  if (result.kind === 'wrong') throw errors.badArguments(`${title} was not changed. ${result.reason}`);
  if (result.kind === 'stale') throw errors.fileConflict(title, result.reason, result.advice);
  if (result.text === before.text) return `Nothing to change: ${title} reads like that already.`;
  await toolContext.workspace.write(file, { text: result.text, replaces: before.text });
  const diff = shortDiff(before.text, result.text);
  return reply({
    content: [text(`Edited ${title}:\n${diff}`)],
    screen: `Edited ${link(toolContext, file)}\n\n${codeBlock(diff, 'diff')}`,
  });
}
