import { errors } from '../../converser/ground/errors.ts';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import type { ModelEvent } from '../../converser/words/models/provider.ts';
import type { ReplyBudget } from '../../converser/words/models/reply-limits.ts';
import type { CallFragments } from '../call-fragments.ts';
import { createArguments, type WrittenArguments } from './join-arguments.ts';

export interface CallPiece {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null;
  readonly extra_content?: unknown;
}

export interface JoinedCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly id: string;
  readonly extra: JsonObject;
  readonly call?: number;
}

interface Draft {
  id: string;
  name: string;
  readonly written: WrittenArguments;
  extra: JsonObject;
}

/** Some servers send no index, or one for all: then a new id, or a name after whole arguments, begins one. */
export function createCallJoiner(budget: ReplyBudget, { label, passing }: JoinOptions) {
  const drafts: Draft[] = [];
  const byIndex = new Map<number, Draft>();

  function continued(piece: CallPiece): Draft | undefined {
    const draft = typeof piece.index === 'number' ? byIndex.get(piece.index) : drafts.at(-1);
    return draft === undefined || begins(piece, draft) ? undefined : draft;
  }

  function begin(piece: CallPiece): Draft {
    budget.take('calls', 1);
    const draft: Draft = { id: piece.id ?? '', name: '', written: createArguments(), extra: {} };
    drafts.push(draft);
    if (typeof piece.index === 'number') byIndex.set(piece.index, draft);
    return draft;
  }

  function pass(draft: Draft, passing: CallFragments): readonly ModelEvent[] {
    // A server that gives arguments before a name may give more of the name.
    if (draft.written.count() === 1 && draft.name !== '') passing.begin(draft, draft.name);
    return passing.add(draft, draft.written.news());
  }

  function passRest(draft: Draft, passing: CallFragments, isCut: boolean): readonly ModelEvent[] {
    const rest = draft.written.rest(isCut);
    if (rest === undefined && passing.callOf(draft).call !== undefined)
      throw errors.modelServerFailed(label, 'it wrote the arguments of a call twice, and not the same.');
    return passing.add(draft, rest ?? '');
  }

  return {
    add(piece: CallPiece): readonly ModelEvent[] {
      budget.take('arguments', lengthOf(piece));
      const known = continued(piece);
      const before = drafts.at(-1);
      const draft = known ?? begin(piece);
      const hasGrown = extend(draft, piece);
      if (passing === undefined) return [];
      const isNext = known === undefined && before?.written.isWhole() === true;
      const ended = isNext ? [...passRest(before, passing, false), ...passing.end(before, [])] : [];
      return [...ended, ...(hasGrown ? pass(draft, passing) : [])];
    },
    /** What waited because it might be replaced. Throws `model-server-failed` where what was passed was. */
    rest: (isCut: boolean): readonly ModelEvent[] =>
      passing === undefined ? [] : drafts.flatMap(draft => passRest(draft, passing, isCut)),
    all: (isCut: boolean): readonly JoinedCall[] =>
      drafts
        .filter(({ name }) => name !== '')
        .map(draft => ({
          id: draft.id,
          name: draft.name,
          arguments: draft.written.read(isCut),
          extra: draft.extra,
          ...passing?.callOf(draft),
        })),
  };
}

interface JoinOptions {
  readonly label: string;
  readonly passing: CallFragments | undefined;
}

function begins(piece: CallPiece, draft: Draft): boolean {
  const name = piece.function?.name ?? '';
  if (name === '' || draft.name === '') return false;
  const id = piece.id ?? '';
  if (id !== '' && draft.id !== '') return id !== draft.id;
  return draft.written.isWhole() && startsArguments(piece.function?.arguments);
}

function startsArguments(written: unknown): boolean {
  return typeof written === 'string' ? written.trimStart().startsWith('{') : isJsonObject(written);
}

function lengthOf({ id, function: called, extra_content: extra }: CallPiece): number {
  const { name, arguments: written } = called ?? {};
  const rest = typeof written === 'string' ? written.length : lengthAsJson(written);
  return (id?.length ?? 0) + (name?.length ?? 0) + rest + lengthAsJson(extra);
}

function lengthAsJson(value: unknown): number {
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 0;
}

function extend(draft: Draft, piece: CallPiece): boolean {
  const { name, arguments: written } = piece.function ?? {};
  if (draft.id === '') draft.id = piece.id ?? '';
  if (typeof name === 'string' && name !== draft.name) draft.name = nameAfter(draft, name);
  if (isJsonObject(piece.extra_content)) draft.extra = { extra_content: piece.extra_content };
  const fragment = typeof written === 'string' ? written : textOfObject(written);
  if (fragment !== '') draft.written.add(fragment);
  return fragment !== '';
}

function textOfObject(written: unknown): string {
  return isJsonObject(written) ? JSON.stringify(written) : '';
}

function nameAfter({ name, written }: Draft, piece: string): string {
  if (written.count() > 0) return name === '' ? piece : name;
  return piece.startsWith(name) ? piece : name + piece;
}
