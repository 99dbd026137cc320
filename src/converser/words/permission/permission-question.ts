import type { JsonObject } from '../../ground/json/json.ts';
import type { Call } from '../ensemble/call.ts';
import type { Preview } from '../ensemble/invoker.ts';
import type { Source } from '../labels/label.ts';

/** What the user is asked about one call. */
export interface PermissionQuestion extends Call {
  /** Why the question is asked. */
  readonly reason: string;
  /** How long a yes may hold, in the order in which that is offered. */
  readonly scopes: readonly PermissionScope[];
  /**
   * To which calls of the tool a yes may be limited that holds for more than one, the narrowest first. Each covers this
   * call. Empty: it can't be limited.
   */
  readonly patterns: readonly string[];
  /** What the call would do, of bounded size and with nothing invisible in it. Absent: only the arguments say it. */
  readonly preview?: Preview;
  /** What the user made of the arguments last, if there is a mistake in it. The question is about the call without it. */
  readonly draft?: JsonObject;
  /** The mistake in the draft, as sentences. */
  readonly mistake?: string;
  /** Milliseconds until no answer counts any more. Absent: the user may take any time. */
  readonly timeLeft?: () => number;
  /** Something from outside, or a secret, has been read: therefore earlier answers and rules do not allow the call. */
  readonly caution?: QuestionCaution;
}

export interface QuestionCaution {
  /** Whose content it is, as far as a yes may trust them from now on. Empty: no one can be trusted here. */
  readonly sources: readonly Source[];
}

/** How long a yes holds. `user`: in every workspace. */
export type PermissionScope = 'once' | 'turn' | 'conversation' | 'workspace' | 'user';

export const permissionScopes: readonly PermissionScope[] = [
  'once',
  'turn',
  'conversation',
  'workspace',
  'user',
];

/** What a yes may say of all that was read. */
export const vouchings = ['clean', 'trusted'] as const;

export type PermissionAnswer =
  | {
      readonly kind: 'allow';
      readonly scope: PermissionScope;
      /** One of those that were offered. Absent: it covers all calls of the tool, or only this one where the scope is `once`. */
      readonly pattern?: string;
      /**
       * What the user says beyond this call, where the question has a `caution`. `clean`: what the conversation has read so
       * far makes no call worse. `trusted`: nor does anything of the question's sources, in any conversation.
       */
      readonly vouches?: (typeof vouchings)[number];
    }
  | {
      /**
       * Nothing is decided yet: the user is asked again, about the call with these arguments. They have not been checked.
       */
      readonly kind: 'edit';
      readonly arguments: JsonObject;
    }
  | {
      readonly kind: 'deny';
      /** In the user's words, for the model to read. */
      readonly reason?: string;
    };

export const denial: PermissionAnswer = { kind: 'deny' };

/** Whether a question allows an answer: it may have been made up, or meant for another question. */
export function isOffered(
  { scopes, patterns, caution }: PermissionQuestion,
  answer: PermissionAnswer,
): boolean {
  if (answer.kind !== 'allow') return true;
  const { scope, pattern, vouches } = answer;
  if (vouches !== undefined && caution === undefined) return false;
  if (vouches === 'trusted' && caution?.sources.length === 0) return false;
  return (
    scopes.includes(scope) && (pattern === undefined || (scope !== 'once' && patterns.includes(pattern)))
  );
}
