import { ConverserError, reasonOf } from '../../../converser/ground/errors.ts';
import type { Log } from '../../../converser/ground/ports.ts';
import { withFirstSights } from './accept-drifts.ts';
import { type ServerPin, withServer } from './lock.ts';
import type { LockFiles } from './lock-file.ts';
import type { SeenServer } from './seen-server.ts';

export interface FirstSights {
  pin(sight: SeenServer, present: ServerPin, written: ServerPin | undefined): Promise<ServerPin>;
  unwritten(sight: SeenServer): ServerPin | undefined;
  settle(sight: SeenServer): void;
}

export function createFirstSights(files: Pick<LockFiles, 'update'>, log: Log): FirstSights {
  const unwritten = new Map<string, ServerPin>();

  /** Another window may see the server at the same time. The first one that writes has pinned it. */
  async function writePin(sight: SeenServer, present: ServerPin): Promise<ServerPin> {
    const { definition, file } = sight;
    const { name } = definition;
    const own = unwritten.get(keyOf(sight));
    const lock = await files.update(file, current => {
      const next = firstSight(current.servers.get(name) ?? own, present);
      return next === undefined || current.broken.has(name) ? undefined : withServer(current, name, next);
    });
    return lock.servers.get(name) ?? { ...present, tools: new Map() };
  }

  return {
    async pin(sight, present, written) {
      const { definition, file } = sight;
      try {
        return await writePin(sight, present);
      } catch (cause) {
        // The lock has been broken in this moment, unlike a lock that can't be written.
        if (cause instanceof ConverserError && cause.code === 'lock-broken') throw cause;
        const why = `${file} could not be written: ${reasonOf(cause)}`;
        // Later sights would count as the first again, each time.
        if (written !== undefined) {
          log.warn(`New tools of ${definition.name} were not pinned. ${why}`);
          return written;
        }
        log.warn(`The tools of ${definition.name} are pinned only until Converser ends. ${why}`);
        const next = firstSight(unwritten.get(keyOf(sight)), present) ?? present;
        unwritten.set(keyOf(sight), next);
        return next;
      }
    },
    unwritten: sight => unwritten.get(keyOf(sight)),
    settle: sight => void unwritten.delete(keyOf(sight)),
  };
}

function firstSight(pin: ServerPin | undefined, present: ServerPin): ServerPin | undefined {
  return pin === undefined ? present : withFirstSights(pin, present);
}

function keyOf({ file, definition }: SeenServer): string {
  return JSON.stringify([file, definition.name]);
}
