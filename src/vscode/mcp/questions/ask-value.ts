import type { CompleteRequestParams } from '@modelcontextprotocol/client';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { AskUser, Choice } from '../../common/ask-in-vscode.ts';
import { withoutIcons } from '../../common/markdown.ts';

export interface ValueQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly required: boolean;
  readonly server: McpEnsemble;
  readonly ref: CompleteRequestParams['ref'];
  readonly name: string;
  /** Suggestions may depend on these earlier answers. */
  readonly given: Readonly<Record<string, string>>;
}

export async function askValue(ask: AskUser, question: ValueQuestion): Promise<string | undefined> {
  const { title, prompt, required, name } = question;
  const proposed = await proposals(question);
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
async function proposals({ server, ref, name, given }: ValueQuestion): Promise<readonly string[]> {
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
