import type { Call } from '../../words/ensemble/call.ts';
import type { Brought, Invoker } from '../../words/ensemble/invoker.ts';
import type { Permissions } from './permissions.ts';

/** Rules name a tool's answers `web:fetch_page.answer`. No descriptor can declare such a tool name. */
const suffix = '.answer';

/** Decided like a call of its own tool; without a rule, it may enter. Resolves soon after an abort. */
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
  return decision.edited === undefined ? undefined : 'What a call brought can’t be changed.';
}

/** Ours runs, so nothing of it came with a folder. */
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
