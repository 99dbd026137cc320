import { isJsonObject, type JsonObject, parseJson } from '../../converser/ground/json/json.ts';
import type { ModelEvent } from '../../converser/words/models/provider.ts';
import type { ReplyBudget } from '../../converser/words/models/reply-limits.ts';
import { readArguments } from '../call-arguments.ts';
import type { CallFragments } from '../call-fragments.ts';

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
  readonly fragments: string[];
  readonly end: ObjectEnd;
  whole: JsonObject | undefined;
  extra: JsonObject;
}

/** Some servers send no index, or one for all: then a new id, or a name after whole arguments, begins one. */
export function createCallJoiner(budget: ReplyBudget, passing?: CallFragments) {
  const drafts: Draft[] = [];
  const byIndex = new Map<number, Draft>();

  function continued(piece: CallPiece): Draft | undefined {
    const draft = typeof piece.index === 'number' ? byIndex.get(piece.index) : drafts.at(-1);
    return draft === undefined || begins(piece, draft) ? undefined : draft;
  }

  function begin(piece: CallPiece): Draft {
    budget.take('calls', 1);
    const draft = newDraft(piece);
    drafts.push(draft);
    if (typeof piece.index === 'number') byIndex.set(piece.index, draft);
    return draft;
  }

  function pass(draft: Draft, written: string, passing: CallFragments): readonly ModelEvent[] {
    // A server that gives arguments before a name may give more of the name.
    if (draft.fragments.length === 1 && draft.name !== '') passing.begin(draft, draft.name);
    return passing.add(draft, written);
  }

  return {
    add(piece: CallPiece): readonly ModelEvent[] {
      budget.take('arguments', lengthOf(piece));
      const known = continued(piece);
      const before = drafts.at(-1);
      const draft = known ?? begin(piece);
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

function begins(piece: CallPiece, draft: Draft): boolean {
  const name = piece.function?.name ?? '';
  if (name === '' || draft.name === '') return false;
  const id = piece.id ?? '';
  if (id !== '' && draft.id !== '') return id !== draft.id;
  return isComplete(draft) && startsArguments(piece.function?.arguments);
}

/** The cheap check comes first: if a server repeats the name, this runs for every fragment. */
function isComplete({ whole, fragments, end }: Draft): boolean {
  if (whole !== undefined) return true;
  return fragments.at(-1)?.trimEnd().endsWith('}') === true && end.isWhole(fragments);
}

function startsArguments(written: unknown): boolean {
  return typeof written === 'string' ? written.trimStart().startsWith('{') : isJsonObject(written);
}

function newDraft({ id }: CallPiece): Draft {
  return { id: id ?? '', name: '', fragments: [], end: createObjectEnd(), whole: undefined, extra: {} };
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
  const isFragment = typeof written === 'string' && written !== '';
  if (isFragment) draft.fragments.push(written);
  else if (isJsonObject(written)) draft.whole = written;
  if (isJsonObject(piece.extra_content)) draft.extra = { extra_content: piece.extra_content };
  return isFragment;
}

function nameAfter({ name, fragments, whole }: Draft, piece: string): string {
  if (fragments.length > 0 || whole !== undefined) return name === '' ? piece : name;
  return piece.startsWith(name) ? piece : name + piece;
}

function joinedCall({ id, name, fragments, whole, extra }: Draft): JoinedCall {
  return { id, name, arguments: whole ?? readArguments(fragments.join('')), extra };
}

interface ObjectEnd {
  /** Looks at each piece once: reading all of them again would take time that grows with its square. */
  isWhole(pieces: readonly string[]): boolean;
}

function createObjectEnd(): ObjectEnd {
  let seen = 0;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let state: 'before' | 'inside' | 'after' | 'other' = 'before';
  let isJson: boolean | undefined;

  function enter(character: string): void {
    if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth === 0) state = 'after';
  }
  function read(character: string): void {
    if (isInString) {
      isInString = isEscaped || character !== '"';
      isEscaped = !isEscaped && character === '\\';
    } else if (state === 'inside') enter(character);
    else if (!isSpace(character)) {
      state = state === 'before' && character === '{' ? 'inside' : 'other';
      depth = 1;
    }
  }

  return {
    isWhole(pieces) {
      for (; seen < pieces.length && state !== 'other'; seen++)
        for (const character of pieces[seen] ?? '') read(character);
      if (state !== 'after') return false;
      isJson ??= parseJson(pieces.join('')) !== undefined;
      return isJson;
    },
  };
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}
