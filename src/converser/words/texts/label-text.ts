import { visibleLine } from '../../ground/wording/visible-text.ts';
import type { Canister } from '../canister/canister.ts';
import { type Exposure, isExposed } from '../labels/exposure.ts';
import type { Label } from '../labels/label.ts';
import { sourcesText } from './source-text.ts';

/** What makes content something to be careful with, in a few words for people. `undefined`: nothing does. */
export function labelText({ integrity, sources, confidentiality }: Label): string | undefined {
  const facts = [
    ...(integrity === 'outside' ? [`from outside: ${sourcesText(sources)}`] : []),
    ...(confidentiality === 'secret' ? ['holds secrets'] : []),
  ];
  return facts.length === 0 ? undefined : facts.join('; ');
}

/** The same of all that a conversation has read, for a line: `from outside: example.org; secrets: .env`. */
export function exposureText({ outside, secrets }: Exposure): string | undefined {
  const facts = [
    ...(outside.size > 0 ? [`from outside: ${sourcesText([...outside.keys()])}`] : []),
    ...(secrets.size > 0 ? [`secrets: ${namesText([...secrets.keys()])}`] : []),
  ];
  return facts.length === 0 ? undefined : facts.join('; ');
}

/** What it takes to know before you declare a conversation clean: a line for each source, and for each secret. */
export function exposureLines(exposure: Exposure): readonly string[] {
  if (!isExposed(exposure)) return [];
  const { outside, described, secrets } = exposure;
  const causes = [...outside, ...described].map(([, { text }]) => text);
  const lines = [...new Set([...causes, ...[...secrets.values()].map(({ text }) => `${text} (secret)`)])];
  return lines.length <= mostLines
    ? lines
    : [...lines.slice(0, mostLines - 1), `and ${lines.length - mostLines + 1} more`];
}

const mostLines = 8;

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, 3).map(name => visibleLine(name.slice(0, longestName)));
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

const longestName = 80;

/**
 * The file whose instructions have joined a turn with this canister. What you attach yourself has no label, unless it is
 * worse than usual.
 */
export function guidingPath(canister: Canister): string | undefined {
  if (canister.role !== 'document' || !canister.added) return undefined;
  const { integrity, confidentiality, read } = canister.label ?? {};
  return integrity === 'workspace' && confidentiality === 'workspace' ? read : undefined;
}
