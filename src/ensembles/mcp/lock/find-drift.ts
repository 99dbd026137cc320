import { defined } from '../../../converser/ground/json/defined.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '../../../converser/ground/json/json.ts';
import type { ServerPin, ToolPin } from './lock.ts';

export interface Drift {
  readonly server: string;
  /** A vanished tool has its last name. Instructions have an empty one, which no pinned tool can have. */
  readonly tool: string;
  /** A `renamed` tool has replaced one with the same description or arguments. */
  readonly kind: 'changed' | 'vanished' | 'renamed' | 'new';
  readonly formerly?: string;
  readonly pinned?: JsonObject;
  readonly present?: JsonObject;
}

export interface PresentTool {
  readonly hash: string;
  readonly definition: JsonObject;
}

export interface PresentServer extends Pick<ServerPin, 'announced' | 'instructions'> {
  readonly tools: ReadonlyMap<string, PresentTool>;
}

/** A missing tool has vanished only if the server saw the capabilities of its pin, which it may require. */
export function findDrift(
  server: string,
  pinned: Pick<ServerPin, 'announced' | 'instructions' | 'tools'>,
  now: PresentServer,
): readonly Drift[] {
  const { tools: pins } = pinned;
  const { announced, tools: present } = now;
  const gone = new Map([...pins].filter(([name, pin]) => !present.has(name) && !pin.isGone));
  const drifts: Drift[] = [...driftOfInstructions(server, pinned, now)];
  for (const [tool, { hash, definition }] of present) {
    const pin = pins.get(tool);
    if (pin?.hash === hash) continue;
    if (pin !== undefined) {
      drifts.push({ server, tool, kind: 'changed', pinned: pin.definition, present: definition });
      continue;
    }
    const formerly = [...gone].find(([, candidate]) => mayBeRenamed(candidate, definition));
    if (formerly === undefined) drifts.push({ server, tool, kind: 'new', present: definition });
    else {
      const [name, { definition: pinned }] = formerly;
      gone.delete(name);
      drifts.push({ server, tool, kind: 'renamed', formerly: name, pinned, present: definition });
    }
  }
  if (includesAll(pinned.announced, announced)) {
    for (const [tool, { definition }] of gone)
      drifts.push({ server, tool, kind: 'vanished', pinned: definition });
  }
  return drifts.sort((a, b) => (a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0));
}

export function isAboutInstructions({ tool }: Pick<Drift, 'tool'>): boolean {
  return tool === '';
}

function driftOfInstructions(
  server: string,
  { instructions: pinned, announced }: Pick<ServerPin, 'announced' | 'instructions'>,
  { instructions: present, announced: now }: PresentServer,
): readonly Drift[] {
  if (pinned === present || (present === undefined && !includesAll(announced, now))) return [];
  const kind = pinned === undefined ? 'new' : present === undefined ? 'vanished' : 'changed';
  const sides = { pinned: asDefinition(pinned), present: asDefinition(present) };
  return [defined({ server, tool: '', kind, ...sides })];
}

function asDefinition(instructions: string | undefined): JsonObject | undefined {
  return instructions === undefined ? undefined : { instructions };
}

export function includesAll(before: readonly string[], now: readonly string[]): boolean {
  return before.every(name => now.includes(name));
}

/** An empty description or an empty schema proves nothing. */
function mayBeRenamed({ definition: pinned }: ToolPin, present: JsonObject): boolean {
  const hasSameDescription = pinned.description === present.description && !!pinned.description;
  return hasSameDescription || (hasArguments(present) && schemaOf(pinned) === schemaOf(present));
}

function hasArguments({ inputSchema }: JsonObject): boolean {
  const properties = isJsonObject(inputSchema) ? inputSchema.properties : undefined;
  return isJsonObject(properties) && Object.keys(properties).length > 0;
}

function schemaOf({ inputSchema = {} }: JsonObject): string {
  return canonicalJson(inputSchema);
}
