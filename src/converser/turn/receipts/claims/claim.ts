import type { ClaimVerb } from './verbs.ts';

/** What an answer says was done. */
export interface Claim {
  /** Where the words stand in the answer. */
  readonly start: number;
  readonly end: number;
  readonly said: Said;
  /** The words, masked as the sentence is. */
  readonly text: string;
  /** What stands before it, such as the file of a list item: where that begins, and its words. */
  readonly label?: { readonly start: number; readonly text: string };
  /** It speaks of what was done before this turn, too. */
  readonly looksBack: boolean;
  /** It says that it was done just now. */
  readonly isNew: boolean;
}

export type Said =
  | {
      readonly kind: 'done';
      readonly word: string;
      readonly verb: ClaimVerb;
      /** In a turn in which nothing was done, it tells what others did before. */
      readonly mayBeHistory?: true;
    }
  /** An item of a list says so by its place. */
  | {
      readonly kind: 'listed';
      readonly of: 'changed' | 'seen' | 'ran';
      /** Of the file or the command. */
      readonly name: string;
      /** Of a command: it went well; of a file: what stands above or before it says that something was done. */
      readonly isGood: boolean;
      /** Others of its section tell what was done. */
      readonly isAmongClaims: boolean;
      /** Other files that are listed. */
      readonly peers: readonly string[];
    }
  /** A check went well. */
  | { readonly kind: 'outcome'; readonly of: CheckedThing };

/** What can go well. `any`: whatever was run last. */
export type CheckedThing = 'tests' | 'build' | 'lint' | 'types' | 'http' | 'ci' | 'any';

/** Words of a sentence that make a claim, by where they begin. */
export interface Marked {
  readonly from: number;
  /** Where they end at the latest, if that is known. */
  readonly to?: number;
  readonly said: Said;
}
