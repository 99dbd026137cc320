import { toolDefinitions } from '../../../src/converser/words/ensemble/tool-definitions.ts';
import type { ToolDefinition } from '../../../src/converser/words/models/provider.ts';
import { shippedRoster } from '../../ensembles/shipped-roster.ts';

/** The tools of the shipped ensembles, as models are told of them. */
export async function shippedTools(): Promise<readonly ToolDefinition[]> {
  const { roster, dispose } = await shippedRoster();
  for (const { name } of roster.ensembles) roster.setEnabled(name, true);
  const tools = toolDefinitions(roster.invokers().filter(({ findsTools }) => !findsTools));
  await dispose();
  return tools;
}
