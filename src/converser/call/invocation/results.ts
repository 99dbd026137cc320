import type { Host } from '../../ground/host.ts';
import { defined } from '../../ground/json/defined.ts';
import type { Failure, InvocationCanister, ResultCanister } from '../../words/canister/canister.ts';
import type { Content } from '../../words/canister/content.ts';
import { newCanister } from '../../words/canister/new-canister.ts';
import type { Call } from '../../words/ensemble/call.ts';
import { fullName, type Invoker, isReply, type Returned } from '../../words/ensemble/invoker.ts';
import { join, type Label, ofOutside, ofWorkspace, type ReadLabel } from '../../words/labels/label.ts';
import { estimateContent } from '../../words/spending/estimate-request.ts';
import { estimateText } from '../../words/spending/estimate-tokens.ts';
import type { Repeats } from './deduplication/recall.ts';
import { repeatLine } from './deduplication/short-results.ts';
import type { Attempted } from './invoke.ts';
import { type RenderedResult, renderFailure, renderResult } from './result-content.ts';

export interface Results {
  ofAttempt(call: Call, attempted: Attempted): ResultCanister;
  ofFailure(invocation: InvocationCanister, failure: Failure): ResultCanister;
  ofEarlier(call: Call, earlier: Repeats): ResultCanister;
}

export interface ResultsOptions {
  /** In characters of text. */
  readonly limit: number;
  /** Keeps a longer result by its id, and says how the model reads on. Without it, the rest is gone. */
  readonly keep?: ((id: string, whole: string) => string) | undefined;
}

export function createResults(host: Pick<Host, 'ids' | 'clock'>, { limit, keep }: ResultsOptions): Results {
  const result = (
    { id: invocationId }: InvocationCanister,
    rendered: RenderedResult,
    begun = newCanister('result', host),
  ): ResultCanister => ({
    ...begun,
    role: 'result',
    ...rendered,
    invocationId,
  });
  const ofFailure = (invocation: InvocationCanister, failure: Failure) =>
    result(invocation, renderFailure(failure, limit));
  return {
    ofFailure,
    ofAttempt: ({ invocation, invoker, permit }, attempted) => {
      const begun = newCanister('result', host);
      const rendering = { limit, keep: keep && ((whole: string) => keep(begun.id, whole)) };
      const made =
        attempted.kind === 'failed'
          ? ofFailure(invocation, attempted.failure)
          : result(invocation, renderResult(attempted.returned, invoker, rendering), begun);
      const waited = attempted.waited === undefined ? undefined : Math.round(attempted.waited);
      return {
        ...made,
        ...defined({ allowed: permit?.because, waited, label: labelOfReturned(invoker, attempted) }),
      };
    },
    ofEarlier(
      { invocation, permit },
      { result: { id, label }, said: { content, screen }, of, isReused, spared },
    ) {
      const tokens = isReused ? tokensSaved(content, repeatLine(of)) : 0;
      const saved = { tokens, time: Math.round(spared) };
      return {
        ...result(invocation, defined({ content, screen })),
        ...defined({ repeats: id, allowed: permit?.because, label }),
        ...(tokens > 0 ? { inShort: true } : {}),
        ...(saved.tokens + saved.time > 0 ? { saved } : {}),
      };
    },
  };
}

const leastSaved = 20;

function tokensSaved(content: readonly Content[], line: string): number {
  const saved = Math.round(estimateContent(content) - estimateText(line));
  return saved < leastSaved ? 0 : saved;
}

/** Invariant: only tools that Converser ships may claim a better label than their annotations give. */
function labelOfReturned(invoker: Invoker, attempted: Attempt): ReadLabel | undefined {
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
