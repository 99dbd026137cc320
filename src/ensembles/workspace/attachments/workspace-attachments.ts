import { defined } from '../../../converser/ground/json/defined.ts';
import type { Attachment } from '../../../converser/turn/attachments/attachment.ts';
import { fileAttachment } from '../../../converser/turn/attachments/bytes-attachment.ts';
import type { PlaceTarget } from '../../../converser/turn/attachments/mention.ts';
import type { ContentLabels } from '../../../converser/words/labels/content-labels.ts';
import { joinAll } from '../../../converser/words/labels/label.ts';
import type { Location, Workspace } from '../../../converser/words/workspace/workspace.ts';
import { notedOf, ofSecret } from '../label-files.ts';
import { createToolContext } from '../places/tool-context.ts';
import type { AddedPlaces } from '../protection/added-places.ts';
import { secretPlace } from '../protection/protected-place.ts';
import { attachGitDiff } from './attach-git-diff.ts';
import { attachPlace, refusingDenied } from './attach-place.ts';
import { attachProblems } from './attach-problems.ts';
import { type CommitChanges, commitChanges } from './commit-changes.ts';
import { createPlaceSearch, type PlaceSearch } from './find-places.ts';
import type { RuledContext } from './withheld-here.ts';

export interface WorkspaceAttachmentsPorts {
  readonly workspace: Workspace;
  readonly labels: ContentLabels;
  readonly addedPlaces: AddedPlaces;
  readonly readBytes: (location: Location) => Promise<Uint8Array>;
  readonly rules: RuledContext['rules'];
}

export interface WorkspaceAttachments {
  place(target: PlaceTarget, signal: AbortSignal): Promise<Attachment | undefined>;
  check(location: Location): Promise<void>;
  outside(file: OutsideFile): Promise<Attachment>;
  problems(active: Location | undefined): Promise<Attachment>;
  gitDiff(signal: AbortSignal): Promise<Attachment>;
  /** `repository` is its absolute path, and need not be in an open folder. */
  commitChanges(repository: string, signal: AbortSignal): Promise<CommitChanges>;
  readonly search: PlaceSearch;
}

export function createWorkspaceAttachments({
  workspace,
  labels,
  addedPlaces,
  readBytes,
  rules,
}: WorkspaceAttachmentsPorts): WorkspaceAttachments {
  const tools = createToolContext(workspace, { protectedRoles: () => [], addedPlaces, labels });
  const shared = { ...tools, rules };
  return {
    place: (target, signal) => attachPlace(target, { shared, readBytes }, signal),
    check: async location => (await refusingDenied(location, shared))(await workspace.realLocation(location)),
    outside: file => attachOutside(file, labels),
    problems: active => attachProblems(shared, active),
    gitDiff: signal => attachGitDiff(shared, signal),
    commitChanges: (repository, signal) => commitChanges(shared, repository, signal),
    search: createPlaceSearch(shared),
  };
}

interface OutsideFile {
  /** Absolute, with `/` between its parts. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The file lies in no open folder. Its label is that of its place and its text. */
async function attachOutside(
  { path, bytes }: OutsideFile,
  labels: Pick<ContentLabels, 'of' | 'at'>,
): Promise<Attachment> {
  const attachment = fileAttachment(bytes, { title: path, name: path });
  const { content } = attachment;
  const text = content.type === 'resource' ? (content.text ?? '') : '';
  const noted = await notedOf(labels, text, [path]);
  const isSecret = secretPlace(path) !== undefined;
  if (noted === undefined && !isSecret) return attachment;
  return defined({
    ...attachment,
    label: { ...joinAll([noted, isSecret ? ofSecret : undefined]), read: path },
  });
}
