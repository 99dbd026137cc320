import { supervisorText } from '../../src/converser/turn/request/supervisor-text.ts';

export type Wire = 'openai' | 'anthropic';

/** What the server says and what the contestants start from. It travels in the address, so the server keeps nothing. */
export interface Scenario {
  /** The user's questions, one after another in one conversation. */
  readonly turns: number;
  /** Replies of a turn that ask for calls; one more reply is the answer. */
  readonly rounds: number;
  /** Calls in each of these replies. */
  readonly calls: number;
  /** Pieces in which the arguments of a call arrive. */
  readonly fragments: number;
  /** Pieces in which the answer arrives. */
  readonly deltas: number;
  /** Canisters of earlier turns. */
  readonly history: number;
  /** Milliseconds from one piece of the answer to the next. Default: all of them are sent at once. */
  readonly pace?: number;
  /** Milliseconds before the first piece of a reply. Default: none. */
  readonly thinks?: number;
  /** Pieces of the answer that are sent at once, where it has a pace. Default 1. */
  readonly together?: number;
  /** Conversations at the same time. Default 1. */
  readonly streams?: number;
}

export const oneAnswer: Scenario = { turns: 1, rounds: 0, calls: 0, fragments: 0, deltas: 0, history: 0 };

export const pathOf: Readonly<Record<Wire, string>> = {
  openai: '/v1/chat/completions',
  anthropic: '/v1/messages',
};

/** `caller` keeps the rounds of two contestants apart. */
export function scenarioPath(scenario: Scenario, caller: string): string {
  return `/${caller}/${encodeURIComponent(JSON.stringify(scenario))}`;
}

export function readScenario(path: string): Scenario {
  return JSON.parse(decodeURIComponent(path.split('/')[2] ?? ''));
}

export const instructions = supervisorText(['bench']);

/** The tools that a reply calls in turn: two only read, and the user allowed the other two. */
export const toolNames = ['look_up', 'list_items', 'store_note', 'move_item'] as const;

export const toolDescription = 'Works with the items of the collection that the user is talking about.';

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

export interface ToolArguments {
  readonly path: string;
  readonly line: number;
}

/** Different for each call of a conversation, so that none repeats another. Many fragments make a long text. */
export function callArguments(round: number, call: number, fragments: number): string {
  const path = `src/collection/item-${round}-${call}/${'x'.repeat(Math.max(0, fragments * 12 - 100))}`;
  return JSON.stringify({ path, line: round * 10 + call, mode: 'short', tags: ['first', 'second'] });
}

export function toolAnswer({ path, line }: ToolArguments): string {
  return `Item ${line} of ${path.slice(0, 60)}: ${'a line of what is in it; '.repeat(8)}`;
}

export function answerPieces(deltas: number): readonly string[] {
  return Array.from({ length: deltas }, (_, at) => ` word${at % 100}`);
}
