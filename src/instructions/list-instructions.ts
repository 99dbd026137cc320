import { aborted, orAborted } from '../converser/ground/async/abort.ts';
import { visibleLine } from '../converser/ground/wording/visible-text.ts';
import { comparePaths, parent } from '../converser/words/workspace/paths.ts';
import type { Location } from '../converser/words/workspace/workspace.ts';
import type { OpenedFolders, RuleFiles, SwitchedOff } from './instruction-files.ts';
import { limits } from './instruction-limits.ts';
import { type LeftOut, leftOutText, type MarkdownFile } from './read-markdown.ts';
import { findPersonal } from './repository/find-personal.ts';
import type { Rule, Standing } from './repository/find-rules.ts';
import { findStanding, readWithImports } from './repository/find-standing.ts';
import type { Skills } from './skills/create-skills.ts';
import type { Skill } from './skills/skill.ts';

export interface ListedInstruction {
  readonly kind: 'everywhere' | 'somewhere' | 'skill';
  readonly path: string;
  readonly uri: string;
  readonly holdsFor: string;
  readonly tokens: number;
  readonly isOn: boolean;
}

export interface InstructionList {
  readonly all: readonly ListedInstruction[];
  readonly remarks: readonly string[];
}

export interface ListOptions {
  readonly folders: OpenedFolders;
  readonly personal: RuleFiles;
  readonly off: SwitchedOff;
  readonly skills: Pick<Skills, 'list'>;
}

export async function listInstructions(
  { folders, personal, off, skills }: ListOptions,
  signal: AbortSignal,
): Promise<InstructionList> {
  const [own, standing, found] = await Promise.all([
    findPersonal(personal),
    folders.isTrusted() ? findStanding(folders) : undefined,
    skills.list(),
  ]);
  const nested = standing === undefined ? noNested : await findAllNested(folders, standing, signal);
  const uriOf = ({ location }: Pick<MarkdownFile, 'location'>) => folders.files.uri(location);
  const ownUriOf = ({ location }: Pick<MarkdownFile, 'location'>) => personal.files.uri(location);
  const everywhere = [
    ...own.files.map(file => listed(file, 'everything, in all folders', ownUriOf(file))),
    ...(standing?.files ?? []).map(file => listed(file, 'everything', uriOf(file))),
  ];
  const ownSomewhere = own.rules.map(rule =>
    listed(
      rule,
      rule.applies.kind === 'globs' ? `${textOf(rule)}, in all folders` : textOf(rule),
      ownUriOf(rule),
    ),
  );
  const somewhere = [
    ...(standing?.rules ?? []).map(rule => listed(rule, textOf(rule), uriOf(rule))),
    ...nested.files.map(({ file, holdsFor }) => listed(file, holdsFor, uriOf(file))),
  ].sort((a, b) => comparePaths(a.path, b.path));
  const leftOut = [...own.leftOut, ...(standing?.leftOut ?? []), ...nested.leftOut, ...found.leftOut];
  const all = [
    ...everywhere.map(each => ({ ...each, kind: 'everywhere' as const })),
    ...[...ownSomewhere, ...somewhere].map(each => ({ ...each, kind: 'somewhere' as const })),
    ...found.skills.map(skill => ({ ...listedSkill(skill), kind: 'skill' as const })),
  ];
  return {
    all: all.map(each => ({ ...each, isOn: !off.has(each.path) })),
    remarks: [...(folders.isTrusted() ? [] : [untrusted]), ...leftOut.map(leftOutText), ...nested.remarks],
  };
}

const untrusted = 'The opened folders aren’t trusted, so their instructions and skills aren’t followed.';

type Listed = Omit<ListedInstruction, 'kind' | 'isOn'>;

function listed({ path, tokens }: Pick<Listed, 'path' | 'tokens'>, holdsFor: string, uri: string): Listed {
  return { path, uri, holdsFor, tokens };
}

function listedSkill({ name, description, file, from, ...skill }: Skill): Listed {
  return listed(skill, `/${name}: ${description}`, from.files.uri(file));
}

function textOf({ applies, description }: Pick<Rule, 'applies' | 'description'>): string {
  switch (applies.kind) {
    case 'everything':
      return 'everything';
    case 'nothing':
      return description === ''
        ? 'nothing: it has no applyTo'
        : `models to read when it fits: ${description}`;
    case 'globs':
      return visibleLine(applies.globs.join(', '));
  }
}

interface AllNested {
  readonly files: readonly { readonly file: MarkdownFile; readonly holdsFor: string }[];
  readonly leftOut: readonly LeftOut[];
  readonly remarks: readonly string[];
}

const noNested: AllNested = { files: [], leftOut: [], remarks: [] };

/** Files that Git ignores are followed, but not listed. */
async function findAllNested(
  folders: OpenedFolders,
  standing: Standing,
  signal: AbortSignal,
): Promise<AllNested> {
  const known = new Set(standing.files.map(({ key }) => key));
  const all = await Promise.all(
    folders.files.roots.map(async root => {
      const query = { below: { root, path: '' }, glob: '**/{AGENTS,CLAUDE}.md', includeIgnored: false };
      const work = folders.findFiles({ ...query, limit: limits.rules }, signal);
      const found = await orAborted(work, signal).catch(() => aborted);
      if (typeof found === 'symbol') return { items: [], isCut: true };
      return { items: found.items.filter(isNested), isCut: found.hasMore };
    }),
  );
  const read = await Promise.all(
    all
      .flatMap(({ items }) => items)
      .map(async location => ({ location, found: await readWithImports(location, folders) })),
  );
  return {
    files: read.flatMap(({ location, found }) =>
      found.files
        .filter(({ key }) => !known.has(key))
        .map(file => ({ file, holdsFor: `what is in ${folders.shown(parent(location))}` })),
    ),
    leftOut: read.flatMap(({ found }) => found.leftOut),
    remarks: all.some(({ isCut }) => isCut) ? ['Not all files in folders are listed.'] : [],
  };
}

function isNested({ path }: Location): boolean {
  return path.includes('/') && path !== '.claude/CLAUDE.md';
}
