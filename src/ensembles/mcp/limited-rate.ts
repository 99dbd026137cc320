export interface LimitedRate {
  /** Whether one more may pass in this second. Those that may not are counted. */
  allows(): boolean;
  /** Reports those of the last second. */
  end(): void;
}

export interface LimitedRateOptions {
  /** How many may pass in a second. */
  readonly most: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Is told in the next second how many did not pass. */
  readonly onSkipped: (count: number) => void;
}

/** Lets a limited number of things pass in each second. */
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
