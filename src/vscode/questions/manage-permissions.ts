import * as vscode from 'vscode';
import { approvalKey } from '../../converser/call/permission/approval-key.ts';
import type { Approvals, KeptApproval } from '../../converser/call/permission/approvals.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { isSource } from '../../converser/words/labels/label.ts';
import { type PermissionMode, permissionModes } from '../../converser/words/permission/permission-mode.ts';
import { ruleEffects, ruleText } from '../../converser/words/permission/rules.ts';
import { sourceText } from '../../converser/words/texts/source-text.ts';
import type { AskUser, Choice } from '../common/ask-in-vscode.ts';
import { isOwnPlace, settings, writeSettings } from '../common/vscode-settings.ts';

export interface PermissionListPorts {
  readonly ask: Pick<AskUser, 'pick'>;
  readonly approvals: Pick<Approvals, 'all' | 'remove'>;
  readonly roster: Pick<EnsembleRoster, 'find'>;
  /** `undefined` says that the glob is fine. */
  readonly mistakeInGlob: (glob: unknown) => Promise<string | undefined>;
  readonly conversation: () => string;
}

interface Decided {
  readonly text: string;
  readonly group: string;
  readonly effect: string;
  readonly because: string;
  /** Absent where choosing the row itself takes it back. */
  readonly how?: string;
  readonly after: string;
  readonly revoke: () => Thenable<void> | Promise<void>;
}

export async function managePermissions(ports: PermissionListPorts): Promise<void> {
  for (;;) {
    const all = [
      ...ofSettings(),
      ...(await protectedPlaces(ports)),
      ...trustedSources(),
      ...(await ofAnswers(ports)),
    ];
    const chosen = await ports.ask.pick<Decided | 'mode'>({
      title: 'Permissions',
      placeholder: 'Your decisions. Select one to change it or take it back.',
      choices: [modeChoice(), ...all.map(choiceOf)],
    });
    if (chosen === undefined) return;
    if (chosen === 'mode') {
      await changeMode(ports.ask);
      continue;
    }
    const isSure = await ports.ask.pick({
      title: visibleLine(chosen.text),
      placeholder: chosen.because,
      choices: [
        { label: chosen.how ?? 'Take Back', description: chosen.after, value: true },
        { label: 'Keep', value: false },
      ],
    });
    if (isSure === true) await chosen.revoke();
  }
}

function modeChoice(): Choice<'mode'> {
  const { label, description } = modes[settings.permissionMode];
  return { group: 'Default', label, description, value: 'mode' };
}

async function changeMode(ask: PermissionListPorts['ask']): Promise<void> {
  const mode = await ask.pick({
    title: 'Permission Mode',
    placeholder: 'Select what Converser asks about by default',
    choices: permissionModes.map(value => ({ ...modes[value], value })),
  });
  if (mode !== undefined) await writeSettings.permissionMode(mode);
}

const modes: Readonly<Record<PermissionMode, { readonly label: string; readonly description: string }>> = {
  everything: { label: 'Ask about everything', description: 'every call, unless you have allowed it' },
  changes: {
    label: 'Ask about changes',
    description: 'Converser’s own read-only tools run, and all others ask',
  },
  trusted: {
    label: 'Trusted',
    description:
      'asks only about protected places, tools that came with the folder, and what a descriptor wants asked',
  },
};

function choiceOf(decided: Decided): Choice<Decided> {
  const { text, group, effect } = decided;
  return { label: visibleLine(text), description: effect, group, value: decided };
}

function ofSettings(): readonly Decided[] {
  return settings.permissions.map(([text, rule]) => ({
    text,
    group: 'Every workspace (your settings)',
    effect: ruleEffects[rule],
    because: 'Set in your setting converser.permissions.',
    after: ordinaryRules,
    revoke: () => writeSettings.permission(text, undefined),
  }));
}

const ordinaryRules = 'from now on, the default rules apply';

/** Converser protects other places by their names. */
async function protectedPlaces({ mistakeInGlob }: PermissionListPorts): Promise<readonly Decided[]> {
  return Promise.all(
    settings.protectedPlaces.map(async glob => {
      const mistake = await mistakeInGlob(glob);
      const isOwn = isOwnPlace(glob);
      const place = isOwn
        ? 'Set in your setting converser.protectedPlaces.'
        : 'Set in this workspace, whose settings only add to yours.';
      return {
        text: typeof glob === 'string' ? glob : JSON.stringify(glob),
        group: 'Protected places',
        effect:
          mistake === undefined ? 'asks, also before it is read' : 'can’t be used: every place is protected',
        because: [mistake, place].filter(Boolean).join(' '),
        ...(isOwn ? ownPlace(glob) : placeOfWorkspace),
      };
    }),
  );
}

const ownPlace = (glob: unknown) => ({
  after: 'from now on, your rules decide about it',
  revoke: () => writeSettings.unprotect(glob),
});

const placeOfWorkspace = {
  how: 'Open Settings',
  after: 'of this workspace',
  async revoke() {
    await vscode.commands.executeCommand('workbench.action.openWorkspaceSettings', {
      query: 'converser.protectedPlaces',
    });
  },
};

function trustedSources(): readonly Decided[] {
  return settings.trustedSources.map(source => ({
    text: isSource(source) && !source.endsWith(':*') ? sourceText(source) : source,
    group: 'Sources that you trust (your settings)',
    effect: 'never triggers questions',
    because: 'Set in your setting converser.trustedSources.',
    after: 'from now on, Converser asks before the model acts on what comes from there',
    revoke: () => writeSettings.trustedSource(source, false),
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
        effect: isCurrent ? ruleEffects.allow : 'asks again',
        because: isCurrent
          ? 'You allowed it in answer to a question.'
          : 'You allowed it, but the tool has changed since or is gone.',
        after: ordinaryRules,
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
