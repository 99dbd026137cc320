import { createApprovals, type KeptApproval } from '../../converser/call/permission/approvals.ts';
import { type PermissionRule, ruleEffects, ruleText } from '../../converser/words/permission/rules.ts';
import type { PermissionsOptions } from '../command-line/command-line.ts';
import { inOneLine } from '../render/printable.ts';
import { openApprovalFile } from '../state/approval-file.ts';
import { openRuleFile } from './rule-file.ts';

interface Decided {
  readonly text: string;
  readonly rule: PermissionRule;
  readonly because: string;
  readonly revoke?: () => Promise<void>;
}

interface Group {
  readonly title: string;
  readonly all: readonly Decided[];
}

/** Resolves to the exit code: 0 done, 2 there is no such rule. */
export async function runPermissions({ settings, roots, revoke, json }: PermissionsOptions): Promise<number> {
  const groups = [...written(settings), ...(await decided(roots))];
  const all = groups.flatMap(group => group.all);
  const missing = revoke.find(text => !all.some(each => each.text === text));
  if (missing !== undefined) return complain(`There is no rule ${missing} here. See converse permissions.`);
  const taken = all.filter(({ text }) => revoke.includes(text));
  const kept = taken.find(each => each.revoke === undefined);
  if (kept !== undefined) return complain(`${kept.text} stands in settings.json. Remove it there.`);
  for (const each of taken) await each.revoke?.();
  const left = groups.map(group => ({ ...group, all: group.all.filter(each => !taken.includes(each)) }));
  process.stdout.write(json ? `${JSON.stringify(left.map(asJson))}\n` : rendered(left));
  return 0;
}

function written({ permissions }: PermissionsOptions['settings']): readonly Group[] {
  if (permissions.length === 0) return [];
  const because = 'it stands in settings.json';
  return [{ title: 'Your settings', all: permissions.map(([text, rule]) => ({ text, rule, because })) }];
}

async function decided(roots: readonly string[]): Promise<readonly Group[]> {
  const file = await openRuleFile();
  const approvals = createApprovals(await openApprovalFile(roots));
  return [
    {
      title: `Every workspace (${file.file})`,
      all: file.all().map(([text, rule]) => ({
        ...{ text, rule, because: `it stands in ${file.file}` },
        revoke: () => file.remove(text),
      })),
    },
    {
      title: `This workspace (${roots.join(', ')})`,
      all: approvals.all().map(approval => ({
        text: ruleText(nameOf(approval), approval.pattern),
        rule: 'allow',
        because: 'you allowed it in answer to a question, for as long as the tool stays the same',
        revoke: () => approvals.remove(approval),
      })),
    },
  ];
}

function nameOf({ key }: KeptApproval): string {
  return key.slice(0, key.lastIndexOf('#'));
}

function asJson({ title, all }: Group): object {
  return { title, rules: all.map(({ text, rule, because }) => ({ text, rule, because })) };
}

function rendered(groups: readonly Group[]): string {
  const lines = groups.flatMap(({ title, all }) => [
    inOneLine(title),
    ...(all.length === 0 ? ['  nothing'] : all.map(lineOf)),
  ]);
  const isEmpty = groups.every(({ all }) => all.length === 0);
  const hint = isEmpty ? [] : ['To take one back: converse permissions --revoke "RULE"'];
  return [...lines, ...hint].map(line => `${line}\n`).join('');
}

function lineOf({ text, rule, because }: Decided): string {
  return `  ${inOneLine(text)}: ${ruleEffects[rule]}, because ${inOneLine(because)}.`;
}

function complain(message: string): number {
  process.stderr.write(`converse: ${inOneLine(message)}\n`);
  return 2;
}
