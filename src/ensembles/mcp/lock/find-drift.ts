import { canonicalJson, isJsonObject, type JsonObject } from '../../../converser/json/json.ts';
import type { ServerPin, ToolPin } from './lock.ts';

/** How a tool differs from what is pinned of it. It is withheld until a person accepts that. */
export interface Drift {
  readonly server: string;
  /** Its name as the server has it now; of a vanished tool, the name that it had. */
  readonly tool: string;
  /**
   * `renamed`: the server has this one instead of another of the same description or the same arguments. `new`: the
   * server was pinned without it.
   */
  readonly kind: 'changed' | 'vanished' | 'renamed' | 'new';
  /** The name that a renamed tool had. */
  readonly formerly?: string;
  readonly pinned?: JsonObject;
  readonly present?: JsonObject;
}

/** What is present of a server's tool. */
export interface PresentTool {
  readonly hash: string;
  readonly definition: JsonObject;
}

/** What is present of a server. */
export interface PresentServer extends Pick<ServerPin, 'announced'> {
  readonly tools: ReadonlyMap<string, PresentTool>;
}

/**
 * Compares what is pinned of a server with what it says now, by the names of the tools. That a tool is not there says
 * nothing where the server was told less of us than when the tool was pinned: it may be one for those who can be asked.
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
    const formerly = [...gone].find(([, candidate]) => isLikely(candidate, definition));
    if (formerly === undefined) drifts.push({ server, tool, kind: 'new', present: definition });
    else {
      const [name, { definition: pinned }] = formerly;
      gone.delete(name);
      drifts.push({ server, tool, kind: 'renamed', formerly: name, pinned, present: definition });
    }
  }
  if (isAllTold(pinned.announced, announced)) {
    for (const [tool, { definition }] of gone)
      drifts.push({ server, tool, kind: 'vanished', pinned: definition });
  }
  return drifts.sort((a, b) => (a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0));
}

/** Whether a server was told all that it had been told before. */
export function isAllTold(before: readonly string[] = [], now: readonly string[] = []): boolean {
  return before.every(name => now.includes(name));
}

/** Whether the one may be the other under a new name. A description that is empty, or no arguments, say nothing. */
function isLikely({ definition: pinned }: ToolPin, present: JsonObject): boolean {
  const isDescribedSo = pinned.description === present.description && !!pinned.description;
  return isDescribedSo || (hasArguments(present) && schemaOf(pinned) === schemaOf(present));
}

function hasArguments({ inputSchema }: JsonObject): boolean {
  const properties = isJsonObject(inputSchema) ? inputSchema.properties : undefined;
  return isJsonObject(properties) && Object.keys(properties).length > 0;
}

function schemaOf({ inputSchema = {} }: JsonObject): string {
  return canonicalJson(inputSchema);
}
