import { visibleLine } from '../../ground/wording/visible-text.ts';
import { fullName, type Invoker, type Review } from '../../words/ensemble/invoker.ts';
import type { PermissionMode } from '../../words/permission/permission-mode.ts';
import type { PermissionRule, Rule, Ruling } from '../../words/permission/rules.ts';

export interface Verdict {
  readonly rule: PermissionRule;
  readonly reason: string;
  /** The reason says no more than a preview does. */
  readonly isGeneral?: true;
}

export interface Circumstances {
  readonly isTrusted: boolean;
  readonly mode: PermissionMode;
  readonly place: string;
  readonly acceptsEdits?: boolean;
}

/**
 * Invariant: a descriptor's claims never lower what its origin demands. Unasked run only tools that your
 * settings allow, that you added, or that Converser ships and only read.
 */
export function verdictOn(
  invoker: Invoker,
  { rule: own, unclear }: Ruling,
  { isTrusted, mode, place, acceptsEdits = false }: Circumstances,
): Verdict {
  const name = fullName(invoker);
  const setting = own?.rule;
  if (own?.rule === 'deny') return { rule: 'deny', reason: `${name} is denied by ${shownRule(own, place)}.` };
  if (invoker.permission === 'deny') return { rule: 'deny', reason: `${name} is denied by its descriptor.` };

  const readOnly = invoker.annotations.readOnly === true;
  if (!isTrusted && !(readOnly && invoker.origin === 'shipped')) {
    return { rule: 'deny', reason: `${name} doesn’t run in an untrusted workspace.` };
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
  const isAccepted = acceptsEdits && invoker.isEdit === true;
  const wanted = setting ?? modeRules[mode](invoker, onlyReads || isAccepted);
  if (wanted === 'allow')
    return {
      rule: wanted,
      reason:
        own === undefined
          ? whyUnasked(invoker, { onlyReads, isAccepted })
          : `${shownRule(own, place)} allows it`,
    };
  if (isDisputed) {
    return {
      rule: wanted,
      reason: `${name} is described as read-only, but reports that it makes changes.`,
    };
  }
  if (!readOnly) return { rule: wanted, reason: effect(invoker), isGeneral: true };
  const isSentAway = setting === undefined && invoker.annotations.openWorld === true;
  const reason = isSentAway ? `${name} sends a request to another computer.` : `${name} is set to ask first.`;
  return { rule: wanted, reason };
}

/** A general yes doesn't cover a call that must be named; only a rule whose pattern covers it does. */
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

const modeRules: Readonly<Record<PermissionMode, (invoker: Invoker, isHarmless: boolean) => PermissionRule>> =
  {
    everything: () => 'ask',
    changes: ({ permission }, isHarmless) => permission ?? (isHarmless ? 'allow' : 'ask'),
    trusted: ({ permission }) => permission ?? 'allow',
  };

function shownRule({ pattern, text, place: own }: Rule, placeOfBook: string): string {
  const place = own ?? placeOfBook;
  // A name without its ensemble was written without the colon.
  return pattern === undefined ? place : `the rule ${visibleLine(text.replace(/^:/, ''))} in ${place}`;
}

function whyUnasked(
  { permission, origin }: Invoker,
  { onlyReads, isAccepted }: { readonly onlyReads: boolean; readonly isAccepted: boolean },
): string {
  if (permission === 'allow') return 'its descriptor allows it';
  if (isAccepted) return 'this conversation’s mode accepts edits';
  if (!onlyReads) return 'the permission mode is Trusted';
  return origin === 'shipped' ? 'it only reads and comes with Converser' : 'it only reads';
}

/** Hides the code's fingerprint, which means nothing to people; approvals use the whole. */
function shownImplementation({ implementation }: Invoker): string {
  return implementation.replace(/ \(sha256 [0-9a-f]+\)$/, '');
}

/** A tool's claims count only against it: it may say that it is dangerous, never that it is harmless. */
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
  return `The model wrote this call as text and may not have meant to make it. ${reason}`.trim();
}

export function ofEdit(reason: string): string {
  return `You changed the arguments. ${reason}`.trim();
}
