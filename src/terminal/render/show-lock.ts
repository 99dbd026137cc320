import { styleText } from 'node:util';
import { type Drift, isAboutInstructions } from '../../ensembles/mcp/lock/find-drift.ts';
import type { Change } from '../../ensembles/mcp/lock/locked-server.ts';
import { isClean, type VerifiedServer } from '../../ensembles/mcp/lock/verify-lock.ts';
import { inOneLine } from './printable.ts';

export function renderVerified(servers: readonly VerifiedServer[]): string {
  return servers
    .map(server =>
      renderServer(server)
        .map(line => `${line}\n`)
        .join(''),
    )
    .join('');
}

function renderServer(server: VerifiedServer): readonly string[] {
  const sign = isClean(server)
    ? styleText('green', '✓', { stream: process.stdout })
    : styleText('red', '✗', { stream: process.stdout });
  const { failure, trouble, isNew, drifts } = server;
  const rows = [
    ...(failure === undefined ? [] : [row('failed', failure)]),
    ...(trouble === undefined ? [] : [row('broken', trouble)]),
    ...(isNew ? [row('unpinned', 'This server isn’t in the lock.')] : []),
    ...change('launch', server.launch),
    ...change('version', server.version),
    ...drifts.map(drift => row(drift.kind, subjectOf(drift))),
  ];
  return [`${sign} ${inOneLine(server.server)}`, ...rows];
}

const width = 'unpinned'.length;

function row(what: string, text: string): string {
  return `    ${what.padEnd(width)}  ${inOneLine(text)}`;
}

function change(what: string, changed: Change | undefined): readonly string[] {
  return changed === undefined
    ? []
    : [row(what, `${changed.pinned || '(none)'} → ${changed.present || '(none)'}`)];
}

function subjectOf(drift: Drift): string {
  if (isAboutInstructions(drift)) return 'its instructions';
  const { tool, formerly } = drift;
  return formerly === undefined ? tool : `${formerly} → ${tool}`;
}
