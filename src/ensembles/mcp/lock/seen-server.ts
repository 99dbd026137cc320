import { defined } from '../../../converser/ground/json/defined.ts';
import { launchHash, launchKey, type ServerDefinition } from '../definition/server-definition.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { instructionsOf } from '../manifest/server-instructions.ts';
import type { PresentTool } from './find-drift.ts';
import type { ServerPin } from './lock.ts';
import { hashOf, pinnedDefinition } from './pinned-definition.ts';

export interface SeenServer {
  readonly definition: ServerDefinition;
  readonly manifest: Manifest;
  readonly file: string;
}

export function presentPin({ definition, manifest }: SeenServer): ServerPin {
  const tools = [...presentTools(manifest)].map(
    ([name, tool]) => [name, { ...tool, isGone: false }] as const,
  );
  return defined({
    launch: launchKey(definition),
    launchHash: launchHash(definition),
    announced: manifest.announced,
    tools: new Map(tools),
    version: manifest.serverInfo?.version,
    instructions: instructionsOf(manifest),
  });
}

function presentTools({ tools }: Manifest): ReadonlyMap<string, PresentTool> {
  const present = new Map<string, PresentTool>();
  for (const tool of tools) {
    if (present.has(tool.name) || !canBePinned(tool.name)) continue;
    const definition = pinnedDefinition(tool);
    present.set(tool.name, { definition, hash: hashOf(definition) });
  }
  return present;
}

export function canBePinned(name: string): boolean {
  return name !== '' && name.isWellFormed();
}
