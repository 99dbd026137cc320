import { type Listen, listeners } from '../../../converser/async/listeners.ts';
import { ConverserError, errors, reasonOf } from '../../../converser/errors.ts';
import { defined } from '../../../converser/json/defined.ts';
import type { Clock, Log } from '../../../converser/ports.ts';
import { launchHash, launchKey, type ServerDefinition } from '../definition/server-definition.ts';
import type { InspectManifest, Manifest } from '../manifest/manifest.ts';
import { acceptDrifts, pinAll, withFirstSights } from './accept-drifts.ts';
import { type Drift, findDrift, type PresentTool } from './find-drift.ts';
import { type Lock, type ServerPin, withServer } from './lock.ts';
import { createLockFiles } from './lock-file.ts';
import type { ReadLock } from './parse-lock.ts';
import { hashOf, pinnedDefinition } from './pinned-definition.ts';
import { sayDrift } from './say-drift.ts';

/**
 * Pins what servers say of their tools, and withholds what is no longer as it was pinned.
 *
 * The first sight of a server pins it. That happens after its launch was approved, because nothing is known of a
 * server that never ran.
 */
export interface ToolLock {
  readonly inspect: InspectManifest;
  /** Reads the lock of a server that is about to be inspected, which then takes less. */
  expect(definition: ServerDefinition): void;
  /** What is known of each server that was inspected. */
  readonly servers: readonly LockedServer[];
  /** All that waits for a person to accept it. */
  readonly drifts: readonly Drift[];
  /** Tells that `servers` and `drifts` have changed. */
  readonly onDidDrift: Listen<void>;
  /** Tells that other tools of a server may be offered now than when it was inspected: time to ask anew. */
  readonly onDidAccept: Listen<{ readonly server: string }>;
  /**
   * Pins these tools as they are now. Throws `tool-changed` for one that is no longer as the drift says, because
   * that is not what the person saw; `lock-broken`; and what kept the lock from being written.
   */
  accept(drifts: readonly Drift[]): Promise<void>;
  /** Pins all of a server as it is now: its tools, its launch and its version. */
  acceptServer(server: string): Promise<void>;
}

export interface LockedServer {
  readonly server: string;
  /** The absolute path of its lock. */
  readonly file: string;
  /** Why nothing of it is offered, and what to do about that, where its lock cannot be relied on. */
  readonly trouble?: string;
  /** It is launched otherwise than when it was pinned. That alone withholds nothing: whoever launched it decided so. */
  readonly launch?: Change;
  readonly version?: Change;
  readonly drifts: readonly Drift[];
  /** Nobody has pinned it. */
  readonly isNew: boolean;
}

export interface Change {
  readonly pinned: string;
  readonly present: string;
}

