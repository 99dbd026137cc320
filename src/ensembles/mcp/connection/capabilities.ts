import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../../../converser/json/json.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { ServerHandlers } from './connection-ports.ts';

/** What a server is told that it may ask of us. Some have tools that they show only to those who can be asked. */
export type Announced = 'elicitation' | 'roots' | 'sampling';

/** Sampling spends the person's money, so a server gets it only where its definition says so. */
export function handlersFor(
  { sampling }: Pick<ServerDefinition, 'sampling'>,
  handlers: ServerHandlers = {},
): ServerHandlers {
  const { sample, ...others } = handlers;
  return sampling && sample !== undefined ? handlers : others;
}

/** In the order of the alphabet. */
export function announcedTo(
  definition: Pick<ServerDefinition, 'sampling'>,
  handlers?: ServerHandlers,
): readonly Announced[] {
  const { elicit, roots, sample } = handlersFor(definition, handlers);
  return [
    ...(elicit === undefined ? [] : (['elicitation'] as const)),
    ...(roots === undefined ? [] : (['roots'] as const)),
    ...(sample === undefined ? [] : (['sampling'] as const)),
  ];
}

/**
 * By what a manifest is found again: what is launched, as it is written with all its values, and what that is told of
 * us. One server may have other tools for another account or in another mode, and one to whom nobody can be asked may
 * show less: neither must pass for the other, which would look as if tools had vanished.
 */
export function manifestHash(
  { transport }: Pick<ServerDefinition, 'transport'>,
  announced: readonly Announced[],
): string {
  const told = { launch: transport, announced } as unknown as JsonObject;
  return hash('sha256', canonicalJson(told));
}
