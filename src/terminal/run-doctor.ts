import { examine, type Report } from '../gateway/doctor/examine.ts';
import { reportText } from '../gateway/doctor/report-text.ts';
import type { DoctorOptions } from './command-line/command-line.ts';
import { findDoor } from './doctor/find-door.ts';
import { examineKeys } from './doctor/key-findings.ts';
import { terminalChecks } from './doctor/terminal-checks.ts';
import type { Terminal } from './open-terminal.ts';
import { printable } from './render/printable.ts';

/** Resolves to the exit code: 0 if nothing keeps `serve` from working with these options. */
export async function runDoctor(
  options: DoctorOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const report = await examineTerminal(options, terminal, signal);
  const works = isGood(report);
  const { conclusion, sections } = report;
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ works, conclusion, sections })}\n`
      : printable(`${reportText(report).trimEnd()}\n`),
  );
  return works ? 0 : 1;
}

/** Never rejects, and ends soon after the signal aborts. */
export async function examineTerminal(
  options: DoctorOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Report> {
  const { findings: keys, first } = await examineKeys(options);
  const door = await findDoor(options, { terminal, first, signal });
  try {
    const checks = terminalChecks(options, { terminal, door, keys });
    return await examine(checks, { clock: terminal.converser.host.clock, signal, show() {} });
  } finally {
    await door.close();
  }
}

export function isGood({ sections }: Report): boolean {
  return sections.every(({ findings }) => findings?.every(({ state }) => state !== 'bad') ?? false);
}
