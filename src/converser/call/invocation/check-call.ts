import type { Failure } from '../../words/canister/canister.ts';
import type { Call } from '../../words/ensemble/call.ts';
import { fullName } from '../../words/ensemble/invoker.ts';
import { checkArguments } from '../arguments/check-arguments.ts';

export async function checkCall({ invocation, invoker }: Call): Promise<Failure | undefined> {
  const checked = await checkArguments(invocation.arguments, invoker.arguments);
  if (checked.valid) return undefined;
  const { complaint, isLacking } = checked;
  const again = `call ${fullName(invoker)} again`;
  return {
    kind: 'validation',
    message: `${complaint.charAt(0).toUpperCase()}${complaint.slice(1)}.`,
    advice: isLacking
      ? `If you know it from the user or a result, ${again} with it. If not, ask the user. Never invent it.`
      : `Correct this and ${again}.`,
  };
}
