import { serial } from '../../../converser/ground/async/serial.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type {
  InputDefinition,
  ServerDefinition,
} from '../../../ensembles/mcp/definition/server-definition.ts';
import type { Values } from '../../../ensembles/mcp/definition/values.ts';
import type { AskUser } from '../../common/ask-in-vscode.ts';
import { withoutIcons } from '../../common/markdown.ts';
import type { ListedSecrets } from './listed-secrets.ts';

interface OpenInput {
  readonly answer: Promise<string | undefined>;
  readonly signals: AbortSignal[];
}

/** Asks for each input once, even if several servers need it at the same time, and stores the answer. */
export function createInputQuestions(ask: AskUser, answers: ListedSecrets): Values['input'] {
  const open = new Map<string, OpenInput>();
  // VS Code replaces one input box by the next, which would count as cancelled.
  const oneAtATime = serial();

  async function answerTo(
    input: InputDefinition,
    { definition, isWanted }: { readonly definition: ServerDefinition; readonly isWanted: () => boolean },
  ): Promise<string | undefined> {
    const key = inputKey(input, definition);
    const known = await answers.read(key);
    if (known !== undefined) return known;
    const answer = await oneAtATime(async () =>
      isWanted() ? askForInput(input, { definition, ask }) : undefined,
    );
    if (answer !== undefined && answer !== '') await answers.write(key, answer);
    return answer;
  }

  return (input, { definition, signal }) => {
    const key = inputKey(input, definition);
    const earlier = open.get(key);
    earlier?.signals.push(signal);
    if (earlier !== undefined) return earlier.answer;
    const signals = [signal];
    const isWanted = () => signals.some(({ aborted }) => !aborted);
    const answer = answerTo(input, { definition, isWanted }).finally(() => open.delete(key));
    open.set(key, { answer, signals });
    return answer;
  };
}

async function askForInput(
  { description, options, proposal, password }: InputDefinition,
  { definition, ask }: { readonly definition: ServerDefinition; readonly ask: AskUser },
): Promise<string | undefined> {
  const title = `${definition.title ?? definition.name} needs a value`;
  if (options !== undefined) {
    const choices = options.map(({ value, label }) => ({ label: withoutIcons(label ?? value), value }));
    return ask.pick({ title, placeholder: description, choices });
  }
  const entered = await ask.enter<string>(
    defined({
      title,
      prompt: description,
      value: proposal,
      secret: password,
      take: async (value: string) => ({ value }),
    }),
  );
  return entered === 'back' ? undefined : entered;
}

/** Includes the file: an input of the same name in another folder must not get the answer. */
function inputKey({ id }: InputDefinition, { source }: ServerDefinition): string {
  return `mcp-input:${source.place}#${id}`;
}
