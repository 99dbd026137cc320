import { otherClients } from '../../gateway/wires/clients/all-clients.ts';
import { describeClientsOfVscode } from '../../vscode/gateway/describe-clients.ts';

describeClientsOfVscode(otherClients);
