import { median } from '../compare.ts';
import { answerPieces, type Scenario, type Wire } from '../scenario.ts';

export interface Assignment {
  readonly contestant: keyof typeof creators;
  readonly wire: Wire;
  readonly scenario: Scenario;
  readonly url: string;
  /** What the clients of a door speak to it. Default: the same wire. */
  readonly clientWire?: Wire;
  /** Conversations of one sample, one after another. */
  readonly repeat: number;
  /** Where things are kept that outlive a contestant. */
  readonly folder?: string;
  /** Whether each conversation is stored, as those of people are. */
  readonly isStored?: boolean;
  /** Of ripgrep, where it is needed. */
  readonly program?: string | undefined;
}

/** What one sample took, of this process alone. */
export interface Sample {
  /** Milliseconds of processor time, of all its threads. */
  readonly processor: number;
  /** Milliseconds on the wall, for what is mostly done by other processes. */
  readonly wall: number;
  /** Bytes: the most that it ever had resident. */
  readonly peak: number;
  /** Milliseconds from a request to the first of its answer, where that is measured: the median. */
  readonly untilFirst: number;
}

/** What a contestant did, so that none is fast by doing less. */
interface Done {
  readonly calls: number;
  readonly answer: string;
  /** Milliseconds, where a client looks at it. */
  readonly untilFirst?: number;
  /** Ends what was started, after what is measured. */
  readonly clearUp?: () => Promise<void>;
}

/** Holds one whole conversation of a scenario: asks, runs the tools, asks again, until the last answer. */
export type Contestant = () => Promise<Done>;

export type CreateContestant = (assignment: Assignment) => Promise<Contestant>;

const creators = {
  converser: async () => (await import('./converser.ts')).createConverser,
  limit: async () => (await import('./limit/limit.ts')).createLimit,
  sdk: async () => (await import('./sdk.ts')).createSdk,
  receipts: async () => (await import('./receipts.ts')).createReceipts,
  journal: async () => (await import('./journal.ts')).createJournal,
  'durable-writes': async () => (await import('./journal.ts')).createDurableWrites,
  listing: async () => (await import('./listing.ts')).createListing,
  'bare-listing': async () => (await import('./listing.ts')).createBareListing,
  opening: async () => (await import('./opening.ts')).createOpening,
  searching: async () => (await import('./searching.ts')).createSearching,
  'find-files': async () => (await import('./many-files.ts')).createFindFiles,
  'search-text': async () => (await import('./many-files.ts')).createSearchText,
  'ripgrep-files': async () => (await import('./many-files.ts')).createRipgrepFiles,
  'ripgrep-text': async () => (await import('./many-files.ts')).createRipgrepText,
  command: async () => (await import('./many-files.ts')).createCommand,
  'bare-command': async () => (await import('./many-files.ts')).createBareCommand,
  manifest: async () => (await import('./many-files.ts')).createManifest,
  'git-status': async () => (await import('./many-files.ts')).createGitStatus,
  'mcp-servers': async () => (await import('./mcp-converser.ts')).createServers,
  'mcp-clients': async () => (await import('./mcp-client.ts')).createClients,
  'mcp-processor-calls': async () => (await import('./mcp-converser.ts')).createProcessorCalls,
  'mcp-client-calls': async () => (await import('./mcp-client.ts')).createClientCalls,
  gateway: async () => (await import('./gateway/gateway-door.ts')).createGatewayDoor,
  loop: async () => (await import('./gateway/loop-door.ts')).createLoopDoor,
  pipe: async () => (await import('./gateway/doors.ts')).createPipeDoor,
  'no-door': async () => (await import('./gateway/doors.ts')).createNoDoor,
} satisfies Readonly<Record<string, () => Promise<(assignment: never) => Promise<Contestant>>>>;

const assignment = JSON.parse(process.argv[2] ?? '') as Assignment;
const create: CreateContestant = await creators[assignment.contestant]();
const contestant = await create(assignment);

/** They hold no conversation, and fail by themselves. */
const unchecked = [
  ...['receipts', 'journal', 'durable-writes', 'find-files', 'search-text', 'ripgrep-files', 'ripgrep-text'],
  ...['command', 'bare-command', 'manifest', 'git-status'],
];

async function sample({ repeat, scenario, contestant: kind }: Assignment): Promise<Sample> {
  const started: Done[] = [];
  const since = performance.now();
  const before = process.cpuUsage();
  for (let time = 0; time < repeat; time++) {
    const done = await contestant();
    if (!unchecked.includes(kind)) check(done, scenario);
    started.push(done);
  }
  const { user, system } = process.cpuUsage(before);
  const wall = performance.now() - since;
  for (const { clearUp } of started) await clearUp?.();
  return {
    processor: (user + system) / 1000,
    wall,
    peak: process.resourceUsage().maxRSS * 1024,
    untilFirst: median(started.map(({ untilFirst = 0 }) => untilFirst)),
  };
}

function check({ calls, answer }: Done, { turns, rounds, calls: each, deltas }: Scenario): void {
  const wanted = turns * rounds * each;
  if (calls !== wanted) throw new Error(`${calls} calls were made instead of ${wanted}.`);
  if (!answer.endsWith(answerPieces(deltas).join('')))
    throw new Error('The answer is not the one that was given.');
}

process.on('message', async () => {
  // What earlier samples left behind is not this one's to clear away. A full collection would also discard the optimized
  // code that was made for objects that are gone: each sample would then measure the compiler, which in use runs rarely.
  globalThis.gc?.({ type: 'minor', execution: 'sync' });
  process.send?.(await sample(assignment));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
