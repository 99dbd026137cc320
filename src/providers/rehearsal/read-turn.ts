import {
  type Canister,
  type InvocationCanister,
  isInvocation,
  isResult,
  type ResultCanister,
} from '../../converser/words/canister/canister.ts';
import { textOf } from '../../converser/words/canister/content.ts';

export interface TurnSoFar {
  readonly message: string;
  readonly documents: readonly Attachment[];
  readonly rounds: readonly (readonly Answered[])[];
  readonly isAnnounced: boolean;
}

export interface Attachment {
  readonly name?: string;
  readonly text: string;
}

export interface Answered {
  readonly invocation: InvocationCanister;
  readonly result: ResultCanister | undefined;
}

export function readTurn(canisters: readonly Canister[], isRequest: (message: string) => boolean): TurnSoFar {
  const start = startOfTurn(canisters, isRequest);
  const { message, attached } = readMessage(canisters[start]);
  const documents = canisters
    .filter(({ role }) => role === 'document')
    .flatMap(({ content }) => content)
    .map(part => ({ text: textOf([part]), ...(part.type === 'resource' && { name: part.uri }) }));
  return {
    message,
    documents: [...documents, ...attached],
    rounds: roundsOf(canisters.slice(start + 1)),
    isAnnounced: canisters.some(
      ({ role, content }) => role === 'assistant' && textOf(content).includes(announcement),
    ),
  };
}

/** Clients may add a message such as "go on" after results. It belongs to the turn of the message before. */
function startOfTurn(canisters: readonly Canister[], isRequest: (message: string) => boolean): number {
  const last = canisters.findLastIndex(({ role }) => role === 'user');
  if (last <= 0 || canisters[last - 1]?.role !== 'result') return last;
  if (isRequest(readMessage(canisters[last]).message)) return last;
  const earlier = startOfTurn(canisters.slice(0, last), isRequest);
  return earlier === -1 ? last : earlier;
}

/** Other clients, and our own through VS Code's API, put documents and the request into one text. */
function readMessage(canister: Canister | undefined): { message: string; attached: readonly Attachment[] } {
  const whole = textOf((canister?.content ?? []).filter(part => part.type !== 'image'));
  const document = /<document uri="([^"\n]*)">\n([\s\S]*?)\n<\/document>/g;
  const attached = [...whole.matchAll(document)].map(([, name = '', text = '']) => ({ name, text }));
  const bare = whole.replace(document, '\n');
  const wrapped = /<userRequest>([\s\S]*?)<\/userRequest>/i.exec(bare)?.[1];
  return { message: (wrapped ?? bare).trim(), attached };
}

function roundsOf(canisters: readonly Canister[]): readonly (readonly Answered[])[] {
  const results = new Map(canisters.filter(isResult).map(result => [result.invocationId, result] as const));
  const rounds: Answered[][] = [];
  let isOpen = false;
  for (const canister of canisters) {
    if (isInvocation(canister)) {
      const answered = { invocation: canister, result: results.get(canister.id) };
      if (isOpen) rounds.at(-1)?.push(answered);
      else rounds.push([answered]);
      isOpen = true;
    } else if (isResult(canister)) isOpen = false;
  }
  return rounds;
}

export const announcement = '*This is Rehearsal, a rule-based demo. It is not a language model.*';

export const runByYou = '*You ran this with `/invoke`. No language model was asked.*';
