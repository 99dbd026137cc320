import type { Found } from './find-invoker.ts';
import type { Invoker } from './invoker.ts';
import { wireName } from './wire-name.ts';

/** Tells a model why no tool answers to a name, and which ones may have been meant, by the names it knows. */
export function explainUnknown(name: string, found: Found, known: readonly Invoker[]): string {
  if (found.kind === 'ambiguous') {
    const candidates = found.candidates.map(wireName).join(', ');
    return `Several tools are called ${name}: ${candidates}. Say which one you mean.`;
  }
  if (found.kind === 'unknown' && found.reason !== undefined) {
    return `There is no tool ${name} now. ${found.reason}`;
  }
  if (known.length === 0) return `There is no tool ${name}; no tools are available.`;
  const near = known.filter(invoker => resembles(invoker.name, name));
  return near.length > 0
    ? `There is no tool ${name}. Did you mean ${near.slice(0, 5).map(wireName).join(' or ')}?`
    : `There is no tool ${name}. There are ${known.slice(0, 20).map(wireName).join(', ')}.`;
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
