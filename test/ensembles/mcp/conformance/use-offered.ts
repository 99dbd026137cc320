import { isJsonObject, type JsonObject, type JsonValue } from '../../../../src/converser/ground/json/json.ts';
import type { McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { call } from '../call.ts';
import type { ConformanceTask } from './client.ts';

/** Does what a scenario wants done with a server that is connected. Rejects if something fails. */
export async function useOffered(ensemble: McpEnsemble, task: ConformanceTask): Promise<void> {
  for (const [tool, args] of calls(ensemble, task)) {
    const { failure } = await call(ensemble, tool, { args, signal: limit() });
    if (failure !== undefined) throw new Error(failure.message);
  }
  if (task.scenario !== 'http-standard-headers') return;
  const { library } = ensemble;
  for (const { uri } of await library.resources(limit())) await library.readResource(uri, limit());
  for (const { name } of await library.prompts(limit())) await library.getPrompt({ name }, limit());
}

type Call = readonly [tool: string, args: JsonObject];

/** Unless a scenario wants certain arguments, all tools are called that are offered. */
function calls(ensemble: McpEnsemble, { scenario, context }: ConformanceTask): readonly Call[] {
  switch (scenario) {
    case 'tools_call':
      return [['add_numbers', { a: 5, b: 3 }]];
    case 'http-custom-headers':
      return wanted(context.toolCalls);
    case 'json-schema-2020-12-preservation':
      return [['json_schema_echo', { schema: schemaOf(ensemble, 'json_schema_2020_12_tool') }]];
    default:
      return ensemble.invokers.map(({ name }) => [name, {}]);
  }
}

function wanted(toolCalls: JsonValue | undefined): readonly Call[] {
  if (!Array.isArray(toolCalls)) throw new Error('The framework names no calls.');
  return toolCalls.map(each => {
    if (!isJsonObject(each) || typeof each.name !== 'string' || !isJsonObject(each.arguments))
      throw new Error(`${JSON.stringify(each)} is no call.`);
    return [each.name, each.arguments];
  });
}

/** As it came. */
function schemaOf({ manifest }: McpEnsemble, name: string): JsonObject {
  const tool = manifest?.tools.find(each => each.name === name);
  if (tool === undefined) throw new Error(`There is no ${name}.`);
  return tool.inputSchema as JsonObject;
}

const limit = () => AbortSignal.timeout(60_000);
