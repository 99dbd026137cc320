import type { ModelEvent } from '../converser/words/models/provider.ts';
import { pairJoiner } from './well-formed.ts';

export interface CallFragments {
  begin(key: unknown, name: string): void;
  add(key: unknown, piece: string): readonly ModelEvent[];
  end(key: unknown, last: readonly ModelEvent[]): readonly ModelEvent[];
  /** Other events wait while a call is being passed on, because nothing may come in between. */
  pass(events: readonly ModelEvent[]): readonly ModelEvent[];
  rest(): readonly ModelEvent[];
  callOf(key: unknown): { readonly call?: number };
}

interface Writing {
  readonly call: number;
  readonly name: string;
  readonly pairs: ReturnType<typeof pairJoiner>;
  waiting: string;
  hasBegun: boolean;
  last?: readonly ModelEvent[];
}

/** Contract: only the oldest call that is not over is passed on, so that each can be written as a whole by itself. */
export function createCallFragments(): CallFragments {
  const known = new Map<unknown, Writing>();
  let queue: Writing[] = [];
  let held: ModelEvent[] = [];

  function released(): readonly ModelEvent[] {
    const events = held;
    held = [];
    return events;
  }

  function advance(): readonly ModelEvent[] {
    const events: ModelEvent[] = [];
    for (let first = queue[0]; first?.last !== undefined; first = queue[0]) {
      events.push(...closed(first), ...first.last, ...released());
      queue.shift();
    }
    const [next] = queue;
    return next === undefined ? events : [...events, ...passed(next)];
  }

  return {
    begin(key, name) {
      const writing = { call: known.size, name, pairs: pairJoiner(), waiting: '', hasBegun: false };
      known.set(key, writing);
      queue.push(writing);
    },
    add(key, piece) {
      const writing = known.get(key);
      if (writing === undefined || writing.last !== undefined) return [];
      if (writing === queue[0]) return passed(writing, piece);
      writing.waiting += piece;
      return [];
    },
    end(key, last) {
      const writing = known.get(key);
      if (writing === undefined || writing.last !== undefined) return this.pass(last);
      writing.last = last;
      return writing === queue[0] ? advance() : [];
    },
    pass(events) {
      if (queue[0]?.hasBegun !== true) return events;
      held.push(...events);
      return [];
    },
    rest() {
      const [first] = queue;
      const ended = queue.slice(1).flatMap(({ last = [] }) => last);
      queue = [];
      return [...(first === undefined ? [] : closed(first)), ...released(), ...ended];
    },
    callOf(key) {
      const writing = known.get(key);
      return writing?.hasBegun ? { call: writing.call } : {};
    },
  };
}

function passed(writing: Writing, piece = ''): readonly ModelEvent[] {
  const { call, name, pairs } = writing;
  const arrived = writing.waiting + piece;
  writing.waiting = '';
  const text = pairs.push(writing.hasBegun ? arrived : arrived.trimStart());
  if (text === '') return [];
  writing.hasBegun = true;
  return [{ type: 'invocation-delta', call, name, text }];
}

function closed({ call, name, pairs, hasBegun }: Writing): readonly ModelEvent[] {
  const text = hasBegun ? pairs.rest() : '';
  return text === '' ? [] : [{ type: 'invocation-delta', call, name, text }];
}
