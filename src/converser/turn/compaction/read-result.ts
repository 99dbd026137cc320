import { errors } from '../../ground/errors.ts';
import type { JsonObject } from '../../ground/json/json.ts';
import { type Canister, type CompactionCanister, isResult } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
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
    'Reads a result of this conversation again that was left out to save room. The line in its place says its id.',
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
  invocable: (args, { history }) => readPart(args, history?.() ?? []),
};

export function isReadable(compactions: readonly Pick<CompactionCanister, 'results'>[]): boolean {
  return compactions.some(({ results }) => results.some(({ replacedBy }) => replacedBy === undefined));
}

const conversationEnsemble = fixedEnsemble({
  name: readResult.ensemble,
  title: 'Conversation',
  description: 'Reads again what was left out to save room.',
  invokers: [readResult],
});

export function withReadResult(callable: CallableInvokers, isNeeded: () => boolean): CallableInvokers {
  const names: readonly string[] = [fullName(readResult), wireName(readResult), readResult.name];
  return {
    ...callable,
    invokers: () => (isNeeded() ? [...callable.invokers(), readResult] : callable.invokers()),
    find(reference) {
      const isOurs = isNeeded() && names.includes(reference);
      return isOurs ? { kind: 'found', invoker: readResult } : callable.find(reference);
    },
    ensembleOf: invoker => (invoker === readResult ? conversationEnsemble : callable.ensembleOf(invoker)),
  };
}

function readPart({ id, from, length }: JsonObject, history: readonly Canister[]): Returned {
  const result = history.find(canister => canister.id === id);
  if (result === undefined || !isResult(result) || !result.marks.active)
    throw errors.badArguments(
      `This conversation has no result ${JSON.stringify(id)}. Take the id from the line that stands in its place.`,
    );
  const start = typeof from === 'number' ? from : 0;
  const most = typeof length === 'number' ? length : ordinaryLength;
  const whole = textOf(result.content);
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
