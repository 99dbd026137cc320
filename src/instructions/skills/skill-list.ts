import { shortened } from '../../converser/ground/wording/cut-text.ts';
import { limits } from '../limits.ts';
import type { Skill } from './find-skills.ts';

type Listed = Pick<Skill, 'name' | 'description'>;

/** Descriptions get shorter the more skills there are. */
export function skillList(skills: readonly Listed[]): string {
  for (const length of [1_024, 300, 100, 40]) {
    const lines = skills.map(({ name, description }) => `- ${name}: ${shortened(description, length)}`);
    const text = [head, ...lines].join('\n');
    if (text.length <= limits.skillList) return text;
  }
  return `${head}\n${skills.map(({ name }) => name).join(', ')}`;
}

const head =
  'Skills are instructions for kinds of tasks. When a task fits one of these, read it with read_skill before you begin:';
