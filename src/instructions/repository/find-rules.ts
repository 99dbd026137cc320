import pLimit from 'p-limit';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Location, Root } from '../../converser/words/workspace/workspace.ts';
import { findBelow, leftOutBelow } from '../find-below.ts';
import type { InstructionFiles, RuleFiles } from '../instruction-files.ts';
import {
  descriptionOf,
  type LeftOut,
  leftOut,
  type MarkdownFile,
  readMarkdown,
  withoutStop,
} from '../read-markdown.ts';
import { type Applies, appliesOf, matcherOf } from './applies-to.ts';

export interface Rule {
  readonly path: string;
  readonly location: Location;
  readonly applies: Applies;
  readonly description: string;
  readonly tokens: number;
  /** Takes a path relative to the root or, for your own rules, to any opened folder. */
  readonly matches: (path: string) => boolean;
  readonly from: InstructionFiles;
}

/** What holds for everything, in the order in which models read it, and what holds for some paths. */
export interface Standing {
  readonly files: readonly MarkdownFile[];
  readonly rules: readonly Rule[];
  readonly leftOut: readonly LeftOut[];
}

export function joinStanding(found: readonly Standing[]): Standing {
  return {
    files: found.flatMap(({ files }) => files),
    rules: found.flatMap(({ rules }) => rules),
    leftOut: found.flatMap(({ leftOut: each }) => each),
  };
}

interface Place {
  readonly folder: string;
  readonly fits: RegExp;
  readonly key: 'applyTo' | 'paths';
}

const ofCopilot = { fits: /\.instructions\.md$/i, key: 'applyTo' } as const;

const ofFolders: readonly Place[] = [
  { ...ofCopilot, folder: '.github/instructions' },
  { folder: '.claude/rules', fits: /\.md$/i, key: 'paths' },
];

const ofYours: Place = { ...ofCopilot, folder: 'instructions' };

export function findRules(root: Root, folders: RuleFiles): readonly Promise<Standing>[] {
  return ofFolders.map(place => rulesAt(root, { ...place, folders }));
}

export function findPersonalRules(root: Root, personal: RuleFiles): Promise<Standing> {
  return rulesAt(root, { ...ofYours, folders: personal });
}

async function rulesAt(
  root: Root,
  { folder, fits, key, folders }: Place & { readonly folders: RuleFiles },
): Promise<Standing> {
  const place = { root, path: folder };
  const found = await findBelow(place, { files: folders.files, fits, followsLinks: true });
  const oneOfFew = pLimit(8);
  const read = await Promise.all(found.files.map(file => oneOfFew(() => readMarkdown(file, folders))));
  const always: MarkdownFile[] = [];
  const rules: Rule[] = [];
  const others = read.filter(each => each.kind === 'left-out');
  for (const each of read) {
    if (each.kind !== 'read') continue;
    const { file } = each;
    const applies = appliesOf(file.data, key);
    if (applies.kind === 'everything') always.push(file);
    else if (applies.kind === 'globs') {
      const made = await ruleOf(file, applies, folders);
      if ('reason' in made) others.push(made);
      else rules.push(made);
    } else rules.push({ ...ruled(file), applies, matches: () => false, from: folders });
    if (file.problem !== undefined) others.push(leftOut(file.path, file.problem));
  }
  others.push(...leftOutBelow(found, folders.shown(place)));
  return { files: always, rules, leftOut: others };
}

async function ruleOf(
  file: MarkdownFile,
  applies: Applies & { readonly kind: 'globs' },
  folders: RuleFiles,
): Promise<Rule | LeftOut> {
  try {
    return { ...ruled(file), applies, matches: await matcherOf(applies.globs, folders), from: folders };
  } catch (cause) {
    return leftOut(file.path, withoutStop(reasonOf(cause)));
  }
}

function ruled({ path, location, tokens, data }: MarkdownFile): Omit<Rule, 'applies' | 'matches' | 'from'> {
  return { path, location, tokens, description: descriptionOf(data) };
}
