import { isJsonObject, type JsonObject, parseJson } from '../../converser/json/json.ts';
import type { ModelEvent } from '../../converser/models/provider.ts';
import { readArguments } from '../call-arguments.ts';
import type { CallFragments } from '../call-fragments.ts';

/** A piece of a call as servers send it. Required fields may be missing. */
export interface CallPiece {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null;
  readonly extra_content?: unknown;
}

export interface JoinedCall {
  readonly name: string;
  /** An object, or the text in its place. */
  readonly arguments: unknown;
  /** Fields beyond the standard that the server wants back with the call. */
  readonly extra: JsonObject;
  /** Its number, if it was passed on while it arrived. */
  readonly call?: number;
}

interface Draft {
  readonly index: number | undefined;
  id: string;
  name: string;
  readonly fragments: string[];
  whole: JsonObject | undefined;
  extra: JsonObject;
}

/**
 * Joins the pieces in which calls arrive, in the order in which the calls began.
 *
 * A piece belongs to the call with its index. Some servers send no index, or the same for all calls: then a new id, or
 * a new name after complete arguments, starts another call. Fragments are joined once, at the end.
 */
export function createCallJoiner(passing?: CallFragments) {
  const drafts: Draft[] = [];

  /** What can be passed on of the piece that was just added to a draft. */
  function pass(draft: Draft, written: string, passing: CallFragments): readonly ModelEvent[] {
    // Whoever gives arguments before a name may give more of the name.
    if (draft.fragments.length === 1 && draft.name !== '') passing.begin(draft, draft.name);
    return passing.add(draft, written);
  }

  return {
    add(piece: CallPiece): readonly ModelEvent[] {
      const known = continued(drafts, piece);
      const before = drafts.at(-1);
      const draft = known ?? newDraft(piece);
      if (known === undefined) drafts.push(draft);
      const hasGrown = extend(draft, piece);
      if (passing === undefined) return [];
      const isNext = known === undefined && before !== undefined && isComplete(before);
      const ended = isNext ? passing.end(before, []) : [];
      const written = hasGrown ? (draft.fragments.at(-1) ?? '') : '';
      return [...ended, ...(hasGrown ? pass(draft, written, passing) : [])];
    },
    all: (): readonly JoinedCall[] =>
      drafts
        .filter(({ name }) => name !== '')
        .map(draft => ({ ...joinedCall(draft), ...passing?.callOf(draft) })),
  };
}

/** The call that a piece continues; `undefined` if it starts one. */
function continued(drafts: readonly Draft[], piece: CallPiece): Draft | undefined {
  const index = piece.index ?? undefined;
  const draft = index === undefined ? drafts.at(-1) : drafts.findLast(each => each.index === index);
  return draft === undefined || begins(piece, draft) ? undefined : draft;
}

function begins(piece: CallPiece, draft: Draft): boolean {
  const name = piece.function?.name ?? '';
  if (name === '' || draft.name === '') return false;
  const id = piece.id ?? '';
  if (id !== '' && draft.id !== '') return id !== draft.id;
  return isComplete(draft) && startsArguments(piece.function?.arguments);
}

/** The cheap check comes first: if a server repeats the name, this runs for every fragment. */
function isComplete({ whole, fragments }: Draft): boolean {
  if (whole !== undefined) return true;
  if (fragments.at(-1)?.trimEnd().endsWith('}') !== true) return false;
  return isJsonObject(parseJson(fragments.join('')));
}

function startsArguments(written: unknown): boolean {
  return typeof written === 'string' ? written.trimStart().startsWith('{') : isJsonObject(written);
}

function newDraft({ index, id }: CallPiece): Draft {
  return { index: index ?? undefined, id: id ?? '', name: '', fragments: [], whole: undefined, extra: {} };
}

/** Whether another fragment was added. */
function extend(draft: Draft, piece: CallPiece): boolean {
  const { name, arguments: written } = piece.function ?? {};
  if (draft.id === '') draft.id = piece.id ?? '';
  if (typeof name === 'string' && name !== draft.name) draft.name = nameAfter(draft, name);
  const isFragment = typeof written === 'string' && written !== '';
  if (isFragment) draft.fragments.push(written);
  else if (isJsonObject(written)) draft.whole = written;
  if (isJsonObject(piece.extra_content)) draft.extra = { extra_content: piece.extra_content };
  return isFragment;
}

/** A name may arrive in pieces too, but only before the arguments. */
function nameAfter({ name, fragments, whole }: Draft, piece: string): string {
  if (fragments.length > 0 || whole !== undefined) return name === '' ? piece : name;
  return piece.startsWith(name) ? piece : name + piece;
}

function joinedCall({ name, fragments, whole, extra }: Draft): JoinedCall {
  return { name, arguments: whole ?? readArguments(fragments.join('')), extra };
}
