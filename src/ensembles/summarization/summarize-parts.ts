import type { Context } from '../../converser/ensemble/invoker.ts';
import type { ModelBeside } from '../../converser/models/models-beside.ts';
import { cutText } from '../../converser/wording/cut-text.ts';
import type { Summarized, SummaryAsking } from './ask-for-summary.ts';
import { joinSummaries, wordsOfPart } from './join-summaries.ts';
import type { Part } from './passage.ts';
import { summarizePart } from './summarize-part.ts';
import { type WantedSummary, wordsOf } from './summary-arguments.ts';

export interface PartsOptions {
  readonly wanted: WantedSummary;
  readonly model: ModelBeside;
  readonly context: Pick<Context, 'namespace' | 'signal' | 'progress'>;
  /** Tokens of a request's text. */
  readonly room: number;
}

export type SummaryOfParts =
  | {
      readonly kind: 'summarized';
      readonly text: string;
      /** The parts that it says nothing about. */
      readonly missing: readonly Part[];
      /** There are several, one for each part. */
      readonly isInParts?: true;
      /** Why something is missing, or in parts. */
      readonly reason?: string;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** Summarizes each part, and then the summaries, until there is one. */
export async function summarizeParts(parts: readonly Part[], options: PartsOptions): Promise<SummaryOfParts> {
  const { wanted, model, context } = options;
  const asking: SummaryAsking = { model, known: knownIn(context.namespace), signal: context.signal };
  const words = wordsOf(wanted);
  const [only, another] = parts;
  if (only !== undefined && another === undefined) {
    context.progress('Summarizing', 0);
    const task = 'Summarize the text above.';
    const { focus } = wanted;
    return whole(await summarizePart(only, { task, words, focus, asking }));
  }
  const answers = await summarizeEach(parts, { ...options, asking });
  const said = answers.flatMap(answer => (answer.kind === 'summarized' ? [answer.text] : []));
  const reason = answers.find(answer => answer.kind === 'refused')?.reason;
  if (said.length === 0) return { kind: 'failed', reason: reason ?? 'there is nothing to summarize.' };
  const missing = parts.filter((_, at) => answers[at]?.kind !== 'summarized');
  context.progress('Putting the parts together', 0.95);
  const joined = await joinSummaries(said, { ...options, asking });
  if (joined.kind === 'summarized')
    return { kind: 'summarized', text: joined.text, missing, ...(reason === undefined ? {} : { reason }) };
  if (joined.why === 'stopped') return { kind: 'failed', reason: joined.reason };
  const text = cutText(said.join('\n\n'), { limit: mostInParts, readOn: '' });
  return { kind: 'summarized', text, missing, isInParts: true, reason: joined.reason };
}

function whole(answer: Summarized): SummaryOfParts {
  return answer.kind === 'summarized'
    ? { ...answer, missing: [] }
    : { kind: 'failed', reason: answer.reason };
}

interface Asked extends PartsOptions {
  readonly asking: SummaryAsking;
}

/** Several at a time. What has failed for all so far, or can't go on, is not tried with the rest. */
async function summarizeEach(
  parts: readonly Part[],
  { wanted: { focus }, context: { progress }, room, asking }: Asked,
): Promise<readonly Summarized[]> {
  const answers: (Summarized | undefined)[] = parts.map(() => undefined);
  const words = wordsOfPart(room);
  let next = 0;
  let done = 0;
  let gaveUp: Summarized | undefined;

  async function work(): Promise<void> {
    for (;;) {
      const at = next++;
      const part = parts[at];
      if (part === undefined) return;
      if (gaveUp === undefined) progress(`Part ${at + 1} of ${parts.length}`, done / (parts.length + 1));
      const task = `Summarize the text above, which is part ${at + 1} of ${parts.length} of a longer one.`;
      const answer = gaveUp ?? (await summarizePart(part, { task, words, focus, asking }));
      answers[at] = answer;
      done++;
      if (mayGoOn(answers, answer)) continue;
      gaveUp ??= answer;
    }
  }

  await Promise.all(Array.from({ length: mostAtOnce }, work));
  return answers.map(answer => answer ?? neverAsked);
}

function mayGoOn(answers: readonly (Summarized | undefined)[], latest: Summarized): boolean {
  if (latest.kind === 'summarized') return true;
  if (latest.why === 'stopped' || latest.why === 'limit') return false;
  const given = answers.filter(answer => answer !== undefined);
  return given.length < mostFailures || given.some(({ kind }) => kind === 'summarized');
}

/** What was answered in this conversation before: nothing is asked twice while it is open. */
function knownIn(namespace: Context['namespace']): Map<string, string> {
  const known = namespace.get(knownKey) as Map<string, string> | undefined;
  if (known !== undefined) return known;
  const made = new Map<string, string>();
  namespace.set(knownKey, made);
  return made;
}

const knownKey = 'summaries';
const neverAsked: Summarized = { kind: 'refused', reason: 'it was stopped.', why: 'stopped' };

/** Of one call. */
export const mostParts = 24;

/** Characters of summaries that could not be put together. */
const mostInParts = 12_000;

/** At the same time. */
const mostAtOnce = 3;

/** How many parts fail before it is given up, if none has succeeded. */
const mostFailures = 3;
