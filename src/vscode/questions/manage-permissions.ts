import type { EnsembleRoster } from '../../converser/ensemble/ensemble-roster.ts';
import { approvalKey } from '../../converser/permission/approval-key.ts';
import type { Approvals, KeptApproval } from '../../converser/permission/approvals.ts';
import { type PermissionRule, ruleText } from '../../converser/permission/rules.ts';
import { visibleLine } from '../../converser/wording/visible-text.ts';
import type { AskUser, Choice } from '../window/ask-user.ts';
import { readSettings, writeSettings } from '../window/settings.ts';

export interface PermissionListPorts {
  readonly ask: Pick<AskUser, 'pick'>;
  readonly approvals: Pick<Approvals, 'all' | 'remove'>;
  readonly roster: Pick<EnsembleRoster, 'find'>;
  readonly inform: (message: string) => void;
  /** The id of the conversation that you see. */
  readonly conversation: () => string;
}

/** Something that was decided beforehand, in words. */
interface Decided {
  /** The tool, with a pattern in parentheses where there is one. */
  readonly text: string;
  readonly group: string;
  readonly effect: string;
  readonly because: string;
  readonly revoke: () => Thenable<void> | Promise<void>;
}

/** Lists what you have decided about tools, until you leave it, and takes back what you choose. */
export async function managePermissions(ports: PermissionListPorts): Promise<void> {
  for (;;) {
    const all = [...ofSettings(), ...(await ofAnswers(ports))];
    if (all.length === 0)
      return ports.inform('There are no permissions yet. Converser asks when one is needed.');
    const chosen = await ports.ask.pick({
      title: 'Permissions',
      placeholder: 'What you decided about tools. Choose what to take back.',
      choices: all.map(choiceOf),
    });
    if (chosen === undefined) return;
    const isSure = await ports.ask.pick({
      title: visibleLine(chosen.text),
      placeholder: chosen.because,
      choices: [
        { label: 'Take Back', description: 'from now on, the tool’s ordinary rules hold', value: true },
        { label: 'Keep', value: false },
      ],
    });
    if (isSure === true) await chosen.revoke();
  }
}

function choiceOf(decided: Decided): Choice<Decided> {
  const { text, group, effect } = decided;
  return { label: visibleLine(text), description: effect, group, value: decided };
}

const effects: Readonly<Record<PermissionRule, string>> = {
  allow: 'runs without asking',
  ask: 'asks',
  deny: 'never runs',
};

function ofSettings(): readonly Decided[] {
  return readSettings.permissions().map(([text, rule]) => ({
    text,
    group: 'Every workspace (your settings)',
    effect: effects[rule],
    because: 'It stands in your setting converser.permissions.',
    revoke: () => writeSettings.permission(text, undefined),
  }));
}

async function ofAnswers(ports: PermissionListPorts): Promise<readonly Decided[]> {
  const { approvals } = ports;
  return Promise.all(
    approvals.all().map(async approval => {
      const name = nameOf(approval);
      const isCurrent = await isOfCurrentTool(approval, name, ports.roster);
      return {
        text: ruleText(name, approval.pattern),
        group: placeOf(approval, ports.conversation()),
        effect: isCurrent ? effects.allow : 'asks again',
        because: isCurrent
          ? 'You allowed it in answer to a question.'
          : 'You allowed it, but the tool has changed since or is gone.',
        revoke: () => approvals.remove(approval),
      };
    }),
  );
}

function nameOf({ key }: KeptApproval): string {
  return key.slice(0, key.lastIndexOf('#'));
}

async function isOfCurrentTool(
  { key }: KeptApproval,
  name: string,
  roster: PermissionListPorts['roster'],
): Promise<boolean> {
  const found = roster.find(name);
  return found.kind === 'found' && (await approvalKey(found.invoker)) === key;
}

function placeOf({ conversationId }: KeptApproval, current: string): string {
  if (conversationId === undefined) return 'This workspace';
  return conversationId === current ? 'This conversation' : 'Other conversations and programs';
}
