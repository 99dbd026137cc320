import { visibleLine } from '../../ground/wording/visible-text.ts';
import type { Canister } from '../canister/canister.ts';
import { type Exposure, isExposed } from '../labels/exposure.ts';
import type { Label } from '../labels/label.ts';
import { sourcesText } from './source-text.ts';

export function labelText({ integrity, sources, confidentiality }: Label): string | undefined {
  const facts = [
    ...(integrity === 'outside' ? [`from outside: ${sourcesText(sources)}`] : []),
    ...(confidentiality === 'secret' ? ['holds secrets'] : []),
  ];
  return facts.length === 0 ? undefined : facts.join('; ');
}

export function exposureText({ outside, secrets }: Exposure): string | undefined {
  const facts = [
    ...(outside.size > 0 ? [`from outside: ${sourcesText([...outside.keys()])}`] : []),
    ...(secrets.size > 0 ? [`secrets: ${namesText([...secrets.keys()])}`] : []),
  ];
  return facts.length === 0 ? undefined : facts.join('; ');
}

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

/** Your attachments have no label, unless it is worse than usual. */
export function guidingPath(canister: Canister): string | undefined {
  if (canister.role !== 'document' || !canister.added) return undefined;
  const { integrity, confidentiality, read } = canister.label ?? {};
  return integrity === 'workspace' && confidentiality === 'workspace' ? read : undefined;
}
