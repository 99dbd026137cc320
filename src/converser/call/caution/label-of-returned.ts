import { fullName, type Invoker, isReply, type Returned } from '../../words/ensemble/invoker.ts';
import { join, type Label, ofOutside, ofWorkspace, type ReadLabel } from '../../words/labels/label.ts';

/** Invariant: only tools that Converser ships may claim a better label than their annotations give. */
export function labelOfReturned(invoker: Invoker, attempted: Attempt): ReadLabel | undefined {
  const isClean = attempted.kind === 'failed' && (isOurs(invoker) || attempted.unheard === true);
  const base = isClean ? ofWorkspace : baseOf(invoker);
  const { returned } = attempted.kind === 'returned' ? attempted : { returned: undefined };
  const said = isReply(returned) ? returned.label : undefined;
  if (said === undefined) return base === ofWorkspace ? undefined : base;
  const label = join(isOurs(invoker) ? ofWorkspace : base, said);
  if (label.integrity !== 'outside' && label.confidentiality !== 'secret') return undefined;
  return said.read === undefined ? label : { ...label, read: said.read };
}

type Attempt =
  | { readonly kind: 'returned'; readonly returned: Returned }
  | { readonly kind: 'failed'; readonly unheard?: true };

function isOurs({ origin, describedBy }: Invoker): boolean {
  return origin === 'shipped' && describedBy === undefined;
}

function baseOf(invoker: Invoker): Label {
  const { describedBy, annotations } = invoker;
  if (describedBy !== undefined) return join(ofWorkspace, ofOutside(describedBy));
  return annotations.openWorld === false
    ? ofWorkspace
    : join(ofWorkspace, ofOutside(`tool:${fullName(invoker)}`));
}
