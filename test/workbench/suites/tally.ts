/** How a suite ended. */
export type Tally = {
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly skipped: number;
};

export type Failure = {
  /** Its full name, or that of the part that did not get as far as its tests. */
  readonly test: string;
  readonly reason: string;
};

const linesOfReason = 12;

export const nothingRan: Tally = { passed: 0, failures: [], skipped: 0 };

/** A part that did not get as far as counting: it has failed, once. */
export function died(test: string, reason: string): Tally {
  return { ...nothingRan, failures: [{ test, reason }] };
}

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failures: [...total.failures, ...tally.failures],
      skipped: total.skipped + tally.skipped,
    }),
    nothingRan,
  );
}

export function describeTally({ passed, failures, skipped }: Tally): string {
  return `${passed} passed, ${failures.length} failed, ${skipped} skipped`;
}

/** For the end of a long log, which may be all that is kept of it: each failure with what it waited for. */
export function listFailures({ failures }: Tally): string {
  return failures
    .map(({ test, reason }) => `✘ ${test}: ${reason.split('\n').slice(0, linesOfReason).join('\n  ')}\n`)
    .join('');
}
