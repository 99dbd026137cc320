import { errors } from '../../converser/ground/errors.ts';
import { visibleLine, visibleProse } from '../../converser/ground/wording/visible-text.ts';
import type { ReadLabel } from '../../converser/words/labels/label.ts';
import {
  child,
  isWithin,
  nameOf,
  parent,
  placeKey,
  relativePath,
} from '../../converser/words/workspace/paths.ts';
import type { Location } from '../../converser/words/workspace/workspace.ts';
import { findBelow } from '../find-below.ts';
import { type MarkdownFile, readMarkdown } from '../read-markdown.ts';
import type { Skill } from './skill.ts';

export async function skillText(skill: Skill): Promise<string> {
  const { name, folder, from } = skill;
  const { text } = await readFileOf(skill);
  const others = await otherFiles(skill);
  const files = others === '' ? '' : ` Other files there, for read_skill: ${others}.`;
  return `The skill ${name}, from ${visibleLine(from.shown(folder))}. Paths in it are relative to that folder.${files}\n\n${text}`;
}

/** Throws `bad-arguments` if it can no longer be read. */
export async function readFileOf({ name, file, from, prompt }: Skill): Promise<MarkdownFile> {
  const found = await readMarkdown(file, from);
  if (found.kind === 'read') return found.file;
  const what = `The ${prompt === undefined ? 'skill' : 'prompt'} ${name}`;
  throw errors.badArguments(
    found.kind === 'absent' ? `${what} is gone.` : `${what} can’t be used: ${found.reason}.`,
  );
}

const mostListed = 40;

async function otherFiles({ folder, file: own, from }: Skill): Promise<string> {
  const { files, hasMore } = await findBelow(folder, { files: from.files, fits: /./ });
  const names = files
    .map(file => visibleLine(relativePath(folder, file) ?? ''))
    .filter(name => name !== nameOf(own));
  const isAll = !hasMore && names.length <= mostListed;
  return [...names.slice(0, mostListed), ...(isAll ? [] : ['…'])].join(', ');
}

export interface SkillFile {
  readonly text: string;
  readonly label: ReadLabel | undefined;
}

export async function skillFile({ name, folder, file, from }: Skill, written: string): Promise<SkillFile> {
  const location = inFolder(folder, written);
  const { files, guardOf, labelOf } = from;
  const guard = await guardOf(location);
  const real = await files.realLocation(file);
  // Your own files may be links to any place, and then each may be one into the same folder.
  const isElsewhere = !files.roots.includes(real.root);
  const folders = [await files.realLocation(folder), ...(isElsewhere ? [parent(real)] : [])].map(placeKey);
  const content = await files.read(location, place => {
    guard(place);
    if (!folders.some(each => isWithin(placeKey(place), each))) throw outside(written);
  });
  if (content.kind === 'binary')
    throw errors.badArguments(
      `${written} of the skill ${name} isn’t text. Use its path: ${from.shown(location)}.`,
    );
  const label = await labelOf(location, content.text);
  if (label?.confidentiality === 'secret')
    throw errors.badArguments(
      `${written} may hold keys. Read ${from.shown(location)} with read_file, which asks the user.`,
    );
  return { text: visibleProse(content.text.replace(/\r\n?/g, '\n')), label };
}

function inFolder(folder: Location, written: string): Location {
  const parts = written
    .replaceAll('\\', '/')
    .split('/')
    .filter(part => part !== '' && part !== '.');
  const isInside = !/^([/\\]|[a-z]:)/i.test(written) && !parts.includes('..') && parts.length > 0;
  if (!isInside) throw outside(written);
  return parts.reduce(child, folder);
}

function outside(written: string) {
  return errors.badArguments(
    `${JSON.stringify(written)} isn’t in the skill’s folder. Use a path relative to it.`,
  );
}
