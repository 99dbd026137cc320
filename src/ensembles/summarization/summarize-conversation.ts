import { errors } from '../../converser/errors.ts';
import { estimateText } from '../../converser/spending/estimate-tokens.ts';
import { defineTool } from '../define-tool.ts';
import { readConversation } from './conversation-passages.ts';
import { createPartFiller } from './fill-parts.ts';
import type { Passage } from './passage.ts';
import { mostParts, summarizeParts } from './summarize-parts.ts';
import { roomOf, type SummarySettings, summarizingModel } from './summarizing-model.ts';
import { summaryArguments } from './summary-arguments.ts';
import { summaryLabel } from './summary-label.ts';
import { summaryReply } from './summary-reply.ts';

export const summarizeConversation = (settings: SummarySettings) =>
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
      additionalProperties: false,
    },
    annotations: { readOnly: true, destructive: false, idempotent: false, openWorld: false },
    deduplication: 'none',
    async invoke({ turns, results_of: resultsOf, ...wanted }, context) {
      const { history, signal } = context;
      if (history === undefined) throw errors.notAvailable('a conversation');
      const model = await summarizingModel(settings, context);
      const { passages, secrets, label } = readConversation(history(), { turns, resultsOf });
      if (passages.length === 0) throw errors.badArguments(nothingText(resultsOf, secrets));
      const room = roomOf(model);
      const filler = createPartFiller({ room, most: mostParts });
      const latest = latestWithin(passages, room * mostParts * fullShare);
      let isCut = false;
      for (const passage of latest) isCut = !(await filler.add(passage, { signal })).isWhole || isCut;
      const earlier = passages.length - latest.length;
      const leftOut = [
        ...(earlier > 0
          ? [
              `the first ${earlier} of ${passages.length} messages and results, which are too much for one call.`,
            ]
          : []),
        ...(isCut ? ['the end of the last result, which is too long.'] : []),
        ...(secrets > 0 ? [secretsText(secrets)] : []),
      ];
      const summary = await summarizeParts(filler.parts, { wanted, model, context, room });
      const what = resultsOf === undefined ? 'messages and results' : 'results';
      return summaryReply(summary, {
        model,
        of: `${latest.length} ${what} of this conversation`,
        leftOut,
        label: summaryLabel(label, wanted, context.permit),
      });
    },
  });

/** If not all of it fits, the beginning is left out: the latest matters most. */
function latestWithin(passages: readonly Passage[], tokens: number): readonly Passage[] {
  let left = tokens;
  let start = passages.length;
  while (start > 0) {
    left -= estimateText(passages[start - 1]?.text ?? '');
    if (left < 0 && start < passages.length) break;
    start--;
  }
  return passages.slice(start);
}

/** Parts are not filled to their ends. */
const fullShare = 0.8;

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
