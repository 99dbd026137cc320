import { countText } from '../../converser/ground/wording/numbers.ts';
import { text } from '../../converser/words/canister/content.ts';
import { type Reply, reply } from '../../converser/words/ensemble/invoker.ts';
import { inlineCode } from '../../converser/words/texts/markdown-code.ts';
import type { SqlResult } from './database-process.ts';

/** Shows the tables to the model and to people; nothing in a cell is ever read as Markdown. */
export function tablesReply(results: readonly SqlResult[]): Reply {
  const join = (cell: (value: string) => string) =>
    results.map(result => [...tableOf(result, cell), noteOf(result)].join('\n')).join('\n\n');
  return reply({ content: [text(join(plainCell))], screen: join(inlineCode) });
}

function tableOf({ columns, rows }: SqlResult, cell: (value: string) => string): readonly string[] {
  if (columns.length === 0 || rows.length === 0) return [];
  const line = (cells: readonly string[]) =>
    `| ${cells.map(each => cell(each).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), `|${' --- |'.repeat(columns.length)}`, ...rows.map(line), ''];
}

function plainCell(value: string): string {
  return value.replace(/\r?\n/g, '⏎');
}

function noteOf({ columns, rows, hasMore, changes }: SqlResult): string {
  if (columns.length === 0) return `${countText(changes, 'row')} changed.`;
  if (!hasMore) return `${countText(rows.length, 'row')}.`;
  return `[The first ${countText(rows.length, 'row')}. There are more: raise limit, or narrow the query.]`;
}
