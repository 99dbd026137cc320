import type { Failure } from '../canister/canister.ts';
import type { FoundInvoker } from './find-invoker.ts';
import type { Invoker } from './invoker.ts';
import { wireName } from './wire-name.ts';

export function explainUnknown(
  name: string,
  found: Exclude<FoundInvoker, { readonly kind: 'found' }>,
  known: readonly Invoker[],
): Failure {
  const kind = 'unknown-invoker';
  if (found.kind === 'ambiguous') {
    const candidates = found.candidates.map(wireName).join(', ');
    const message = `Several tools are named ${name}: ${candidates}.`;
    return { kind, message, advice: 'Use one of these names.' };
  }
  if (found.absence !== undefined) {
    const { kind: why, message } = found.absence;
    return { kind: why, message: `Tool ${name} is not available. ${message}` };
  }
  if (known.length === 0) return { kind, message: `Tool ${name} not found: no tools are available.` };
  const near = known.filter(invoker => resembles(invoker.name, name));
  const advice =
    near.length > 0
      ? `Did you mean ${near.slice(0, 5).map(wireName).join(' or ')}?`
      : `Available tools: ${known.slice(0, 20).map(wireName).join(', ')}.`;
  return { kind, message: `Tool ${name} not found.`, advice };
}

function resembles(name: string, wanted: string): boolean {
  const mine = wordsOf(name);
  return wordsOf(wanted).some(word => mine.includes(word));
}

function wordsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word.length > 2);
}
