import { visibleLine } from '../../ground/wording/visible-text.ts';
import { describerOf, type Source } from '../labels/label.ts';

export function sourceText(source: Source): string {
  if (source === '*') return 'several sources';
  const describer = describerOf(source);
  if (describer !== undefined) return `what ${sourceText(describer)} says of its tools`;
  const at = source.indexOf(':');
  const name = visibleLine(source.slice(at + 1)).slice(0, longestName);
  switch (source.slice(0, at)) {
    case 'server':
      return `the MCP server ${name}`;
    case 'tool':
      return `the tool ${name}`;
    case 'client':
      return `the program ${name}`;
    case 'import':
      return `what was imported from ${name}`;
    default:
      return name;
  }
}

export function sourcesText(sources: readonly Source[]): string {
  const shown = sources.slice(0, mostShown).map(sourceText);
  const more = sources.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

const longestName = 200;
const mostShown = 3;
