import { defined } from '../../../converser/ground/json/defined.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { type Drift, findDrift, includesAll, isAboutInstructions } from './find-drift.ts';
import type { ServerPin, ToolPin } from './lock.ts';
import { hashOf } from './pinned-definition.ts';

/** Pins the launch and the version, too, if no other tool waits. Throws `tool-changed` if a tool isn't what you saw. */
export function acceptDrifts(pin: ServerPin, present: ServerPin, drifts: readonly Drift[]): ServerPin {
  const tools = new Map(pin.tools);
  const instructions = drifts.some(isAboutInstructions)
    ? acceptInstructions(present, drifts)
    : pin.instructions;
  for (const { server, tool, formerly, present: shown } of drifts.filter(
    each => !isAboutInstructions(each),
  )) {
    const now = present.tools.get(tool);
    if (now?.hash !== (shown && hashOf(shown))) throw serverErrors.toolChanged(`${server}:${tool}`);
    if (now !== undefined) tools.set(tool, now);
    for (const name of [formerly, now === undefined ? tool : undefined]) {
      const gone = name === undefined ? undefined : tools.get(name);
      if (name !== undefined && gone !== undefined) tools.set(name, { ...gone, isGone: true });
    }
  }
  const accepted = withInstructions({ ...pin, tools }, instructions);
  const isDone = findDrift('', accepted, present).length === 0;
  return isDone ? asPresent(pin, present, accepted) : accepted;
}

function acceptInstructions({ instructions }: ServerPin, drifts: readonly Drift[]): string | undefined {
  for (const { server, present: shown } of drifts.filter(isAboutInstructions))
    if (shown?.instructions !== instructions) throw serverErrors.toolChanged(server);
  return instructions;
}

function withInstructions(
  { instructions: _, ...pin }: ServerPin,
  instructions: string | undefined,
): ServerPin {
  return defined({ ...pin, instructions });
}

/** Vanished tools stay pinned, so that a different tool under their name is noticed. */
export function pinAll(pin: ServerPin, present: ServerPin): ServerPin {
  const isSeen = includesAll(pin.announced, present.announced);
  const tools = new Map<string, ToolPin>(present.tools);
  for (const [name, former] of pin.tools) {
    const now = present.tools.get(name);
    if (now === undefined) tools.set(name, isSeen ? { ...former, isGone: true } : former);
  }
  const instructions = present.instructions ?? (isSeen ? undefined : pin.instructions);
  return asPresent(pin, present, { tools, instructions });
}

/** Invariant: pins new tools once per capability, and never if another launch or version may explain them. */
export function withFirstSights(pin: ServerPin, present: ServerPin): ServerPin | undefined {
  if (includesAll(present.announced, pin.announced)) return undefined;
  if (pin.launchHash !== present.launchHash || pin.version !== present.version) return undefined;
  const tools = new Map(pin.tools);
  for (const { tool, kind } of findDrift('', pin, present)) {
    const now = present.tools.get(tool);
    if (kind === 'new' && now !== undefined) tools.set(tool, now);
  }
  return asPresent(pin, present, { tools, instructions: pin.instructions });
}

/** All capabilities that it ever saw remain, because tools from those times stay pinned. */
function asPresent(
  pin: ServerPin,
  present: ServerPin,
  { tools, instructions }: { readonly tools: ServerPin['tools']; readonly instructions?: string | undefined },
): ServerPin {
  const announced = [...new Set([...pin.announced, ...present.announced])].sort();
  return withInstructions({ ...present, announced, tools }, instructions);
}
