import { reasonOf } from '../../ground/errors.ts';
import { defined } from '../../ground/json/defined.ts';
import type { Covered, Subject } from '../ensemble/invoker.ts';

export type PermissionRule = 'allow' | 'ask' | 'deny';

/** What you decided beforehand about calls of a tool. */
export interface Rule {
  readonly rule: PermissionRule;
  /** As it was written, such as `workspace:write_file(src/**)`. */
  readonly text: string;
  /** Which of the tool's calls it is about; see `Subject`. Absent: all of them. */
  readonly pattern?: string;
  /** Where it is kept, in words, if that is another place than that of its book. */
  readonly place?: string;
}

/** Your rules, wherever the host keeps them. */
export interface RuleBook {
  /** Where they are kept, in words that can stand within a sentence. */
  readonly place: string;
  /** Those that name the tool, in the order in which you wrote them. */
  about(fullName: string): readonly Rule[];
  /** Adds one after all others. Absent: no rules can be added here. */
  allow?(text: string): Promise<void>;
}

export const noRules: RuleBook = { place: 'no place', about: () => [] };

/** A rule as people write it. */
export function ruleText(fullName: string, pattern: string | undefined): string {
  return pattern === undefined ? fullName : `${fullName}(${pattern})`;
}

/**
 * Makes what finds the rules about a tool: those for its full name, and those for `ensemble:*`, either with a pattern in
 * parentheses or without. With a thousand rules, a tool still has only its own looked at.
 */
export function indexRules(
  written: Iterable<readonly [text: string, rule: PermissionRule]>,
  place?: string,
): (fullName: string) => readonly Rule[] {
  const placed = new Map<string, { readonly at: number; readonly rule: Rule }[]>();
  let at = 0;
  for (const [text, rule] of written) {
    for (const { tool, pattern } of readingsOf(text)) {
      const read: Rule = defined({ rule, text, pattern, place });
      placed.set(tool, [...(placed.get(tool) ?? []), { at: at++, rule: read }]);
    }
  }
  return fullName => {
    const ensemble = fullName.slice(0, fullName.indexOf(':'));
    const own = placed.get(fullName) ?? [];
    const general = placed.get(`${ensemble}:*`) ?? [];
    return [...own, ...general].sort((one, other) => one.at - other.at).map(({ rule }) => rule);
  };
}

/** A server may give a tool a name with parentheses: then the text may mean either. */
function readingsOf(text: string): readonly { readonly tool: string; readonly pattern?: string }[] {
  const parts = /^([^()]+)\((.+)\)$/s.exec(text);
  const [, tool, pattern] = parts ?? [];
  if (tool === undefined || pattern === undefined) return [{ tool: text }];
  return [{ tool: text }, { tool, pattern }];
}

/** The rule that decides about a call, if one does. */
export interface Ruling {
  readonly rule?: Rule;
  /** Why some rules are unclear, for want of a subject. */
  readonly unclear?: string;
  /** The patterns of those that deny only what the tool then leaves out. Absent: there are none. */
  readonly withheld?: readonly string[];
}

/**
 * One that denies decides; otherwise the last one that is about the call. Of several that allow it after all that ask,
 * the one that counts says most closely what it is about.
 */
export function rulingOfAll(rules: readonly Rule[]): Ruling {
  const rule = rules.find(each => each.rule === 'deny') ?? closestOfLast(rules);
  return rule === undefined ? {} : { rule };
}

function closestOfLast(rules: readonly Rule[]): Rule | undefined {
  const last = rules.at(-1);
  if (last?.rule !== 'allow' || last.pattern !== undefined) return last;
  const allowing = rules.slice(rules.findLastIndex(({ rule }) => rule === 'ask') + 1);
  return allowing.findLast(({ pattern }) => pattern !== undefined) ?? last;
}

/**
 * The same where some rules have patterns. A yes must cover all that the call touches, and anything else a part of it.
 * What denies only a part that the tool can leave out does not decide about the call.
 *
 * Invariant: a rule that denies or asks and cannot be compared with the call is never passed over.
 */
export async function rulingFor(rules: readonly Rule[], subject: Subject | undefined): Promise<Ruling> {
  const about: Rule[] = [];
  const withheld: string[] = [];
  let unclear: string | undefined;
  for (const rule of rules) {
    const found = coverage(rule, subject);
    // To wait takes longer than to compare.
    const covered = found instanceof Promise ? await found : found;
    if (covered.kind === 'unknown') {
      if (rule.rule !== 'allow') unclear ??= `The rule ${rule.text} can't be applied: ${covered.reason}`;
      continue;
    }
    const part = covered.kind === 'all' ? undefined : partLeftOut(rule, subject);
    const leftOut = part instanceof Promise ? await part : part;
    if (leftOut !== undefined) withheld.push(leftOut);
    else if (covered.kind === 'all' || (covered.kind === 'some' && rule.rule !== 'allow')) about.push(rule);
  }
  const { rule } = rulingOfAll(about);
  return defined({ rule, unclear, withheld: withheld.length === 0 ? undefined : withheld });
}

/** The pattern of a rule that denies a part of the call which the tool leaves out. */
function partLeftOut(
  { rule, pattern }: Rule,
  subject: Subject | undefined,
): undefined | string | Promise<string | undefined> {
  if (rule !== 'deny' || pattern === undefined || subject?.leavesOut === undefined) return undefined;
  const leftOut = subject.leavesOut(pattern);
  if (typeof leftOut === 'boolean') return leftOut ? pattern : undefined;
  return leftOut.then(isLeftOut => (isLeftOut ? pattern : undefined));
}

type Coverage = { readonly kind: Covered } | { readonly kind: 'unknown'; readonly reason: string };

function coverage({ pattern }: Rule, subject: Subject | undefined): Coverage | Promise<Coverage> {
  if (pattern === undefined) return { kind: 'all' };
  if (subject === undefined)
    return { kind: 'unknown', reason: "the tool doesn't say what its calls are about." };
  const covered = subject.covered(pattern);
  if (typeof covered === 'string') return { kind: covered };
  return covered.then(
    kind => ({ kind }),
    cause => ({ kind: 'unknown', reason: reasonOf(cause) }),
  );
}
