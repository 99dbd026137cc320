import type { Tool } from '@modelcontextprotocol/server';
import { defined } from '../../../converser/ground/json/defined.ts';
import { type Annotations, fullName, type Invoker } from '../../../converser/words/ensemble/invoker.ts';
import { toolDefinitions, withProperties } from '../../../converser/words/ensemble/tool-definitions.ts';
import { wireName } from '../../../converser/words/ensemble/wire-name.ts';

export function nativizeInvokers(
  invokers: readonly Invoker[],
  names: ReadonlyMap<string, string>,
): readonly Tool[] {
  const publicNameOf = new Map([...names].map(([name, wire]) => [wire, name]));
  const invokerOf = new Map<string, Invoker>();
  for (const invoker of invokers) {
    const wire = wireName(invoker);
    if (!invokerOf.has(wire)) invokerOf.set(wire, invoker);
  }
  return toolDefinitions(invokers).map(({ name, description, ...shown }) => {
    const invoker = invokerOf.get(name);
    return defined({
      name: publicNameOf.get(name) ?? name,
      title: invoker && fullName(invoker),
      description,
      // Programs may check calls themselves, so they get the whole schema.
      inputSchema: (invoker ? withProperties(invoker.arguments) : shown.inputSchema) as Tool['inputSchema'],
      outputSchema: invoker?.returns as Tool['outputSchema'],
      annotations: invoker && nativizeAnnotations(invoker.annotations),
    });
  });
}

/** Claims of untrusted authors are left out: a client would take them for ours. */
function nativizeAnnotations({ readOnly, destructive, idempotent, openWorld }: Annotations) {
  return defined({
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  });
}
