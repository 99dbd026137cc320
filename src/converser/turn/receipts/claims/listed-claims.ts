import type { Claim, Said } from './claim.ts';
import { programsIn } from './program-names.ts';
import type { Sentence } from './prose.ts';
import { kindOf, type PlaceInSections, type SectionKind } from './sections.ts';
import { unreal } from './unreal.ts';
import { pastOfBase, verbOf } from './verbs.ts';

/** An item of a list, or the first cell of a row, which claims nothing in words. */
export interface Item {
  readonly sentence: Sentence;
  /** The words as they are written. */
  readonly raw: string;
  /** The rest of its line, such as the other cells of the row. */
  readonly rest: string;
  readonly section: Pick<PlaceInSections, 'kind' | 'file'>;
  /** Others of its section tell what was done. */
  readonly isAmongClaims: boolean;
}

const file = String.raw`(?:[\w@.-]+\/)*[\w@.-]*\w\.[a-z]\w{0,6}|README|CHANGELOG|Makefile|Dockerfile`;
const ofFile = new RegExp(String.raw`^(${file})(?::\d+(?:[-–]\d+)?)?\s*(?:$|[–—:→(✅✔✓]|->|-\s)`);
const inFile = new RegExp(
  String.raw`^(?:[\w-]+\s+){1,5}(?:(?:in|at|under|via|to|by)\s+|\()(${file})(?::\d+)?[^\w]*$`,
);

/** What begins the commands that coding agents run. */
const program =
  /^(?:npm|npx|pnpm|yarn|bunx?|deno|node|go|cargo|git|make|mvn|gradle|(?:\.\/)?gradlew|python3?|pytest|pip3?|poetry|uv|ruff|mypy|pyright|black|tox|eslint|prettier|tsc|vitest|jest|docker|kubectl|helm|terraform|nix|mix|swift|xcodebuild|dotnet|composer|php|phpunit|bundle|rake|rspec|rubocop|bin\/[\w-]+|flutter|dart|zig|cmake|ctest|gh|az|aws|gcloud|sbt|stack|cabal)\s+[\w./:@-]/;

/** What came of it. */
const wentWell =
  /^\W*(?:ok|okay|clean|green|pass(?:es|ed|ing)?|succe\w+|done|fine|no (?:\w+ )?(?:errors?|lints?|issues?|warnings?|problems?|failures?)|0 (?:\w+ )?(?:errors?|failures?|issues?|warnings?)|\d+ (?:tests?|passed)|\d+\/\d+)\b|^\W*[✅✔✓]/i;

/** The claim that an item makes by its place: below "Files changed", behind a check mark, among what was done. */
export function listedClaim({ sentence, raw, rest, section, isAmongClaims }: Item): readonly Claim[] {
  const { start, end, text, tick } = sentence;
  if (tick === 'open' || (section.kind === 'plan' && tick !== 'checked')) return [];
  const isTicked = tick === 'done' || tick === 'checked';
  const bare = raw.replace(/[*`]/g, '').trim();
  if (isNot.test(bare.replace(noFailure, ' ')) || isNot.test(rest.replace(noFailure, ' '))) return [];
  const said =
    commandOf(raw, {
      bare,
      rest,
      isAnnounced: isTicked || section.kind === 'checks',
      isAmongClaims,
    }) ??
    fileOf(bare, { isTicked, section: section.kind, isAmongClaims }) ??
    checkOf(bare, isTicked) ??
    taskOf(bare, isTicked) ??
    belowFile(section.file);
  return said === undefined ? [] : [{ start, end, said, text, looksBack: false, isNew: false }];
}

/** "`a.test.ts`" above a list says that the file was changed as others were. */
function belowFile(name: string | undefined): Said | undefined {
  return name === undefined
    ? undefined
    : { kind: 'listed', of: 'changed', name, isGood: false, isAmongClaims: false, peers: [] };
}

/** "Files touched: `a.ts`, `b.ts`", "Commands run: `npm test`, `npm run build`" */
export function inlineClaims({ start, text }: Sentence, raw: string): readonly Claim[] {
  const [head = '', label = ''] = /^\s*((?:[\w-]+\s+){0,3}[\w-]+)[*\s]*:[*\s]*/.exec(raw) ?? [];
  const kind = label === '' ? 'unknown' : kindOf(label);
  if (kind !== 'changes' && kind !== 'checks') return [];
  const claims: Claim[] = [];
  let from = head.length;
  for (const piece of raw.slice(head.length).split(/(,\s+|\s+and\s+|\s·\s)/)) {
    const said =
      kind === 'changes'
        ? fileOf(piece.replace(/[*`]/g, '').replace(/\.$/, '').trim(), {
            isTicked: false,
            section: kind,
            isAmongClaims: false,
          })
        : commandOf(piece.replace(/\.$/, ''), {
            bare: '',
            rest: '',
            isAnnounced: true,
            isAmongClaims: false,
          });
    if (said === undefined && !/^(?:,\s+|\s+and\s+|\s·\s|\W*)$/.test(piece)) return [];
    const end = from + piece.length;
    if (said !== undefined)
      claims.push({
        start: start + from,
        end: start + end,
        said,
        text: text.slice(from, end),
        looksBack: false,
        isNew: false,
      });
    from = end;
  }
  return claims;
}

