import { errors } from '../../converser/ground/errors.ts';
import { createPartFiller } from '../../converser/turn/compaction/conversation-parts.ts';
import type { Piece } from '../../converser/turn/compaction/summarize.ts';
import { linesOf } from '../../converser/words/workspace/line-endings.ts';
import { defineTool } from '../define-tool.ts';
import { labelOfFile } from '../workspace/label-files.ts';
import { guardSecrets } from '../workspace/places/guard-read.ts';
import { reviewRead } from '../workspace/places/review-places.ts';
import {
  existingFile,
  locate,
  nameArgument,
  shownPlace,
  type ToolContext,
  textFile,
} from '../workspace/places/tool-context.ts';
import { summarizerIn, summaryArguments, summaryReply } from './summary-reply.ts';

export const summarizeFile = (shared: ToolContext) =>
  defineTool({
    name: 'summarize_file',
    description:
      'Has a model read a text file, or some of its lines, and returns a summary. For files too long to read yourself.',
    arguments: {
      type: 'object',
      properties: {
        path: nameArgument('The file, relative to the workspace.'),
        start_line: { type: 'integer', minimum: 1 },
        end_line: { type: 'integer', minimum: 1 },
        ...summaryArguments,
      },
      required: ['path'],
    },
    annotations: { readOnly: true, destructive: false, idempotent: false, openWorld: false },
    reads: ['{path}'],
    deduplication: { strategies: ['semantic', 'reuse'] },
    review: ({ path }) => reviewRead(shared, () => [locate(shared, path)]),
    async invoke(args, context) {
      const summarizer = summarizerIn(context);
      const file = await existingFile(shared, args.path);
      const guard = await guardSecrets(shared, context.permit);
      const read = await shared.inTurn([file], () => textFile(shared, file, guard), context.signal);
      const chosen = choose(shownPlace(shared, file), read.text, args);
      const filler = createPartFiller(summarizer);
      const taken = filler.add(chosen.piece);
      return summaryReply(filler.parts, {
        summarizer,
        wanted: args,
        context,
        of: subjectText(taken.lastLine, chosen),
        leftOut: taken.isWhole ? [] : [restText(taken.lastLine, chosen)],
        labels: [await labelOfFile(shared, file, read.text)],
      });
    },
  });

interface Chosen {
  readonly piece: Piece;
  readonly lastLine: number;
  readonly lines: number;
}

interface Range {
  readonly start_line?: number;
  readonly end_line?: number;
}

function choose(name: string, text: string, { start_line: first = 1, end_line }: Range): Chosen {
  const all = linesOf(text);
  if (text.trim() === '') throw errors.badArguments(`${name} is empty.`);
  if (first > all.length) throw errors.badArguments(`${name} has ${all.length} lines, not ${first}.`);
  if (end_line !== undefined && end_line < first)
    throw errors.badArguments(`end_line ${end_line} is before start_line ${first}.`);
  const lastLine = Math.min(end_line ?? all.length, all.length);
  const piece = { name, text: `${all.slice(first - 1, lastLine).join('\n')}\n`, firstLine: first };
  return { piece, lastLine, lines: all.length };
}

function subjectText(lastLine: number, { piece: { name, firstLine }, lines }: Chosen): string {
  const isAll = firstLine === 1 && lastLine === lines;
  if (isAll) return `${name} (${lines} ${lines === 1 ? 'line' : 'lines'})`;
  return `${name}, lines ${firstLine} to ${Math.max(firstLine, lastLine)} of ${lines}`;
}

function restText(taken: number, { piece: { firstLine }, lastLine }: Chosen): string {
  if (taken < firstLine) return `most of line ${firstLine}, which is too long.`;
  return `lines ${taken + 1} to ${lastLine}, which are too much for one call. Go on with start_line ${taken + 1}.`;
}