export interface ToolLockOptions {
  /** The absolute path of the lock that a server is pinned in. */
  readonly fileOf: (definition: ServerDefinition) => string;
  /** `false`: nothing is ever pinned by itself, as where a lock is only checked. */
  readonly pinsFirstSight: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

export function createToolLock(options: ToolLockOptions): ToolLock {
  const { fileOf, pinsFirstSight, clock, log } = options;
  const files = createLockFiles(clock);
  const changes = listeners<void>();
  const accepted = listeners<{ readonly server: string }>();
  const seen = new Map<string, SeenServer>();
  const found = new Map<string, LockedServer>();
  /** Locks that are being read for servers that are about to be inspected. */
  const expected = new Map<string, Promise<ReadLock>>();
  /** First sights that could not be written. They hold for as long as they can be kept. */
  const unwritten = new Map<string, ServerPin>();

  async function look(sight: SeenServer): Promise<LockedServer> {
    const { definition, file } = sight;
    const server = definition.name;
    const read = await (expected.get(file) ?? files.read(file));
    if (read.kind === 'broken') return { ...common(sight), trouble: read.reason };
    const trouble = read.lock.broken.get(server);
    if (trouble !== undefined) return { ...common(sight), trouble };
    const written = read.lock.servers.get(server);
    const pin = written ?? unwritten.get(keyOf(sight));
    const present = presentPin(sight);
    if (pin === undefined && !pinsFirstSight) {
      return { ...compare(sight, { ...present, tools: new Map() }, present), isNew: true };
    }
    const isSeen = pin !== undefined && (!pinsFirstSight || withFirstSights(pin, present) === undefined);
    return compare(sight, isSeen ? pin : await pinFirstSight(sight, { written, present }), present);
  }

  /** Another window may have seen it at the same time: whoever writes first has pinned it. */
  async function pinFirstSight(sight: SeenServer, { written, present }: FirstSight): Promise<ServerPin> {
    const { definition, file } = sight;
    const { name } = definition;
    const own = unwritten.get(keyOf(sight));
    try {
      const lock = await files.update(file, current => {
        const next = firstSight(current.servers.get(name) ?? own, present);
        return next === undefined || current.broken.has(name) ? undefined : withServer(current, name, next);
      });
      return lock.servers.get(name) ?? { ...present, tools: new Map() };
    } catch (cause) {
      // Somebody broke it right now. What cannot be written is another matter.
      if (cause instanceof ConverserError && cause.code === 'lock-broken') throw cause;
      const why = `because ${file} was not written: ${reasonOf(cause)}`;
      // What else it shows some other time would be seen for the first time, too, and again each time.
      if (written !== undefined) {
        log.warn(`What ${name} shows to those who can be asked more is not pinned, ${why}`);
        return written;
      }
      log.warn(`The tools of ${name} are pinned for now only, ${why}`);
      const next = firstSight(own, present) ?? present;
      unwritten.set(keyOf(sight), next);
      return next;
    }
  }

  /** Never rejects. */
  async function inspect(
    definition: ServerDefinition,
    manifest: Manifest,
  ): Promise<ReadonlyMap<string, string>> {
    const sight = { definition, manifest, file: fileOf(definition) };
    seen.set(definition.name, sight);
    const looked = await look(sight).catch(cause => unforeseen(sight, cause));
    // Another manifest may have come meanwhile.
    if (seen.get(definition.name) === sight) {
      const before = found.get(definition.name);
      found.set(definition.name, looked);
      if (JSON.stringify(before) !== JSON.stringify(looked)) changes.fire();
    }
    return withheld(looked, manifest);
  }

  async function change(
    server: string,
    next: (pin: ServerPin, present: ServerPin) => ServerPin,
  ): Promise<void> {
    const sight = seen.get(server);
    if (sight === undefined) throw errors.toolChanged(server);
    const present = presentPin(sight);
    const own = unwritten.get(keyOf(sight));
    await files.update(sight.file, (lock: Lock) => {
      const trouble = lock.broken.get(server);
      if (trouble !== undefined) throw errors.lockBroken(trouble);
      const pin = lock.servers.get(server) ?? own ?? { ...present, tools: new Map() };
      return withServer(lock, server, next(pin, present));
    });
    unwritten.delete(keyOf(sight));
    await inspect(sight.definition, sight.manifest);
    accepted.fire({ server });
  }

  return {
    inspect,
    expect(definition) {
      const file = fileOf(definition);
      if (expected.has(file)) return;
      const reading = files.read(file);
      expected.set(file, reading);
      void reading.then(() => expected.delete(file));
    },
    get servers() {
      return [...found.values()];
    },
    get drifts() {
      return [...found.values()].flatMap(({ drifts }) => drifts);
    },
    onDidDrift: changes.listen,
    onDidAccept: accepted.listen,
    async accept(drifts) {
      for (const server of new Set(drifts.map(drift => drift.server))) {
        const own = drifts.filter(drift => drift.server === server);
        await change(server, (pin, present) => acceptDrifts(pin, present, own));
      }
    },
    acceptServer: server => change(server, pinAll),
  };
}

interface FirstSight {
  /** What the lock says of the server already. */
  readonly written: ServerPin | undefined;
  readonly present: ServerPin;
}

/** What is to be pinned of what was never seen before, if there is anything of that kind. */
function firstSight(pin: ServerPin | undefined, present: ServerPin): ServerPin | undefined {
  return pin === undefined ? present : withFirstSights(pin, present);
}

interface SeenServer {
  readonly definition: ServerDefinition;
  readonly manifest: Manifest;
  readonly file: string;
}

function keyOf({ file, definition }: SeenServer): string {
  return JSON.stringify([file, definition.name]);
}

/** What would be pinned of a server as it is now. */
function presentPin({ definition, manifest }: SeenServer): ServerPin {
  const tools = [...presentTools(manifest)].map(
    ([name, tool]) => [name, { ...tool, isGone: false }] as const,
  );
  const version = manifest.serverInfo?.version;
  return defined({
    launch: launchKey(definition),
    launchHash: launchHash(definition),
    announced: manifest.announced,
    tools: new Map(tools),
    version,
  });
}

/** Of several tools with one name the first counts, as it does where they are offered. */
function presentTools({ tools }: Manifest): ReadonlyMap<string, PresentTool> {
  const present = new Map<string, PresentTool>();
  for (const tool of tools) {
    if (present.has(tool.name) || !isNameable(tool.name)) continue;
    const definition = pinnedDefinition(tool);
    present.set(tool.name, { definition, hash: hashOf(definition) });
  }
  return present;
}

/** What no file can hold cannot be pinned. */
function isNameable(name: string): boolean {
  return name !== '' && name.isWellFormed();
}

function common({ definition, file }: SeenServer): LockedServer {
  return { server: definition.name, file, drifts: [], isNew: false };
}

function compare(sight: SeenServer, pin: ServerPin, present: ServerPin): LockedServer {
  const launch = { pinned: pin.launch, present: present.launch };
  const version = { pinned: pin.version ?? '', present: present.version ?? '' };
  return {
    ...common(sight),
    drifts: findDrift(sight.definition.name, pin, present),
    ...(pin.launchHash === present.launchHash ? {} : { launch }),
    ...(version.pinned === version.present ? {} : { version }),
  };
}

function unforeseen(sight: SeenServer, cause: unknown): LockedServer {
  return { ...common(sight), trouble: `What its tools are could not be told: ${reasonOf(cause)}` };
}

/** What must not be offered, by name. Where the lock cannot be relied on, that is everything. */
function withheld({ trouble, drifts }: LockedServer, { tools }: Manifest): ReadonlyMap<string, string> {
  if (trouble !== undefined) return new Map(tools.map(({ name }) => [name, trouble]));
  const unnameable = tools.filter(({ name }) => !isNameable(name));
  return new Map([
    ...unnameable.map(({ name }) => [name, 'A tool without a proper name cannot be pinned.'] as const),
    ...drifts.flatMap(drift => namesOf(drift).map(name => [name, sayDrift(drift)] as const)),
  ]);
}

function namesOf({ tool, formerly }: Drift): readonly string[] {
  return formerly === undefined ? [tool] : [tool, formerly];
}
