import { createScriptedModel, type Script } from '../../fakes/scripted-model.ts';
import { allClients } from './clients/all-clients.ts';
import { describeClient, type ScriptedService } from './describe-client.ts';
import { servedModels } from './served-models.ts';

for (const open of allClients) describeClient(open, { kinds: servedModels, serveScripts });

async function serveScripts(scripts: readonly Script[]): Promise<ScriptedService> {
  const model = createScriptedModel(...scripts);
  const { requests } = model;
  return { model, requests, read: () => JSON.stringify(requests), async [Symbol.asyncDispose]() {} };
}
