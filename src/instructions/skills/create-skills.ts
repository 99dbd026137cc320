import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Followed } from '../../converser/turn/guidance.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import { type ResourceContent, textOf } from '../../converser/words/canister/content.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import type { SwitchedOff } from '../instruction-files.ts';
import { limits } from '../instruction-limits.ts';
import { leftOutText } from '../read-markdown.ts';
import { calledName } from './find-prompts.ts';
import { findSkills, type SkillSources } from './find-skills.ts';
import { type Focus, type PromptCall, type PromptText, promptText } from './prompt-text.ts';
import type { FoundSkills, Skill } from './skill.ts';
import { skillText } from './skill-text.ts';
import { createSkillsEnsemble } from './skills-ensemble.ts';

export interface Skills {
  /** Looks for skills again and offers them. Resolves to notices for you. Never rejects. */
  refresh(signal: AbortSignal): Promise<readonly string[]>;
  choose(): Promise<void>;
  /** Looks for skills with the first `/`, and again if none fits. */
  forMessage(typed: string, signal: AbortSignal): Promise<readonly Skill[]>;
  list(): Promise<FoundSkills>;
  namedIn(canisters: readonly Canister[]): Promise<Followed>;
}

export interface SkillsOptions {
  readonly sources: SkillSources;
  readonly off: SwitchedOff;
  readonly roster: Pick<EnsembleRoster, 'ensembles' | 'set' | 'remove'>;
  readonly focus: () => Focus | undefined;
}

export function createSkills({ sources, off, roster, focus }: SkillsOptions): Skills {
  const ensemble = createSkillsEnsemble();
  let found: FoundSkills = { skills: [], leftOut: [] };
  let hasLooked = false;
  const chosen = () => found.skills.filter(({ path }) => !off.has(path));

  async function choose(): Promise<void> {
    const skills = chosen().filter(({ isForModels }) => isForModels);
    ensemble.offer(skills);
    const there = roster.ensembles.find(({ name }) => name === ensemble.name);
    if (skills.length > 0 && there === undefined) await roster.set(ensemble);
    // An ensemble of that name that you describe yourself stays.
    if (skills.length === 0 && there === ensemble) await roster.remove(ensemble.name);
  }

  async function refresh(signal: AbortSignal): Promise<readonly string[]> {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(limits.time)]);
    const next = await orAborted(findSkills(sources), stop);
    if (next === aborted) return [];
    found = next;
    hasLooked = true;
    await choose();
    return next.leftOut.filter(({ path }) => !off.has(path)).map(leftOutText);
  }

  return {
    refresh,
    async forMessage(typed, signal) {
      const matching = () =>
        chosen().filter(({ isForPeople, name }) => isForPeople && `/${name}`.toLowerCase().startsWith(typed));
      // A text that is pasted never was a mere `/`, and its skill may be new.
      if (typed === '/' || !hasLooked || matching().length === 0) await refresh(signal);
      return matching();
    },
    choose,
    list: () => findSkills(sources),
    async namedIn(canisters) {
      const documents: ResourceContent[] = [];
      const notices: string[] = [];
      for (const { name, given } of callsIn(canisters)) {
        const skill = chosen().find(each => each.isForPeople && each.name === name);
        if (skill === undefined) continue;
        try {
          const said = await toldOf(skill, { given, focus: focus() });
          documents.push({ type: 'resource', uri: skill.path, mimeType: 'text/markdown', text: said.text });
          notices.push(...said.notices);
        } catch (cause) {
          notices.push(reasonOf(cause));
        }
      }
      return { documents, notices };
    },
  };
}

async function toldOf(skill: Skill, call: PromptCall): Promise<PromptText> {
  if (skill.prompt !== undefined) return promptText(skill, call);
  return { text: `The user wants you to use a skill. ${await skillText(skill)}`, notices: [] };
}

function callsIn(
  canisters: readonly Canister[],
): readonly { readonly name: string; readonly given: string }[] {
  const calls = canisters
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => {
      const [, name, given = ''] = calledName.exec(textOf(content).trim()) ?? [];
      return name === undefined ? [] : [{ name, given }];
    });
  return [...new Map(calls.map(call => [call.name, call])).values()];
}
