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
  const listed =
    (kind: ListedInstruction['kind'], { files }: Pick<OpenedFolders, 'files'>) =>
    ({ path, location, tokens }: Placed, holdsFor: string): ListedInstruction => ({
      ...{ kind, path, uri: files.uri(location), holdsFor, tokens },
      isOn: !off.has(path),
    });
  const everywhere = listed('everywhere', folders);
  const somewhere = listed('somewhere', folders);
  const ofFolders = [
    ...(standing?.rules ?? []).map(rule => somewhere(rule, textOf(rule))),
    ...nested.files.map(({ file, holdsFor }) => somewhere(file, holdsFor)),
  ].sort((a, b) => comparePaths(a.path, b.path));
  const leftOut = [...own.leftOut, ...(standing?.leftOut ?? []), ...nested.leftOut, ...found.leftOut];
  return {
    all: [
      ...own.files.map(file => listed('everywhere', personal)(file, 'everything, in all folders')),
      ...(standing?.files ?? []).map(file => everywhere(file, 'everything')),
      ...own.rules.map(rule => listed('somewhere', personal)(rule, personalText(rule))),
      ...ofFolders,
      ...found.skills.map(({ name, description, file, from, ...skill }) =>
        listed('skill', from)({ ...skill, location: file }, `/${name}: ${description}`),
      ),
    ],
    remarks: [...(folders.isTrusted() ? [] : [untrusted]), ...leftOut.map(leftOutText), ...nested.remarks],
  };
}

type Placed = Pick<MarkdownFile, 'path' | 'location' | 'tokens'>;

const untrusted = 'The opened folders aren’t trusted, so their instructions and skills aren’t followed.';

function personalText(rule: Rule): string {
  return rule.applies.kind === 'globs' ? `${textOf(rule)}, in all folders` : textOf(rule);
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
