import pLimit from 'p-limit';
import { child } from '../../converser/words/workspace/paths.ts';
import type { Location } from '../../converser/words/workspace/workspace.ts';
import type { InstructionFiles, OpenedFolders } from '../instruction-files.ts';
import { limits } from '../instruction-limits.ts';
import { descriptionOf, type FoundMarkdown, leftOut, readMarkdown } from '../read-markdown.ts';
import { findPrompts } from './find-prompts.ts';
import type { FoundSkills, ReadSkill, Skill } from './skill.ts';

export interface SkillSources {
  /** Your own skills come before those of the opened folders. */
  readonly own: InstructionFiles;
  readonly opened: OpenedFolders;
}

const folders = ['.agents/skills', '.claude/skills', '.github/skills'];

export async function findSkills({ own, opened }: SkillSources): Promise<FoundSkills> {
  const places = [
    ...own.files.roots.map(root => ({ from: own, folder: { root, path: '' } })),
    ...(opened.isTrusted()
      ? opened.files.roots.flatMap(root => folders.map(path => ({ from: opened, folder: { root, path } })))
      : []),
  ];
  const found = await Promise.all([
    ...places.map(skillsAt),
    // A skill is more than a prompt of the same name.
    ...(opened.isTrusted() ? [findPrompts(opened)] : []),
  ]);
  const all = found.flat().filter(each => each !== undefined);
  const others = all.flatMap(each => ('kind' in each ? [each] : []));
  const byName = new Map<string, Skill>();
  for (const skill of all.flatMap(each => ('kind' in each ? [] : [each]))) {
    const first = byName.get(skill.name);
    if (first === undefined && byName.size < limits.skills) byName.set(skill.name, skill);
    else if (first === undefined)
      others.push(leftOut(skill.path, `more than ${limits.skills} skills are too many`));
    else if (first.description !== skill.description || first.tokens !== skill.tokens)
      others.push(leftOut(skill.path, `${first.path} has the same name`));
  }
  return { skills: [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), leftOut: others };
}

interface SkillPlace {
  readonly from: InstructionFiles;
  readonly folder: Location;
}

async function skillsAt({ from, folder }: SkillPlace): Promise<readonly ReadSkill[]> {
  const entries = await from.files.list(folder).catch(() => []);
  const oneOfFew = pLimit(8);
  return Promise.all(
    entries
      .filter(({ kind, name, isLink }) => (kind === 'folder' || isLink) && !name.startsWith('.'))
      .slice(0, limits.entries)
      .map(({ name }) => oneOfFew(() => readSkill(child(folder, name), name, from))),
  );
}

async function readSkill(folder: Location, folderName: string, from: InstructionFiles): Promise<ReadSkill> {
  const found = await findSkillFile(folder, from);
  if (found.kind === 'left-out') return found;
  if (found.kind === 'absent') return undefined;
  const { file } = found;
  const name = [file.data.name, folderName].find(isName);
  if (name === undefined)
    return leftOut(file.path, 'its name must have at most 64 lowercase letters, digits and single hyphens');
  const description = descriptionOf(file.data);
  if (description === '') return leftOut(file.path, file.problem ?? 'it has no description');
  return {
    name,
    description,
    folder,
    file: file.location,
    path: file.path,
    tokens: file.tokens,
    from,
    isForModels: file.data['disable-model-invocation'] !== true,
    isForPeople: file.data['user-invocable'] !== false,
  };
}

/** Some systems and editors keep the name in another case. */
async function findSkillFile(folder: Location, from: InstructionFiles): Promise<FoundMarkdown> {
  const usual = await readMarkdown(child(folder, 'SKILL.md'), from);
  if (usual.kind !== 'absent') return usual;
  const entries = await from.files.list(folder).catch(() => []);
  const other = entries.find(({ name }) => /^skill\.md$/i.test(name));
  return other === undefined ? usual : readMarkdown(child(folder, other.name), from);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value);
}
