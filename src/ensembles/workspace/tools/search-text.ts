import { defined } from '../../../converser/ground/json/defined.ts';
import { inlineCode } from '../../../converser/words/texts/markdown-code.ts';
import { defineTool } from '../../define-tool.ts';
import { labelOfFiles } from '../label-files.ts';
import { textInLine } from '../name-in-line.ts';
import { guardRead } from '../places/guard-read.ts';
import { reviewRead } from '../places/review-places.ts';
import { link, scopesOf, shownPlace, type ToolContext } from '../places/tool-context.ts';
import { withholding, withoutHardLinks } from '../places/withhold.ts';
import { isAscii } from '../search/letter-forms.ts';
import { leftOutText } from './left-out.ts';
import { listReply, pageArguments } from './page.ts';
import { searchScopes } from './search-scopes.ts';

const searchArguments = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: 2000,
      description: 'Within one line.',
    },
    regex: { type: 'boolean' },
    case_sensitive: { type: 'boolean' },
    path: { type: 'string', description: 'Folder or file. Default: all.' },
    glob: {
      type: 'string',
      minLength: 1,
      maxLength: 1000,
      description: 'Only files such as "*.md".',
    },
    include_ignored: { type: 'boolean' },
    ...pageArguments(100),
  },
  required: ['query'],
  additionalProperties: false,
} as const;

export const searchText = (shared: ToolContext) =>
  defineTool({
    name: 'search_text',
    description:
      'Lists lines of files that hold a text, as "path:line: text". Skips what .gitignore excludes.',
    arguments: searchArguments,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    reads: ['**'],
    deduplication: { strategies: ['semantic', 'compared', 'reuse'] },
    output: { readOn: 'Call again with offset and limit, or search for something rarer.' },
    review: ({ path }) => reviewRead(shared, () => scopesOf(shared, path), { leavesOut: true }),
    async invoke(args, context) {
      const { signal } = context;
      const { query, offset = 0, limit = 100, include_ignored: includeIgnored = false } = args;
      const terms = defined({
        text: query,
        isRegex: args.regex ?? false,
        isCaseSensitive: args.case_sensitive ?? false,
        includeIgnored,
        glob: args.glob,
        guard: guardRead(shared, context.permit),
        withholds: await withholding(shared, context.permit),
      });
      const { hasMore, leftOut, ...found } = await searchScopes(shared, scopesOf(shared, args.path), {
        limit: offset + limit,
        search: (below, most) => shared.workspace.searchText({ ...terms, below, limit: most }, signal),
      });
      const items = await withoutHardLinks(shared, found.items, context.permit);
      const note = leftOutText(shared, leftOut, { isCut: hasMore });
      if (items.length === 0) {
        const ignored = includeIgnored ? '' : 'what .gitignore excludes, ';
        const letters =
          terms.isRegex && !isAscii(query) ? 'letters beyond ASCII in files that aren’t UTF-8, ' : '';
        const hint = `Not searched: ${ignored}${letters}links, binary files, UTF-16 without a byte order mark.`;
        return `No line matches ${JSON.stringify(query)}. ${hint}\n${note}`.trimEnd();
      }
      const label = await labelOfFiles(
        shared,
        items.slice(offset).map(({ location }) => location),
      );
      return listReply(items, {
        label,
        offset,
        limit,
        hasMore,
        note,
        plain: ({ location, line, text }) => `${shownPlace(shared, location)}:${line}: ${textInLine(text)}`,
        linked: ({ location, line, text }) =>
          `- ${link(shared, location, line)} ${inlineCode(textInLine(text))}`,
      });
    },
  });
