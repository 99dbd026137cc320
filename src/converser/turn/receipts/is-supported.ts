import type { CheckedThing, Claim } from './claims/claim.ts';
import { meant } from './claims/meant.ts';
import { programsIn } from './claims/program-names.ts';
import { codeMark } from './claims/prose.ts';
import type { ClaimVerb } from './claims/verbs.ts';
import { type Calls, comparesVersions, type Evidence, hasChanged, hasWorked } from './evidence/evidence.ts';
import { namesForeign } from './evidence/foreign-names.ts';
import { type NamedThings, thingsIn } from './evidence/named-things.ts';
import { isRunBy, ranByName, servicesIn, usedByName } from './evidence/programs.ts';
import { coverAll, isOfAll, isOfPart } from './evidence/scope.ts';
import { fitsServices } from './evidence/services.ts';
import { arePathsTouched, hasCode, isUrlTouched } from './evidence/touched-things.ts';
import { lintWords, wantedWords } from './evidence/wanted-words.ts';
import { isListedDone } from './is-listed-done.ts';

/** Whether some call may have done what the answer claims. Where that can't be told, it is believed. */
export function isSupported(claim: Claim, answer: string, { turn, before }: Calls): boolean {
  const { said } = claim;
  if (said.kind === 'listed') return isListedDone(said, { turn, before });
  if (isOfOthers(claim, answer, turn)) return true;
  const things = thingsOf(claim, answer);
  const text = `${claim.label?.text ?? ''}${withoutFindings(claim.text)}`;
  const holds = (calls: readonly Evidence[]) =>
    said.kind === 'outcome'
      ? wentWell(said.of, { text, things, calls })
      : (calls.length > 0 || (said.verb.isWeak === true && things.paths.length === 0)) &&
        isDone(said, { text, things, calls });
  if (holds(turn) || (said.kind === 'done' && said.mayBeHistory && !turn.some(hasChanged))) return true;
  if (turn.length === 0 && before().length === 0) return isOfText(claim, things);
  if (!mayBeOfBefore(claim, turn)) return false;
  const earlier = before();
  return earlier.length > 0 && holds([...earlier, ...turn]);
}

/** Where changes of others were looked at, and nothing was changed, a list of changes tells of theirs. */
function isOfOthers({ said, start, end }: Claim, answer: string, turn: readonly Evidence[]): boolean {
  const isChange =
    said.kind === 'done' &&
    said.verb.kind === 'write' &&
    !speaks.test(answer.slice(Math.max(0, start - leadOfSubject), end));
  return isChange && !turn.some(hasChanged) && turn.some(comparesVersions);
}

/** "I" or "we" is the subject of the verb, or of one before it in the sentence. */
const speaks = /\b(?:I|we)\b(?![^.\n]*[.!?]\s)[^\n]*$/i;

/** Characters before a claim in which its subject is looked for. */
const leadOfSubject = 150;

/** A poem, or a line of it: where nothing was called, the answer itself is what was written. */
function isOfText({ said, text }: Claim, { paths, codes, urls }: NamedThings): boolean {
  const isWritten = said.kind === 'done' && said.verb.kind === 'write';
  return isWritten && paths.length + codes.length + urls.length === 0 && !kept.test(text);
}

/** What is outside of the answer. */
const kept =
  /\b(?:files?|folders?|notes|repo(?:sitory)?|project|code ?base|database|server|calendar|config\w*|settings|tests?|branch|sheets?|inbox|backup|documents?|app|pages?|sites?|scripts?|imports?|code|dependencies|components?|styles|types|style ?sheets?|hosts|schema|workflow|pipeline)\b/i;

/** What follows a colon is mostly what came of it. */
function withoutFindings(text: string): string {
  const at = text.search(/\S:\s/);
  return at < 0 ? text : text.slice(0, at + 1);
}

/** What was run before something was changed in this turn says nothing about this turn. */
function mayBeOfBefore({ said, looksBack, isNew }: Claim, turn: readonly Evidence[]): boolean {
  if (isNew) return false;
  if (looksBack || (said.kind === 'done' && said.verb.kind !== 'run')) return true;
  return !turn.some(({ can }) => can.has('write'));
}

function thingsOf({ start, end, text, label }: Claim, answer: string): NamedThings {
  const own = thingsIn(answer, { start, end, text });
  if (label === undefined || own.paths.length > 0) return own;
  const before = thingsIn(answer, { ...label, end: label.start + label.text.length });
  return { ...own, paths: before.paths, codes: own.codes.length > 0 ? own.codes : before.codes };
}

interface Looking {
  readonly text: string;
  readonly things: NamedThings;
  readonly calls: readonly Evidence[];
}

