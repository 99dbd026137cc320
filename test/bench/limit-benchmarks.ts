import { against, type Benchmark, samplesOr, task } from './benchmark.ts';
import { compare } from './compare.ts';
import { oneAnswer, type Scenario, type Wire } from './scenario.ts';
import type { Performer } from './stage.ts';

const toolRounds: Scenario = { ...oneAnswer, rounds: 20, calls: 4, fragments: 4, deltas: 40 };

/** How far we are from a loop that is written by hand for one wire, and does nothing else. */
export const limitBenchmarks = (wire: Wire): readonly Benchmark[] => [
  {
    name: `limit-rounds-${wire}`,
    about: `20 rounds of 4 calls, ${wire}: processor time of a call, ours to that of a loop written by hand`,
    limit: 2.5,
    unit: '×',
    measure: against(task(toolRounds, { wire, repeat: 3 }), { contestant: 'limit' }),
  },
  {
    name: `limit-deltas-${wire}`,
    about: `5,000 streamed deltas, ${wire}: processor time, ours to that of a loop written by hand`,
    limit: 1.3,
    unit: '×',
    measure: against(task({ ...oneAnswer, deltas: 5_000 }, { wire, repeat: 3 }), { contestant: 'limit' }),
  },
  {
    name: `limit-fragments-${wire}`,
    about: `2,000 fragments of arguments, ${wire}: processor time, ours to that of a loop written by hand`,
    limit: 2,
    unit: '×',
    measure: against(
      task({ ...oneAnswer, rounds: 1, calls: 1, deltas: 1, fragments: 2_000 }, { wire, repeat: 10 }),
      {
        contestant: 'limit',
      },
    ),
  },
  {
    name: `limit-first-delta-${wire}`,
    about: `The first delta, ${wire}: time until it is seen, ours less that of a loop written by hand`,
    limit: 0.3,
    unit: 'ms',
    async measure(stage) {
      const entry = task({ ...oneAnswer, deltas: 1 }, { wire, repeat: 100 });
      const ours = await stage.enter(entry);
      const limit = await stage.enter({ ...entry, contestant: 'limit' });
      const time = (of: Performer) => async () => (await of.sample()).untilFirst;
      const relate = (a: number, b: number) => a - b;
      const finding = await compare(time(ours), time(limit), { warmUps: 3, samples: samplesOr(15), relate });
      for (const each of [ours, limit]) each.leave();
      return finding;
    },
  },
  {
    name: `limit-history-${wire}`,
    about: `5,000 messages of history, ${wire}: what they add to a round, to what they add to a loop written by hand`,
    limit: 1.5,
    unit: '×',
    async measure(stage) {
      const rounds = { ...toolRounds, rounds: 9 };
      const added = async (contestant: 'converser' | 'limit') => {
        const entry = (history: number) => task({ ...rounds, history }, { wire, contestant, repeat: 2 });
        const long = await stage.enter(entry(5_004));
        const short = await stage.enter(entry(0));
        const time = async () => (await long.sample()).processor - (await short.sample()).processor;
        return { time, leave: () => void [long, short].map(each => each.leave()) };
      };
      const [ours, limit] = [await added('converser'), await added('limit')];
      const finding = await compare(ours.time, limit.time, { warmUps: 10, samples: samplesOr(25) });
      for (const each of [ours, limit]) each.leave();
      return finding;
    },
  },
];
