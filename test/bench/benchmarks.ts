import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { against, type Benchmark, between, once, samplesOr, task, temperatures } from './benchmark.ts';
import { compare } from './compare.ts';
import { storeConversations } from './contestants/listing.ts';
import type { Sample } from './contestants/main.ts';
import { storeBranched } from './contestants/opening.ts';
import { gatewayBenchmarks } from './gateway-benchmarks.ts';
import { fileBenchmarks } from './many-files.ts';
import { oneAnswer, type Scenario, toolNames, type Wire } from './scenario.ts';
import { sidebarBenchmarks } from './sidebar/sidebar-benchmarks.ts';
import type { Entry, Stage } from './stage.ts';
import { startBenchmarks } from './start-benchmarks.ts';

type Contestant = Entry['contestant'];

const servers = 20;
const toolRounds: Scenario = { ...oneAnswer, rounds: 20, calls: 4, fragments: 4, deltas: 40 };

/** Whole turns, of six canisters each. */
const history = 5_004;

const conversations = 1_000;

/** After as many conversations as people mostly hold in a process before they judge it. */
const soon = { warmUps: 3, samples: 3, starts: samplesOr(5) };

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
  ...storing(),
  {
    name: 'mcp-connect',
    about: `${servers} MCP servers connected: time, ours to that of the client library connecting them in parallel`,
    limit: 1.1,
    measure: stage => {
      const rounds = { warmUps: 0, samples: samplesOr(9) };
      return compare(connectTime(stage, 'mcp-servers'), connectTime(stage, 'mcp-clients'), rounds);
    },
  },
  {
    name: 'mcp-calls',
    about: '400 calls of an MCP server: processor time of a call, ours to that of the client library',
    limit: 1.3,
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
  ...fileBenchmarks,
  ...gatewayBenchmarks,
  ...sidebarBenchmarks,
  ...startBenchmarks,
];

/** What it adds to a round that it is stored, and what a list of all that is stored takes. */
function storing(): readonly Benchmark[] {
  const stored = { isStored: true };
  const perRound = ({ wall }: Sample) => wall / toolRounds.rounds;
  return [
    {
      name: 'stored-rounds',
      about:
        '20 rounds of 2 calls that read: processor time of a stored round, to that of one that isn’t stored',
      limit: 1.15,
      measure: against(task({ ...toolRounds, calls: 2 }, { ...stored, repeat: 3 }), { isStored: false }),
    },
    {
      name: 'stored-changes',
      about:
        '20 rounds of 4 calls, half of which change something, of a model that takes 20 ms: processor time of a stored round, to that of one that isn’t stored',
      limit: 1.15,
      measure: against(
        task({ ...toolRounds, thinks: 20 }, stored),
        { isStored: false },
        { rounds: { warmUps: 8, samples: samplesOr(15) } },
      ),
    },
    {
      name: 'stored-wait',
      about: 'The same: time of a stored round, less that of one that isn’t stored',
      limit: 0.3,
      unit: 'ms',
      measure: against(
        task({ ...toolRounds, thinks: 20 }, stored),
        { isStored: false },
        {
          figure: perRound,
          rounds: { warmUps: 5, samples: samplesOr(15), relate: (a, b) => a - b },
        },
      ),
    },
    {
      name: 'list-time',
      about: `${conversations.toLocaleString('en')} conversations of 200 kB: time of their list`,
      limit: 30,
      unit: 'ms',
      measure: listed(
        ({ wall }) => wall,
        one => one,
      ),
    },
    {
      name: 'search-time',
      about: 'The same: time of a search that finds ten of them',
      limit: 100,
      unit: 'ms',
      measure: searched(
        ({ wall }) => wall,
        one => one,
      ),
    },
    {
      name: 'search-memory',
      about: 'The same: peak resident memory, less that of a process that looks at the files only',
      limit: 60,
      unit: 'MB',
      measure: searched(
        ({ peak }) => peak / 1_000_000,
        (one, other) => one - other,
      ),
    },
    {
      name: 'list-memory',
      about: 'The same: peak resident memory, less that of a process that looks at the files only',
      limit: 20,
      unit: 'MB',
      measure: listed(
        ({ peak }) => peak / 1_000_000,
        (one, other) => one - other,
      ),
    },
    {
      name: 'open-time',
      about: 'A conversation of 10,000 canisters and 2,500 other versions of turns: time to open it',
      limit: 300,
      unit: 'ms',
      measure: stage =>
        inFolder(async folder => {
          await storeBranched(folder, 5_000);
          const scenario = { ...oneAnswer, rounds: 1, calls: 10_000 };
          const open = () =>
            once(stage, task(scenario, { contestant: 'opening', folder }), ({ wall }) => wall);
          const nothing = async () => 0;
          return compare(open, nothing, { warmUps: 1, samples: samplesOr(9), relate: one => one });
        }),
    },
  ];
}

type Figure = readonly [read: (sample: Sample) => number, relate: (one: number, other: number) => number];

function listed(...figure: Figure) {
  return overStored('listing', conversations, figure);
}

function searched(...figure: Figure) {
  return overStored('searching', conversations / 100, figure);
}

function overStored(contestant: Contestant, calls: number, [read, relate]: Figure) {
  return (stage: Stage) =>
    inFolder(async folder => {
      await storeConversations(folder, conversations);
      const program = (await import('@vscode/ripgrep')).rgPath;
      const time = (entry: Partial<Entry> & Pick<Entry, 'contestant'>, done: number) => () =>
        once(stage, task({ ...oneAnswer, rounds: 1, calls: done }, { ...entry, folder, program }), read);
      return compare(time({ contestant }, calls), time({ contestant: 'bare-listing' }, conversations), {
        warmUps: 1,
        samples: samplesOr(9),
        relate,
      });
    });
}

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
      measure: against(task({ ...toolRounds, thinks: 20 }, { wire }), sdk, {
        rounds: { ...soon, starts: samplesOr(3) },
      }),
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
  return () => inFolder(folder => once(stage, task(scenario, { contestant, folder }), ({ wall }) => wall));
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'converser-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
