import { linkedWorkspaceContract } from '../../../contracts/workspace-contract.ts';
import { makeContractWorkspace } from '../temporary-workspace.ts';

linkedWorkspaceContract('on a disk', () => makeContractWorkspace());
linkedWorkspaceContract('on a disk without ripgrep', () => makeContractWorkspace({ ripgrep: false }));
