import { errors } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import { type Reply, reply } from '../../../converser/words/ensemble/invoker.ts';
import { codeBlock } from '../../../converser/words/texts/markdown-code.ts';
import { linesOf } from '../../../converser/words/workspace/line-endings.ts';
import { nameOf } from '../../../converser/words/workspace/paths.ts';
import type { Location, TextFile } from '../../../converser/words/workspace/workspace.ts';
import { defineTool } from '../../define-tool.ts';
import { remember } from '../edit/read-memory.ts';
import { linesExcerpt, showLines } from '../edit/show-lines.ts';
import { labelOfFile } from '../label-files.ts';
import { guardSecrets } from '../places/guard-read.ts';
import { reviewRead } from '../places/review-places.ts';
import {
  existingFile,
  link,
  locate,
  nameArgument,
  shownPlace,
  type ToolContext,
  textFile,
} from '../places/tool-context.ts';

export const readFile = (shared: ToolContext) =>
  defineTool({
    name: 'read_file',
    description:
      'Reads a text file or some of its lines, with unsaved changes. Read a file before you edit it.',
    arguments: {
      type: 'object',
      properties: {
        path: nameArgument('Relative to the workspace.'),
        start_line: { type: 'integer', minimum: 1, description: 'From 1.' },
        end_line: { type: 'integer', minimum: 1 },
        line_numbers: { type: 'boolean' },
      },
      required: ['path'],
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    reads: ['{path}'],
    deduplication: { strategies: ['semantic', 'compared', 'reuse'] },
    excerpt: linesExcerpt,
    output: { readOn: 'Call again with start_line and end_line.' },
    review: ({ path }) => reviewRead(shared, () => [locate(shared, path)]),
    async invoke(args, context) {
      const file = await existingFile(shared, args.path);
      const guard = await guardSecrets(shared, context.permit);
      const content = await shared.inTurn([file], () => textFile(shared, file, guard), context.signal);
      remember(await shared.workspace.realLocation(file), content.text, context);
      const label = await labelOfFile(shared, file, content.text);
      return reply({ ...show(shared, { file, content, wanted: args }), ...defined({ label }) });
    },
  });

interface Showing {
  readonly file: Location;
  readonly content: TextFile;
  readonly wanted: {
    readonly start_line?: number;
    readonly end_line?: number;
    readonly line_numbers?: boolean;
  };
}

function show(shared: ToolContext, { file, content, wanted }: Showing): Reply {
  const lines = linesOf(content.text);
  const { start_line: start = 1, end_line: end = lines.length, line_numbers: isNumbered = false } = wanted;
  if (start > Math.max(1, lines.length)) {
    throw errors.badArguments(`${shownPlace(shared, file)} has ${lines.length} lines, not ${start}.`);
  }
  if (end < start && lines.length > 0) {
    throw errors.badArguments(`end_line ${end} is before start_line ${start}.`);
  }
  const shown = showLines(lines, { start, end, isNumbered }, [
    ...(content.isUnsaved ? ['Includes unsaved changes.'] : []),
    ...(content.isEncodingGuessed ? [`Not UTF-8: read as ${content.encoding}.`] : []),
  ]);
  return reply({
    content: shown.content,
    screen: `${link(shared, file)}: ${shown.note}\n\n${codeBlock(shown.text, languageOf(file))}`,
  });
}

function languageOf(file: Location): string {
  return /\.([A-Za-z0-9]+)$/.exec(nameOf(file))?.[1] ?? '';
}
