import { defined } from '../../../converser/ground/json/defined.ts';
import { reply } from '../../../converser/words/ensemble/invoker.ts';
import { join, ofWorkspace, type ReadLabel } from '../../../converser/words/labels/label.ts';
import type { Location } from '../../../converser/words/workspace/workspace.ts';
import { defineTool } from '../../define-tool.ts';
import { endorsedAnswer, modelToAsk, plainAnswer, questionArguments } from '../../endorsed-answer.ts';
import { labelOfFile, labelOfShown } from '../label-files.ts';
import { guardSecrets } from '../places/guard-read.ts';
import { reviewRead } from '../places/review-places.ts';
import {
  existingFile,
  locate,
  nameArgument,
  shownPlace,
  type ToolContext,
  textFile,
} from '../places/tool-context.ts';

/** The answer is too short to mislead, so it counts as written here; a secret stays one. */
export const askAbout = (shared: ToolContext) =>
  defineTool({
    name: 'ask_about',
    description:
      'Asks about a file without you reading it, so that nothing others wrote there can mislead you. A model without tools reads it and answers only as you say.',
    arguments: {
      type: 'object',
      properties: {
        path: nameArgument('The file, relative to the workspace.'),
        ...questionArguments,
        answer: {
          type: 'string',
          enum: ['boolean', 'number', 'choice', 'path'],
          description: 'path: one that exists.',
        },
      },
      required: ['path', 'question', 'answer'],
    },
    annotations: { readOnly: true, destructive: false, idempotent: false, openWorld: false },
    deduplication: 'none',
    review: ({ path }) => reviewRead(shared, () => [locate(shared, path)]),
    async invoke({ path, question, answer, choices }, context) {
      const asking = modelToAsk(context);
      let named: Location | undefined;
      const find = async (written: string) => {
        named = await existingPlace(shared, written);
        return named && shownPlace(shared, named);
      };
      const wanted = answer === 'path' ? ({ type: answer, find } as const) : plainAnswer(answer, choices);
      const file = await existingFile(shared, path);
      const guard = await guardSecrets(shared, context.permit);
      const read = await shared.inTurn([file], () => textFile(shared, file, guard), context.signal);
      const label = answerLabel(await labelOfFile(shared, file, read.text));
      const found = await endorsedAnswer({ text: read.text, question, wanted }, asking);
      // The name of a file is a word of whoever chose it.
      const name = named && (await labelOfShown(shared, [named]));
      return reply({ ...found, ...defined({ label: label && name ? join(label, name) : (name ?? label) }) });
    },
  });

/** The file's author can't have chosen the answer's words, but it may reveal a secret. */
function answerLabel(label: ReadLabel | undefined): ReadLabel | undefined {
  if (label?.confidentiality !== 'secret') return undefined;
  const { confidentiality, read } = label;
  return { ...ofWorkspace, confidentiality, ...(read === undefined ? {} : { read }) };
}

/** A place that can't be looked at, such as a link out of the workspace, doesn't count. */
async function existingPlace(shared: ToolContext, written: string): Promise<Location | undefined> {
  try {
    const place = locate(shared, written);
    return (await shared.workspace.stat(place)) === undefined ? undefined : place;
  } catch {
    return undefined;
  }
}
