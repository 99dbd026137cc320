import { countText } from '../../../converser/ground/wording/numbers.ts';
import type { Rule, RuleBook } from '../../../converser/words/permission/rules.ts';
import type { WithheldFor } from '../../../converser/words/workspace/workspace.ts';
import type { ToolContext } from '../places/tool-context.ts';

/** An attachment leaves out what your rules deny the tool that reads the same. */
type ReadingTool = 'read_file' | 'find_files' | 'get_diagnostics';

export interface RuledContext extends ToolContext {
  readonly rules: Pick<RuleBook, 'about' | 'place'>;
}

/** A rule without a place is about the tool, which nothing uses here. */
export function deniedTo(
  tool: ReadingTool,
  { rules }: RuledContext,
): { readonly withheld: readonly string[] } {
  return { withheld: [...new Set(denying(tool, rules).flatMap(({ pattern }) => pattern ?? []))] };
}

export function rulesPlace({ rules }: RuledContext): string {
  return denying('read_file', rules).find(({ place }) => place !== undefined)?.place ?? rules.place;
}

function denying(tool: ReadingTool, rules: RuledContext['rules']): readonly Rule[] {
  return rules.about(`workspace:${tool}`).filter(({ rule }) => rule === 'deny');
}

export function leftOutNotes(
  why: readonly WithheldFor[],
  { noun = 'file', isCut = false } = {},
): readonly string[] {
  const count = (wanted: WithheldFor) => why.filter(each => each === wanted).length;
  const text = (number: number, what: string) =>
    `without ${isCut ? 'at least ' : ''}${countText(number, what)}`;
  const [hidden, denied] = [count('protected'), count('rule')];
  return [
    ...(hidden > 0 ? [text(hidden, `protected ${noun}`)] : []),
    ...(denied > 0 ? [`${text(denied, noun)} that your rules deny`] : []),
  ];
}
