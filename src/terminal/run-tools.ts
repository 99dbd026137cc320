import { visibleLine } from '../converser/ground/wording/visible-text.ts';
import { fullName, type Invoker } from '../converser/words/ensemble/invoker.ts';
import { openAiTools, shownDefinition } from '../house/shown-definition.ts';
import type { ToolsOptions } from './command-line/command-line.ts';
import type { Terminal } from './open-terminal.ts';

/** Resolves to the exit code: 0 done, 2 nothing has this name. */
export async function runTools(
  { name, json }: Pick<ToolsOptions, 'name' | 'json'>,
  { converser: { roster } }: Pick<Terminal, 'converser'>,
  signal: AbortSignal,
): Promise<number> {
  await roster.connect(signal);
  const ensemble = roster.ensembles.find(each => each.name === name);
  const found = name === undefined || ensemble ? undefined : roster.find(name);
  if (found !== undefined && found.kind !== 'found') {
    process.stderr.write(`converse: No tool or ensemble that is on is named ${name}. See converse tools.\n`);
    return 2;
  }
  const invokers = found ? [found.invoker] : ensemble ? roster.offeredBy(ensemble) : roster.invokers();
  const shown = () => (found ? shownDefinition(found.invoker) : openAiTools(invokers));
  process.stdout.write(json ? `${JSON.stringify(shown())}\n` : invokers.map(rendered).join(''));
  return 0;
}

function rendered(invoker: Invoker): string {
  const [first = ''] = invoker.description.split('\n');
  return `${visibleLine(fullName(invoker))}: ${visibleLine(first)}\n`;
}
