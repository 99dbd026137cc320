import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import type { Followed, Guidance, GuidedTurn, Joined, TurnGuidance } from '../../converser/turn/guidance.ts';
import type { OpenedFolders, RuleFiles, SwitchedOff } from '../instruction-files.ts';
import { charactersFor, limits } from '../instruction-limits.ts';
import { leftOutText, type MarkdownFile } from '../read-markdown.ts';
import type { Skills } from '../skills/create-skills.ts';
import { findPersonal } from './find-personal.ts';
import { joinStanding, type Standing } from './find-rules.ts';
import { findStanding, noStanding } from './find-standing.ts';
import { followTurn, textsSent } from './follow-turn.ts';
import { writeAbove } from './instructions-text.ts';

export interface GuidanceOptions {
  readonly folders: OpenedFolders;
  readonly personal: RuleFiles;
  readonly off: SwitchedOff;
  readonly skills: Pick<Skills, 'refresh' | 'namedIn'>;
}

/** Kept for a conversation, so that its requests go on with the same bytes. */
interface Known {
  standing?: Promise<Found>;
  hasSkills: boolean;
  followed: string;
}

interface Found extends Standing {
  readonly personal: readonly MarkdownFile[];
}

/** In conversations. An older one reads the files again when it goes on. */
const mostKnown = 100;

/** A conversation reads standing files and names once, so a change holds in the next one. */
export function createGuidance({ folders, personal, off, skills }: GuidanceOptions): Guidance {
  const conversations = new Map<string, Known>();
  const tell = once();

  function knownOf(id: string): Known {
    const known = conversations.get(id) ?? { hasSkills: false, followed: '' };
    conversations.delete(id);
    conversations.set(id, known);
    const [oldest] = conversations.keys();
    if (conversations.size > mostKnown && oldest !== undefined) conversations.delete(oldest);
    return known;
  }

  async function skillNotices(known: Known, signal: AbortSignal): Promise<readonly string[]> {
    if (known.hasSkills) return [];
    known.hasSkills = true;
    return tell(await skills.refresh(signal));
  }

  async function guided(
    known: Known,
    { capabilities }: GuidedTurn['model'],
    signal: AbortSignal,
  ): Promise<TurnGuidance> {
    const room = charactersFor(capabilities.contextTokens);
    const hasTools = capabilities.tools !== 'none';
    known.standing ??= findAll({ folders, personal });
    const standing = await orAborted(known.standing, withTimeLimit(signal));
    if (standing === aborted) return { ...nothing, notices: signal.aborted ? [] : [tooSlow] };
    const files = standing.files.filter(({ path }) => !off.has(path));
    const onDemand = hasTools
      ? standing.rules.filter(
          ({ path, applies, description }) =>
            applies.kind === 'nothing' && description !== '' && !off.has(path),
        )
      : [];
    const own = standing.personal.filter(({ path }) => !off.has(path));
    const written = writeAbove(own, files, { room, onDemand });
    const leftOut = standing.leftOut.filter(({ path }) => !off.has(path)).map(leftOutText);
    return {
      above: written.isEmpty ? undefined : written.text,
      notices: [...followedText(known, written.paths), ...tell([...leftOut, ...written.notices])],
      follow: followTurn({ folders, off, standing: withOwn(standing), above: written, room, tell }),
    };
  }

  return {
    async begin({ conversationId, model }, signal) {
      const known = knownOf(conversationId);
      const [found, ofSkills] = await Promise.all([
        guided(known, model, signal),
        skillNotices(known, signal),
      ]);
      return {
        ...found,
        notices: [...found.notices, ...ofSkills],
        async follow(joined, stop) {
          const [named, followed] = await Promise.all([
            skills.namedIn(joined.canisters),
            found.follow(joined, stop),
          ]);
          return {
            documents: [...unsent(named.documents, joined), ...followed.documents],
            notices: [...named.notices, ...followed.notices],
          };
        },
      };
    },
  };
}

function withOwn({ personal, files, ...standing }: Found): Standing {
  return { ...standing, files: [...personal, ...files] };
}

/** A skill that the model is sent already isn't sent again. */
function unsent(documents: Followed['documents'], { sent }: Joined): Followed['documents'] {
  if (documents.length === 0) return documents;
  const before = textsSent(sent());
  return documents.filter(({ text = '' }) => !before.has(text));
}

async function findAll({ folders, personal }: Pick<GuidanceOptions, 'folders' | 'personal'>): Promise<Found> {
  const [own, standing] = await Promise.all([
    findPersonal(personal),
    folders.isTrusted() ? findStanding(folders) : noStanding,
  ]);
  const said = new Set(own.files.map(({ text }) => text));
  return {
    ...joinStanding([own, standing]),
    personal: own.files,
    files: standing.files.filter(({ text }) => !said.has(text)),
  };
}

function withTimeLimit(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(limits.time)]);
}

const nothing: TurnGuidance = { notices: [], follow: async () => ({ documents: [], notices: [] }) };

const tooSlow = `Instructions from files aren’t followed in this turn: reading them took more than ${limits.time / 1000} s.`;

function followedText(known: Known, paths: readonly string[]): readonly string[] {
  const followed = paths.map(visibleLine).join(', ');
  if (followed === known.followed) return [];
  known.followed = followed;
  return [followed === '' ? 'No instructions are followed any more.' : `Instructions: ${followed}`];
}

/** Returns notices that weren't given before: after one notice, the list shows the problem. */
function once(): (notices: readonly string[]) => readonly string[] {
  const told = new Set<string>();
  return notices =>
    notices.filter(notice => {
      const isNew = !told.has(notice);
      told.add(notice);
      return isNew;
    });
}
