import { defined } from '../../converser/ground/json/defined.ts';
import { readObject } from '../../converser/ground/json/read-object.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import type {
  PermissionAnswer,
  PermissionQuestion,
} from '../../converser/words/permission/permission-question.ts';
import { scopeTexts } from '../../converser/words/permission/scope-texts.ts';
import type { AskUser, Choice } from '../common/ask-in-vscode.ts';

/** A link or a button can't say these by itself: how much a yes covers, why the answer is no, or what to change. */
export type Further = 'more' | 'reason' | 'edit';

export const furthers: readonly Further[] = ['more', 'reason', 'edit'];

/** Resolves to `undefined` if you changed your mind. */
export function askFurther(
  further: Further,
  question: PermissionQuestion,
  ask: Pick<AskUser, 'pick' | 'enter'>,
): Promise<PermissionAnswer | undefined> {
  switch (further) {
    case 'more':
      return askMore(question, ask);
    case 'reason':
      return askReason(question, ask);
    case 'edit':
      return askArguments(question, ask);
  }
}

export function askMore(
  { invoker, patterns, scopes, client }: PermissionQuestion,
  ask: Pick<AskUser, 'pick'>,
): Promise<PermissionAnswer | undefined> {
  const wider = scopes.filter(scope => scope !== 'once');
  const choicesFor = (pattern: string | undefined): readonly Choice<PermissionAnswer>[] => {
    const group = visibleLine(pattern ?? `Every call of ${fullName(invoker)}`);
    return wider.map(scope => ({
      group,
      // Each request of a program may be another conversation; see `byProgram`.
      label: client !== undefined && scope === 'conversation' ? 'For this program' : scopeTexts[scope],
      description: group,
      value: defined({ kind: 'allow', scope, pattern }),
    }));
  };
  return ask.pick({
    title: `Allow ${visibleLine(fullName(invoker))}`,
    placeholder: 'Select which calls to allow, and for how long',
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

/** You are asked again about the call that this makes, so that a mistake does no harm. */
async function askArguments(
  { invoker, invocation, draft = invocation.arguments }: PermissionQuestion,
  ask: Pick<AskUser, 'enter'>,
): Promise<PermissionAnswer | undefined> {
  const answer = await ask.enter<PermissionAnswer>({
    title: `Change the Arguments of ${visibleLine(fullName(invoker))}`,
    prompt: 'JSON. Converser asks you again before it runs.',
    value: JSON.stringify(draft),
    async take(text) {
      const read = readObject(text);
      return 'mistake' in read
        ? { problem: read.mistake }
        : { value: { kind: 'edit', arguments: read.value } };
    },
  });
  return answer === 'back' ? undefined : answer;
}
