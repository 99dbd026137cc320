import { against, type Benchmark, samplesOr, task } from './benchmark.ts';
import { compare } from './compare.ts';
import type { Sample } from './contestants/main.ts';
import { oneAnswer, type Scenario } from './scenario.ts';
import type { Entry, Performer } from './stage.ts';

/** What the client speaks, and what the model behind does. */
const ways = {
  openai: { wire: 'openai' },
  anthropic: { wire: 'anthropic' },
  across: { clientWire: 'anthropic', wire: 'openai' },
} as const satisfies Readonly<Record<string, Partial<Entry>>>;

const crowds = [1, 32] as const;

/**
 * Deltas that are there at once show what each of them costs; those with a pace, what each packet does. The gateway passes
 * on in one piece what came in one packet, and the loop each delta by itself.
 */
const atOnce = (streams: number): Scenario => ({
  ...oneAnswer,
  deltas: streams === 1 ? 5_000 : 1_000,
  streams,
});
const paced = (streams: number): Scenario => ({
  ...oneAnswer,
  deltas: streams === 1 ? 300 : 100,
  pace: 4,
  streams,
});

/** Long samples: what is cleared away between two of them also takes from the compiler what it has learnt. */
const repeats = (streams: number): number => (streams === 1 ? 20 : 4);

/**
 * What the gateway adds between a client and a model's server, to what a loop does that parses and renders each event,
 * and to what a pipe does. All of them have the same framework.
 */
export const gatewayBenchmarks: readonly Benchmark[] = [
  ...Object.entries(ways).flatMap(([name, way]) => [
    firstByte(name, way),
    ...crowds.flatMap(streams => [deltas(name, way, streams), rate(name, way, streams)]),
  ]),
  ...(['openai', 'anthropic'] as const).flatMap(wire => crowds.map(streams => pipe(wire, streams))),
];

type Way = (typeof ways)[keyof typeof ways];

function firstByte(name: string, way: Way): Benchmark {
  return {
    name: `gateway-first-byte-${name}`,
    about: `Gateway, ${name}: time to the first byte, added by it to that added by a parse-and-render loop`,
    limit: 1.5,
    unit: '×',
    async measure(stage) {
      const entry = task({ ...oneAnswer, deltas: 1 }, { ...way, repeat: 100 });
      const none = await stage.enter({ ...entry, contestant: 'no-door' });
      const ours = await stage.enter({ ...entry, contestant: 'gateway' });
      const loop = await stage.enter({ ...entry, contestant: 'loop' });
      const time = async (of: Performer) => (await of.sample()).untilFirst;
      const added = (by: Performer) => async () => (await time(by)) - (await time(none));
      const finding = await compare(added(ours), added(loop), { warmUps: 3, samples: samplesOr(9) });
      for (const each of [none, ours, loop]) each.leave();
      return finding;
    },
  };
}

function deltas(name: string, way: Way, streams: number): Benchmark {
  const entry = task(atOnce(streams), { ...way, contestant: 'gateway', repeat: repeats(streams) });
  return {
    name: `gateway-deltas-${name}-${streams}`,
    about: `Gateway, ${name}, ${streams} at a time: processor time of a delta, to that of a parse-and-render loop`,
    limit: 1.5,
    unit: '×',
    measure: against(entry, { contestant: 'loop' }),
  };
}

function rate(name: string, way: Way, streams: number): Benchmark {
  const entry = task(atOnce(streams), { ...way, contestant: 'loop', repeat: repeats(streams) });
  const perSecond = ({ wall }: Sample) => (deltasOf(entry) / wall) * 1_000;
  return {
    name: `gateway-rate-${name}-${streams}`,
    about: `Gateway, ${name}, ${streams} at a time: deltas a second of a parse-and-render loop, to ours`,
    limit: 1.5,
    unit: '×',
    measure: against(entry, { contestant: 'gateway' }, { figure: perSecond }),
  };
}

function deltasOf({ scenario: { deltas, streams = 1 }, repeat }: Entry): number {
  return deltas * streams * repeat;
}

function pipe(wire: 'openai' | 'anthropic', streams: number): Benchmark {
  return {
    name: `gateway-pipe-${wire}-${streams}`,
    about: `Gateway, ${wire}, ${streams} at a time, a delta at a time: processor time, to that of a pipe of bytes`,
    limit: 1.3,
    unit: '×',
    measure: against(task(paced(streams), { wire, contestant: 'gateway' }), { contestant: 'pipe' }),
  };
}
