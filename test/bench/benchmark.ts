import { compare, type Finding, type Rounds } from './compare.ts';
import type { Sample } from './contestants/main.ts';
import type { Scenario } from './scenario.ts';
import type { Entry, Performer, Stage } from './stage.ts';

export interface Benchmark {
  readonly name: string;
  /** What the figure is. */
  readonly about: string;
  /** The most that the figure may be. */
  readonly limit: number;
  readonly unit: '×' | 'MB' | 's' | 'ms' | 'µs';
  measure(stage: Stage): Promise<Finding>;
}

/** More samples make better profiles; see `stage.ts`. */
export const samplesOr = (usual: number) => Number(process.env.BENCH_SAMPLES ?? usual);

/** The first ten or so take up to twice as long as later ones, because V8 still compiles what is used often. */
const untilHot: Rounds = { warmUps: 15, samples: samplesOr(25) };

export type Contestant = Entry['contestant'];

export function task(scenario: Scenario, more: Partial<Entry>): Entry {
  return { contestant: 'converser', wire: 'openai', scenario, repeat: 1, ...more };
}

interface Measuring {
  /** Default: the processor time. */
  readonly figure?: (sample: Sample) => number;
  readonly rounds?: Rounds;
}

/** A figure of an entry to that of the same one with some things changed. */
export function against(
  entry: Entry,
  changed: Partial<Entry>,
  { figure = ({ processor }) => processor, rounds = untilHot }: Measuring = {},
): Benchmark['measure'] {
  return async stage => {
    const one = await stage.enter(entry);
    const other = await stage.enter({ ...entry, ...changed });
    const time = (of: Performer) => async () => figure(await of.sample());
    const finding = await compare(time(one), time(other), rounds);
    one.leave();
    other.leave();
    return finding;
  };
}

/** One sample of a process of its own. */
export async function once(stage: Stage, entry: Entry, read: (sample: Sample) => number): Promise<number> {
  const performer = await stage.enter(entry);
  const sample = await performer.sample();
  performer.leave();
  return read(sample);
}
