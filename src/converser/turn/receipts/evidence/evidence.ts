import type { JsonValue } from '../../../ground/json/json.ts';
import { perObject } from '../../../ground/per-object.ts';
import type { Canister, InvocationCanister, ResultCanister } from '../../../words/canister/canister.ts';
import { textOf } from '../../../words/canister/content.ts';

/** What one call of a turn can prove. */
export interface Evidence {
  readonly id: string;
  readonly can: ReadonlySet<'read' | 'look' | 'write' | 'run'>;
  /** The name of the tool and all texts of its arguments, in words. */
  readonly text: string;
  /** The same in small letters. */
  readonly lower: string;
  /** The command that it ran, in words. */
  readonly command: string | undefined;
  /** It reads or changes files by their paths, and does nothing else. */
  readonly isOfFiles: boolean;
  /** Its name and what it was given say all that it did. */
  readonly isService: boolean;
  /** It did not fail. */
  readonly isSound: boolean;
  /** Whether a name stands in its words or in its result. */
  readonly knows: (name: string) => boolean;
}

/** The calls that an answer can refer to, in their order. */
export interface Calls {
  readonly turn: readonly Evidence[];
  /** Of the turns before. Most claims are about this one. */
  readonly before: () => readonly Evidence[];
}

/** Something is another than before. */
export function hasChanged({ can }: Evidence): boolean {
  return can.has('write');
}

/** A command that failed has changed nothing, unless it was made of several. */
export function hasWorked({ isSound, command }: Evidence): boolean {
  return isSound || (command !== undefined && /&&|;|\|/.test(command));
}

/** It shows what others changed. */
export function comparesVersions({ lower }: Evidence): boolean {
  return versions.test(lower.slice(0, mostOfName));
}

/** Characters of a call in which its name stands, and what a command begins with. */
const mostOfName = 200;

const versions =
  /\bgit (?:-\S+ )*(?:diff|log|show|blame)\b|^\S+ (?:\S+ )*?(?:diff|pull request|merge request|commits?|compare|release|changes)\b/;

/** Characters of the arguments of one call that are looked at. A whole file may be one of them. */
const most = 20_000;

/** What the calls among some canisters can prove, in their order. Those that failed prove nothing. */
export function evidenceIn(canisters: readonly Canister[]): readonly Evidence[] {
  return evidenceBefore(canisters, canisters.length, Number.POSITIVE_INFINITY);
}

/** The same of the last calls before a place, and of no more than so many: a conversation has thousands. */
export function evidenceBefore(
  canisters: readonly Canister[],
  end: number,
  mostCalls: number,
): readonly Evidence[] {
  const results = new Map<string, ResultCanister>();
  const found: Evidence[] = [];
  for (let at = end - 1; at >= 0 && found.length < mostCalls; at--) {
    const canister = canisters[at];
    // The first result of a call counts.
    if (canister?.role === 'result') results.set(canister.invocationId, canister);
    if (canister?.role !== 'invocation') continue;
    const result = results.get(canister.id);
    if (result !== undefined && result.failure === undefined) found.push(provedBy(canister)(result));
  }
  return found.reverse();
}

/** Turns never change, so that each call is looked at once. */
const provedBy = perObject((call: InvocationCanister) =>
  perObject((result: ResultCanister) => evidenceOf(call, result)),
);

function evidenceOf(call: InvocationCanister, result: ResultCanister): Evidence {
  const texts = textsIn(call.arguments);
  const name = `${call.ensemble} ${call.name}`
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_:/.-]+/g, ' ')
    .toLowerCase();
  const command = commandIn(call, texts);
  const text = `${name} ${texts.join(' ')}`.slice(0, most);
  const lower = text.toLowerCase();
  return {
    id: call.id,
    can: abilities(name, { command, text }),
    text,
    lower,
    knows: word =>
      lower.includes(word.toLowerCase()) || holdsWord(textOf(result.content).slice(0, most), word),
    command,
    isOfFiles:
      command === undefined &&
      [call.arguments.path, call.arguments.file_path].some(each => typeof each === 'string') &&
      call.arguments.repo === undefined &&
      ofFiles.test(name),
    isService: command === undefined && !ofAnything.test(`${name} ${Object.keys(call.arguments).join(' ')}`),
    isSound: exitCodeIn(result) === 0,
  };
}

/** It edits text, drives something, or does as it is told in another language. */
const ofAnything =
  /\b(?:path|file_?path|filePath|patch|uri|old_str\w*|new_str\w*|code|sql|script|query|prompt|task|edit|browser|page|click|navigate|playwright|puppeteer|computer|notebook|agents?)\b/i;

const ofFiles = /\b(?:read|write|edit|create|delete|move|list|replace|insert|patch)\b/;

function holdsWord(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  const texts: string[] = [];
  let left = most;
  const take = (each: JsonValue | undefined, name = ''): void => {
    if (left <= 0) return;
    if (typeof each === 'string' || typeof each === 'number') {
      texts.push(String(each).slice(0, left));
      left -= String(each).length;
    } else if (Array.isArray(each)) for (const inner of each) take(inner);
    else if (typeof each === 'object' && each !== null)
      for (const [key, inner] of Object.entries(each)) {
        if (name !== '' || !isContent.test(key)) texts.push(key);
        take(inner, key);
      }
  };
  take(value);
  return texts;
}

