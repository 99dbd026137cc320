import type { ModelAnswer, ModelBeside } from '../../words/models/models-beside.ts';
import type { ModelRequest } from '../../words/models/provider.ts';
import { summaryInstructions } from '../../words/texts/summary-request.ts';

export interface SummaryOptions {
  readonly model: ModelBeside;
  readonly task: string;
  readonly words: number;
  readonly focus?: string | undefined;
  /** It holds what is to be summarized, so that the parts need no text. */
  readonly after?: ModelRequest;
  readonly signal: AbortSignal;
  readonly onPart?: (at: number, of: number) => void;
}

export type Summarized =
  | {
      readonly kind: 'summarized';
      readonly text: string;
      readonly missing: readonly Part[];
      readonly reason: string;
    }
  /** The reason quotes nothing of the text. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Each part comes with the summary so far; one that is too long is halved. Never rejects. */
export async function summarize(parts: readonly Part[], options: SummaryOptions): Promise<Summarized> {
  let summary = '';
  let reason = 'there is nothing to summarize.';
  let left = parts;
  for (let read = 0; ; ) {
    const [part, ...others] = left;
    if (part === undefined) break;
    options.onPart?.(read + 1, read + left.length);
    const answer = await ask(part, summary, options);
    if (answer.kind === 'refused') {
      reason = answer.reason;
      const halves = answer.why === 'too-long' ? halvesOf(part) : [];
      if (halves.length === 0) break;
      left = [...halves, ...others];
    } else {
      summary = answer.text;
      left = others;
      read++;
    }
  }
  return summary === ''
    ? { kind: 'failed', reason }
    : { kind: 'summarized', text: summary, missing: left, reason };
}

/** In tokens of text for one request; the estimate may be a fifth too low. */
export function roomIn(window: number | undefined): number {
  if (window === undefined) return ordinaryRoom;
  return Math.max(leastRoom, Math.min(mostRoom, Math.floor(window * 0.5)));
}

/** Fits into a window of 8,192 tokens, with the answer. */
const ordinaryRoom = 5_000;

/** Models begin to miss things in longer texts. */
const mostRoom = 32_000;

const leastRoom = 500;

type Refused = Extract<ModelAnswer, { readonly kind: 'refused' }>;

async function ask(
  part: Part,
  before: string,
  options: SummaryOptions,
): Promise<Refused | { readonly kind: 'summarized'; readonly text: string }> {
  const { model, task, words, focus, signal, after } = options;
  const text = partText(
    before === '' ? part : [{ name: nameOfSummary, text: before, firstLine: 1 }, ...part],
  );
  const both = before === '' ? '' : ` ${taskWithSummary}`;
  const about = focus === undefined ? '' : `\n\nWhat matters is: ${focus}`;
  const asking = async () =>
    checked(
      await model.ask(
        {
          instructions: summaryInstructions,
          text,
          question: `${task}${both} Write at most ${words} words.${about}`,
          maxCharacters: words * charactersPerWord,
          timeLimit,
          after,
        },
        signal,
      ),
    );
  const first = await asking();
  return first.kind === 'refused' && first.why === 'failed' ? await asking() : first;
}

const nameOfSummary = 'Summary of what was before';
const taskWithSummary =
  'It begins with your summary of what was before. Write one summary of both, and do not mention that there are parts.';

function checked(answer: ModelAnswer): Refused | { readonly kind: 'summarized'; readonly text: string } {
  if (answer.kind === 'refused') return answer;
  if (answer.isCut) return { kind: 'refused', reason: 'the text is too long for it.', why: 'too-long' };
  const text = answer.text.trim();
  if (text === '') return { kind: 'refused', reason: 'it said nothing.', why: 'failed' };
  return { kind: 'summarized', text };
}

/** Models count words badly, so this caps the summary. */
const charactersPerWord = 25;

/** In milliseconds. A small machine reads some hundred tokens a second. */
const timeLimit = 300_000;

export interface Piece {
  readonly name: string;
  readonly text: string;
  readonly firstLine: number;
}

export type Part = readonly Piece[];

/** Invariant: no piece can pass for several, because none holds what such a line begins with. */
function partText(part: Part): string {
  let mark = '=====';
  while (part.some(({ text }) => text.includes(mark))) mark += '=';
  return part
    .map(({ name, text, firstLine }) => {
      const from = firstLine === 1 ? '' : `, from line ${firstLine}`;
      return `${mark} ${name}${from} ${mark}\n${text.endsWith('\n') ? text : `${text}\n`}`;
    })
    .join('\n');
}

function halvesOf(part: Part): readonly Part[] {
  const [only, another] = part;
  if (only === undefined) return [];
  if (another === undefined) return halvesOfPiece(only).map(half => [half]);
  const middle = Math.ceil(part.length / 2);
  return [part.slice(0, middle), part.slice(middle)];
}

function halvesOfPiece({ name, text, firstLine }: Piece): readonly Piece[] {
  const newline = text.indexOf('\n', text.length / 2);
  const at =
    newline === -1 || newline === text.length - 1 ? text.lastIndexOf('\n', text.length / 2) : newline;
  if (at === -1) return [];
  const [first, second] = [text.slice(0, at + 1), text.slice(at + 1)];
  return [
    { name, text: first, firstLine },
    { name, text: second, firstLine: firstLine + first.split('\n').length - 1 },
  ];
}
