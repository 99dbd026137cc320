import { canonicalJson, isJsonObject, type JsonObject } from '../../../converser/json/json.ts';
import type { ServerPin, ToolPin } from './lock.ts';

/** How a tool differs from its pin. It is withheld until the user accepts the difference. */
export interface Drift {
  readonly server: string;
  /** Its present name; of a vanished tool, its last name. */
  readonly tool: string;
  /**
   * `renamed`: it has replaced a tool with the same description or the same arguments. `new`: the server was pinned
   * without it.
   */
  readonly kind: 'changed' | 'vanished' | 'renamed' | 'new';
  /** The name that a renamed tool had. */
  readonly formerly?: string;
  readonly pinned?: JsonObject;
  readonly present?: JsonObject;
}

/** A tool as the server describes it now. */
export interface PresentTool {
  readonly hash: string;
  readonly definition: JsonObject;
}

/** A server as it is now. */
export interface PresentServer extends Pick<ServerPin, 'announced'> {
  readonly tools: ReadonlyMap<string, PresentTool>;
}

/**
 * Compares the pins of a server with its present tools, by name. A missing tool has vanished only if the server saw at
 * least the capabilities that it saw when the tool was pinned: it may show the tool only to clients that have them.
 */
export function findDrift(
  server: string,
  pinned: Pick<ServerPin, 'announced' | 'tools'>,
  { announced, tools: present }: PresentServer,
): readonly Drift[] {
  const { tools: pins } = pinned;
  const gone = new Map([...pins].filter(([name, pin]) => !present.has(name) && !pin.isGone));
  const drifts: Drift[] = [];
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

/** Whether all capabilities that were announced before are announced now. */
export function includesAll(before: readonly string[] = [], now: readonly string[] = []): boolean {
  return before.every(name => now.includes(name));
}

/** Whether a tool may be the pinned one under a new name. An empty description or an empty schema proves nothing. */
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
