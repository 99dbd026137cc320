import { text } from '../../converser/canister/content.ts';
import { type Reply, reply } from '../../converser/ensemble/invoker.ts';
import { defined } from '../../converser/json/defined.ts';
import type { ReadLabel } from '../../converser/labels/label.ts';
import type { ModelBeside } from '../../converser/models/models-beside.ts';
import type { Part } from './passage.ts';
import type { SummaryOfParts } from './summarize-parts.ts';

export interface SummaryReplyOptions {
  readonly model: ModelBeside;
  /** What was summarized, in a few words. */
  readonly of: string;
  /** What is not in it, in whole sentences. */
  readonly leftOut: readonly string[];
  /** See `summaryLabel`. */
  readonly label: ReadLabel | undefined;
}

/** What is missing stands above the summary, so that no part is taken for the whole. */
export function summaryReply(
  summary: SummaryOfParts,
  { model, of, leftOut, label }: SummaryReplyOptions,
): Reply {
  if (summary.kind === 'failed') {
    const message = `${model.label} could not summarize it: ${summary.reason}`;
    return reply({ content: [], failure: { kind: 'execution', message } });
  }
  const missing = [...missingText(summary), ...leftOut];
  const above = missing.length === 0 ? [] : [`[Not in this summary: ${missing.join(' ')}]`];
  const below = `[A summary of ${of}, by ${model.label}.]`;
  return reply({
    content: [text([...above, summary.text, below].join('\n\n'))],
    ...defined({ label }),
  });
}

function missingText({
  missing,
  isInParts,
  reason = '',
}: Extract<SummaryOfParts, { readonly kind: 'summarized' }>): readonly string[] {
  const places = missing.flatMap(placesOf);
  const shown = places.slice(0, mostShown).join(', ');
  const more = places.length > mostShown ? `, and ${places.length - mostShown} more` : '';
  return [
    ...(places.length > 0
      ? [`${shown}${more}, because the model could not be asked about that: ${reason}`]
      : []),
    ...(isInParts === true ? [`what joins its parts, which could not be put together: ${reason}`] : []),
  ];
}

function placesOf(part: Part): readonly string[] {
  return part.map(({ name, text, firstLine }) => {
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    return `${name} (lines ${firstLine} to ${firstLine + Math.max(1, lines) - 1})`;
  });
}

const mostShown = 10;
