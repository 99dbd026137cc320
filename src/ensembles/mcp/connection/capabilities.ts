import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../../../converser/ground/json/json.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { ServerHandlers } from './connection-ports.ts';

/** A capability that we announce to a server. Some servers list more tools to clients that have it. */
export type Announced = 'elicitation' | 'roots' | 'sampling';

/** Sampling spends the user's money, so a server gets it only if its definition says so. */
export function handlersFor(
  { sampling }: Pick<ServerDefinition, 'sampling'>,
  handlers: ServerHandlers = {},
): ServerHandlers {
  const { sample, ...others } = handlers;
  return sampling && sample !== undefined ? handlers : others;
}

/** In alphabetical order. */
export function announcedTo(
  definition: Pick<ServerDefinition, 'sampling'>,
  handlers?: ServerHandlers,
): readonly Announced[] {
  const { elicit, roots, sample } = handlersFor(definition, handlers);
  const all = [elicit && 'elicitation', roots && 'roots', sample && 'sampling'] as const;
  return all.filter(name => name !== undefined);
}

/**
 * The key of a remembered manifest: what is launched, as it is written with all its values, and the capabilities that
 * we announce. A server may list other tools for another account, in another mode or to a client that cannot answer
 * questions. Mixing those up would look as if tools had vanished.
 */
export function manifestHash(
  { transport }: Pick<ServerDefinition, 'transport'>,
  announced: readonly Announced[],
): string {
  const key = { launch: transport, announced } as unknown as JsonObject;
  return hash('sha256', canonicalJson(key));
}
