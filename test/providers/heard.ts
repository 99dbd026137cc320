import type { ModelEvent } from '../../src/converser/words/models/provider.ts';

/** All that a model said. */
export function said(events: readonly { readonly type: string; readonly text?: string }[]): string {
  return events.map(({ type, text = '' }) => (type === 'text-delta' ? text : '')).join('');
}

/** The names and the arguments of what it called. */
export function invocations(events: readonly ModelEvent[]) {
  return events.flatMap(event => (event.type === 'invocation' ? [[event.name, event.arguments]] : []));
}

export function notices(events: readonly ModelEvent[]): readonly string[] {
  return events.flatMap(event => (event.type === 'notice' ? [event.message] : []));
}
