import { against, type Benchmark, between, samplesOr, task } from './benchmark.ts';
import { oneAnswer } from './scenario.ts';
import type { Entry } from './stage.ts';

/** What the client speaks, and what the model behind does. */
const ways = {
  openai: { wire: 'openai' },
  anthropic: { wire: 'anthropic' },
  across: { clientWire: 'anthropic', wire: 'openai' },
} as const satisfies Readonly<Record<string, Partial<Entry>>>;

type Way = (typeof ways)[keyof typeof ways];

const crowds = [1, 32] as const;
const gateway = { contestant: 'gateway' } as const;

/** Each sample holds hundreds of packets, or a hundred thousand deltas. */
const few = { warmUps: 5, samples: samplesOr(11) };

/**
 * What the gateway adds between a client and a model's server, to what a loop does that parses and renders each event,
 * and to what a pipe does. Both of these are written by hand on bare `node:http`.
 */
export const gatewayBenchmarks: readonly Benchmark[] = [
  ...Object.entries(ways).flatMap(([name, way]) => [
    firstByte(name, way),
    ...crowds.map(streams => deltas(name, way, streams)),
  ]),
  ...(['openai', 'anthropic'] as const).flatMap(wire => crowds.map(streams => pipe(wire, streams))),
];

function firstByte(name: string, way: Way): Benchmark {
  const entry = task({ ...oneAnswer, deltas: 1 }, { ...way, repeat: 100, contestant: 'no-door' });
  return {
    name: `gateway-first-byte-${name}`,
    about: `Gateway, ${name}: time to the first byte, added by it to that added by a parse-and-render loop`,
    limit: 1.5,
    measure: between([{ ...entry, ...gateway }, entry], [{ ...entry, contestant: 'loop' }, entry], {
      figure: ({ untilFirst }) => untilFirst,
      rounds: { warmUps: 3, samples: samplesOr(9) },
    }),
  };
}

/**
 * Deltas that are there at once show what each of them costs. Samples are long: what is cleared away between two of them
 * also takes from the compiler what it has learnt.
 */
function deltas(name: string, way: Way, streams: number): Benchmark {
  const [count, repeat] = streams === 1 ? [5_000, 20] : [1_000, 4];
  return {
    name: `gateway-deltas-${name}-${streams}`,
    about: `Gateway, ${name}, ${streams} at a time: processor time of a delta, to that of a parse-and-render loop`,
    limit: 1.3,
    measure: against(
      task({ ...oneAnswer, deltas: count, streams }, { ...way, ...gateway, repeat }),
      {
        contestant: 'loop',
      },
      { rounds: few },
    ),
  };
}

/** Deltas with a pace show what each packet costs: the gateway passes on in one piece what came in one packet. */
function pipe(wire: 'openai' | 'anthropic', streams: number): Benchmark {
  const paced = { ...oneAnswer, deltas: streams === 1 ? 300 : 100, pace: 4, streams };
  return {
    name: `gateway-pipe-${wire}-${streams}`,
    about: `Gateway, ${wire}, ${streams} at a time, a delta at a time: processor time, to that of a pipe of bytes`,
    limit: 1.3,
    measure: against(task(paced, { wire, ...gateway }), { contestant: 'pipe' }, { rounds: few }),
  };
}
