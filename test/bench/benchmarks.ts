import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { against, type Benchmark, type Contestant, once, samplesOr, task } from './benchmark.ts';
import { compare, type Finding, type Rounds } from './compare.ts';
import { shapeCount } from './contestants/recogniser.ts';
import { gatewayBenchmarks } from './gateway-benchmarks.ts';
import { limitBenchmarks } from './limit-benchmarks.ts';
import { manifestBenchmark } from './manifest-benchmark.ts';
import { oneAnswer, type Scenario, toolNames, type Wire } from './scenario.ts';
import { sidebarBenchmarks } from './sidebar/sidebar-benchmarks.ts';
import type { Stage } from './stage.ts';

const servers = 20;
const million = 1_000_000;
const toolRounds: Scenario = { ...oneAnswer, rounds: 20, calls: 4, fragments: 4, deltas: 40 };
/** For samples of seconds, within which code becomes hot. */
const seconds: Rounds = { warmUps: 3, samples: samplesOr(9) };

/** Whole turns, of six canisters each. */
const history = 5_004;

export const benchmarks: readonly Benchmark[] = [
  ...(['openai', 'anthropic'] as const).flatMap(wire => [...onWire(wire), ...limitBenchmarks(wire)]),
  {
    name: 'memory',
    about: '20 rounds after 5,000 canisters: peak resident memory, ours less that of the SDK’s tool runner',
    limit: 20,
    unit: 'MB',
    measure: stage => {
      const peak = (contestant: Contestant) => () =>
        once(stage, task({ ...toolRounds, history }, { contestant }), sample => sample.peak / million);
      return compare(peak('converser'), peak('sdk'), { warmUps: 0, samples: 5, relate: (a, b) => a - b });
    },
  },
  ...([0, 4] as const).flatMap(inPiecesOf),
  {
    name: 'mcp-connect',
    about: `${servers} MCP servers connected: time, ours to that of the client library connecting them in parallel`,
    limit: 1.1,
    unit: '×',
    measure: stage => againstLibrary(stage, folder => connectTime(stage, 'mcp-servers', folder)),
  },
  {
    name: 'mcp-remembered',
    about: `${servers} MCP servers known from earlier: time until their tools are offered, to that of connecting them`,
    limit: 0.01,
    unit: '×',
    measure: stage =>
      inFolder(async kept => {
        await connectTime(stage, 'mcp-servers', kept);
        return againstLibrary(stage, () => connectTime(stage, 'mcp-servers', kept));
      }),
  },
  {
    name: 'mcp-calls',
    about: '400 calls of an MCP server: processor time of a call, ours to that of the client library',
    limit: 1.5,
    unit: '×',
    measure: against(
      task(
        { ...oneAnswer, rounds: 100, calls: 4, fragments: 1 },
        { contestant: 'mcp-processor-calls', repeat: 3 },
      ),
      { contestant: 'mcp-client-calls' },
    ),
  },
  {
    name: 'decision',
    about: 'What stands between a call and its run, with 1,000 rules: processor time of a call',
    limit: 20,
    unit: 'µs',
    async measure(stage) {
      const calls = 2_000;
      const entry = task({ ...oneAnswer, calls }, { contestant: 'decisions', repeat: 20 });
      const { details } = await against(entry, {})(stage);
      return { figure: (details.one * 1_000) / (calls * entry.repeat), details };
    },
  },
  {
    name: 'receipts',
    about: 'The claims of an answer of 2,000 characters, held against 20 calls: processor time of an answer',
    limit: 1,
    unit: 'ms',
    async measure(stage) {
      const entry = task({ ...oneAnswer, calls: 20 }, { contestant: 'receipts', repeat: 200 });
      const { details } = await against(entry, {})(stage);
      return { figure: details.one / entry.repeat, details };
    },
  },
  {
    name: 'journal',
    about:
      '40 changed files of 10 kB: time to keep what they were, to that of bare durable writes of the same',
    limit: 1.2,
    unit: '×',
    measure: against(
      task({ ...oneAnswer, calls: 40 }, { contestant: 'journal' }),
      { contestant: 'durable-writes' },
      { figure: ({ wall }) => wall },
    ),
  },
  manifestBenchmark,
  ...gatewayBenchmarks,
  ...sidebarBenchmarks,
];

