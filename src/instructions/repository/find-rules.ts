import pLimit from 'p-limit';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Location, Root } from '../../converser/words/workspace/workspace.ts';
import { findBelow } from '../find-below.ts';
import type { InstructionFiles, RuleFiles } from '../instruction-files.ts';
import { limits } from '../instruction-limits.ts';
import {
  descriptionOf,
  type LeftOut,
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

export interface Rules {
  readonly always: readonly MarkdownFile[];
  readonly some: readonly Rule[];
  readonly leftOut: readonly LeftOut[];
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

const ofYours: readonly Place[] = [{ ...ofCopilot, folder: 'instructions' }];

export function findRules(root: Root, folders: RuleFiles): Promise<Rules> {
  return rulesIn(root, { places: ofFolders, folders });
}

export function findPersonalRules(root: Root, personal: RuleFiles): Promise<Rules> {
  return rulesIn(root, { places: ofYours, folders: personal });
}

interface RulesIn {
  readonly places: readonly Place[];
  readonly folders: RuleFiles;
}

async function rulesIn(root: Root, { places, folders }: RulesIn): Promise<Rules> {
  const found = await Promise.all(places.map(place => rulesAt(root, { ...place, folders })));
  return {
    always: found.flatMap(each => each.always),
    some: found.flatMap(each => each.some),
    leftOut: found.flatMap(each => each.leftOut),
  };
}

async function rulesAt(
  root: Root,
  { folder, fits, key, folders }: Place & { readonly folders: RuleFiles },
): Promise<Rules> {
  const place = { root, path: folder };
  const { files, hasMore, problem } = await findBelow(place, {
    files: folders.files,
    fits,
    followsLinks: true,
  });
  const oneOfFew = pLimit(8);
  const read = await Promise.all(files.map(file => oneOfFew(() => readMarkdown(file, folders))));
  const always: MarkdownFile[] = [];
  const some: Rule[] = [];
  const leftOut = read.filter(each => each.kind === 'left-out');
  for (const each of read) {
    if (each.kind !== 'read') continue;
    const { file } = each;
    const applies = appliesOf(file.data, key);
    if (applies.kind === 'everything') always.push(file);
    else if (applies.kind === 'globs') {
      const made = await ruleOf(file, applies, folders);
      if ('reason' in made) leftOut.push(made);
      else some.push(made);
    } else some.push({ ...ruled(file), applies, matches: () => false, from: folders });
    if (file.problem !== undefined) leftOut.push({ kind: 'left-out', path: file.path, reason: file.problem });
  }
  const path = folders.shown(place);
  if (problem !== undefined) leftOut.push({ kind: 'left-out', path, reason: withoutStop(problem) });
  if (hasMore)
    leftOut.push({
      kind: 'left-out',
      path: `${path}/…`,
      reason: `more than ${limits.rules} files are too many`,
    });
  return { always, some, leftOut };
}

async function ruleOf(
  file: MarkdownFile,
  applies: Applies & { readonly kind: 'globs' },
  folders: RuleFiles,
): Promise<Rule | LeftOut> {
  try {
    return { ...ruled(file), applies, matches: await matcherOf(applies.globs, folders), from: folders };
  } catch (cause) {
    return { kind: 'left-out', path: file.path, reason: withoutStop(reasonOf(cause)) };
  }
}

function ruled({ path, location, tokens, data }: MarkdownFile): Omit<Rule, 'applies' | 'matches' | 'from'> {
  return { path, location, tokens, description: descriptionOf(data) };
}
