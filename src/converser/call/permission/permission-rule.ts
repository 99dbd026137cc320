import { visibleLine } from '../../ground/wording/visible-text.ts';
import { fullName, type Invoker, type Review } from '../../words/ensemble/invoker.ts';
import type { PermissionMode } from '../../words/permission/permission-mode.ts';
import type { PermissionRule, Rule, Ruling } from '../../words/permission/rules.ts';

export interface Verdict {
  readonly rule: PermissionRule;
  /** A sentence that says why. Where the call is allowed, what can follow "because". */
  readonly reason: string;
}

export interface Circumstances {
  /** Whether the user trusts what is in the workspace. */
  readonly isTrusted: boolean;
  readonly mode: PermissionMode;
  /** Where the rules are kept, in words. */
  readonly place: string;
}

/**
 * Invariant: what a descriptor claims never lowers what its origin demands. Without asking run only tools
 * that the user's own settings allow, and tools that came from the user or with Converser; of the latter, read-only ones.
 */
export function verdictOn(
  invoker: Invoker,
  { rule: own, unclear }: Ruling,
  { isTrusted, mode, place }: Circumstances,
): Verdict {
  const name = fullName(invoker);
  const setting = own?.rule;
  if (own?.rule === 'deny') return { rule: 'deny', reason: `${name} is denied by ${shownRule(own, place)}.` };
  if (invoker.permission === 'deny') return { rule: 'deny', reason: `${name} is denied by its descriptor.` };

  const readOnly = invoker.annotations.readOnly === true;
  if (!isTrusted && !(readOnly && invoker.origin === 'shipped')) {
    return { rule: 'deny', reason: `${name} doesn't run in an untrusted workspace.` };
  }
  if (invoker.origin === 'workspace') {
    return {
      rule: 'ask',
      reason: `${name} is defined in this folder; it runs ${shownImplementation(invoker)}.`,
    };
  }
  if (unclear !== undefined) return { rule: 'ask', reason: unclear };
  const isDisputed = readOnly && claimsToWrite(invoker);
  const onlyReads = readOnly && !isDisputed;
  const wanted = setting ?? modeRules[mode](invoker, onlyReads);
  if (wanted === 'allow')
    return {
      rule: wanted,
      reason: own === undefined ? whyUnasked(invoker, onlyReads) : `${shownRule(own, place)} allows it`,
    };
  if (isDisputed) {
    return {
      rule: wanted,
      reason: `${name} is described as read-only, but itself claims to change something.`,
    };
  }
  if (!readOnly) return { rule: wanted, reason: effect(invoker) };
  const isSentAway = setting === undefined && invoker.annotations.openWorld === true;
  const reason = isSentAway ? `${name} sends a request to another computer.` : `${name} is set to ask first.`;
  return { rule: wanted, reason };
}

/** A yes to calls in general does not cover one that must be named; only a rule with a pattern that covers it does. */
export function unlessNamed(
  verdict: Verdict,
  { rule, unclear }: Ruling,
  { invoker, review }: { readonly invoker: Invoker; readonly review: Review },
): Verdict {
  const { mustBeNamed: reason } = review;
  const isByMode = rule === undefined && unclear === undefined && invoker.origin !== 'workspace';
  const isAsked = verdict.rule === 'ask' && isByMode;
  const isGeneral = verdict.rule === 'allow' && rule?.pattern === undefined;
  return reason !== undefined && (isAsked || isGeneral) ? { rule: 'ask', reason } : verdict;
}

/** What each mode wants of a tool, by whether it surely only reads. */
const modeRules: Readonly<Record<PermissionMode, (invoker: Invoker, onlyReads: boolean) => PermissionRule>> =
  {
    everything: () => 'ask',
    changes: ({ permission }, onlyReads) => permission ?? (onlyReads ? 'allow' : 'ask'),
    trusted: ({ permission }) => permission ?? 'allow',
  };

function shownRule({ pattern, text, place: own }: Rule, placeOfBook: string): string {
  const place = own ?? placeOfBook;
  // A name without its ensemble was written without the colon.
  return pattern === undefined ? place : `the rule ${visibleLine(text.replace(/^:/, ''))} in ${place}`;
}

/** Why a call is not asked about that no rule decides. */
function whyUnasked({ permission, origin }: Invoker, onlyReads: boolean): string {
  if (permission === 'allow') return 'its descriptor allows it';
  if (!onlyReads) return 'the permission mode is Trusted';
  return origin === 'shipped' ? 'it only reads and comes with Converser' : 'it only reads';
}

/** Without the fingerprint of its code, which means nothing to people; approvals go by the whole. */
function shownImplementation({ implementation }: Invoker): string {
  return implementation.replace(/ \(sha256 [0-9a-f]+\)$/, '');
}

/** Claims of a tool's author count against it only: never that it is harmless, but that it is dangerous. */
function claimsToWrite({ claims }: Invoker): boolean {
  return claims?.readOnly === false || (claims?.destructive === true && claims.readOnly !== true);
}

function effect(invoker: Invoker): string {
  const name = fullName(invoker);
  return invoker.annotations.destructive === false
    ? `${name} has side effects.`
    : `${name} may change or delete something.`;
}

export function ofProposal(reason: string): string {
  return `The model showed this call and may not have meant to make it. ${reason}`.trim();
}

export function ofEdit(reason: string): string {
  return `You changed the arguments. ${reason}`.trim();
}
