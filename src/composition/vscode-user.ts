import { homedir } from 'node:os';
import { createAskUser } from '../vscode/common/ask-in-vscode.ts';
import { createUserPorts, type UserPorts } from '../vscode/mcp/questions/user-ports.ts';

export function vscodeUser(): UserPorts {
  const machine = { platform: process.platform, home: homedir(), environment: process.env };
  return createUserPorts({ ask: createAskUser(), machine });
}
