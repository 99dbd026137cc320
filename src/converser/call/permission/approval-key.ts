import { canonicalJson } from '../../ground/json/json.ts';
import { fullName, type Invoker } from '../../words/ensemble/invoker.ts';

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

/** Cached, because invokers don't change and digests run on another thread. */
const keys = new WeakMap<Invoker, string>();

export function knownApprovalKey(invoker: Invoker): string | undefined {
  return keys.get(invoker);
}

export async function approvalKey(invoker: Invoker): Promise<string> {
  const known = keys.get(invoker);
  if (known !== undefined) return known;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(definition(invoker)));
  const hex = [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('');
  const key = `${fullName(invoker)}#${hex}`;
  keys.set(invoker, key);
  return key;
}
