import { reasonOf } from '../../ground/errors.ts';
import { defined } from '../../ground/json/defined.ts';
import type { Covered, Subject } from '../ensemble/invoker.ts';

export type PermissionRule = 'allow' | 'ask' | 'deny';

/** What calls under a rule do, for people. */
export const ruleEffects: Readonly<Record<PermissionRule, string>> = {
  allow: 'runs without asking',
  ask: 'asks',
  deny: 'never runs',
};

export interface Rule {
  readonly rule: PermissionRule;
  readonly text: string;
  readonly pattern?: string;
  readonly place?: string;
}

export interface RuleBook {
  readonly place: string;
  about(fullName: string): readonly Rule[];
  allow?(text: string): Promise<void>;
}

export const noRules: RuleBook = { place: 'no place', about: () => [] };

export function ruleText(fullName: string, pattern: string | undefined): string {
  return pattern === undefined ? fullName : `${fullName}(${pattern})`;
}

/** With a thousand rules, only a tool's own are looked at: those for its name and for `ensemble:*`. */
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

function readingsOf(text: string): readonly { readonly tool: string; readonly pattern?: string }[] {
  const parts = /^([^()]+)\((.+)\)$/s.exec(text);
  const [, tool, pattern] = parts ?? [];
  if (tool === undefined || pattern === undefined) return [{ tool: text }];
  return [{ tool: text }, { tool, pattern }];
}

export interface Ruling {
  readonly rule?: Rule;
  readonly unclear?: string;
  readonly withheld?: readonly string[];
}

/** A denial decides; otherwise the last rule. Of several that allow after all that ask, the most specific. */
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
 * A yes must cover all that the call touches, anything else a part.
 * Invariant: a rule that denies or asks and can't be compared with the call is never passed over.
 */
export async function rulingFor(rules: readonly Rule[], subject: Subject | undefined): Promise<Ruling> {
  const about: Rule[] = [];
  const withheld: string[] = [];
  let unclear: string | undefined;
  for (const rule of rules) {
    const found = coverage(rule, subject);
    const covered = found instanceof Promise ? await found : found;
    if (covered.kind === 'unknown') {
      if (rule.rule !== 'allow') unclear ??= `The rule ${rule.text} can’t be applied: ${covered.reason}`;
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
    return { kind: 'unknown', reason: 'the tool doesn’t say what its calls are about.' };
  const covered = subject.covered(pattern);
  if (typeof covered === 'string') return { kind: covered };
  return covered.then(
    kind => ({ kind }),
    cause => ({ kind: 'unknown', reason: reasonOf(cause) }),
  );
}
