import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import type { Followed, TurnGuidance } from '../../converser/turn/guidance.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import type { ResourceContent } from '../../converser/words/canister/content.ts';
import { child, placeKey } from '../../converser/words/workspace/paths.ts';
import type { Location } from '../../converser/words/workspace/workspace.ts';
import type { OpenedFolders, SwitchedOff } from '../instruction-files.ts';
import { limits } from '../instruction-limits.ts';
import { leftOutText, type MarkdownFile, readMarkdown } from '../read-markdown.ts';
import { joinStanding, type Rule, type Standing } from './find-rules.ts';
import { readWithImports } from './find-standing.ts';
import { type WrittenInstructions, writeFollowing } from './instructions-text.ts';
import { touchedPlaces } from './touched-places.ts';

export interface FollowOptions {
  readonly folders: OpenedFolders;
  readonly off: SwitchedOff;
  readonly standing: Standing;
  readonly above: WrittenInstructions;
  /** In characters. */
  readonly room: number;
  readonly tell: (notices: readonly string[]) => readonly string[];
}

interface Holding {
  readonly file: MarkdownFile;
  readonly holdsFor: string;
  readonly isOwn: boolean;
}

export function followTurn(options: FollowOptions): TurnGuidance['follow'] {
  const { folders, off, standing, above, room, tell } = options;
  const isTrusted = folders.isTrusted();
  const rules = standing.rules.filter(rule => isTrusted || isOwn(rule, folders));
  const looked = new Set<string>();
  const matched = new Set<Rule>();
  const said = new Set<string>(above.isEmpty ? [] : standing.files.map(({ text }) => text));
  let left = room;
  let count = 0;

  async function look(places: readonly Location[]): Promise<Found> {
    const [nested, ruled] = await Promise.all([
      // You may have taken back your trust since the conversation began.
      isTrusted ? findNested(places, folders, looked) : [],
      readRules(places, { folders, rules: rules.filter(rule => !matched.has(rule)), matched }),
    ]);
    return {
      holding: [
        ...ruled.holding,
        ...nested.flatMap(({ folder, files }) =>
          files.map(file => ({ file, holdsFor: `what is in ${folders.shown(folder)}`, isOwn: false })),
        ),
      ],
      notices: [...ruled.notices, ...nested.flatMap(({ leftOut }) => leftOut.map(leftOutText))],
    };
  }

  return async ({ canisters, sent }, signal): Promise<Followed> => {
    const places = touchedPlaces(canisters, folders.files.roots);
    if (places.length === 0) return none;
    const stop = AbortSignal.any([signal, AbortSignal.timeout(limits.time)]);
    const found = await orAborted(look(places), stop);
    if (found === aborted) return none;
    const before = textsSent(sent());
    const documents: ResourceContent[] = [];
    const notices = [...found.notices];
    for (const { file, holdsFor, isOwn } of found.holding) {
      if (off.has(file.path) || file.text === '' || said.has(file.text)) continue;
      said.add(file.text);
      const written = writeFollowing(file, { holdsFor, isOwn, room: left });
      if (before.has(written.text)) continue;
      notices.push(...written.notices);
      if (written.paths.length === 0) continue;
      if (count === limits.followed) {
        notices.push(leftOutText({ path: file.path, reason: `${count} others have joined this turn` }));
        continue;
      }
      count++;
      left -= written.size;
      documents.push({ type: 'resource', uri: file.path, mimeType: 'text/markdown', text: written.text });
    }
    return { documents, notices: tell(notices) };
  };
}

const none: Followed = { documents: [], notices: [] };

interface Found {
  readonly holding: readonly Holding[];
  readonly notices: readonly string[];
}

interface RulesToRead {
  readonly folders: OpenedFolders;
  readonly rules: readonly Rule[];
  readonly matched: Set<Rule>;
}

async function readRules(
  places: readonly Location[],
  { folders, rules, matched }: RulesToRead,
): Promise<Found> {
  const holding = rules.filter(rule =>
    places.some(
      ({ root, path }) =>
        (isOwn(rule, folders) || root.path === rule.location.root.path) && rule.matches(path),
    ),
  );
  for (const rule of holding) matched.add(rule);
  const read = await Promise.all(
    holding.map(async rule => ({ rule, found: await readMarkdown(rule.location, rule.from) })),
  );
  return {
    holding: read.flatMap(({ rule, found }) =>
      found.kind === 'read' && rule.applies.kind === 'globs'
        ? [{ file: found.file, holdsFor: rule.applies.globs.join(', '), isOwn: isOwn(rule, folders) }]
        : [],
    ),
    notices: read.flatMap(({ found }) => (found.kind === 'left-out' ? [leftOutText(found)] : [])),
  };
}

function isOwn({ from }: Rule, folders: OpenedFolders): boolean {
  return from !== folders;
}

export function textsSent(canisters: readonly Canister[]): ReadonlySet<string> {
  return new Set(
    canisters
      .filter(({ role }) => role === 'document')
      .flatMap(({ content }) => content)
      .flatMap(part => (part.type === 'resource' && part.text !== undefined ? [part.text] : [])),
  );
}

interface Nested extends Standing {
  readonly folder: Location;
}

const nestedNames = ['AGENTS.md', 'CLAUDE.md'] as const;

async function findNested(
  places: readonly Location[],
  folders: OpenedFolders,
  looked: Set<string>,
): Promise<readonly Nested[]> {
  const fresh: Location[] = [];
  for (const place of places.flatMap(foldersTo)) {
    const key = placeKey(place);
    if (looked.has(key) || fresh.length >= limits.places) continue;
    looked.add(key);
    fresh.push(place);
  }
  return Promise.all(fresh.map(folder => nestedIn(folder, folders)));
}

/** Includes the place itself, which may be a folder, but not the root. */
function foldersTo({ root, path }: Location): readonly Location[] {
  const parts = path.split('/');
  return parts.map((_, at) => ({ root, path: parts.slice(0, at + 1).join('/') }));
}

async function nestedIn(folder: Location, folders: OpenedFolders): Promise<Nested> {
  const found = await Promise.all(nestedNames.map(name => readWithImports(child(folder, name), folders)));
  return { folder, ...joinStanding(found) };
}
