import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import { defined } from '../../../converser/json/defined.ts';
import type { Found, Location, TextMatch, TextQuery } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { inlineCode } from './markdown.ts';
import { page, pageArguments } from './page.ts';
import { type Desk, existing, link, scopesOf, shown } from './tool-context.ts';

export const searchText = (desk: Desk) =>
  defineTool({
    name: 'search_text',
    description:
      'Searches the text of files and lists matching lines as "path:line: text", sorted by path and line. Finds plain text, or a regular expression with regex set. Binary files and files that .gitignore leaves out are left out.',
    arguments: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          minLength: 1,
          maxLength: 2000,
          description: 'What to search for, within one line.',
        },
        regex: { type: 'boolean', description: 'The query is a regular expression.' },
        case_sensitive: { type: 'boolean', description: 'Upper and lower case differ.' },
        path: {
          type: 'string',
          description: 'The folder or file to search in. The whole workspace when it is left out.',
        },
        glob: {
          type: 'string',
          minLength: 1,
          maxLength: 1000,
          description: 'Only files that match this glob, such as "*.md".',
        },
        include_ignored: {
          type: 'boolean',
          description: 'Search files that .gitignore leaves out, too.',
        },
        ...pageArguments(100),
      },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    deduplication: desk.workspace.seesEveryChange ? 'exact' : 'none',
    readOn: 'Call again with offset and limit, or search for something rarer.',
    async invoke(args, { signal }) {
      const { query, glob, offset = 0, limit = 100, include_ignored = false } = args;
      const found = await searchIn(desk, scopesOf(desk, args.path), {
        query: defined({
          text: query,
          isRegex: args.regex ?? false,
          isCaseSensitive: args.case_sensitive ?? false,
          includeIgnored: include_ignored,
          limit: offset + limit,
          glob,
        }),
        signal,
      });
      const { items, note } = page(found.items, { offset, limit, hasMore: found.hasMore });
      if (items.length === 0) {
        const hint = include_ignored ? '' : ' Files that .gitignore leaves out were not searched.';
        return `Nothing matches ${JSON.stringify(query)}.${hint}`;
      }
      return reply({
        content: [text([...items.map(match => lineFor(desk, match)), ...note].join('\n'))],
        screen: [
          ...items.map(match => `- ${link(desk, match.location, match.line)} ${inlineCode(match.text)}`),
          ...note,
        ].join('\n'),
      });
    },
  });

interface Searching {
  readonly query: Omit<TextQuery, 'below'>;
  readonly signal: AbortSignal;
}

async function searchIn(
  desk: Desk,
  scopes: readonly Location[],
  { query, signal }: Searching,
): Promise<Found<TextMatch>> {
  const items: TextMatch[] = [];
  for (const below of scopes) {
    await existing(desk, below);
    const found = await desk.workspace.searchText(
      { ...query, below, limit: query.limit - items.length },
      signal,
    );
    items.push(...found.items);
    if (found.hasMore) return { items, hasMore: true };
  }
  return { items, hasMore: false };
}

function lineFor(desk: Desk, { location, line, text: found }: TextMatch): string {
  return `${shown(desk, location)}:${line}: ${found}`;
}
