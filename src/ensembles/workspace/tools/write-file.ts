import { text } from '../../../converser/canister/content.ts';
import { type Context, type Reply, reply } from '../../../converser/ensemble/invoker.ts';
import { fileErrors } from '../../../converser/workspace/file-errors.ts';
import { lineEndingOf, withLineEnding } from '../../../converser/workspace/line-endings.ts';
import type { FileContent, Location } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { acquaintance, remember } from '../edit/read-memory.ts';
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

export const writeFile = (toolContext: ToolContext) =>
  defineTool({
    name: 'write_file',
    description:
      'Creates a text file and missing parent folders, or replaces the whole text of a file, keeping its encoding and line endings. To change parts of a file, use edit_file.',
    arguments: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'The file, relative to the workspace.' },
        content: { type: 'string', description: 'The whole text.' },
      },
      required: ['path', 'content'],
      additionalProperties: false,
    },
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    alwaysAsk: async ({ path }) => protectedReason(toolContext, async () => [locate(toolContext, path)]),
    async invoke({ path, content }, context) {
      const file = locate(toolContext, path);
      return toolContext.inTurn(
        await queueKeys(toolContext, [file]),
        () => write(toolContext, { file, content }, context),
        context.signal,
      );
    },
  });

async function write(
  toolContext: ToolContext,
  { file, content }: { readonly file: Location; readonly content: string },
  context: Context,
): Promise<Reply> {
  const real = await toolContext.workspace.realLocation(file);
  const before = await current(toolContext, file);
  if (before?.kind === 'text' && acquaintance(real, before.text, context) === 'changed-since') {
    throw fileErrors.fileConflict(
      shownPlace(toolContext, file),
      'it has changed since the model read it.',
      'Read it again first.',
    );
  }
  const ending = before?.kind === 'text' ? lineEndingOf(before.text) : undefined;
  const after = ending === undefined ? content : withLineEnding(content, ending);
  await toolContext.workspace.write(file, {
    text: after,
    ...(before === undefined ? { replaces: null } : before.kind === 'text' ? { replaces: before.text } : {}),
  });
  remember(real, (await textOf(toolContext, file)) ?? after, context);
  const verb = before === undefined ? 'Created' : 'Replaced the text of';
  const lines = after === '' ? 0 : after.replace(/\r?\n$/, '').split('\n').length;
  const diff = shortDiff(before?.kind === 'text' ? before.text : '', after, 40);
  return reply({
    content: [
      text(`${verb} ${shownPlace(toolContext, file)} (${lines === 1 ? '1 line' : `${lines} lines`}).`),
    ],
    screen: `${verb} ${link(toolContext, file)}${diff === '' ? '' : `\n\n${codeBlock(diff, 'diff')}`}`,
  });
}

async function current(toolContext: ToolContext, file: Location): Promise<FileContent | undefined> {
  if ((await toolContext.workspace.stat(file)) === undefined) return undefined;
  await existingFile(toolContext, file);
  return toolContext.workspace.read(file);
}

/** What the file holds now: saving may have formatted it. */
async function textOf(toolContext: ToolContext, file: Location): Promise<string | undefined> {
  const content = await toolContext.workspace.read(file);
  return content.kind === 'text' ? content.text : undefined;
}
