import * as vscode from 'vscode';
import { createLmModel } from '../../../src/vscode/language-models/lm-provider.ts';
import { createScriptedModel, invokes, type Script, says } from '../../fakes/scripted-model.ts';
import type { OpenClient } from '../../gateway/wires/clients/client.ts';
import { describeClient, type ScriptedService } from '../../gateway/wires/describe-client.ts';
import type { Round } from '../../gateway/wires/served-models.ts';
import { runningConverser } from '../support/converser.ts';
import { chatModelOf } from '../support/servers.ts';

const kinds = { 'a model of VS Code': (rounds: readonly Round[]) => serveScripts(rounds.map(scriptOf)) };

/** Has clients use a model of VS Code's LM API, through the gateway. */
export function describeClientsOfVscode(clients: readonly OpenClient[]): void {
  // VS Code passes each piece from process to process, so there are fewer here.
  for (const open of clients)
    describeClient(open, { kinds, pieces: 1000, isStopped: stopsModels(), serveScripts });
}

/** Up to 1.117 at least, VS Code does not tell a model provider that its request was cancelled. It does in 1.133. */
function stopsModels(): boolean {
  return Number(vscode.version.split('.')[1]) > 117;
}

let count = 0;

/** A model of VS Code's LM API, behind which the scripts are played. */
async function serveScripts(scripts: readonly Script[]): Promise<ScriptedService> {
  const { models } = await runningConverser();
  const played = { ...createScriptedModel(...scripts), provider: 'played', id: `model-${++count}` };
  const adding = models.own.add({ id: played.provider, label: 'Played', models: async () => [played] });
  const chat = await chatModelOf(`${played.provider}/${played.id}`);
  const { requests } = played;
  return {
    model: createLmModel(chat),
    requests,
    read: () => JSON.stringify(requests),
    async [Symbol.asyncDispose]() {
      adding.dispose();
    },
  };
}

function scriptOf(round: Round): Script {
  return typeof round === 'string' ? says(round) : invokes(...round);
}
