import type { Canister } from '../../src/converser/words/canister/canister.ts';
import { type Content, text } from '../../src/converser/words/canister/content.ts';
import type { ModelEvent } from '../../src/converser/words/models/provider.ts';
import { callOf, canisterOf, resultOf } from '../dialects/canister-of.ts';

/** All that a model said. */
export function said(events: readonly { readonly type: string; readonly text?: string }[]): string {
  return events.map(({ type, text = '' }) => (type === 'text-delta' ? text : '')).join('');
}

/** The names and the arguments of what it called. */
export function invocations(events: readonly ModelEvent[]) {
  return events.flatMap(event => (event.type === 'invocation' ? [[event.name, event.arguments]] : []));
}

export function notices(events: readonly ModelEvent[]): readonly string[] {
  return events.flatMap(event => (event.type === 'notice' && event.message !== '' ? [event.message] : []));
}

/** The names of tools without which the model was asked, each once. */
export function leftOut(events: readonly ModelEvent[]): readonly string[] {
  return [...new Set(events.flatMap(event => (event.type === 'notice' ? (event.leftOut ?? []) : [])))];
}

/** What a reply leaves in a conversation, with a result for each call. */
export function leftBy(events: readonly ModelEvent[], id: string): readonly Canister[] {
  const content = events.flatMap((event): Content[] => {
    if (event.type === 'opaque') return [event.content];
    return event.type === 'text-delta' ? [text(event.text)] : [];
  });
  const calls = invocations(events).map((_call, at) => `${id}-${at}`);
  const results = calls.map(call => resultOf(call, '42'));
  return [canisterOf('assistant', id, ...content), ...calls.map(call => callOf(call)), ...results];
}
