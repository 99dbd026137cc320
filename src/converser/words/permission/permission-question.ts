import type { JsonObject } from '../../ground/json/json.ts';
import type { Call } from '../ensemble/call.ts';
import type { Preview } from '../ensemble/invoker.ts';
import type { Source } from '../labels/label.ts';

export interface PermissionQuestion extends Call {
  readonly reason: string;
  /** The reason says no more than the preview. */
  readonly isPlain?: true;
  readonly scopes: readonly PermissionScope[];
  /** Patterns to which a longer yes may be limited, the narrowest first. Each covers this call. */
  readonly patterns: readonly string[];
  /** Of bounded size, with nothing invisible. Absent if only the arguments say it. */
  readonly preview?: Preview;
  readonly draft?: JsonObject;
  readonly mistake?: string;
  readonly timeLeft?: () => number;
  /** Something from outside, or a secret, was read, so earlier answers and rules don't allow the call. */
  readonly caution?: QuestionCaution;
}

export interface QuestionCaution {
  /** A yes may trust these sources from now on. Empty if none can be trusted. */
  readonly sources: readonly Source[];
}

export type PermissionScope = 'once' | 'turn' | 'conversation' | 'workspace' | 'user';

export const permissionScopes: readonly PermissionScope[] = [
  'once',
  'turn',
  'conversation',
  'workspace',
  'user',
];

export const vouchings = ['clean', 'trusted'] as const;

export type PermissionAnswer =
  | {
      readonly kind: 'allow';
      readonly scope: PermissionScope;
      /** One of the offered patterns. Absent for all calls, or only this one with the scope `once`. */
      readonly pattern?: string;
      /** `clean`: what was read so far makes no call worse. `trusted`: nor will anything of its sources. */
      readonly vouches?: (typeof vouchings)[number];
    }
  | {
      readonly kind: 'edit';
      readonly arguments: JsonObject;
    }
  | {
      readonly kind: 'deny';
      readonly reason?: string;
    };

export const denial: PermissionAnswer = { kind: 'deny' };

/** Rejects answers that were made up, or meant for another question. */
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