const noFailure = /\b(?:no|0|without) fail\w+/gi;

const isNot =
  /\b(?:not|no changes?|unchanged|untouched|skip\w*|denied|fail\w*|pending|todo|left|would|could|should|still|only read|declined|blocked|n\/a|upstream|deprecated)\b|n't\b|[❌✗⚠]/i;

interface Around {
  readonly bare: string;
  readonly rest: string;
  readonly isAnnounced: boolean;
  readonly isAmongClaims: boolean;
}

function commandOf(raw: string, { bare, rest, isAnnounced, isAmongClaims }: Around): Said | undefined {
  const code = /^\W*?`([^`]{3,200})`/.exec(raw.trim());
  const command = code?.[1] ?? (/^[\w ./-]{3,40}$/.test(bare) && rest !== '' ? bare : '');
  if (!program.test(command)) return undefined;
  const after = code === null ? rest : raw.trim().slice(code[0].length);
  const isGood = wentWell.test(after) || wentWell.test(rest);
  const isBare = /^\W*$/.test(after);
  if (!isGood && !(isBare && (isAnnounced || isAmongClaims))) return undefined;
  return {
    kind: 'listed',
    of: 'ran',
    name: command,
    isGood: isGood || isAnnounced,
    isAmongClaims,
    peers: [],
  };
}

function fileOf(
  bare: string,
  {
    isTicked,
    section,
    isAmongClaims,
  }: Pick<Item, 'isAmongClaims'> & { readonly section: SectionKind; readonly isTicked: boolean },
): Said | undefined {
  const listed = ofFile.exec(bare)?.[1];
  const name = listed ?? inFile.exec(bare)?.[1];
  if (name === undefined || /^\w+\.(?:js|io|NET)$/.test(name)) return undefined;
  const isAnnounced = listed !== undefined && (isTicked || section === 'changes' || section === 'looks');
  const of = section === 'looks' ? 'seen' : 'changed';
  return { kind: 'listed', of, name, isGood: isAnnounced, isAmongClaims, peers: [] };
}

/** "✅ Stylelint", "✅ type check" */
function checkOf(bare: string, isTicked: boolean): Said | undefined {
  const verb = verbOf('ran');
  if (!isTicked || verb === undefined || bare.split(/\s+/).length > 4) return undefined;
  const isCheck = checkNames.test(bare) || (programsIn(bare).length > 0 && isNameOnly.test(bare));
  return isCheck ? { kind: 'done', word: 'verified', verb } : undefined;
}

/** A name, and what came of it. */
const isNameOnly = /^\W*[\w.-]+\W*(?:(?:passed|passing|pass|passes|ok|green|clean)\W*)?$/i;

const checkNames =
  /^\W*(?:(?:unit|integration|e2e|all|the|instrumented|regression|smoke)\s+)?(?:tests?|specs|lint(?:er|ing)?|types?(?:[- ]?check(?:s|er|ing)?)?|build|fmt|format(?:ting)?|compil\w+)\W*(?:passed|passing|pass|ok|green|clean)?\W*$/i;

/** "[x] Add tests" */
function taskOf(bare: string, isTicked: boolean): Said | undefined {
  const [, base = ''] = (isTicked ? /^([A-Z][a-z]+)\s+\w/.exec(bare) : null) ?? [];
  const word = base === '' ? '' : pastOfBase(base);
  const verb = verbOf(word);
  return verb === undefined || verb.isWeak || unreal.test(bare) ? undefined : { kind: 'done', word, verb };
}
