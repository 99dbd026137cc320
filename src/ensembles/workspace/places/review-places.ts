import type { Review } from '../../../converser/words/ensemble/invoker.ts';
import type { Location } from '../../../converser/words/workspace/workspace.ts';
import { whyAskMove, whyAskWrite } from './guard-change.ts';
import { whyAskRead } from './guard-read.ts';
import { placeSubject, type SubjectOptions } from './place-subject.ts';
import type { ToolContext } from './tool-context.ts';

export function reviewRead(
  shared: ToolContext,
  locate: () => readonly Location[],
  options?: SubjectOptions,
): Review {
  return {
    subject: async () => placeSubject(shared, locate(), options),
    alwaysAsk: () => whyAskRead(shared, locate),
  };
}

/** Reading tells all that a change that can’t be made does. */
const failsAs = 'workspace:read_file';

export function reviewWrite(shared: ToolContext, locate: () => Location): Review {
  return {
    subject: async () => placeSubject(shared, [locate()]),
    alwaysAsk: () => whyAskWrite(shared, locate),
    failsAs,
  };
}

export function reviewMove(
  shared: ToolContext,
  locate: () => Promise<readonly [taken: Location, ...to: Location[]]>,
): Review {
  return {
    subject: async () => placeSubject(shared, await locate()),
    alwaysAsk: () => whyAskMove(shared, locate),
    failsAs,
  };
}
