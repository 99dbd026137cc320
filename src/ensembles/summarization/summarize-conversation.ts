import { errors } from '../../converser/ground/errors.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import {
  type ConversationParts,
  conversationParts,
} from '../../converser/turn/compaction/conversation-parts.ts';
import { type Canister, isInvocation, isResult } from '../../converser/words/canister/canister.ts';
import { labelOf } from '../../converser/words/conversation/label-of.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import { wireName } from '../../converser/words/ensemble/wire-name.ts';
import { defineTool } from '../define-tool.ts';
import { summarizerIn, summaryArguments, summaryReply } from './summary-reply.ts';

export const summarizeConversation = () =>
  defineTool({
    name: 'summarize_conversation',
    description:
      'Has a model read this conversation, or some of it, and returns a summary. Also of results that you no longer see.',
    arguments: {
      type: 'object',
      properties: {
        turns: { type: 'integer', minimum: 1, description: 'Only so many of the latest turns.' },
        results_of: { type: 'string', minLength: 1, description: 'Only the results of this tool.' },
        ...summaryArguments,
      },
      required: [],
    },
    annotations: { readOnly: true, destructive: false, idempotent: false, openWorld: false },
    deduplication: 'none',
    async invoke({ turns, results_of: resultsOf, ...summary }, context) {
      if (context.history === undefined) throw errors.notAvailable('a conversation');
      const summarizer = summarizerIn(context);
      const history = latestTurns(context.history(), turns);
      const wanted = resultsOf === undefined ? history : resultsIn(history, resultsOf);
      const active = wanted.filter(({ marks }) => marks.active);
      const open = active.filter(canister => labelOf(canister).confidentiality !== 'secret');
      const secrets = active.length - open.length;
      const told = [...history.filter(isInvocation), ...open];
      const read = conversationParts(told, { ...summarizer, longest: Number.POSITIVE_INFINITY });
      if (read.parts.length === 0) throw errors.badArguments(nothingText(resultsOf, secrets));
      const what = resultsOf === undefined ? 'messages and results' : 'results';
      return summaryReply(read.parts, {
        summarizer,
        wanted: summary,
        context,
        of: `${read.taken} ${what} of this conversation`,
        leftOut: leftOutTexts(read, secrets),
        labels: open.map(({ label }) => label),
      });
    },
  });

function latestTurns(history: readonly Canister[], turns: number | undefined): readonly Canister[] {
  if (turns === undefined) return history;
  const starts = history.flatMap((canister, at) => (canister.role === 'user' && !canister.added ? [at] : []));
  return history.slice(starts.at(-turns) ?? 0);
}

function resultsIn(history: readonly Canister[], name: string): readonly Canister[] {
  const calls = history
    .filter(isInvocation)
    .filter(call => [fullName(call), wireName(call), call.name].includes(name));
  const ids = new Set(calls.map(({ id }) => id));
  return history.filter(isResult).filter(({ invocationId }) => ids.has(invocationId));
}

function leftOutTexts({ taken, leftOut, longest }: ConversationParts, secrets: number): readonly string[] {
  return [
    ...(leftOut > 0
      ? [`the first ${leftOut} of ${taken + leftOut} messages and results, which are too much for one call.`]
      : []),
    ...(Number.isFinite(longest)
      ? [`the middle of messages and results of more than ${countText(longest, 'character')}.`]
      : []),
    ...(secrets > 0 ? [secretsText(secrets)] : []),
  ];
}

function nothingText(resultsOf: string | undefined, secrets: number): string {
  const nothing =
    resultsOf === undefined
      ? 'Nothing was said here.'
      : `There is no result of ${JSON.stringify(resultsOf)}.`;
  return secrets === 0 ? nothing : `${nothing} Left out: ${secretsText(secrets)}`;
}

function secretsText(secrets: number): string {
  return secrets === 1 ? '1 result from a protected place.' : `${secrets} results from protected places.`;
}
