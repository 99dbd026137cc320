import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../../../converser/ground/json/json.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { ServerHandlers } from './connection-ports.ts';

/** Some servers list more tools to clients that announce it. */
export type Announced = 'elicitation' | 'roots' | 'sampling';

/** Sampling spends your money, so a server gets it only if its definition says so. */
export function handlersFor(
  { sampling }: Pick<ServerDefinition, 'sampling'>,
  handlers: ServerHandlers = {},
): ServerHandlers {
  const { sample, ...others } = handlers;
  return sampling && sample !== undefined ? handlers : others;
}

export function announcedTo(
  definition: Pick<ServerDefinition, 'sampling'>,
  handlers?: ServerHandlers,
): readonly Announced[] {
  const { elicit, roots, sample } = handlersFor(definition, handlers);
  const all = [elicit && 'elicitation', roots && 'roots', sample && 'sampling'] as const;
  return all.filter(name => name !== undefined);
}

/** The version of `Manifest`: raise it with every change. */
const form = 3;

/** Values and capabilities count: a server may list other tools for another account, mode or client. */
export function manifestHash(
  { transport }: Pick<ServerDefinition, 'transport'>,
  announced: readonly Announced[],
): string {
  const key = { form, launch: transport, announced } as unknown as JsonObject;
  return hash('sha256', canonicalJson(key));
}
