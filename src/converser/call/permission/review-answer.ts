import type { Call } from '../../words/ensemble/call.ts';
import type { Brought, Invoker } from '../../words/ensemble/invoker.ts';
import type { Permissions } from './permissions.ts';

/** What rules call the answers of a tool: `web:fetch_page.answer`. No tool of a descriptor can have such a name. */
const suffix = '.answer';

/**
 * Why what a call brought may not enter the conversation; `undefined`: it may.
 *
 * It is decided like a call of a tool of its own, so that the same rules, questions and answers of the user count, and
 * what they said about the tool itself does not. Without a rule, it may enter. Resolves soon after the signal aborts.
 */
export async function reviewAnswer(
  call: Call,
  brought: Brought,
  { permissions, signal }: { readonly permissions: Permissions; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { written: _written, ...invocation } = call.invocation;
  const { conversationId, turn, client } = call;
  const decision = await permissions.decide(
    {
      conversationId,
      ...(turn !== undefined && { turn }),
      ...(client !== undefined && { client }),
      invocation,
      invoker: answersOf(call.invoker, brought),
    },
    signal,
  );
  if (!decision.allowed) return decision.reason;
  return decision.edited === undefined ? undefined : "What a call brought can't be changed.";
}

/** Nothing of it came with a folder: what runs is ours. */
function answersOf(invoker: Invoker, { subject, preview }: Brought): Invoker {
  return {
    ...invoker,
    name: `${invoker.name}${suffix}`,
    origin: 'shipped',
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    permission: 'allow',
    review: () => ({ subject: async () => subject, preview: async () => preview }),
  };
}
