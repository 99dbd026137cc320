import { aborted, orAborted, stopWith } from '../../converser/ground/async/abort.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Clock } from '../../converser/ground/ports.ts';
import { countText, waitText } from '../../converser/ground/wording/numbers.ts';
import type { Check, Finding } from './finding.ts';

export interface Report {
  readonly sections: readonly Section[];
  readonly isRunning: boolean;
  readonly conclusion: string;
}

export interface Section {
  readonly title: string;
  /** `undefined` while the check runs, or where it was stopped. */
  readonly findings: readonly Finding[] | undefined;
}

export interface ExamineOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly signal: AbortSignal;
  /** In milliseconds, for each check. */
  readonly limit?: number;
  readonly show: (report: Report) => void;
}

/** Never rejects, and ends soon after the signal aborts. */
export async function examine(
  checks: readonly Check[],
  { clock, signal, limit = 15_000, show }: ExamineOptions,
): Promise<Report> {
  let sections: readonly Section[] = checks.map(({ title }) => ({ title, findings: undefined }));
  const report = (isRunning: boolean): Report => ({
    sections,
    isRunning,
    conclusion: conclude(sections, isRunning),
  });
  show(report(true));
  await Promise.all(
    checks.map(async (check, at) => {
      const findings = await runWithin(check, { clock, signal, limit });
      if (signal.aborted) return;
      sections = sections.map((section, index) => (index === at ? { ...section, findings } : section));
      show(report(true));
    }),
  );
  show(report(false));
  return report(false);
}

async function runWithin(
  { title, run }: Check,
  { clock, signal, limit }: Required<Pick<ExamineOptions, 'clock' | 'signal' | 'limit'>>,
): Promise<readonly Finding[]> {
  const { controller, release } = stopWith(signal);
  const stopTimer = clock.after(limit, () => controller.abort());
  try {
    const findings = await orAborted(run(controller.signal), controller.signal);
    if (findings !== aborted) return findings.map(withoutKeys);
    return [{ state: 'bad', title, found: `No answer within ${waitText(limit)}.` }];
  } catch (cause) {
    return [withoutKeys({ state: 'bad', title, found: `The check failed: ${reasonOf(cause)}` })];
  } finally {
    stopTimer();
    release();
    controller.abort();
  }
}

/** Invariant: a report, which people pass on, has no key in it, whatever an error quotes. */
function withoutKeys<T extends Finding>(finding: T): T {
  return JSON.parse(JSON.stringify(finding).replaceAll(/\bconverser-[\w-]{20,}/g, 'converser-…'));
}

function conclude(sections: readonly Section[], isRunning: boolean): string {
  if (isRunning) return 'Checking…';
  const findings = sections.flatMap(section => section.findings ?? []);
  const count = (state: Finding['state']) => findings.filter(finding => finding.state === state).length;
  const [bad, warnings] = [count('bad'), count('warning')];
  const unknown = sections.filter(section => section.findings === undefined).length;
  const stopped = unknown === 0 ? '' : ` ${countText(unknown, 'check')} stopped before the end.`;
  if (bad + warnings === 0) return unknown === 0 ? 'Everything works.' : `No problems found.${stopped}`;
  const found = [
    ...(bad === 0 ? [] : [countText(bad, 'problem')]),
    ...(warnings === 0 ? [] : [countText(warnings, 'warning')]),
  ];
  return `${found.join(' and ')}.${stopped}`;
}
