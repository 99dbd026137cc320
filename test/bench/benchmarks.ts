import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { against, type Benchmark, between, once, samplesOr, task, temperatures } from './benchmark.ts';
import { compare } from './compare.ts';
import { gatewayBenchmarks } from './gateway-benchmarks.ts';
import { oneAnswer, type Scenario, toolNames, type Wire } from './scenario.ts';
import { sidebarBenchmarks } from './sidebar/sidebar-benchmarks.ts';
import type { Entry, Stage } from './stage.ts';

type Contestant = Entry['contestant'];

const servers = 20;
const toolRounds: Scenario = { ...oneAnswer, rounds: 20, calls: 4, fragments: 4, deltas: 40 };

/** Whole turns, of six canisters each. */
const history = 5_004;

export const benchmarks: readonly Benchmark[] = [
  ...(['openai', 'anthropic'] as const).flatMap(wire => [...againstSdk(wire), ...againstLimit(wire)]),
  {
    name: 'memory',
    about: '20 rounds after 5,000 canisters: peak resident memory, ours less that of the SDK’s tool runner',
    limit: 20,
    unit: 'MB',
    measure: stage => {
      const peak = (contestant: Contestant) => () =>
        once(stage, task({ ...toolRounds, history }, { contestant }), sample => sample.peak / 1_000_000);
      return compare(peak('converser'), peak('sdk'), { warmUps: 0, samples: 5, relate: (a, b) => a - b });
    },
  },
  {
    name: 'mcp-connect',
    about: `${servers} MCP servers connected: time, ours to that of the client library connecting them in parallel`,
    limit: 1.1,
    measure: stage => {
      const rounds = { warmUps: 0, samples: samplesOr(15) };
      return compare(connectTime(stage, 'mcp-servers'), connectTime(stage, 'mcp-clients'), rounds);
    },
  },
  {
    name: 'mcp-calls',
    about: '400 calls of an MCP server: processor time of a call, ours to that of the client library',
    limit: 1.5,
    measure: against(
      task(
        { ...oneAnswer, rounds: 100, calls: 4, fragments: 1 },
        { contestant: 'mcp-processor-calls', repeat: 3 },
      ),
      { contestant: 'mcp-client-calls' },
    ),
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
    measure: against(
      task({ ...oneAnswer, calls: 40 }, { contestant: 'journal' }),
      { contestant: 'durable-writes' },
      { figure: ({ wall }) => wall },
    ),
  },
  ...gatewayBenchmarks,
  ...sidebarBenchmarks,
];

const soon = { warmUps: 3, samples: 3, starts: samplesOr(5) };

/** How far we are from a vendor's SDK. */
function againstSdk(wire: Wire): readonly Benchmark[] {
  const sdk = { contestant: 'sdk' } as const;
  return [
    {
      name: `tool-rounds-hot-${wire}`,
      about: '20 rounds of 4 calls: processor time of a call, ours to that of the SDK’s tool runner',
      limit: 0.7,
      measure: against(task(toolRounds, { wire }), sdk, { rounds: temperatures.hot }),
    },
    {
      name: `tool-rounds-thinking-${wire}`,
      about: 'The same of a model that takes 20 ms, after three conversations of a process',
      limit: 1,
      measure: against(task({ ...toolRounds, thinks: 20 }, { wire }), sdk, { rounds: soon }),
    },
    {
      // Several turns after a long past, of which nothing has changed: each brings instructions of its own.
      name: `history-${wire}`,
      about: '5,000 canisters of history: processor time of a round, ours to that of the SDK’s tool runner',
      limit: 0.6,
      measure: against(task({ ...toolRounds, turns: 3, rounds: 3, history }, { wire }), sdk),
    },
  ];
}

/** How far we are from a loop that is written by hand for one wire, and does nothing else. */
function againstLimit(wire: Wire): readonly Benchmark[] {
  const limit = { contestant: 'limit' } as const;
  const after = (past: number, more: Partial<Entry> = {}) =>
    task({ ...toolRounds, rounds: 9, history: past }, { wire, repeat: 2, ...more });
  const streamed = (more: Partial<Scenario>) => task({ ...oneAnswer, pace: 0, ...more }, { wire });
  return [
    ...(['cold', 'warm', 'hot'] as const).map(temperature => ({
      name: `limit-rounds-${temperature}-${wire}`,
      about: `20 rounds of 4 calls, ${wire}, ${temperature}: processor time of a call, ours to that of a loop written by hand`,
      limit: { cold: 4, warm: 2.5, hot: 2 }[temperature],
      measure: against(task(toolRounds, { wire }), limit, { rounds: temperatures[temperature] }),
    })),
    ...([1, 64] as const).map(together => ({
      name: `limit-deltas-${together}-${wire}`,
      about: `Streamed deltas, ${together} in a write, ${wire}, soon after a start: processor time, ours to that of a loop written by hand`,
      limit: { 1: 1.2, 64: 1.5 }[together],
      measure: against(streamed({ deltas: together === 1 ? 2_000 : 8_000, together }), limit, {
        rounds: soon,
      }),
    })),
    {
      name: `limit-fragments-${wire}`,
      about: `A call whose arguments come in 2,000 fragments, ${wire}, soon after a start: processor time, ours to that of a loop written by hand`,
      limit: 2,
      measure: against(streamed({ rounds: 1, calls: 1, fragments: 2_000, deltas: 4 }), limit, {
        rounds: soon,
      }),
    },
    {
      name: `limit-first-delta-${wire}`,
      about: `The first delta, ${wire}: time until it is seen, ours less that of a loop written by hand`,
      limit: 0.3,
      unit: 'ms',
      measure: against(task({ ...oneAnswer, deltas: 1 }, { wire, repeat: 100 }), limit, {
        figure: ({ untilFirst }) => untilFirst,
        rounds: { warmUps: 3, samples: samplesOr(15), relate: (a, b) => a - b },
      }),
    },
    {
      name: `limit-history-${wire}`,
      about: `5,000 messages of history, ${wire}: what they add to a round, to what they add to a loop written by hand`,
      limit: 1.5,
      measure: between([after(history), after(0)], [after(history, limit), after(0, limit)], {
        rounds: { warmUps: 10, samples: samplesOr(25) },
      }),
    },
  ];
}

/** In a process of its own, with a folder that is empty: what is loaded only once servers are connected is part of it. */
function connectTime(stage: Stage, contestant: Contestant): () => Promise<number> {
  const scenario = { ...oneAnswer, rounds: servers, calls: toolNames.length };
  return async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'converser-bench-'));
    try {
      return await once(stage, task(scenario, { contestant, folder }), ({ wall }) => wall);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}