/** Names of arguments that are no words of the call itself. */
const isContent = /^(path|content|text|line|command|program|args|cwd|timeout)$/i;

const runs =
  /\b(run|exec|execute|bash|shell|terminal|command|script|test|build|lint|task|process|eval|python|repl)\b/;

function commandIn(
  { arguments: given, name }: InvocationCanister,
  texts: readonly string[],
): string | undefined {
  if (!runs.test(name.replace(/[_-]+/g, ' '))) return undefined;
  const { program, args, line, command, cmd, script } = given;
  const written = [line, command, cmd, script].find(each => typeof each === 'string');
  if (typeof written === 'string') return written.slice(0, most);
  if (typeof program === 'string') return [program, ...textsIn(args)].join(' ').slice(0, most);
  return `${name} ${texts.join(' ')}`.slice(0, most);
}

const reads =
  /\b(read|get|open|view|fetch|show|cat|query|navigate|download|screenshot|snapshot|describe|diagnostics|symbols|ask|roll|choose)\b/;
const looks =
  /\b(list|search|find|grep|glob|look|check|browse|status|diff|log|count|inspect|validate|verify)\b/;
const writes =
  /\b(write|edit|create|update|delete|remove|move|rename|replace|insert|append|save|store|put|patch|apply|add|set|upload|send|post|modify|change|refactor|commit|push|merge|close|assign|label|schedule|cancel|click|type|fill|make|format|fix|convert|generate|import|export|copy|install|migrate|str|backup|log (?:work|time|hours|entry|call)|worklog)\b|(?<!browser |page |heap |take )\bsnapshot\b/;

/** Commands that change nothing. Of those that may, anything is believed. */
const onlyReads =
  /^(?:(?:npx|npm exec|pnpm|yarn|bunx?|uv run|poetry run|bundle exec|sudo)\s+(?:-\S+\s+)*)?(?:ls|cat|sed -n|head|tail|less|wc|file|stat|du|df|ps|pwd|which|whoami|env|date|echo|grep|rg|find(?!.* -(?:delete|exec))|tree|diff|curl(?!.* (?:-X|--request|-d|--data\S*|-F|-T|-o|-O)\b)|ping|journalctl|systemctl status|nginx -t|plutil -lint|git (?:-\S+ )*(?:(?:status|log|show|diff|blame|ls-files|grep|describe|rev-parse)|branch(?=$|\s+(?:-a|-r|-v+|--list|--merged|--no-merged|--show-current)\b)|remote(?=$|\s+-v))|kubectl (?:get|describe|logs|top)|docker (?:compose )?(?:ps|logs|inspect|images|stats)|terraform (?:plan|show|validate|output)|(?:npm|pnpm|yarn|bun) (?:(?:run )?(?:test|lint|check|typecheck)\b|ls|list|outdated|audit(?! fix)|view)|(?:test|lint|check|typecheck)\b|pytest|tox|python3? -m (?:unittest|pytest)|jest|vitest|mocha|cargo (?:test|check|clippy|bench|tree)|go (?:test|vet|list|version)|mvn (?:-\S+ )*(?:test|verify)|(?:\.\/)?gradlew? (?:\S*[tT]est\w*|check|lint)|eslint(?!.* --fix)|tsc\b.*--noEmit|rspec|phpunit|ctest|rake (?:test|spec)|(?:dotnet|swift|mix|stack|cabal|sbt|flutter|zig|deno|bun) test|rubocop(?!.* -[aA])|golangci-lint|buf lint|stylelint(?!.* --fix)|mypy|pyright|ruff check(?!.* --fix)|flake8|shellcheck|\S+ (?:--version|-v|-V|--help))(?:\s|$)/;

/** A query that changes something. */
const changesRows =
  /\b(?:insert into|update \w+ set|delete from|create|alter|drop|truncate|merge into|grant)\b/i;

/** A command may do anything; what it was asked to do is in its words. */
function abilities(name: string, { command, text }: Pick<Evidence, 'command' | 'text'>): Evidence['can'] {
  const can = new Set<'read' | 'look' | 'write' | 'run'>();
  if (command !== undefined) can.add('read').add('look').add('run');
  if (command !== undefined && !(onlyReads.test(command) && !/[>;|&]/.test(command))) can.add('write');
  if (reads.test(name)) can.add('read').add('look');
  if (looks.test(name)) can.add('look');
  if (writes.test(name) || (/\b(?:query|sql)\b/.test(name) && changesRows.test(text))) can.add('write');
  // A tool whose name says nothing may have done what it is said to have done.
  if (can.size === 0) can.add('read').add('look').add('write').add('run');
  return can;
}

function exitCodeIn({ content }: ResultCanister): number {
  const code = /\bexit(?:ed with)?(?: code| status)?:? (-?\d+)/i.exec(textOf(content).slice(0, 2_000))?.[1];
  return code === undefined ? 0 : Number(code);
}