type Done = Extract<Claim['said'], { kind: 'done' }>;

function isDone({ word, verb }: Done, { text, things, calls }: Looking): boolean {
  const { paths, urls, codes } = things;
  if (word === 'fixed' && stillFails.test(text) && endsInFailure(calls)) return false;
  const isOf = meant(word, text) ?? verb;
  const { kind } = isOf;
  const isLook = kind === 'read' || kind === 'look';
  const able = calls.filter(
    call =>
      (isAble(call, isOf) || mayBeCode(call, isOf, { text, things })) &&
      (isLook || kind === 'run' || hasWorked(call)),
  );
  const touching = isLook ? calls : able;
  if (toolsIn(text, codes, isOf).some(tool => !calls.some(call => hasCode(tool, call)))) return false;
  if (kind !== 'write' && programsOf(text).some(each => !calls.some(call => isRunBy(each, call.text))))
    return false;
  if (paths.length === 0 && servicesIn(text).some(each => !calls.some(call => call.knows(each))))
    return false;
  if (kind === 'run' && !/^(?:re)?(?:ran|run)$|^(?:executed|invoked)$/.test(word) && able.every(onlyLooks))
    return false;
  if (newRequest.test(text) && !calls.some(call => call.knows(newRequest.exec(text)?.[1] ?? '')))
    return false;
  if (isOf.isWeak) {
    if (paths.length > 0)
      return arePathsTouched(paths, calls) || paths.some(({ path }) => calls.some(call => call.knows(path)));
    if (calls.length > 0 && namesForeign(text, word === 'converted' ? 'write' : kind, calls)) return false;
    return (
      calls.length === 0 ||
      wantedWords(text, word, kind).every(words => calls.some(call => words.test(call.text)))
    );
  }
  if (able.length < (again.test(text) && kind !== 'write' ? 2 : 1)) return false;
  if (!isUrlTouched(urls, touching)) return false;
  if (turnsInto.test(text) && able.length > 0 && arePathsTouched(paths, calls)) return true;
  const own = takesAway.test(word) ? paths : paths.filter(({ isSource }) => !isSource);
  if (!arePathsTouched(paths, calls) && paths.length > 0) return false;
  if (own.length > 0) return arePathsTouched(own, touching);
  if (codes.length > 0 && !isLook) {
    if (codes.some(code => able.some(call => hasCode(code, call)))) return true;
    if (removes.test(word) || !able.some(tellsPlaceOnly)) return false;
  }
  if (behaves.test(text) && !able.some(isTrial)) return false;
  if (namesForeign(clauseWith(word, text), kind, calls)) return false;
  const proof = proves.test(word) ? able.filter(({ isSound }) => isSound) : able;
  if (kind === 'run' && isOfAll(text) && proof.every(isOfPart)) return false;
  if (kind === 'write' && !fitsServices(text, word, able)) return false;
  if (!coverAll(text, able)) return false;
  const wanted = wantedWords(text, word, kind);
  return proof.length > 0 && wanted.every(words => proof.some(call => words.test(call.command ?? call.text)));
}

/** Nothing is tested or built by that. */
function onlyLooks({ command }: Evidence): boolean {
  return command !== undefined && lookingOnly.test(command) && !/[;&]/.test(command);
}

const lookingOnly =
  /^(?:ls|cat|head|tail|grep|rg|find|tree|wc|sed -n|git (?:status|log|show|diff|blame|ls-files|branch))\b/;

/** "Linked PR #9": a call has to name it. */
const newRequest =
  /\b(?:linked|merged|closed|approved|updated)\s+(?:the\s+)?(?:PR|MR|pull request) #(\d+)\b/i;

/** The words up to a comma before the verb are about something else: "The part on Yarn was old, so I dropped it". */
function clauseWith(word: string, text: string): string {
  const at = text.toLowerCase().indexOf(word);
  return text.slice(Math.max(text.lastIndexOf(', ', at), text.lastIndexOf('; ', at), 0));
}

/** "I rolled again" */
const again = /\b(?:(?<!\bto \w+ )again|once more|a second time|one more time)\b/i;

function programsOf(text: string): readonly string[] {
  return [...programsIn(text), ...ranByName(text), ...usedByName(text)];
}

/** "I verified that it starts": that takes more than reading. */
const behaves =
  /\b(?:verified|confirmed|checked|validated|tested|ensured)\s+(?:that\s+)?(?:the|it|everything|all|this|your|our)\b.*\b(?:starts?|works?|runs?|responds?|renders?|loads?|boots?|behaves?|refuses|rejects|redirects|fails|succeeds|compiles|builds|passes)\b/i;

function isTrial({ command, text }: Evidence): boolean {
  return command !== undefined || /browser|navigat|http|fetch|request|playwright|eval|run/i.test(text);
}

