import { type Listen, listeners } from '../../../converser/ground/async/listeners.ts';
import { reasonOf } from '../../../converser/ground/errors.ts';
import type { Clock, Log } from '../../../converser/ground/ports.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { InspectManifest } from '../manifest/manifest.ts';
import { acceptDrifts, pinAll, withFirstSights } from './accept-drifts.ts';
import type { Drift } from './find-drift.ts';
import { createFirstSights, type FirstSights } from './first-sights.ts';
import { type ServerPin, withServer } from './lock.ts';
import { createLockFiles, type LockFiles } from './lock-file.ts';
import {
  compareWithPin,
  type LockedServer,
  mayInstruct,
  withheldTools,
  withTrouble,
} from './locked-server.ts';
import { presentPin, type SeenServer } from './seen-server.ts';

/** The first sight of a server pins it: you have approved its launch by then. */
export interface ToolLock {
  readonly inspect: InspectManifest;
  mayInstruct(definition: ServerDefinition): boolean;
  readonly servers: readonly LockedServer[];
  readonly drifts: readonly Drift[];
  readonly onDidDrift: Listen<void>;
  readonly onDidAccept: Listen<{ readonly server: string }>;
  /** Throws `tool-changed` if a tool isn't what the drift says; `lock-broken`; and any fault of writing. */
  accept(drifts: readonly Drift[]): Promise<void>;
  acceptServer(server: string): Promise<void>;
}

export interface ToolLockOptions {
  readonly fileOf: (definition: ServerDefinition) => string;
  readonly pinsFirstSight: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

export function createToolLock({ fileOf, pinsFirstSight, clock, log }: ToolLockOptions): ToolLock {
  const files = createLockFiles(clock);
  const firstSights = createFirstSights(files, log);
  const accepted = listeners<{ readonly server: string }>();
  const inspections = createInspections(fileOf, lockComparison({ files, firstSights, pinsFirstSight }));

  async function changePin(server: string, change: ChangePin): Promise<void> {
    const sight = inspections.sightOf(server);
    if (sight === undefined) throw serverErrors.toolChanged(server);
    const present = presentPin(sight);
    await files.update(sight.file, lock => {
      const broken = lock.broken.get(server);
      if (broken !== undefined) throw serverErrors.lockBroken(broken.reason);
      const pin = lock.servers.get(server) ??
        firstSights.unwritten(sight) ?? { ...present, tools: new Map() };
      return withServer(lock, server, change(pin, present));
    });
    firstSights.settle(sight);
    await inspections.inspect(sight.definition, sight.manifest);
    accepted.fire({ server });
  }

  return {
    inspect: inspections.inspect,
    mayInstruct({ name }) {
      const found = inspections.results.find(({ server }) => server === name);
      return found !== undefined && mayInstruct(found);
    },
    get servers() {
      return inspections.results;
    },
    get drifts() {
      return inspections.results.flatMap(({ drifts }) => drifts);
    },
    onDidDrift: inspections.onDidChange,
    onDidAccept: accepted.listen,
    async accept(drifts) {
      for (const server of new Set(drifts.map(drift => drift.server))) {
        const own = drifts.filter(drift => drift.server === server);
        await changePin(server, (pin, present) => acceptDrifts(pin, present, own));
      }
    },
    acceptServer: server => changePin(server, pinAll),
  };
}

function createInspections(
  fileOf: ToolLockOptions['fileOf'],
  compareWithLock: (sight: SeenServer) => Promise<LockedServer>,
) {
  const sights = new Map<string, SeenServer>();
  const results = new Map<string, LockedServer>();
  const changes = listeners<void>();

  const inspect: InspectManifest = async (definition, manifest) => {
    const sight = { definition, manifest, file: fileOf(definition) };
    sights.set(definition.name, sight);
    const compared = await compareWithLock(sight).catch(cause =>
      withTrouble(sight, `Comparing its tools with the lock failed: ${reasonOf(cause)}`),
    );
    // Another manifest may have arrived meanwhile.
    if (sights.get(definition.name) === sight) {
      const before = results.get(definition.name);
      results.set(definition.name, compared);
      if (JSON.stringify(before) !== JSON.stringify(compared)) changes.fire();
    }
    return withheldTools(compared, manifest);
  };

  return {
    inspect,
    sightOf: (server: string) => sights.get(server),
    get results(): readonly LockedServer[] {
      return [...results.values()];
    },
    onDidChange: changes.listen,
  };
}

type ChangePin = (pin: ServerPin, present: ServerPin) => ServerPin;

interface LockComparisonOptions {
  readonly files: LockFiles;
  readonly firstSights: FirstSights;
  readonly pinsFirstSight: boolean;
}

function lockComparison({ files, firstSights, pinsFirstSight }: LockComparisonOptions) {
  return async (sight: SeenServer): Promise<LockedServer> => {
    const server = sight.definition.name;
    const read = await files.read(sight.file);
    if (read.kind === 'broken') return withTrouble(sight, read.reason);
    const broken = read.lock.broken.get(server);
    if (broken !== undefined) return withTrouble(sight, broken.reason);
    const written = read.lock.servers.get(server);
    const pin = written ?? firstSights.unwritten(sight);
    const present = presentPin(sight);
    if (pin === undefined && !pinsFirstSight) {
      return { ...compareWithPin(sight, { ...present, tools: new Map() }, present), isNew: true };
    }
    const isSeen = pin !== undefined && (!pinsFirstSight || withFirstSights(pin, present) === undefined);
    return compareWithPin(sight, isSeen ? pin : await firstSights.pin(sight, present, written), present);
  };
}
