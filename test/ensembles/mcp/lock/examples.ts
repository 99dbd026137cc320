import { readFile } from 'node:fs/promises';
import type { Tool } from '@modelcontextprotocol/client';
import { createSystemClock } from '../../../../src/converser/ground/system-ports.ts';
import {
  createToolLock,
  type ToolLock,
  type ToolLockOptions,
} from '../../../../src/ensembles/mcp/lock/tool-lock.ts';
import type { Manifest } from '../../../../src/ensembles/mcp/manifest/manifest.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';
import { createTempFolder, type TempFolder } from '../../temp-folder.ts';

/** The lock of a folder of the test's own. Call it inside a `describe`. */
export function lockOfTest() {
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await createTempFolder();
  });
  afterEach(() => folder.dispose());
  const file = () => folder.file('converser.lock.toml');
  const { log, logged } = createFakeHost();
  return {
    folder: () => folder.path,
    file,
    written: () => readFile(file(), 'utf8'),
    logged,
    /** A window of its own: it knows of others what stands in the file. */
    window: (more: Partial<ToolLockOptions> = {}): ToolLock =>
      createToolLock({ fileOf: file, pinsFirstSight: true, clock: createSystemClock(), log, ...more }),
  };
}

/** What a lock knows of tools that changed. */
export function kindsOf({ drifts }: ToolLock) {
  return drifts.map(({ tool, kind }) => [tool, kind]);
}

/** What a server says that has these tools. */
export function aManifest(tools: readonly Tool[], version = '1.0.0'): Manifest {
  return {
    announced: [],
    serverInfo: { name: 'a-server', version },
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    tools,
    unusable: [],
  };
}

export function aTool(name: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties: { [`of_${name}`]: { type: 'string' } } },
    ...more,
  };
}