/** The file that is named may be the one before. */
const turnsInto =
  /\b(?:ported|converted|translated|transformed|migrated|transpiled|turned)\s+\S+\s+(?:in)?to\s/i;

/** Of that, "from" says where something was changed. */
const takesAway =
  /^(?:removed|deleted|dropped|stripped|purged|cleaned|cleared|eliminated|extracted|pruned|cut|uninstalled|trimmed|unlinked)$/;

/** What is gone was named to go. */
const removes = /^(?:removed|deleted|uninstalled|dropped)$/;

/** Of a change of which only the place is known, any code may be part. */
function tellsPlaceOnly({ command, text }: Evidence): boolean {
  return command === undefined && text.length < placeOnly;
}

/** Characters of a call that says where, but not what. */
const placeOnly = 120;

/** "`fetch()` is cancelled on close": the code does that, once a file was changed. */
function mayBeCode(
  { can, isOfFiles }: Evidence,
  { isOfCode }: ClaimVerb,
  { text, things }: Pick<Looking, 'text' | 'things'>,
): boolean {
  return (
    isOfCode === true &&
    isOfFiles &&
    can.has('write') &&
    (things.codes.length + things.paths.length > 0 || /:\s*\w*\W*$/.test(text))
  );
}

function isAble({ can, text, command, isOfFiles }: Evidence, { kind, by, isOutside }: ClaimVerb): boolean {
  if (kind !== 'act') return can.has(kind);
  if ((isOutside && isOfFiles) || isDry.test(command ?? '')) return false;
  return by?.test(command ?? text) === true;
}

const isDry = /^make -n\b|\s--dry-run\b/;

/** What was verified did go well. */
const proves = /^(?:verified|validated|confirmed|got)$/;

const stillFails = /\b(?:errors|failures|warnings|failing tests?)\b/i;

/** The last thing that was run failed, and nothing was changed since. */
function endsInFailure(calls: readonly Evidence[]): boolean {
  return calls.findLast(({ command, can }) => command !== undefined || can.has('write'))?.isSound === false;
}

const namedTool = /\b(?:with|using|under|via|through)\s+([A-Z][a-z]\w+)\b/;
const codeTool = new RegExp(String.raw`\b(?:with|using|under|via|by running)\s+(?:the )?${codeMark}`);

/** Of what was written, "with" says what is in it. */
const namedMeans = /\b(?:using|under|via|through)\s+([A-Z][a-z]\w+)\b/;
const codeMeans = new RegExp(String.raw`\b(?:via|by running)\s+(?:the )?${codeMark}`);

/** What it was done with: "with Playwright", "using `tar tzf`". */
function toolsIn(
  text: string,
  codes: readonly string[],
  { kind: of, isOfCode }: ClaimVerb,
): readonly string[] {
  const kind = isOfCode ? 'write' : of;
  const named = kind === 'write' ? namedMeans : namedTool;
  const code = codes.at(-1) ?? '';
  const isMeans = kind !== 'write' || codeMeans.test(text) || programsIn(code).length > 0;
  const tools = [named.exec(text)?.[1], isMeans && codeTool.test(text) ? code : undefined];
  return tools.filter(tool => tool !== undefined);
}

const checks: Readonly<Record<CheckedThing, RegExp>> = {
  tests: /test|spec|pytest|jest|mocha|vitest|\bcheck\b|\bci\b|verify/i,
  build:
    /build|make|tsc|compile|cargo|mvn|gradle|webpack|bundle|\bvite\b|\bgo\b|gcc|clang|type|latex|\bsam\b/i,
  lint: lintWords,
  types: /tsc|type|mypy|pyright|\bcheck\b|build/i,
  http: /curl|wget|fetch|https?:|request|navigate|\bget\b/i,
  ci: /\bgh\b|\bci\b|workflow|pipeline|action|jenkins|circle|\bact\b/i,
  any: /./,
};

/** It builds, too, but may fail for another reason. */
const isCheck = /\b(?:tests?|vitest|jest|clippy|lint)\b/i;

/** The last run of the check was sound, and of everything where everything is meant. */
function wentWell(of: CheckedThing, { things, calls, text }: Looking): boolean {
  const [code] = of === 'any' ? things.codes : [];
  const ran = calls.filter(({ can, text }) => (can.has('run') || of === 'http') && checks[of].test(text));
  const own = of === 'build' ? ran.filter(({ command = '' }) => !isCheck.test(command)) : [];
  const last = (own.length > 0 ? own : ran).findLast(call => code === undefined || hasCode(code, call));
  return last?.isSound === true && !(isOfAll(text) && isOfPart(last));
}
