import { workspaceContract } from '../../contracts/workspace-contract.ts';
import { makeContractWorkspace } from './temporary-workspace.ts';

workspaceContract('on a disk', () => makeContractWorkspace());
workspaceContract('on a disk without ripgrep', () => makeContractWorkspace({ ripgrep: false }));
