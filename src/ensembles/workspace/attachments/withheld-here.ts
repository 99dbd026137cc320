import { countText } from '../../../converser/ground/wording/numbers.ts';
import type { Rule, RuleBook } from '../../../converser/words/permission/rules.ts';
import type { WithheldFor } from '../../../converser/words/workspace/workspace.ts';
import type { ToolContext } from '../places/tool-context.ts';

/** The tool that would read the same as an attachment holds. What your rules deny it, they deny the attachment. */
type ReadingTool = 'read_file' | 'find_files' | 'get_diagnostics';

export interface RuledContext extends ToolContext {
  readonly rules: Pick<RuleBook, 'about' | 'place'>;
}

/**
 * The patterns of your rules for `withholding`: an attachment leaves out what the tool does that reads the same. A rule
 * without a place is about the tool, which nothing uses here.
 */
export function deniedTo(
  tool: ReadingTool,
  { rules }: RuledContext,
): { readonly withheld: readonly string[] } {
  return { withheld: [...new Set(denying(tool, rules).flatMap(({ pattern }) => pattern ?? []))] };
}

/** Where to change what denies reading files. */
export function rulesPlace({ rules }: RuledContext): string {
  return denying('read_file', rules).find(({ place }) => place !== undefined)?.place ?? rules.place;
}

function denying(tool: ReadingTool, rules: RuledContext['rules']): readonly Rule[] {
  return rules.about(`workspace:${tool}`).filter(({ rule }) => rule === 'deny');
}

/** `without 2 protected files`, `without 1 file that your rules deny`: what is left out, by why it is. */
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
