import { text } from '../../../converser/canister/content.ts';
import { type Context, type Reply, reply } from '../../../converser/ensemble/invoker.ts';
import { defined } from '../../../converser/json/defined.ts';
import { countText } from '../../../converser/wording/numbers.ts';
import { fileErrors } from '../../../converser/workspace/file-errors.ts';
import { lineEndingOf, linesOf, withLineEnding } from '../../../converser/workspace/line-endings.ts';
import type { FileContent } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { acquaintance, remember } from '../edit/read-memory.ts';
import { shortDiff } from '../edit/short-diff.ts';
import { codeBlock } from './markdown.ts';
import {
  existingFile,
  link,
  locate,
  nameArgument,
  protectedReason,
  shownPlace,
  type ToolContext,
} from './tool-context.ts';

export const writeFile = (shared: ToolContext) =>
  defineTool({
    name: 'write_file',
    description:
      'Creates a text file and missing parent folders, or replaces the whole text of a file, keeping its encoding and line endings. To change parts of a file, use edit_file.',
    arguments: {
      type: 'object',
      properties: {
        path: nameArgument('The file, relative to the workspace.'),
        content: { type: 'string', description: 'The whole text.' },
      },
      required: ['path', 'content'],
      additionalProperties: false,
    },
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    alwaysAsk: async ({ path }) => protectedReason(shared, async () => [locate(shared, path)]),
    async invoke({ path, content }, context) {
      const file = locate(shared, path);
      return shared.inTurn([file], () => write(shared, { path, content }, context), context.signal);
    },
  });

async function write(
  shared: ToolContext,
  { path, content }: { readonly path: string; readonly content: string },
  context: Context,
): Promise<Reply> {
  const { workspace } = shared;
  const file = locate(shared, path);
  const title = shownPlace(shared, file);
  const real = await workspace.realLocation(file);
  const stat = await workspace.stat(file);
  const before = stat && (await workspace.read(await existingFile(shared, path)));
  const old = textOf(before);
  if (old !== undefined && acquaintance(real, old, context) === 'changed-since') {
    throw fileErrors.fileConflict(title, 'it has changed since the model read it.', 'Read it again first.');
  }
  const ending = lineEndingOf(old ?? '');
  const after = ending === undefined ? content : withLineEnding(content, ending);
  await workspace.write(file, defined({ text: after, replaces: before === undefined ? null : old }));
  // Saving may have formatted it.
  remember(real, textOf(await workspace.read(file)) ?? after, context);
  const verb = before === undefined ? 'Created' : 'Replaced the text of';
  const diff = await shortDiff(old ?? '', after, 40);
  return reply({
    content: [text(`${verb} ${title} (${countText(linesOf(after).length, 'line')}).`)],
    screen: `${verb} ${link(shared, file)}${diff === '' ? '' : `\n\n${codeBlock(diff, 'diff')}`}`,
  });
}

function textOf(content: FileContent | undefined): string | undefined {
  return content?.kind === 'text' ? content.text : undefined;
}
