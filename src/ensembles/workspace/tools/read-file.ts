import { text } from '../../../converser/canister/content.ts';
import { type Reply, reply } from '../../../converser/ensemble/invoker.ts';
import { errors } from '../../../converser/errors.ts';
import { linesOf } from '../../../converser/workspace/line-endings.ts';
import { nameOf } from '../../../converser/workspace/paths.ts';
import type { Location, TextFile } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { remember } from '../edit/read-memory.ts';
import { guardSecrets, whyAskRead } from '../places/guard-read.ts';
import { placeSubject } from '../places/place-subject.ts';
import {
  existingFile,
  link,
  locate,
  nameArgument,
  shownPlace,
  type ToolContext,
  textFile,
} from '../places/tool-context.ts';
import { codeBlock } from './markdown.ts';

/** A little less than what one result may have, so that nothing is cut out of its middle. */
const mostCharacters = 28_000;

export const readFile = (shared: ToolContext) =>
  defineTool({
    name: 'read_file',
    description:
      'Reads a text file or some of its lines, including unsaved changes. A note at the end gives the number of lines and how to read on. Read a file before you edit lines of it.',
    arguments: {
      type: 'object',
      properties: {
        path: nameArgument('The file, relative to the workspace.'),
        start_line: { type: 'integer', minimum: 1, description: 'The first line to read, counted from 1.' },
        end_line: { type: 'integer', minimum: 1, description: 'The last line to read.' },
        line_numbers: { type: 'boolean', description: 'Begin each line with its number.' },
      },
      required: ['path'],
      additionalProperties: false,
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    readOn: 'Call again with start_line and end_line.',
    subject: async ({ path }) => placeSubject(shared, [locate(shared, path)]),
    alwaysAsk: ({ path }) => whyAskRead(shared, () => [locate(shared, path)]),
    async invoke(args, context) {
      const file = await existingFile(shared, args.path);
      const guard = guardSecrets(shared, context);
      const content = await shared.inTurn([file], () => textFile(shared, file, guard), context.signal);
      remember(await shared.workspace.realLocation(file), content.text, context);
      return show(shared, { file, content, wanted: args });
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
  const { start_line: start = 1, end_line: end = lines.length } = wanted;
  if (start > Math.max(1, lines.length)) {
    throw errors.badArguments(`${shownPlace(shared, file)} has ${lines.length} lines, not ${start}.`);
  }
  if (end < start && lines.length > 0) {
    throw errors.badArguments(`end_line ${end} is before start_line ${start}.`);
  }
  const numbered = lines
    .slice(start - 1, end)
    .map((line, index) => (wanted.line_numbers ? `${start + index}\t${line}` : line));
  const { kept, isCut } = fitting(numbered);
  const note = [
    noteOn({ start, last: start - 1 + kept.length, total: lines.length, isCut }),
    ...(content.isUnsaved ? ['Includes unsaved changes.'] : []),
    ...(content.isEncodingGuessed ? [`Not UTF-8: read as ${content.encoding}.`] : []),
  ].join(' ');
  const shownText = kept.join('\n');
  return reply({
    content: [...(kept.length === 0 ? [] : [text(shownText)]), text(`[${note}]`)],
    screen: `${link(shared, file)}: ${note}\n\n${codeBlock(shownText, languageOf(file))}`,
  });
}

interface Shown {
  readonly start: number;
  readonly last: number;
  readonly total: number;
  readonly isCut: boolean;
}

function noteOn({ start, last, total, isCut }: Shown): string {
  if (total === 0) return 'The file is empty.';
  const lines = total === 1 ? '1 line' : `${total} lines`;
  if (isCut)
    return `Line ${last} of ${lines} is too long to show in full. Use search_text to look inside.${readOn(last, total)}`;
  if (start === 1 && last === total) return `${lines}.`;
  return `Lines ${start} to ${last} of ${total}.${readOn(last, total)}`;
}

function readOn(last: number, total: number): string {
  return last < total ? ` Read on with start_line ${last + 1}.` : '';
}

/** As many lines as fit; of a first line that alone does not fit, its beginning. */
function fitting(lines: readonly string[]): { readonly kept: readonly string[]; readonly isCut: boolean } {
  let room = mostCharacters;
  const kept: string[] = [];
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) break;
    kept.push(line);
  }
  const [first] = lines;
  if (kept.length > 0 || first === undefined) return { kept, isCut: false };
  return { kept: [`${first.slice(0, mostCharacters - 1)}…`], isCut: true };
}

function languageOf(file: Location): string {
  return /\.([A-Za-z0-9]+)$/.exec(nameOf(file))?.[1] ?? '';
}
