import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import { child, shownPath } from '../../../converser/words/workspace/paths.ts';
import type {
  Location,
  TextMatch,
  TextQuery,
  UnsavedFile,
} from '../../../converser/words/workspace/workspace.ts';
import { binaryKind } from '../binary-kind.ts';
import { slashed } from '../real-path.ts';
import { all, allFiles, isLeftOut, isUnsaved, isWanted, runHeeding, type Search } from './begun-search.ts';
import { isAscii } from './letter-forms.ts';
import type { Pace } from './pace.ts';
import { type RipgrepPlace, ripgrepFiles, ripgrepText } from './ripgrep/ripgrep.ts';
import type { RunHeeding } from './ripgrep/ripgrep-ignores.ts';
import type { RipgrepMatch } from './ripgrep/ripgrep-lines.ts';
import { aroundMatch, checkLines, compilePattern, type LinePattern, matchingLines } from './text-pattern.ts';

export function linesFound(search: Search, query: TextQuery): AsyncGenerator<TextMatch, void> {
  checkLines(query);
  const { place, file } = search;
  if (place === undefined || (file !== undefined && !query.isRegex)) return linesRead(search, query);
  return file === undefined ? linesPrinted(search, query, place) : linesPiped(search, query, place);
}

async function* linesRead(search: Search, query: TextQuery): AsyncGenerator<TextMatch, void> {
  const { signal } = search;
  const pattern = await compilePattern(query);
  for await (const location of allFiles(search)) {
    signal.throwIfAborted();
    if (!(await isWanted(search, query, location)) || search.withheld?.notes(location)) continue;
    if (isUnsaved(search, location)) continue;
    yield* linesIn(await textIn(search, location), { location, pattern, pace: search.pace });
  }
}

/** ripgrep knows more of expressions than we do, so a named file is read for it. */
async function* linesPiped(
  search: Search,
  query: TextQuery,
  place: RipgrepPlace,
): AsyncGenerator<TextMatch, void> {
  const show = shortener(query, search.pace);
  for await (const location of allFiles(search)) {
    if (!(await isWanted(search, query, location)) || search.withheld?.notes(location)) continue;
    const input = await textIn(search, location);
    for await (const match of ripgrepText({ ...place, input }, query, search.signal))
      yield { location, line: match.line, text: await show(match) };
  }
}

async function* linesPrinted(
  search: Search,
  query: TextQuery,
  place: RipgrepPlace,
): AsyncGenerator<TextMatch, void> {
  const show = shortener(query, search.pace);
  const isLetter = query.isRegex || isAscii(query.text) ? undefined : await compilePattern(query);
  const globs = search.withheld?.among?.map(glob => `--iglob=${glob}`);
  const run: RunHeeding<RipgrepMatch> = (heeding, { found }) => {
    const { signal } = search;
    const paths =
      found === undefined ? ripgrepFiles(heeding, { signal, globs, isSorted: false }) : all(found);
    const isNoted = search.withheld !== undefined && globs?.length !== 0;
    const noted = !isNoted ? undefined : noteWithheld({ ...search, globs: globs ?? [] }, query, paths);
    return noting(ripgrepText({ ...heeding, globs: search.globs }, query, signal), noted);
  };
  for await (const match of runHeeding(search, place, { run, globs })) {
    const location = child(search.folder, slashed(match.path));
    if (isUnsaved(search, location) || !(await isWanted(search, query, location))) continue;
    if (search.withheld?.why(location) !== undefined) continue;
    if (await isLeftOut(search, location)) continue;
    if (!match.isCut && isLetter?.find(match.text) === undefined && isLetter !== undefined) continue;
    if ((await search.confirm?.line(match)) === false) continue;
    yield { location, line: match.line, text: await show(match) };
  }
}

async function* noting(
  lines: AsyncGenerator<RipgrepMatch, void>,
  noted: Promise<void> | undefined,
): AsyncGenerator<RipgrepMatch, void> {
  noted?.catch(() => {});
  try {
    yield* lines;
  } finally {
    await noted;
  }
}

async function noteWithheld(
  search: Search,
  query: TextQuery,
  paths: AsyncGenerator<string, void>,
): Promise<void> {
  for await (const path of paths) {
    const location = child(search.folder, slashed(path));
    if (!(await isWanted(search, query, location)) || search.withheld?.why(location) === undefined) continue;
    if (!(await isLeftOut(search, location))) search.withheld.notes(location);
  }
}

/** ripgrep does not say where in a line the match is, so it is looked for again. */
function shortener(query: TextQuery, pace: Pace): (match: RipgrepMatch) => Promise<string> {
  let compiled: Promise<LinePattern | undefined> | undefined;
  return async ({ text, isCut }) => {
    if (!isCut && aroundMatch(text, 0) === text) return text;
    // Perhaps only ripgrep understands the pattern.
    compiled ??= compilePattern(query).catch(() => undefined);
    const pattern = await compiled;
    await pace((pattern?.size ?? 0) * text.length);
    const at = pattern?.find(text);
    const shown = aroundMatch(text, at ?? 0);
    return isCut && at === undefined ? `${shown} [matches further on in this long line]` : shown;
  };
}

export async function* unsavedLines(
  search: Search,
  query: TextQuery,
  { location, text }: UnsavedFile,
): AsyncGenerator<TextMatch, void> {
  if (!(await isWanted(search, query, location))) return;
  const real = await search.files.realLocation(location).catch(() => location);
  if (search.withheld?.why(location, real) !== undefined) return;
  if (await search.rules?.isIgnored(location, 'file')) return;
  yield* linesIn(text, { location, pattern: await compilePattern(query), pace: search.pace });
}

/** Without a file that the query names, what can't be read has no lines. */
async function textIn({ files, file, guard, withheld }: Search, location: Location): Promise<string> {
  const guards = (place: Location) => {
    guard?.(place);
    withheld?.guard(place);
  };
  const reading = files.read(location, guards);
  const content = await (file === undefined ? reading.catch(() => undefined) : reading);
  if (content?.kind === 'text') return content.text;
  if (file === undefined || content === undefined) return '';
  const reason = `it is ${binaryKind(content.head)} of ${content.size} bytes.`;
  throw fileErrors.fileUnreadable(shownPath(file, files.roots), reason);
}

interface LineSearch {
  readonly location: Location;
  readonly pattern: LinePattern;
  readonly pace: Pace;
}

async function* linesIn(
  text: string,
  { location, pattern, pace }: LineSearch,
): AsyncGenerator<TextMatch, void> {
  for await (const match of matchingLines(text, pattern, pace)) yield { location, ...match };
}