/** What is measured against a vendor's SDK. */
function onWire(wire: Wire): readonly Benchmark[] {
  const many = (fragments: number) => ({ ...oneAnswer, rounds: 1, calls: 1, deltas: 1, fragments });
  return [
    {
      name: `tool-rounds-${wire}`,
      about: '20 rounds of 4 calls: processor time of a call, ours to that of the SDK’s tool runner',
      limit: 1,
      unit: '×',
      measure: against(task(toolRounds, { wire, repeat: 3 }), { contestant: 'sdk' }),
    },
    {
      // Several turns after a long past, of which nothing has changed: each brings instructions of its own.
      name: `history-${wire}`,
      about: '5,000 canisters of history: processor time of a round, ours to that of the SDK’s tool runner',
      limit: 0.6,
      unit: '×',
      measure: against(task({ ...toolRounds, turns: 3, rounds: 3, history }, { wire }), {
        contestant: 'sdk',
      }),
    },
    {
      // Against the SDK's mere stream, because its tool runner does far more for each delta.
      name: `deltas-${wire}`,
      about: '5,000 streamed deltas: processor time, ours to that of the SDK’s bare stream',
      limit: 1.1,
      unit: '×',
      measure: against(task({ ...oneAnswer, deltas: 5_000 }, { wire, repeat: 3 }), { contestant: 'raw-sdk' }),
    },
    {
      // Arguments that arrive in many fragments must not be joined again and again.
      name: `fragments-${wire}`,
      about: '2,000 fragments of the arguments of one call: processor time, to that of 500 fragments',
      limit: 4.4,
      unit: '×',
      measure: against(task(many(2_000), { wire, repeat: 10 }), { scenario: many(500) }),
    },
  ];
}

/** The contract's recogniser, over hostile texts that arrive in pieces of so many characters; 0: all at once. */
function inPiecesOf(fragments: 0 | 4): readonly Benchmark[] {
  const [suffix, manner] =
    fragments === 0 ? ['whole', 'all at once'] : ['pieces', 'in pieces of 4 characters'];
  const whole = task({ ...oneAnswer, fragments, history: million }, { contestant: 'recogniser' });
  const half = { scenario: { ...whole.scenario, history: million / 2 } };
  return [
    {
      name: `recogniser-doubling-${suffix}`,
      about: `The contract’s recogniser, ${manner}: processor time for 1 MB to that for 500 kB`,
      limit: 2.2,
      unit: '×',
      measure: against(whole, half, { rounds: seconds }),
    },
    {
      // The only limit in seconds: the mean of the texts.
      name: `recogniser-time-${suffix}`,
      about: `The contract’s recogniser, ${manner}: processor time for 1 MB`,
      limit: 1,
      unit: 's',
      async measure(stage) {
        const { details } = await against(whole, {}, { rounds: seconds })(stage);
        return { figure: details.one / shapeCount / 1000, details };
      },
    },
  ];
}

/** In a process of its own: what a host loads only once servers are connected is part of it. */
function connectTime(stage: Stage, contestant: Contestant, folder: string): Promise<number> {
  const scenario = { ...oneAnswer, rounds: servers, calls: toolNames.length };
  return once(stage, task(scenario, { contestant, folder }), ({ wall }) => wall);
}

/** `ours` gets a folder that is empty for each sample. */
function againstLibrary(stage: Stage, ours: (folder: string) => Promise<number>): Promise<Finding> {
  const library = (folder: string) => connectTime(stage, 'mcp-clients', folder);
  return compare(
    () => inFolder(ours),
    () => inFolder(library),
    { warmUps: 0, samples: samplesOr(15) },
  );
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'converser-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
