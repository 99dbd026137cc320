import { supervisorText } from '../../src/converser/turn/supervisor-text.ts';

/** What the server says and what the contestants start from. It travels in the address, so the server keeps nothing. */
export interface Scenario {
  /** Questions of the person, one after another in one conversation. */
  readonly turns: number;
  /** Replies of a turn that ask for calls; one more reply is the answer. */
  readonly rounds: number;
  /** Calls of each of these replies. */
  readonly calls: number;
  /** Pieces in which the arguments of a call come. */
  readonly fragments: number;
  /** Pieces in which the answer comes. */
  readonly deltas: number;
  /** Canisters of earlier turns. */
  readonly history: number;
}

export const toolRounds: Scenario = { turns: 1, rounds: 20, calls: 4, fragments: 4, deltas: 40, history: 0 };

/** `caller` keeps the rounds of two contestants apart. */
export function scenarioPath(scenario: Scenario, caller: string): string {
  const { turns, rounds, calls, fragments, deltas, history } = scenario;
  return `/${caller}/${[turns, rounds, calls, fragments, deltas, history].join('-')}`;
}

export function readScenario(path: string): Scenario {
  const [turns = 0, rounds = 0, calls = 0, fragments = 0, deltas = 0, history = 0] = (
    path.split('/')[2] ?? ''
  )
    .split('-')
    .map(Number);
  return { turns, rounds, calls, fragments, deltas, history };
}

/** What stands above the conversation, as surfaces send it. */
export const instructions = supervisorText(['bench']);

/** The name of the tool that the nth call of a reply is for: two that only read, and two that a person allowed. */
export const toolNames = ['look_up', 'list_items', 'store_note', 'move_item'] as const;

export const toolDescription = 'Works with the items of the collection that the user is talking about.';

/** What all tools take: as much as a usual tool takes. */
export const toolSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Where the item is.', minLength: 1 },
    line: { type: 'integer', description: 'The line to begin with.', minimum: 0 },
    mode: { type: 'string', enum: ['short', 'long'], description: 'How much to tell.' },
    tags: { type: 'array', items: { type: 'string' }, description: 'Only items with these tags.' },
  },
  required: ['path', 'line'],
} as const;

/** Different for each call of a conversation, so that none repeats another. */
export function callArguments(round: number, call: number, fragments: number): string {
  // A call with many fragments is one that writes a long text.
  const path = `src/collection/item-${round}-${call}/${'x'.repeat(Math.max(0, fragments * 12 - 100))}`;
  return JSON.stringify({ path, line: round * 10 + call, mode: 'short', tags: ['first', 'second'] });
}

export function toolAnswer({ path, line }: { readonly path: string; readonly line: number }): string {
  return `Item ${line} of ${path.slice(0, 60)}: ${'a line of what is in it; '.repeat(8)}`;
}

export function answerPiece(at: number): string {
  return ` word${at % 100}`;
}

export function inPieces(text: string, count: number): readonly string[] {
  const size = Math.max(1, Math.ceil(text.length / Math.max(1, count)));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}
