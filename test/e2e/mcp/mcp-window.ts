import type { Workbench } from '../../workbench/open-workbench.ts';

/** A window of VS Code that parts of a test share. */
export interface McpWindow {
  /** Once it is open. */
  readonly workbench: () => Workbench;
  /** Makes these the servers of the folder. */
  readonly serve: (servers: Readonly<Record<string, object>>) => Promise<void>;
}
