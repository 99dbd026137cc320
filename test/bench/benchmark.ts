import type { Finding } from './compare.ts';
import { compare, median, type Rounds } from './compare.ts';
import type { Sample } from './contestants/main.ts';
import type { Scenario } from './scenario.ts';
import type { Entry, Performer, Stage } from './stage.ts';

export interface Benchmark {
  readonly name: string;
  readonly about: string;
  readonly limit: number;
  /** Default: a ratio. */
  readonly unit?: 'MB' | 'ms';
  measure(stage: Stage): Promise<Finding>;
}

/** `BENCH_SAMPLES` says how many samples are taken everywhere. */
export const samplesOr = (usual: number) => Number(process.env.BENCH_SAMPLES ?? usual);

/**
 * The first conversation of a process loads what it needs, and the first ten or so take up to twice as long as later ones,
 * because V8 still compiles what is used often. People mostly meet the first few.
 */
export const temperatures = {
  cold: { warmUps: 0, samples: 1, starts: samplesOr(11) },
  warm: { warmUps: 5, samples: 3, starts: samplesOr(7) },
  hot: { warmUps: 40, samples: samplesOr(25) },
} satisfies Readonly<Record<string, Rounds>>;

export function task(scenario: Scenario, more: Partial<Entry>): Entry {
  return { contestant: 'converser', wire: 'openai', scenario, repeat: 1, ...more };
}

interface Measuring {
  /** Default: the processor time. */
  readonly figure?: (sample: Sample) => number;
  readonly rounds?: Rounds;
}

/** An entry, and another one whose figure is taken from its own. */
type Side = readonly [entry: Entry, without?: Entry];

export function between(
  one: Side,
  other: Side,
  { figure = ({ processor }) => processor, rounds = { ...temperatures.hot, warmUps: 15 } }: Measuring = {},
): Benchmark['measure'] {
  const measureOnce: Benchmark['measure'] = async stage => {
    const performers = new Map<Entry, Performer>();
    for (const entry of [...one, ...other])
      if (entry !== undefined && !performers.has(entry)) performers.set(entry, await stage.enter(entry));
    const sample = async (entry: Entry | undefined) => {
      const performer = entry && performers.get(entry);
      return performer === undefined ? 0 : figure(await performer.sample());
    };
    const time =
      ([entry, without]: Side) =>
      async () =>
        (await sample(entry)) - (await sample(without));
    const finding = await compare(time(one), time(other), rounds);
    for (const performer of performers.values()) performer.leave();
    return finding;
  };
  return async stage => {
    const findings: Finding[] = [];
    for (let start = 0; start < (rounds.starts ?? 1); start++) findings.push(await measureOnce(stage));
    return {
      figure: median(findings.map(({ figure: each }) => each)),
      details: {
        one: median(findings.map(({ details }) => details.one)),
        other: median(findings.map(({ details }) => details.other)),
      },
    };
  };
}

/** A figure of an entry to that of the same one with some things changed. */
export function against(entry: Entry, changed: Partial<Entry>, measuring?: Measuring): Benchmark['measure'] {
  return between([entry], [{ ...entry, ...changed }], measuring);
}

/** One sample of a process of its own. */
export async function once(stage: Stage, entry: Entry, read: (sample: Sample) => number): Promise<number> {
  const performer = await stage.enter(entry);
  const sample = await performer.sample();
  performer.leave();
  return read(sample);
}
