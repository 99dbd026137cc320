import type { Attachment } from '../../../converser/turn/attachments/attachment.ts';
import type { PlaceTarget } from '../../../converser/turn/attachments/mention.ts';
import type { ContentLabels } from '../../../converser/words/labels/content-labels.ts';
import type { Location, Workspace } from '../../../converser/words/workspace/workspace.ts';
import { createToolContext } from '../places/tool-context.ts';
import type { AddedPlaces } from '../protection/added-places.ts';
import { attachGitDiff } from './attach-git-diff.ts';
import { attachOutside, type OutsideFile } from './attach-outside.ts';
import { attachPlace, refusingDenied } from './attach-place.ts';
import { attachProblems } from './attach-problems.ts';
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
    check: async location => void (await refusingDenied(location, shared)),
    outside: file => attachOutside(file, labels),
    problems: active => attachProblems(shared, active),
    gitDiff: signal => attachGitDiff(shared, signal),
    search: createPlaceSearch(shared),
  };
}
