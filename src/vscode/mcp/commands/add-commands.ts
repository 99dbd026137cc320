import type { AskUser } from '../../window/ask-user.ts';
import type { Commands } from '../../window/command.ts';
import { commands } from '../../window/contributions.ts';
import { showPlace } from '../questions/ask-launch.ts';
import { type AddServerPorts, addServer } from './add-server.ts';
import { type Imports, importFromClients } from './import-servers.ts';

export interface AddCommandPorts {
  readonly ask: AskUser;
  readonly ownFolder: AddServerPorts['ownFolder'];
  readonly imports: Imports;
  readonly inform: (message: string) => void;
}

export function addCommands({ ask, ownFolder, imports, inform }: AddCommandPorts): Commands {
  return {
    [commands.addMcpServer]: () => addServer({ ask, ownFolder }),
    [commands.importMcpServers]: () => importFromClients({ ask, imports, inform, show: showPlace }),
  };
}
