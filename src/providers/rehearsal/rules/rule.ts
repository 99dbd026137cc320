import type { JsonObject } from '../../../converser/json/json.ts';
import type { Slots } from '../language/phrase.ts';

/**
 * One thing that can be asked for.
 *
 * To teach Rehearsal another tool, add a rule to a file in `rules/`: the tool, how people ask for it, and, where
 * the slots are not the arguments already, the arguments. Rules are tried in order, and the first that fits wins.
 */
export type Rule = ToolRule | AnswerRule;

export interface ToolRule {
  /** The tool's own name; `tool-names.ts` knows what others call the same thing. */
  readonly wants: string;
  /** Shown to people who ask what can be asked. The first wording of some tool is enough. */
  readonly example?: string;
  /** Phrases, in the notation of `phrase.ts`. */
  readonly says: readonly string[];
  /** The arguments. Without it they are what the slots hold. `undefined`: the rule does not fit after all. */
  readonly with?: (slots: Slots) => JsonObject | undefined;
  /** The name of a slot that holds a list: there is one invocation for each of its members. */
  readonly each?: string;
  /** Whether it has to be the whole message: a name alone may be part of what another rule reads. */
  readonly isWhole?: boolean;
  /** What is invoked in the next round, once there is a result. */
  readonly followUp?: FollowUp;
}

export interface FollowUp {
  readonly wants: string;
  /** The arguments, from the slots and the text of the result; `undefined` when nothing is to be done. */
  readonly with: (slots: Slots, result: string) => JsonObject | undefined;
}

/** Something that is answered without a tool. */
export interface AnswerRule {
  readonly says: readonly string[];
  readonly answers: Answer;
}

/** `documents`: what is attached. `tools`: what can be done here. */
export type Answer = 'documents' | 'tools' | 'greeting' | 'thanks';

export function isToolRule(rule: Rule): rule is ToolRule {
  return 'wants' in rule;
}

/** A slot that the rule's phrases always fill with a text. */
export function textIn(slots: Slots, name: string): string {
  const value = slots[name];
  return typeof value === 'string' ? value : '';
}
