import type { Permit } from '../../converser/ensemble/invoker.ts';
import { defined } from '../../converser/json/defined.ts';
import { join, ofWorkspace, type ReadLabel } from '../../converser/labels/label.ts';
import type { WantedSummary } from './summary-arguments.ts';

/**
 * The label of a summary of what has this one.
 *
 * Invariant: a summary is as untrusted as what it was made of, and as what it was asked to be about, whichever model made
 * it: words of others in the focus could make it say anything.
 */
export function summaryLabel(
  label: ReadLabel | undefined,
  { focus }: WantedSummary,
  { carries }: Pick<Permit, 'carries'> = {},
): ReadLabel | undefined {
  if (focus === undefined || carries?.integrity !== 'outside') return label;
  const steered = { ...ofWorkspace, integrity: carries.integrity, sources: carries.sources };
  return label === undefined ? steered : { ...join(label, steered), ...defined({ read: label.read }) };
}
