import {
  type Canister,
  type DocumentCanister,
  type InvocationCanister,
  isInvocation,
  isResult,
  type ResultCanister,
} from '../../converser/canister/canister.ts';
import { type Content, textOf } from '../../converser/canister/content.ts';

/** What Rehearsal looks at in a conversation. */
export interface TurnSoFar {
  /** What the person wants now. */
  readonly message: string;
  /** What is attached, the newest last. */
  readonly documents: readonly Attachment[];
  /** The calls of this turn with their results, round by round. */
  readonly rounds: readonly (readonly Answered[])[];
  /** Nothing was answered in this conversation yet. */
  readonly isFirstAnswer: boolean;
}

export interface Attachment {
  /** Where it comes from, when that is known. */
  readonly name?: string;
  readonly text: string;
}

export interface Answered {
  readonly invocation: InvocationCanister;
  readonly result: ResultCanister | undefined;
}

/** `isRequest` tells a message that wants something from one that only asks to go on after results. */
export function readTurn(canisters: readonly Canister[], isRequest: (message: string) => boolean): TurnSoFar {
  const start = startOfTurn(canisters, isRequest);
  const { message, attached } = readMessage(canisters[start]);
  return {
    message,
    documents: [
      ...canisters.filter(isDocument).flatMap(({ content }) => content.map(attachmentOf)),
      ...attached,
    ],
    rounds: roundsOf(canisters.slice(start + 1)),
    isFirstAnswer: !canisters.some(
      ({ role, content }) => role === 'assistant' && textOf(content).trim() !== '',
    ),
  };
}

/**
 * Clients of models that will not end on a result add a message after results, such as "go on". It belongs to the turn
 * of the message before.
 */
function startOfTurn(canisters: readonly Canister[], isRequest: (message: string) => boolean): number {
  const last = canisters.findLastIndex(({ role }) => role === 'user');
  if (last <= 0 || canisters[last - 1]?.role !== 'result') return last;
  if (isRequest(readMessage(canisters[last]).message)) return last;
  const earlier = startOfTurn(canisters.slice(0, last), isRequest);
  return earlier === -1 ? last : earlier;
}

/** Documents and the request that other clients, and our own over VS Code's API, put into one text. */
function readMessage(canister: Canister | undefined): { message: string; attached: readonly Attachment[] } {
  if (canister === undefined) return { message: '', attached: [] };
  const whole = textOf(canister.content.filter(part => part.type !== 'image'));
  const attached = [...whole.matchAll(/<document uri="([^"\n]*)">\n([\s\S]*?)\n<\/document>/g)].map(
    ([, name = '', text = '']) => ({ name, text }),
  );
  const bare = whole.replace(/<document uri="[^"\n]*">\n[\s\S]*?\n<\/document>/g, '\n');
  const wrapped = /<userRequest>([\s\S]*?)<\/userRequest>/i.exec(bare)?.[1];
  return { message: (wrapped ?? bare).trim(), attached };
}

function isDocument(canister: Canister): canister is DocumentCanister {
  return canister.role === 'document';
}

function attachmentOf(part: Content): Attachment {
  return { ...(part.type === 'resource' ? { name: part.uri } : {}), text: textOf([part]) };
}

function roundsOf(canisters: readonly Canister[]): readonly (readonly Answered[])[] {
  const results = new Map(canisters.filter(isResult).map(result => [result.invocationId, result] as const));
  const rounds: Answered[][] = [];
  let isOpen = false;
  for (const canister of canisters) {
    if (!isInvocation(canister)) {
      if (isResult(canister)) isOpen = false;
      continue;
    }
    const answered = { invocation: canister, result: results.get(canister.id) };
    if (isOpen) rounds.at(-1)?.push(answered);
    else rounds.push([answered]);
    isOpen = true;
  }
  return rounds;
}
