import { fullName } from '../../converser/ensemble/invoker.ts';
import { defined } from '../../converser/json/defined.ts';
import type { PermissionAnswer, PermissionQuestion } from '../../converser/permission/permission-question.ts';
import { scopeTexts } from '../../converser/permission/scope-texts.ts';
import { visibleLine } from '../../converser/wording/visible-text.ts';
import type { AskUser, Choice } from '../window/ask-user.ts';

/** What a link in the chat can't say by itself: how much a yes covers, or why the answer is no. */
export type Further = 'more' | 'reason';

export const furthers: readonly Further[] = ['more', 'reason'];

/** Asks for it. `undefined`: you changed your mind. */
export function askFurther(
  further: Further,
  question: PermissionQuestion,
  ask: Pick<AskUser, 'pick' | 'enter'>,
): Promise<PermissionAnswer | undefined> {
  return further === 'more' ? askMore(question, ask) : askReason(question, ask);
}

function askMore(
  { invoker, patterns, scopes }: PermissionQuestion,
  ask: Pick<AskUser, 'pick'>,
): Promise<PermissionAnswer | undefined> {
  const wider = scopes.filter(scope => scope !== 'once');
  const choicesFor = (pattern: string | undefined): readonly Choice<PermissionAnswer>[] => {
    const group = visibleLine(pattern ?? `Every call of ${fullName(invoker)}`);
    return wider.map(scope => ({
      group,
      label: scopeTexts[scope],
      description: group,
      value: defined({ kind: 'allow', scope, pattern }),
    }));
  };
  return ask.pick({
    title: `Allow ${visibleLine(fullName(invoker))}`,
    placeholder: 'Which calls, and for how long',
    choices: [...patterns, undefined].flatMap(choicesFor),
  });
}

async function askReason(
  { invoker }: PermissionQuestion,
  ask: Pick<AskUser, 'enter'>,
): Promise<PermissionAnswer | undefined> {
  const answer = await ask.enter<PermissionAnswer>({
    title: `Deny ${visibleLine(fullName(invoker))}`,
    prompt: 'What the model should know',
    take: async text => ({ value: defined({ kind: 'deny', reason: text === '' ? undefined : text }) }),
  });
  return answer === 'back' ? undefined : answer;
}
