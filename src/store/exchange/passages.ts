import {
  beginsTurn,
  type Canister,
  type InvocationCanister,
  isResult,
  type ResultCanister,
} from '../../converser/words/canister/canister.ts';
import { type Content, text } from '../../converser/words/canister/content.ts';
import { isInterruption } from '../../converser/words/canister/interruption.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import type { StoredContent } from '../stored-content.ts';

/** What a reader of an exported conversation is shown, in order. */
export type Passage = Said | Aside | { readonly kind: 'note'; readonly text: string };

interface Said {
  readonly kind: 'said';
  /** Absent where an answer goes on after calls. */
  readonly who?: 'You' | 'Answer';
  readonly time: string;
  readonly content: readonly Content[];
}

/** A thought, an attachment, or a call with its arguments and its result. */
interface Aside {
  readonly kind: 'aside';
  readonly title: string;
  readonly content: readonly Content[];
}

export function passagesOf({
  canisters,
  thoughts,
  versions,
}: Pick<StoredContent, 'canisters' | 'thoughts' | 'versions'>): readonly Passage[] {
  const results = resultsOf(canisters);
  const before = new Map(thoughts.map(thought => [thought.before, thought.text]));
  let isAnswering = false;
  return canisters.flatMap((canister, at): readonly Passage[] => {
    const thought = before.get(canister.id);
    const version = versions.get(canister.id);
    const begins = beginsTurn(canister, canisters[at - 1]);
    if (begins) isAnswering = false;
    const passages = passagesIn(canister, results, isAnswering);
    isAnswering ||= passages.some(each => each.kind === 'said' && each.who === 'Answer');
    return [
      ...(version === undefined ? [] : [note(`Version ${version.at + 1} of ${version.ends.length}.`)]),
      ...(begins && !canister.marks.active ? [note('This turn was undone.')] : []),
      ...(thought === undefined ? [] : [aside('Thought', [text(thought)])]),
      ...passages,
    ];
  });
}

function note(words: string): Passage {
  return { kind: 'note', text: words };
}

function aside(title: string, content: readonly Content[]): Aside {
  return { kind: 'aside', title, content };
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

function passagesIn(canister: Canister, results: Results, isAnswering: boolean): readonly Passage[] {
  const { role, content } = canister;
  switch (role) {
    case 'user':
      return [said(canister, 'You')];
    case 'assistant': {
      // The last part of an interruption is for the model.
      const begun = isInterruption(canister) ? content.slice(0, -1) : content;
      return [
        ...(begun.length === 0
          ? []
          : [said({ ...canister, content: begun }, isAnswering ? undefined : 'Answer')]),
        ...(isInterruption(canister) ? [note(canister.interrupted.message)] : []),
      ];
    }
    case 'supervisor':
      return [aside('Instructions', content)];
    case 'document':
      return [aside(`Attached: ${content[0]?.type === 'resource' ? content[0].uri : 'text'}`, content)];
    case 'invocation':
      return [callOf(canister, results.get(canister))];
    case 'result':
      return [];
    case 'compaction':
      return [note('To save tokens, later requests left out some of what stands above.')];
  }
}

function said({ timestamp: time, content }: Canister, who: Said['who']): Said {
  return { kind: 'said', time, content, ...(who && { who }) };
}

function callOf(call: InvocationCanister, result: ResultCanister | undefined): Aside {
  const name = call.ensemble === '' ? call.name : fullName(call);
  const failed = result?.failure === undefined ? '' : `, which failed (${result.failure.kind})`;
  const written = call.malformedArguments ?? JSON.stringify(call.arguments, undefined, 2);
  return aside(`Called ${name}${failed}`, [text(written, 'application/json'), ...(result?.content ?? [])]);
}
