import type { LoginPath } from '../../process/login-path.ts';
import type { ProcessGuard } from '../../process/process-guard.ts';
import type { StartSlots } from './start-slots.ts';

export interface ProcessPorts {
  /** A server gets only those that `program-environment.ts` names. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder?: string;
  readonly loginPath: LoginPath;
  /** Without it, the processes of servers keep running if Converser is killed. */
  readonly guard?: ProcessGuard;
  readonly slots?: StartSlots;
}
