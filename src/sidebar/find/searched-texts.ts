import { argumentsText } from '../../converser/words/texts/arguments-text.ts';
import type { CommittedTurn } from '../protocol.ts';
import { readableText } from '../turns/readable-text.ts';
import { turnOfCanisters } from '../turns/turn-of-canisters.ts';
import type { InvocationItem, TurnView } from '../turns/turn-view.ts';
import { markdownTexts } from './markdown-texts.ts';

export interface SearchedPart {
  readonly kind: 'text' | 'call';
  readonly texts: readonly string[];
}

export function searchedParts({ items }: TurnView): readonly SearchedPart[] {
  return items.flatMap((item): readonly SearchedPart[] => {
    switch (item.kind) {
      case 'user':
        return [{ kind: 'text', texts: [readableText(item.content)] }];
      case 'answer':
        return [{ kind: 'text', texts: markdownTexts(item.text) }];
      case 'invocation':
        return [{ kind: 'call', texts: textsOfCall(item) }];
      default:
        return [];
    }
  });
}

export function searchedPartsOf(turn: CommittedTurn): readonly SearchedPart[] {
  return searchedParts(turnOfCanisters(turn));
}

export function countMatches(parts: readonly SearchedPart[], pattern: RegExp): number {
  return parts.reduce((sum, part) => sum + countIn(part, pattern), 0);
}

function countIn({ kind, texts }: SearchedPart, pattern: RegExp): number {
  if (kind === 'call') return texts.some(text => text.search(pattern) !== -1) ? 1 : 0;
  return texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
}

/** Of the arguments of a call; more would make no sense to anybody. */
const mostCharacters = 1_000_000;

export function textsOfCall({ canister, result }: InvocationItem): readonly string[] {
  const { ensemble, name, arguments: args, malformedArguments } = canister;
  return [
    `${ensemble}:${name}`,
    malformedArguments ?? argumentsText(args, { limit: mostCharacters }),
    ...(result === undefined ? [] : [result.screen ?? '', readableText(result.content)]),
  ];
}
