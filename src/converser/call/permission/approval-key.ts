import { canonicalJson } from '../../ground/json/json.ts';
import { fullName, type Invoker } from '../../words/ensemble/invoker.ts';

/** Whether an approval of one covers the other: after any change to a tool the user is asked again. */
export function isSameDefinition(one: Invoker, other: Invoker): boolean {
  return one === other || definition(one) === definition(other);
}

function definition(invoker: Invoker): string {
  const { ensemble, name, origin, implementation, description, annotations, constants, output } = invoker;
  return canonicalJson({
    ensemble,
    name,
    origin,
    implementation,
    description,
    annotations: { ...annotations },
    arguments: invoker.arguments,
    constants: { ...constants },
    output: { ...output },
  });
}

/** Invokers do not change, and each digest is work for another thread. */
const keys = new WeakMap<Invoker, string>();

/** The key, if it has been made already: a call that was approved before then waits for nothing. */
export function knownApprovalKey(invoker: Invoker): string | undefined {
  return keys.get(invoker);
}

/** What approvals of an invoker are remembered by: its name and a digest of all that defines it. */
export async function approvalKey(invoker: Invoker): Promise<string> {
  const known = keys.get(invoker);
  if (known !== undefined) return known;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(definition(invoker)));
  const hex = [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('');
  const key = `${fullName(invoker)}#${hex}`;
  keys.set(invoker, key);
  return key;
}
