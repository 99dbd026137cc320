import type { JsonObject } from '../../converser/ground/json/json.ts';
import {
  beginsTurn,
  type Canister,
  type Failure,
  type InvocationCanister,
  isResult,
  type ResultCanister,
} from '../../converser/words/canister/canister.ts';
import type { Content } from '../../converser/words/canister/content.ts';
import { isInterruption } from '../../converser/words/canister/interruption.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import type { StoredContent } from '../conversation-store.ts';

/** What a reader of an exported conversation is shown, in order. */
export type Passage =
  | {
      readonly kind: 'said';
      readonly who: string;
      readonly time: string;
      readonly content: readonly Content[];
    }
  | { readonly kind: 'thought'; readonly text: string }
  | { readonly kind: 'attached'; readonly title: string; readonly content: readonly Content[] }
  | Called
  | { readonly kind: 'note'; readonly text: string };

interface Called {
  readonly kind: 'call';
  readonly title: string;
  readonly arguments: JsonObject | string;
  readonly result: readonly Content[];
  readonly failure?: Failure;
}

export function passagesOf({ canisters, thoughts, versions }: StoredContent): readonly Passage[] {
  const results = resultsOf(canisters);
  const before = new Map(thoughts.map(({ before: id, text }) => [id, text]));
  return canisters.flatMap((canister, at): readonly Passage[] => {
    const thought = before.get(canister.id);
    return [
      ...(beginsTurn(canister, canisters[at - 1]) ? notesOn(canister, versions.get(canister.id)) : []),
      ...(thought === undefined ? [] : [{ kind: 'thought', text: thought } as const]),
      ...passagesIn(canister, results),
    ];
  });
}

function notesOn(
  turn: Canister,
  version: { at: number; ends: readonly string[] } | undefined,
): readonly Passage[] {
  return [
    ...(version === undefined ? [] : [note(`Version ${version.at + 1} of ${version.ends.length}.`)]),
    ...(turn.marks.active ? [] : [note('This turn was undone.')]),
  ];
}

function note(text: string): Passage {
  return { kind: 'note', text };
}

type Results = ReadonlyMap<InvocationCanister, ResultCanister>;

/** Ids of calls may come again in later turns. */
function resultsOf(canisters: readonly Canister[]): Results {
  const open = new Map<string, InvocationCanister>();
  const results = new Map<InvocationCanister, ResultCanister>();
  for (const canister of canisters) {
    if (canister.role === 'invocation') open.set(canister.id, canister);
    const call = isResult(canister) ? open.get(canister.invocationId) : undefined;
    if (call !== undefined && isResult(canister)) results.set(call, canister);
  }
  return results;
}

function passagesIn(canister: Canister, results: Results): readonly Passage[] {
  const { role, content, timestamp: time } = canister;
  switch (role) {
    case 'user':
      return [{ kind: 'said', who: 'You', time, content }];
    case 'assistant': {
      if (!isInterruption(canister))
        return content.length === 0 ? [] : [{ kind: 'said', who: 'Answer', time, content }];
      // Its last part is for the model.
      const begun = content.slice(0, -1);
      const said: Passage = { kind: 'said', who: 'Answer', time, content: begun };
      return [...(begun.length === 0 ? [] : [said]), note(canister.interrupted.message)];
    }
    case 'supervisor':
      return [{ kind: 'attached', title: 'Instructions', content }];
    case 'document':
      return [{ kind: 'attached', title: titleOfDocument(canister), content }];
    case 'invocation':
      return [callOf(canister, results.get(canister))];
    case 'result':
      return [];
    case 'compaction':
      return [note('To save tokens, later requests left out some of what stands above.')];
  }
}

function titleOfDocument({ content: [first] }: Canister): string {
  return first?.type === 'resource' ? first.uri : 'Attachment';
}

function callOf(call: InvocationCanister, result: ResultCanister | undefined): Called {
  const title = call.ensemble === '' ? call.name : fullName(call);
  const { content = [], failure } = result ?? {};
  return {
    kind: 'call',
    title,
    arguments: call.malformedArguments ?? call.arguments,
    result: content,
    ...(failure !== undefined && { failure }),
  };
}
