import type { LoginPath } from '../../process/login-path.ts';
import type { ProcessGuard } from '../../process/process-guard.ts';
import type { StartSlots } from './start-slots.ts';

/** What starting the process of a server needs. */
export interface ProcessPorts {
  /** Our own variables. A server gets only those that `program-environment.ts` names. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where a server starts whose definition names no folder. */
  readonly folder?: string;
  readonly loginPath: LoginPath;
  /** Absent: if we are killed, the processes of servers are left running. */
  readonly guard?: ProcessGuard;
  /** Absent: every process starts immediately. */
  readonly slots?: StartSlots;
}
