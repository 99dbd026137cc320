import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Benchmark, type Finding, median } from '../benchmark.ts';
import { toolNames } from '../scenario.ts';
import type { Entry, Stage } from '../stage.ts';

const runs = Number(process.env.BENCH_SAMPLES ?? 15);
const servers = 20;

/** From 20 definitions to the tools of 20 servers, all of them seen for the first time. */
export const mcpConnect: Benchmark = {
  name: 'mcp-connect',
  about: `${servers} MCP servers connected: time, ours to that of the client library connecting them in parallel`,
  limit: 1.1,
  unit: '×',
  measure: stage => againstLibrary(stage, folder => timeOf('mcp-servers', { stage, folder })),
};

/** The same in a window that finds what an earlier one has kept of these servers. */
export const mcpRemembered: Benchmark = {
  name: 'mcp-remembered',
  about: `${servers} MCP servers known from earlier: time until their tools are offered, to that of connecting them`,
  limit: 0.01,
  unit: '×',
  async measure(stage) {
    const kept = await mkdtemp(prefix);
    try {
      await timeOf('mcp-servers', { stage, folder: kept });
      return await againstLibrary(stage, () => timeOf('mcp-servers', { stage, folder: kept }));
    } finally {
      await rm(kept, { recursive: true, force: true });
    }
  },
};

const prefix = path.join(tmpdir(), 'converser-bench-');

async function againstLibrary(
  stage: Stage,
  ours: (emptyFolder: string) => Promise<number>,
): Promise<Finding> {
  const pairs: (readonly [number, number])[] = [];
  for (let run = 0; run < runs; run++) {
    const folder = await mkdtemp(prefix);
    const library = () => timeOf('mcp-clients', { stage, folder });
    // Who goes first changes, so that being first is nobody's advantage.
    const first = run % 2 === 0 ? await ours(folder) : await library();
    const second = run % 2 === 0 ? await library() : await ours(folder);
    pairs.push(run % 2 === 0 ? [first, second] : [second, first]);
    await rm(folder, { recursive: true, force: true });
  }
  return {
    figure: median(pairs.map(([one, other]) => one / other)),
    details: { one: median(pairs.map(([one]) => one)), other: median(pairs.map(([, other]) => other)) },
  };
}

interface Start {
  readonly stage: Stage;
  readonly folder: string;
}

/** In a process of its own: what a host loads only once servers are connected is part of it. */
async function timeOf(contestant: Entry['contestant'], { stage, folder }: Start): Promise<number> {
  const scenario = {
    turns: 1,
    rounds: servers,
    calls: toolNames.length,
    fragments: 0,
    deltas: 0,
    history: 0,
  };
  const performer = await stage.enter({ contestant, wire: 'openai', scenario, folder });
  const { wall } = await performer.sample();
  performer.leave();
  return wall;
}
