import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { type Part, roomIn, summarize } from '../../converser/turn/compaction/summarize.ts';
import { text } from '../../converser/words/canister/content.ts';
import { type Context, type Reply, reply } from '../../converser/words/ensemble/invoker.ts';
import { join, joinAll, ofWorkspace, type ReadLabel } from '../../converser/words/labels/label.ts';
import type { ModelBeside } from '../../converser/words/models/models-beside.ts';

/** A text is read in at most `most` parts of `room` tokens each. */
export interface Summarizer {
  readonly model: ModelBeside;
  readonly room: number;
  readonly most: number;
}

export function summarizerIn({ models }: Pick<Context, 'models'>): Summarizer {
  if (models === undefined) throw errors.notAvailable('a model to ask');
  return { model: models.own, room: roomIn(models.own.contextTokens), most: mostParts };
}

const mostParts = 24;

export interface SummaryReplyOptions {
  readonly summarizer: Summarizer;
  readonly wanted: WantedSummary;
  readonly context: Context;
  readonly of: string;
  readonly leftOut: readonly string[];
  readonly labels: readonly (ReadLabel | undefined)[];
}

/** Says above the summary what is missing, so that no part is taken for the whole. */
export async function summaryReply(
  parts: readonly Part[],
  { summarizer: { model, room }, wanted, context, of, leftOut, labels }: SummaryReplyOptions,
): Promise<Reply> {
  const { signal, progress } = context;
  const summary = await summarize(parts, {
    model,
    task: 'Summarize the text above.',
    words: Math.min(wordsOf(wanted), Math.floor(room / tokensOfWord)),
    focus: wanted.focus,
    signal,
    onPart: (at, all) => progress(all === 1 ? 'Summarizing' : `Part ${at} of ${all}`, (at - 1) / all),
  });
  if (summary.kind === 'failed') {
    const message = `${model.label} could not summarize it: ${summary.reason}`;
    return reply({ content: [], failure: { kind: 'execution', message } });
  }
  const missing = [...missingText(summary.missing, summary.reason), ...leftOut];
  const above = missing.length === 0 ? [] : [`[Not in this summary: ${missing.join(' ')}]`];
  const below = `[A summary of ${of}, by ${model.label}.]`;
  return reply({
    content: [text([...above, summary.text, below].join('\n\n'))],
    ...defined({ label: labelOf(labels, wanted, context.permit) }),
  });
}

/** In tokens: each part is read together with the summary of those before it. */
const tokensOfWord = 5;

function missingText(missing: readonly Part[], reason: string): readonly string[] {
  const places = missing.flat().map(({ name, text: lines, firstLine }) => {
    const count = lines.split('\n').length - (lines.endsWith('\n') ? 1 : 0);
    return `${name} (lines ${firstLine} to ${firstLine + Math.max(1, count) - 1})`;
  });
  if (places.length === 0) return [];
  const shown = places.slice(0, mostShown).join(', ');
  const more = places.length > mostShown ? `, and ${places.length - mostShown} more` : '';
  return [`${shown}${more}, because the model could not be asked about that: ${reason}`];
}

const mostShown = 10;

/** Invariant: a summary is as untrusted as the worst that it was made of, and as its focus, which could steer it. */
function labelOf(
  labels: SummaryReplyOptions['labels'],
  { focus }: WantedSummary,
  permit: Context['permit'],
): ReadLabel | undefined {
  const known = labels.filter(label => label !== undefined);
  const read = known[0]?.read;
  const carries = permit?.carries;
  const isSteered = focus !== undefined && carries?.integrity === 'outside';
  const steered = { ...ofWorkspace, integrity: 'outside', sources: carries?.sources ?? [] } as const;
  if (known.length === 0) return isSteered ? steered : undefined;
  const label = joinAll(known);
  return { ...(isSteered ? join(label, steered) : label), ...defined({ read }) };
}

export const summaryArguments = {
  focus: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description: 'What matters. Default: everything.',
  },
  length: { type: 'string', enum: ['short', 'medium', 'long'], default: 'medium' },
} as const;

interface WantedSummary {
  readonly focus?: string;
  readonly length?: 'short' | 'medium' | 'long';
}

function wordsOf({ length = 'medium' }: WantedSummary): number {
  switch (length) {
    case 'short':
      return 80;
    case 'medium':
      return 250;
    case 'long':
      return 700;
  }
}
