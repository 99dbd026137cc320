import type { Invoker } from '../../words/ensemble/invoker.ts';
import { type Cause, type Exposure, isExposed, unexposed } from '../../words/labels/exposure.ts';
import { describerOf, isSource, type Source } from '../../words/labels/label.ts';
import { type ClearedConversations, createClearedConversations, secretKey } from './cleared-conversations.ts';

export interface TrustedSources {
  has(source: Source): boolean;
  /** Trusts a source in every workspace. Absent where nothing can be kept. Rejects if it can't be kept. */
  add?(source: Source): Promise<void>;
}

export interface Vouching {
  readonly trusted: TrustedSources;
  readonly cleared: ClearedConversations;
}

export function createVouching(trusted: TrustedSources): Vouching {
  return { trusted, cleared: createClearedConversations() };
}

export function isAmong(source: Source, written: readonly string[]): boolean {
  return written.includes(source) || written.includes(`${source.slice(0, source.indexOf(':'))}:*`);
}

export const noVouching: Vouching = {
  trusted: { has: () => false },
  cleared: { of: () => new Set(), clear: () => {}, onDidClear: () => ({ dispose: () => {} }) },
};

export interface Caution {
  readonly reason: string;
  /** Keys of all that makes this call need a question: an approval despite them covers it. */
  readonly despite: readonly string[];
}

export function remainingExposure(
  exposure: Exposure,
  conversationId: string,
  { trusted, cleared: { of } }: Vouching,
): Exposure {
  if (!isExposed(exposure)) return unexposed;
  const cleared = of(conversationId);
  const isOpen = (source: Source) => !cleared.has(source) && !isTrusted(source, trusted);
  const outside = filtered(exposure.outside, isOpen);
  const described = filtered(exposure.described, isOpen);
  const secrets = filtered(exposure.secrets, name => !cleared.has(secretKey(name)));
  const isSame =
    outside === exposure.outside && described === exposure.described && secrets === exposure.secrets;
  return isSame ? exposure : { outside, described, secrets };
}

/** Invariant: a tool that may write, delete or reach others counts as doing so, whatever its text claims. */
export function cautionAbout(invoker: Invoker, exposure: Exposure): Caution | undefined {
  if (!isExposed(exposure)) return undefined;
  const { readOnly, destructive, openWorld } = invoker.annotations;
  const isSending = openWorld !== false;
  if (!isSending && readOnly === true && destructive !== true) return undefined;
  const { describedBy } = invoker;
  const steered: [string, Cause][] = [...exposure.outside];
  for (const [source, cause] of exposure.described)
    if (describerOf(source) !== describedBy) steered.push([source, cause]);
  const leaked = isSending ? [...exposure.secrets] : [];
  const [first] = leaked.length > 0 ? leaked : steered;
  if (first === undefined) return undefined;
  const [, { text }] = first;
  const danger =
    leaked.length > 0 ? 'this call could send it to others' : 'the model may be following what others wrote';
  return {
    reason: `${text}: ${danger}.`,
    despite: [...steered.map(([source]) => source), ...leaked.map(([name]) => secretKey(name))],
  };
}

export function sourcesIn(despite: readonly string[]): readonly Source[] {
  return despite.filter((key): key is Source => key !== '*' && isSource(key));
}

export function isTrusted(source: Source, trusted: Pick<TrustedSources, 'has'>): boolean {
  if (source === '*') return false;
  const describer = describerOf(source);
  return trusted.has(source) || (describer !== undefined && isTrusted(describer, trusted));
}

function filtered<Key extends string>(
  causes: ReadonlyMap<Key, Cause>,
  keeps: (key: Key) => boolean,
): ReadonlyMap<Key, Cause> {
  let keepsAll = true;
  for (const key of causes.keys()) keepsAll &&= keeps(key);
  if (keepsAll) return causes;
  return new Map([...causes].filter(([key]) => keeps(key)));
}
