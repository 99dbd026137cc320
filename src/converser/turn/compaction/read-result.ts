import { errors } from '../../ground/errors.ts';
import type { JsonObject } from '../../ground/json/json.ts';
import { perObject } from '../../ground/object-memory.ts';
import { type Canister, isCompaction, isResult } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import type { Conversation } from '../../words/conversation/conversation.ts';
import { labelOf } from '../../words/conversation/label-of.ts';
import type { CallableInvokers } from '../../words/ensemble/ensemble-roster.ts';
import { fixedEnsemble } from '../../words/ensemble/fixed-ensemble.ts';
import { fullName, type Invoker, type Returned, reply } from '../../words/ensemble/invoker.ts';
import { wireName } from '../../words/ensemble/wire-name.ts';

/** In characters. */
const ordinaryLength = 4_000;
const mostLength = 20_000;

/** Its label is that of the result it reads: what others wrote stays theirs. */
export const readResult: Invoker = {
  ensemble: 'conversation',
  name: 'read_result',
  description:
    'Reads a result of this conversation again that was cut, or left out to save room. The line in its place says its id.',
  aliases: [],
  arguments: {
    type: 'object',
    required: ['id'],
    additionalProperties: false,
    properties: {
      id: { type: 'string', maxLength: 64, description: 'The id that the line names.' },
      from: { type: 'integer', minimum: 0, description: 'The character to begin with. Default: 0.' },
      length: {
        type: 'integer',
        minimum: 1,
        maximum: mostLength,
        description: `Characters. Default: ${ordinaryLength}.`,
      },
    },
  },
  annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  origin: 'shipped',
  implementation: 'conversation:read_result',
  limits: { timeLimit: 10_000, maxRetries: 0 },
  onFailure: 'recover',
  deduplication: 'none',
  invocable: (args, { history }) => readPart(args, { history: history?.() ?? [] }),
};

const readerOf = perObject(
  (whole: WholeResults): Invoker => ({
    ...readResult,
    invocable: (args, { history }) => readPart(args, { history: history?.() ?? [], whole }),
  }),
);

export function isReadable(canister: Canister): boolean {
  return (
    (isResult(canister) && canister.cut === true) ||
    (isCompaction(canister) && canister.results.some(({ replacedBy }) => replacedBy === undefined))
  );
}

export function keepWhole(whole: WholeResults): (id: string, text: string) => string {
  return (id, text) => {
    whole.keep(id, text);
    return `To read on, call ${fullName(readResult)} {"id":${JSON.stringify(id)},"from":…}.`;
  };
}

const conversationEnsemble = fixedEnsemble({
  name: readResult.ensemble,
  title: 'Conversation',
  description: 'Reads again what was left out to save room.',
  origin: 'shipped',
  invokers: [readResult],
});

export interface ReadResultOptions {
  readonly isNeeded: () => boolean;
  readonly whole: WholeResults;
}

export function withReadResult(
  callable: CallableInvokers,
  { isNeeded, whole }: ReadResultOptions,
): CallableInvokers {
  const names: readonly string[] = [fullName(readResult), wireName(readResult), readResult.name];
  const invoker = readerOf(whole);
  return {
    ...callable,
    invokers: () => (isNeeded() ? [...callable.invokers(), invoker] : callable.invokers()),
    find(reference) {
      const isOurs = names.includes(reference) && isNeeded();
      return isOurs ? { kind: 'found', invoker } : callable.find(reference);
    },
    ensembleOf: found => (found === invoker ? conversationEnsemble : callable.ensembleOf(found)),
  };
}

function readPart(
  { id, from, length }: JsonObject,
  { history, whole: kept }: { readonly history: readonly Canister[]; readonly whole?: WholeResults },
): Returned {
  const result = history.find(canister => canister.id === id);
  if (result === undefined || !isResult(result) || !result.marks.active)
    throw errors.badArguments(
      `This conversation has no result ${JSON.stringify(id)}. Take the id from the line that stands in its place.`,
    );
  const start = typeof from === 'number' ? from : 0;
  const most = typeof length === 'number' ? length : ordinaryLength;
  const whole = kept?.of(result.repeats ?? result.id) ?? textOf(result.content);
  const part = whole.slice(start, start + most).toWellFormed();
  const end = start + part.length;
  const images = start === 0 ? result.content.filter(({ type }) => type === 'image') : [];
  const rest = end < whole.length ? ` To read on, call it again with "from": ${end}.` : ' That is its end.';
  const told = `[Characters ${start} to ${end} of ${whole.length}.${rest}]`;
  const { read, ...label } = labelOf(result);
  return reply({
    content: [
      { type: 'text', mimeType: 'text/plain', text: part === '' ? told : `${part}\n${told}` },
      ...images,
    ],
    label: read === undefined ? label : { ...label, read },
  });
}

export interface WholeResults {
  /** Keeps the text of a result, by its id. The oldest ones go where all of them are too long together. */
  keep(id: string, text: string): void;
  of(id: string): string | undefined;
}

export const wholeResultsOf = perObject((_conversation: Conversation) => createWholeResults());

/** Characters of all of them together. */
const mostKept = 20_000_000;

export function createWholeResults(most = mostKept): WholeResults {
  const texts = new Map<string, string>();
  let size = 0;
  return {
    keep(id, text) {
      const kept = text.slice(0, most);
      texts.set(id, kept);
      size += kept.length;
      for (const [oldest, { length }] of texts) {
        if (size <= most) break;
        texts.delete(oldest);
        size -= length;
      }
    },
    of: id => texts.get(id),
  };
}
