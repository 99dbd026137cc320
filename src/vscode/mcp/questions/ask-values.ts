import type { CompleteRequestParams } from '@modelcontextprotocol/client';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { AskUser, Choice } from '../../common/ask-in-vscode.ts';
import { withoutIcons } from '../../common/markdown.ts';

export interface WantedValue {
  readonly title: string;
  readonly prompt: string;
  readonly required: boolean;
  readonly name: string;
}

interface Wanting {
  readonly server: McpEnsemble;
  readonly ref: CompleteRequestParams['ref'];
}

/** Resolves to those that you gave, or to `undefined` if you cancel. Suggestions may depend on earlier answers. */
export async function askValues(
  ask: AskUser,
  wanted: readonly WantedValue[],
  by: Wanting,
): Promise<Readonly<Record<string, string>> | undefined> {
  const given: Record<string, string> = {};
  for (const each of wanted) {
    const value = await askValue(ask, each, await proposals(each.name, by, given));
    if (value === undefined) return undefined;
    if (value !== '') given[each.name] = value;
  }
  return given;
}

async function askValue(
  ask: AskUser,
  { title, prompt, required, name }: WantedValue,
  proposed: readonly string[],
): Promise<string | undefined> {
  if (proposed.length > 0) {
    const choices: readonly Choice<{ readonly value?: string }>[] = [
      ...proposed.map(value => ({ label: withoutIcons(value), value: { value } })),
      ...(required ? [] : [{ label: '$(dash) Skip', value: { value: '' } }]),
      { label: '$(edit) Another Value…', value: {} },
    ];
    const picked = await ask.pick({ title, placeholder: prompt, choices });
    if (picked === undefined || picked.value !== undefined) return picked?.value;
  }
  const entered = await ask.enter<string>({
    title,
    prompt,
    take: async text =>
      text === '' && required ? { problem: `Enter a value for ${name}.` } : { value: text },
  });
  return entered === 'back' ? undefined : entered;
}

/** Suggestions are optional, so a slow server gets only a few seconds. */
async function proposals(
  name: string,
  { server, ref }: Wanting,
  given: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  if (server.manifest?.capabilities.completions === undefined) return [];
  try {
    const { values } = await server.library.complete(
      { ref, argument: { name, value: '' }, context: { arguments: { ...given } } },
      AbortSignal.timeout(5_000),
    );
    return values;
  } catch {
    return [];
  }
}
