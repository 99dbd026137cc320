/** Who wrote something, and what it may reveal. Both only get worse when contents are joined. */
export interface Label {
  readonly integrity: Integrity;
  readonly sources: readonly Source[];
  readonly confidentiality: Confidentiality;
}

/** From the most to the least trusted. `outside` stands for people who may want something else than you. */
export type Integrity = 'person' | 'model' | 'workspace' | 'outside';

export type Confidentiality = 'public' | 'workspace' | 'secret';

/**
 * An MCP server, a host of the web, a tool, a program that sends a history, a program that a conversation was imported
 * from, or what one of these says of its tools. `*` stands for too many to tell apart, never trusted.
 */
export type Source = `${SourceKind}:${string}` | '*';

type SourceKind = 'server' | 'web' | 'tool' | 'client' | 'import' | 'tools';

export interface ReadLabel extends Label {
  readonly read?: string;
}

export const integrities: readonly Integrity[] = ['person', 'model', 'workspace', 'outside'];
export const confidentialities: readonly Confidentiality[] = ['public', 'workspace', 'secret'];

export const cleanest: Label = { integrity: 'person', sources: [], confidentiality: 'public' };

export const ofWorkspace: Label = { integrity: 'workspace', sources: [], confidentiality: 'workspace' };

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

export function isWithin(one: Label, other: Label): boolean {
  return (
    integrities.indexOf(one.integrity) <= integrities.indexOf(other.integrity) &&
    confidentialities.indexOf(one.confidentiality) <= confidentialities.indexOf(other.confidentiality) &&
    (other.sources.includes('*') || one.sources.every(source => other.sources.includes(source)))
  );
}

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

/** It steers the model in every conversation, and stays the same until you are asked about a change. */
export function toolsOf(source: Source): Source {
  return `tools:${source}`;
}

/** The source that says so of its tools. */
export function describerOf(source: Source): Source | undefined {
  return /^tools:((?:server|web|tool|client):.+)$/s.exec(source)?.[1] as Source | undefined;
}

export function isSource(value: unknown): value is Source {
  return (
    value === '*' || (typeof value === 'string' && /^(server|web|tool|client|import|tools):./s.test(value))
  );
}

const mostSources = 16;

function joinedSources(some: readonly Source[], others: readonly Source[]): readonly Source[] {
  const all = new Set([...some, ...others]);
  if (all.has('*') || all.size > mostSources) return ['*'];
  return [...all].sort();
}

function worse<T>(order: readonly T[], one: T, other: T): T {
  return order.indexOf(one) < order.indexOf(other) ? other : one;
}
