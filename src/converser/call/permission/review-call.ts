import { errorData, reasonOf } from '../../ground/errors.ts';
import type { Call } from '../../words/ensemble/call.ts';
import type { Review, Subject } from '../../words/ensemble/invoker.ts';

type Reviewed = Pick<Call, 'invoker' | 'invocation'>;

/** A review that fails is a reason to ask, too. */
export function reviewOf({ invoker, invocation }: Reviewed): Review {
  try {
    return invoker.review?.(invocation.arguments) ?? nothing;
  } catch (cause) {
    const why = unchecked(cause);
    return { mustBeNamed: why, alwaysAsk: async () => why, preview: async () => undefined };
  }
}

const nothing: Review = {};

/** Says what is wrong with arguments that fit the schema, but not the tool. */
export function whyUnfit({ invoker, invocation }: Reviewed): string | undefined {
  try {
    invoker.review?.(invocation.arguments);
    return undefined;
  } catch (cause) {
    const { code, message } = errorData(cause);
    return code === 'bad-arguments' ? message : undefined;
  }
}

/** Invariant: nothing that came with the folder runs here before you allow it. */
export async function subjectOf(
  { invoker, invocation }: Reviewed,
  { subject }: Review = reviewOf({ invoker, invocation }),
): Promise<Subject | undefined> {
  try {
    return invoker.origin === 'workspace' ? undefined : await subject?.();
  } catch {
    return undefined;
  }
}

export async function exceptionIn({ alwaysAsk }: Review): Promise<string | undefined> {
  try {
    return await alwaysAsk?.();
  } catch (cause) {
    return unchecked(cause);
  }
}

function unchecked(cause: unknown): string {
  return `Converser couldn’t check whether this call is safe: ${reasonOf(cause)}`;
}
