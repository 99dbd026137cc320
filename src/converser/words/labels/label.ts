/** Who wrote something, and what it may reveal. Both only ever get worse when contents are put together. */
export interface Label {
  readonly integrity: Integrity;
  /** Who wrote what came from outside, sorted, each once. Empty unless `integrity` is `outside`. */
  readonly sources: readonly Source[];
  readonly confidentiality: Confidentiality;
}

/** From the most to the least trusted. `outside`: other people, who may want something else than you. */
export type Integrity = 'person' | 'model' | 'workspace' | 'outside';

/** From the least to the most confidential. */
export type Confidentiality = 'public' | 'workspace' | 'secret';

/**
 * Where content from outside comes from: an MCP server by the name of its ensemble, a host of the web, or a tool by its
 * full name. `*`: so many that they are no longer told apart, which nothing makes trusted.
 */
export type Source = `${SourceKind}:${string}` | '*';

type SourceKind = 'server' | 'web' | 'tool';

/** A label with what was read, in a few words: `.env`, `https://example.org/`. */
export interface ReadLabel extends Label {
  readonly read?: string;
}

export const integrities: readonly Integrity[] = ['person', 'model', 'workspace', 'outside'];
export const confidentialities: readonly Confidentiality[] = ['public', 'workspace', 'secret'];

/** What nothing is better than. */
export const cleanest: Label = { integrity: 'person', sources: [], confidentiality: 'public' };

/** Of what lies in the workspace, and of what tools say that do not leave it. */
export const ofWorkspace: Label = { integrity: 'workspace', sources: [], confidentiality: 'workspace' };

/** Of public content that others wrote. */
export function ofOutside(...sources: readonly [Source, ...Source[]]): Label {
  return { integrity: 'outside', sources: joinedSources(sources, []), confidentiality: 'public' };
}

/** Content is as untrusted and as confidential as the worst of what it was made of. */
export function join(one: Label, other: Label): Label {
  if (one === other || isWithin(other, one)) return one;
  return {
    integrity: worse(integrities, one.integrity, other.integrity),
    sources: joinedSources(one.sources, other.sources),
    confidentiality: worse(confidentialities, one.confidentiality, other.confidentiality),
  };
}

export function joinAll(labels: Iterable<Label | undefined>): Label {
  let joined = cleanest;
  for (const label of labels) if (label !== undefined) joined = join(joined, label);
  return joined;
}

/** Whether one label is no worse than the other in any respect. */
export function isWithin(one: Label, other: Label): boolean {
  return (
    integrities.indexOf(one.integrity) <= integrities.indexOf(other.integrity) &&
    confidentialities.indexOf(one.confidentiality) <= confidentialities.indexOf(other.confidentiality) &&
    (other.sources.includes('*') || one.sources.every(source => other.sources.includes(source)))
  );
}

/** Whether a value from a file is a label. */
export function isLabel(value: unknown): value is ReadLabel {
  if (typeof value !== 'object' || value === null) return false;
  const { integrity, sources, confidentiality, read } = value as Partial<Record<keyof ReadLabel, unknown>>;
  return (
    integrities.some(each => each === integrity) &&
    confidentialities.some(each => each === confidentiality) &&
    Array.isArray(sources) &&
    sources.every(isSource) &&
    (integrity === 'outside') === sources.length > 0 &&
    (read === undefined || typeof read === 'string')
  );
}

export function isSource(value: unknown): value is Source {
  return value === '*' || (typeof value === 'string' && /^(server|web|tool):./s.test(value));
}

/** More are no longer told apart. */
const mostSources = 16;

function joinedSources(some: readonly Source[], others: readonly Source[]): readonly Source[] {
  const all = new Set([...some, ...others]);
  if (all.has('*') || all.size > mostSources) return ['*'];
  return [...all].sort();
}

function worse<T>(order: readonly T[], one: T, other: T): T {
  return order.indexOf(one) < order.indexOf(other) ? other : one;
}
