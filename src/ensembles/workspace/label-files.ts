import type { Permit } from '../../converser/words/ensemble/invoker.ts';
import type { ContentLabels } from '../../converser/words/labels/content-labels.ts';
import { joinAll, type Label, ofWorkspace, type ReadLabel } from '../../converser/words/labels/label.ts';
import { absolutePath, placeKey } from '../../converser/words/workspace/paths.ts';
import type { Location } from '../../converser/words/workspace/workspace.ts';
import { labelOfNames, namesIn } from './label-names.ts';
import { secretsNow, whyLinked } from './places/guard-read.ts';
import { shownPlace, type ToolContext } from './places/tool-context.ts';

/** `text` is all of the file. `undefined` stands for the usual label. */
export async function labelOfFile(
  shared: ToolContext,
  file: Location,
  text: string,
): Promise<ReadLabel | undefined> {
  const real = await shared.workspace.realLocation(file);
  const noted = await notedOf(shared.labels, text, [file, real].map(absolutePath));
  const whySecret = await secretsNow(shared);
  const isNamed = [file, real].some(each => whySecret(each) !== undefined);
  const isSecret = isNamed || (await whyLinked(shared, real)) !== undefined;
  if (noted === undefined && !isSecret) return undefined;
  return { ...joinAll([noted, isSecret ? ofSecret : undefined]), read: shownPlace(shared, file) };
}

export async function notedOf(
  labels: Pick<ContentLabels, 'of' | 'at'>,
  text: string,
  places: readonly string[],
): Promise<Label | undefined> {
  const found = await Promise.all([labels.of(text), ...[...new Set(places)].map(place => labels.at(place))]);
  return found.some(label => label !== undefined) ? joinAll(found) : undefined;
}

export async function labelOfShown(
  shared: ToolContext,
  places: readonly Location[],
): Promise<ReadLabel | undefined> {
  const [first] = places;
  const label = await labelOfNames(shared.labels, places.map(absolutePath));
  return label && first && { ...label, read: shownPlace(shared, first) };
}

export async function labelOfFiles(
  shared: ToolContext,
  files: readonly Location[],
): Promise<ReadLabel | undefined> {
  const mayBeNoted = await shared.labels.any();
  const distinct = [...new Map(files.map(file => [placeKey(file), file])).values()];
  const labels = await Promise.all(
    distinct.slice(0, mostFiles).map(async file => {
      const content = mayBeNoted ? await shared.workspace.read(file).catch(() => undefined) : undefined;
      return labelOfFile(shared, file, content?.kind === 'text' ? content.text : '');
    }),
  );
  const found = [...labels, await labelOfShown(shared, files)].filter(label => label !== undefined);
  const [first] = found;
  return first === undefined ? undefined : { ...joinAll(found), read: first.read ?? '' };
}

/** Notes before a write what the text may hold, from the call and its sources: a crash loses nothing. */
export async function noteWritten(
  shared: ToolContext,
  { text, madeOf }: { readonly text: string; readonly madeOf?: string },
  { carries }: Pick<Permit, 'carries'> = {},
): Promise<void> {
  const before = madeOf === undefined ? undefined : await shared.labels.of(madeOf);
  const label = carries === undefined && before === undefined ? undefined : joinAll([carries, before]);
  if (label !== undefined) await shared.labels.note(text, label);
}

/** Notes before something is moved what is known of its place and not of its text. */
export async function noteMoved(shared: ToolContext, from: Location, to: Location): Promise<void> {
  const [old, now] = [absolutePath(from), absolutePath(to)];
  const [known, names] = [await shared.labels.at(old), await labelOfNames(shared.labels, [`${old}/x`])];
  if (known !== undefined) await shared.labels.noteAll({ texts: [], places: [now] }, known);
  if (names !== undefined) await shared.labels.noteAll({ texts: [], places: [namesIn(now)] }, names);
}

export const ofSecret: Label = { ...ofWorkspace, confidentiality: 'secret' };

const mostFiles = 500;
