import { ordinaryLimits } from '../../converser/turn/converse-options.ts';
import { splitTools } from '../../converser/turn/request/split-tools.ts';
import { validHistory } from '../../converser/words/canister/valid-history.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import type { Invoker } from '../../converser/words/ensemble/invoker.ts';
import { toolDefinitions } from '../../converser/words/ensemble/tool-definitions.ts';
import type { Model, ToolDefinition } from '../../converser/words/models/provider.ts';
import { countRequest } from '../../converser/words/spending/count-request.ts';
import { normalizeRequest } from '../../dialects/anthropic-messages/normalize-request.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { toolsOf } from '../conversations/conversations.ts';
import { checkEnsembles } from '../conversations/named-ensembles.ts';
import type { Admitted } from '../guard/admitted.ts';
import type { Client } from '../guard/client-keys.ts';
import { withBetas } from './messages-wire.ts';
import { replyHeaders } from './response-headers.ts';
import { type WantedTools, wantedTools } from './turns/client-tool-choice.ts';
import type { WirePorts } from './wire-ports.ts';

export async function countTokens(
  { asked: { headers }, body, client, models: ofClient, over: signal }: Admitted,
  { finderFor, host, roster }: Pick<WirePorts, 'finderFor' | 'host' | 'roster'>,
): Promise<Answer> {
  const timestamp = host.clock.now().toISOString();
  const asked = normalizeRequest(withBetas(body, headers), { timestamp });
  const models = finderFor(ofClient);
  const wanted = await wantedTools(asked.model, { headers, models, roster, signal });
  const model = await models.find(wanted?.model ?? asked.model, signal);
  const own = wanted && (await toolsOfNamed(wanted, { client, roster, model, signal }));
  const tools = [...asked.tools, ...(own ?? [])];
  const sound = { ...asked, tools, canisters: validHistory(asked.canisters) };
  const { tokens } = await countRequest(model, sound, signal);
  return jsonAnswer({ input_tokens: Math.ceil(tokens) }, { headers: replyHeaders(model, asked) });
}

interface Offer {
  readonly client: Client;
  readonly roster: EnsembleRoster;
  readonly model: Model;
  readonly signal: AbortSignal;
}

async function toolsOfNamed(
  wanted: WantedTools,
  { client, roster, model: { capabilities }, signal }: Offer,
): Promise<readonly ToolDefinition[]> {
  checkEnsembles(wanted, client, roster);
  await roster.connect(signal);
  const isNamed = ({ ensemble }: Invoker) => wanted.names.includes('*') || wanted.names.includes(ensemble);
  const mayUse = toolsOf(client);
  const invokers = roster.offering(each => isNamed(each) && mayUse(each)).invokers();
  const onDemandAt = ordinaryLimits.toolsOnDemandAt;
  return toolDefinitions(splitTools(invokers, { capabilities, onDemandAt }).atOnce);
}
