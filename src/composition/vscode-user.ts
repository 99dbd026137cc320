import { homedir } from 'node:os';
import { createAskUser } from '../vscode/common/ask-user.ts';
import { createUserPorts, type UserPorts } from '../vscode/mcp/questions/user-ports.ts';

/** The user in front of this VS Code, and their machine. */
export function vscodeUser(): UserPorts {
  const machine = { platform: process.platform, home: homedir(), environment: process.env };
  return createUserPorts({ ask: createAskUser(), machine });
}
