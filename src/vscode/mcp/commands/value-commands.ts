import type { AskUser } from '../../window/ask-user.ts';
import type { Commands } from '../../window/command.ts';
import { commands } from '../../window/contributions.ts';
import type { ServerValues } from '../questions/server-values.ts';
import { setSecret } from '../questions/set-secret.ts';

export interface ValueCommandPorts {
  readonly ask: AskUser;
  readonly values: ServerValues;
  readonly inform: (message: string) => void;
}

/** Secrets and inputs that MCP servers use. */
export function valueCommands({ ask, values, inform }: ValueCommandPorts): Commands {
  return {
    [commands.setMcpServerSecret]: () => setSecret({ ask, values, inform }),
    [commands.clearMcpServerInputs]: async () => {
      await values.forgetInputs();
      inform('Saved inputs cleared. MCP servers will ask again the next time they start.');
    },
  };
}
