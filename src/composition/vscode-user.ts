import { homedir } from 'node:os';
import { createUserPorts, type UserPorts } from '../vscode/mcp/questions/user-ports.ts';
import { createAskUser } from '../vscode/window/ask-user.ts';

/** The user in front of this VS Code, and their machine. */
export function vscodeUser(): UserPorts {
  const machine = { platform: process.platform, home: homedir(), environment: process.env };
  return createUserPorts({ ask: createAskUser(), machine });
}
