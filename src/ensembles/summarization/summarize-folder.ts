import { errors } from '../../converser/ground/errors.ts';
import { defineTool } from '../define-tool.ts';
import { reviewRead } from '../workspace/places/review-places.ts';
import { scopesOf, shownPlace, type ToolContext } from '../workspace/places/tool-context.ts';
import { type LeftOut, readFolder } from './read-folder.ts';
import { summarizerIn, summaryArguments, summaryReply } from './summary-reply.ts';

export const summarizeFolder = (shared: ToolContext) =>
  defineTool({
    name: 'summarize_folder',
    description:
      'Has a model read the text files of a folder and returns one summary, without what .gitignore excludes. Says what was left out.',
    arguments: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Default: the whole workspace.' },
        glob: {
          type: 'string',
          minLength: 1,
          maxLength: 1000,
          default: '**/*',
          description: 'Only files that match, such as "*.md" or "src/*.ts", relative to path.',
        },
        include_ignored: { type: 'boolean', default: false },
        ...summaryArguments,
      },
      required: [],
    },
    annotations: { readOnly: true, destructive: false, idempotent: false, openWorld: false },
    reads: ['{path}/**'],
    deduplication: { strategies: ['semantic', 'reuse'] },
    review: ({ path }) => reviewRead(shared, () => scopesOf(shared, path)),
    async invoke({ path, glob, include_ignored: includeIgnored, ...wanted }, context) {
      const summarizer = summarizerIn(context);
      const query = { path, glob, includeIgnored };
      const { parts, labels, leftOut } = await readFolder(shared, query, { context, limits: summarizer });
      const files = labels.length;
      const [first] = scopesOf(shared, path);
      const folder = path === undefined || first === undefined ? 'the workspace' : shownPlace(shared, first);
      const missing = leftOutTexts(leftOut);
      if (files === 0)
        throw errors.badArguments(
          [`${folder} has no text file that matches ${JSON.stringify(glob)}.`, ...missing].join(' '),
        );
      const of = `${files} ${files === 1 ? 'file' : 'files'} in ${folder}`;
      return summaryReply(parts, { summarizer, wanted, context, of, leftOut: missing, labels });
    },
  });

function leftOutTexts({ secret, binary, unreadable, cut, noRoom, hasMore }: LeftOut): readonly string[] {
  return [
    ...(noRoom > 0 || hasMore
      ? [`${moreText(noRoom, hasMore)}, too much for one call. Name a smaller folder or a glob to get them.`]
      : []),
    ...(cut.length > 0 ? [`all but the beginning of ${namesText(cut)}.`] : []),
    ...(secret.length > 0
      ? [`${namesText(secret)}, about which the user is asked when you name the file.`]
      : []),
    ...(binary.length > 0 ? [`${namesText(binary)}, not text.`] : []),
    ...(unreadable.length > 0 ? [`${namesText(unreadable)}, which could not be read.`] : []),
  ];
}

function moreText(noRoom: number, hasMore: boolean): string {
  if (noRoom === 0) return 'more files';
  const files = noRoom === 1 ? 'file' : 'files';
  return hasMore ? `at least ${noRoom} more ${files}` : `${noRoom} more ${files}`;
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(', ');
  return names.length > mostNames ? `${shown} and ${names.length - mostNames} more` : shown;
}

const mostNames = 5;
