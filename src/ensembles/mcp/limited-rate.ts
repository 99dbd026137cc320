export interface LimitedRate {
  allows(): boolean;
  end(): void;
}

export interface LimitedRateOptions {
  readonly most: number;
  /** In milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly onSkipped: (count: number) => void;
}

export function limitedRate({ most, now, onSkipped }: LimitedRateOptions): LimitedRate {
  let second = Number.NEGATIVE_INFINITY;
  let passed = 0;
  let skipped = 0;

  function report(): void {
    const count = skipped;
    skipped = 0;
    if (count > 0) onSkipped(count);
  }

  return {
    allows() {
      if (now() - second >= 1000) {
        report();
        second = now();
        passed = 0;
      }
      if (passed < most) passed++;
      else skipped++;
      return skipped === 0;
    },
    end: report,
  };
}
