import type { ModelEvent, ModelRequest } from '../../../converser/models/provider.ts';
import type { Judge } from './judge.ts';

/**
 * Asks for a call. A call that the model only showed counts as made: the client demanded one, so there is nothing to
 * ask a person about.
 */
export function callJudge({ tools }: Pick<ModelRequest, 'tools'>): Judge {
  const names = tools.map(({ name }) => name);
  const isOffered = (event: ModelEvent) => event.type === 'invocation' && names.includes(event.name);
  return {
    isSettledBy: event => event.type === 'invocation' && event.proposed === undefined,
    async judge({ events, reason }) {
      if (reason === 'length' || reason === 'refusal') return { kind: 'fits', events, reason };
      if (events.some(isOffered)) return { kind: 'fits', events: events.map(made), reason: 'invocations' };
      const list = names.slice(0, 40).join(', ');
      return {
        kind: 'misfits',
        complaint: `You must call a tool now, and say nothing else. The tools are ${list}.`,
        reason: 'it called no tool, although tool_choice demands a call.',
      };
    },
  };
}

function made(event: ModelEvent): ModelEvent {
  if (event.type !== 'invocation') return event;
  const { proposed: _shown, ...call } = event;
  return call;
}
