import { listeners } from '../../converser/ground/async/listeners.ts';
import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import { shortened } from '../../converser/ground/wording/cut-text.ts';
import { text } from '../../converser/words/canister/content.ts';
import type { Ensemble, EnsembleState } from '../../converser/words/ensemble/ensemble.ts';
import { type Invoker, type Returned, reply } from '../../converser/words/ensemble/invoker.ts';
import { nameOf } from '../../converser/words/workspace/paths.ts';
import { limits } from '../instruction-limits.ts';
import type { Skill } from './skill.ts';
import { skillFile, skillText } from './skill-text.ts';

export interface SkillsEnsemble extends Ensemble {
  offer(skills: readonly Skill[]): void;
}

export function createSkillsEnsemble(): SkillsEnsemble {
  const changes = listeners<void>();
  const invoker = readSkillWith(() => skills);
  const [none, one]: readonly (readonly Invoker[])[] = [[], [invoker]];
  let skills: readonly Skill[] = [];
  let instructions = '';
  let state: EnsembleState = { status: 'disconnected' };

  function become(status: 'connecting' | 'ready' | 'disconnected'): void {
    state = { status };
    changes.fire();
  }

  return {
    name: 'skills',
    title: 'Skills',
    description: 'Reads skills: instructions for kinds of tasks, from the opened folders and from your own.',
    origin: 'shipped',
    enabled: true,
    get state() {
      return state;
    },
    get invokers() {
      return (skills.length === 0 ? none : one) ?? [];
    },
    get instructions() {
      return instructions;
    },
    offer(next) {
      const list = next.length === 0 ? '' : skillList(next);
      skills = next;
      if (list === instructions) return;
      instructions = list;
      changes.fire();
    },
    async connect() {
      if (state.status !== 'disconnected') return;
      become('connecting');
      become('ready');
    },
    async disconnect() {
      if (state.status !== 'disconnected') become('disconnected');
    },
    onDidChange: changes.listen,
  };
}

function readSkillWith(skills: () => readonly Skill[]): Invoker {
  return {
    ensemble: 'skills',
    name: 'read_skill',
    description:
      'Reads the instructions of a skill, or another file in its folder. Read a skill before you begin a task that fits it.',
    aliases: ['Skill', 'skill', 'use_skill'],
    arguments: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, description: 'The name of the skill.' },
        file: {
          type: 'string',
          minLength: 1,
          description: 'A file that the skill names, relative to its folder. Default: its instructions.',
        },
      },
      required: ['name'],
      additionalProperties: false,
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    origin: 'shipped',
    implementation: 'skills:read_skill',
    limits: { timeLimit: 30_000, maxRetries: 0 },
    onFailure: 'recover',
    deduplication: { strategies: ['compared', 'reuse'] },
    adapt: ({ skill, command, ...args }) =>
      'name' in args ? args : { name: skill ?? command ?? '', ...args },
    invocable: ({ name, file }) => read(String(name), file, skills()),
  };
}

async function read(
  name: string,
  file: JsonObject[string] | undefined,
  skills: readonly Skill[],
): Promise<Returned> {
  const skill = skills.find(each => each.name === name);
  if (skill === undefined) {
    const names = skills.map(each => each.name).join(', ');
    throw errors.badArguments(`Unknown skill ${JSON.stringify(name)}. Skills: ${names}.`);
  }
  if (file === undefined || ['SKILL.md', nameOf(skill.file)].includes(String(file)))
    return reply({ content: [text(await skillText(skill))] });
  const { text: found, label } = await skillFile(skill, String(file));
  return reply({ content: [text(found)], ...defined({ label }) });
}

type Listed = Pick<Skill, 'name' | 'description'>;

function skillList(skills: readonly Listed[]): string {
  for (const length of [1_024, 300, 100, 40]) {
    const lines = skills.map(({ name, description }) => `- ${name}: ${shortened(description, length)}`);
    const text = [head, ...lines].join('\n');
    if (text.length <= limits.skillList) return text;
  }
  return `${head}\n${skills.map(({ name }) => name).join(', ')}`;
}

const head =
  'Skills are instructions for kinds of tasks. When a task fits one of these, read it with read_skill before you begin:';
