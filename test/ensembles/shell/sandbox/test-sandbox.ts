import type { Workspace } from '../../../../src/converser/words/workspace/workspace.ts';
import {
  createSandbox,
  type Sandbox,
  type SandboxPorts,
} from '../../../../src/ensembles/shell/sandbox/sandbox.ts';
import { noAddedPlaces } from '../../../../src/ensembles/workspace/protection/added-places.ts';

/** The sandbox of this machine, for a workspace in which nobody has set anything. */
export function createTestSandbox(
  workspace: Pick<Workspace, 'roots'>,
  ports: Partial<SandboxPorts> & Pick<SandboxPorts, 'folder' | 'home'>,
): Sandbox {
  return createSandbox({
    mode: () => 'auto',
    roots: () => workspace.roots,
    writable: () => [],
    addedPlaces: noAddedPlaces,
    denied: async () => undefined,
    protectedPlaces: () => [],
    hidden: [],
    environment: process.env,
    ...ports,
  });
}
