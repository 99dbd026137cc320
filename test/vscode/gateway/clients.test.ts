import { officialClients } from '../../gateway/wires/clients/official-clients.ts';
import { describeClientsOfVscode } from './describe-clients.ts';

describeClientsOfVscode(officialClients);
