import { isJsonObject, type JsonObject } from '../../../converser/ground/json/json.ts';
import type {
  ModelRequest,
  ToolDefinition,
  WrittenInvocation,
} from '../../../converser/words/models/provider.ts';
import { estimateRequest } from '../../../converser/words/spending/estimate-request.ts';
import { describeTools } from '../../../dialects/contract/describe-tools.ts';
import type { Asking } from './asking.ts';
import type { Attempt } from './attempt-reply.ts';
import { littleRoom } from './contract-request.ts';

export function namesAskedFor(
  calls: readonly WrittenInvocation[],
  describer: ToolDefinition | undefined,
): readonly string[] {
  return calls.filter(({ name }) => name === describer?.name).flatMap(namesIn);
}

function namesIn({ arguments: args }: WrittenInvocation): readonly string[] {
  const names = isJsonObject(args) ? args.names : undefined;
  return [names].flat().filter(name => typeof name === 'string');
}

export interface Answering {
  readonly describer: ToolDefinition;
  readonly spoken: ModelRequest;
  readonly isLast: boolean;
}

export function describedResults(
  { calls }: Pick<Attempt, 'calls'>,
  asking: Asking,
  { describer, spoken, isLast }: Answering,
): string {
  const described = descriptionsOf(namesAskedFor(calls, describer), asking, spoken);
  const first = calls.findIndex(({ name }) => name === describer.name);
  const results = calls.flatMap((call, at): readonly JsonObject[] => {
    if (at === first) return [{ name: describer.name, result: described }];
    if (call.name === describer.name) return [];
    return [
      {
        name: call.name,
        failed: 'cancelled',
        result: `Not called, because you also called ${describer.name}.`,
      },
    ];
  });
  const next = isLast ? ` You can’t call ${describer.name} again now.` : '';
  return `${JSON.stringify({ results })}\nNow call the tools that you need, or give the final answer.${next}`;
}

export function descriptionsOf(names: readonly string[], { model, request }: Asking, spoken: ModelRequest) {
  const { contextTokens = littleRoom } = model.capabilities;
  const room = contextTokens * (1 - partForReply) - estimateRequest(spoken, model.provider);
  return describeTools(names, { tools: request.tools, room });
}

const partForReply = 1 / 8;
