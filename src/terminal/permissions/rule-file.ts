import path from 'node:path';
import { errors, reasonOf, sentence } from '../../converser/ground/errors.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { PermissionRule } from '../../converser/words/permission/rules.ts';
import { orAbsent } from '../../ensembles/workspace/real-path.ts';
import { readOwn, stateFolder, writeState } from '../state/state-file.ts';

export type WrittenRule = readonly [text: string, rule: PermissionRule];

export interface RuleFile {
  readonly file: string;
  all(): readonly WrittenRule[];
  set(text: string, rule: PermissionRule): Promise<void>;
  remove(text: string): Promise<void>;
}

/** Invariant: rejects rather than passes over a rule with a mistake, because it may be one that denies. */
export async function openRuleFile(file = path.join(stateFolder(), 'permissions.json')): Promise<RuleFile> {
  let rules = await readRules(file);

  async function change(changed: (rules: readonly WrittenRule[]) => readonly WrittenRule[]): Promise<void> {
    rules = changed(await readRules(file));
    await writeState(file, Object.fromEntries(rules));
  }

  return {
    file,
    all: () => rules,
    set: (text, rule) => change(all => [...without(all, text), [text, rule]]),
    remove: text => change(all => without(all, text)),
  };
}

function without(rules: readonly WrittenRule[], text: string): readonly WrittenRule[] {
  return rules.filter(([each]) => each !== text);
}

async function readRules(file: string): Promise<readonly WrittenRule[]> {
  const wrong = (what: string) =>
    errors.badArguments(`The rules in ${file} can’t be read: ${what} Correct the file, or delete it.`);
  const text = await readOwn(file)
    .catch(orAbsent)
    .catch(cause => {
      throw wrong(sentence(reasonOf(cause)));
    });
  if (text === undefined) return [];
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch (cause) {
    throw wrong(`${reasonOf(cause)}.`);
  }
  if (!isJsonObject(written))
    throw wrong('It must be an object, such as {"workspace:read_file(*.md)": "allow"}.');
  return Object.entries(written).map(([rule, value]) => {
    const open = value === 'allow' ? undefined : unclosed(rule);
    if (open !== undefined)
      throw wrong(
        `${JSON.stringify(rule)} doesn’t close a ${open}. For a name with a ${open}, write [${open}].`,
      );
    if (value === 'allow' || value === 'ask' || value === 'deny') return [rule, value];
    throw wrong(`${JSON.stringify(rule)} must be "allow", "ask" or "deny".`);
  });
}

/** A glob with such a sign would be about nothing, or about a name. Only Converser's own tools are sure to take globs. */
function unclosed(rule: string): string | undefined {
  if (!rule.startsWith('workspace:')) return undefined;
  const plain = rule.replace(/\[.[^\]]*\]/gs, '');
  const count = (sign: string) => plain.split(sign).length;
  return (['[]', '{}', '()'] as const).find(([open = '', close = '']) => count(open) > count(close))?.[0];
}
