import { errors } from '../../../converser/ground/errors.ts';
import { type RuleBook, rulingFor } from '../../../converser/words/permission/rules.ts';
import type { Location, ReadGuard } from '../../../converser/words/workspace/workspace.ts';
import { refuseElsewhere } from './guard-read.ts';
import { placeSubject } from './place-subject.ts';
import type { ToolContext } from './tool-context.ts';

/**
 * For what is read without a call: rejects what rules about `read_file` deny, or would ask about, where links lead to,
 * too. A rule without a place is about the tool.
 */
export async function guardUnasked(
  shared: ToolContext,
  file: Location,
  rules: Pick<RuleBook, 'about'>,
): Promise<ReadGuard> {
  const subject = await placeSubject(shared, [file]);
  const about = rules
    .about('workspace:read_file')
    .filter(({ rule, pattern }) => pattern !== undefined || rule === 'allow');
  const { rule, unclear } = await rulingFor(about, subject);
  if (unclear !== undefined) throw errors.badArguments(unclear);
  if (rule !== undefined && rule.rule !== 'allow')
    throw errors.badArguments(
      `the rule ${rule.text} ${rule.rule === 'deny' ? 'denies reading it' : 'asks before it is read'}`,
    );
  return place => refuseElsewhere(shared, [{ location: place }], subject.places);
}
