import { visibleLine, visibleProse } from '../../converser/ground/wording/visible-text.ts';
import { namesIn } from '../names-in.ts';
import type { MarkdownFile } from '../read-markdown.ts';
import type { PromptForm, Skill } from './skill.ts';
import { readFileOf } from './skill-text.ts';

/** The editor that the user used last, if its file is in the workspace. */
export interface Focus {
  readonly path: string;
  /** Of the selection, such as `10-20`. Absent if nothing is selected. */
  readonly lines?: string;
}

export interface PromptCall {
  /** What was typed behind the name. */
  readonly given: string;
  readonly focus: Focus | undefined;
}

export interface PromptText {
  readonly text: string;
  readonly notices: readonly string[];
}

/** Invariant: nothing in a prompt is run or permitted. What its makers would do on their own is said instead. */
export async function promptText(prompt: Skill, call: PromptCall): Promise<PromptText> {
  const { name, file: place, from, prompt: form = 'claude-code' } = prompt;
  const file = await readFileOf(prompt);
  const { path } = file;
  const commands = form === 'vscode' ? [] : [...file.text.matchAll(shellCommand)];
  const root = from.shown({ root: place.root, path: '' });
  const { text, unknown = [] } =
    form === 'vscode'
      ? expandVscode(file.text, { ...call, root })
      : { text: expandShell(file, { ...call, form }) };
  const ignored = Object.keys(file.data).filter(key => permits.has(key));
  const shown = visibleLine(path);
  const notices: readonly (readonly [said: readonly unknown[], notice: string])[] = [
    [commands, `The commands in ${shown} weren’t run: the model can ask to run them.`],
    [ignored, `Ignored in ${shown}: ${ignored.join(', ')}. Prompts permit nothing and choose nothing here.`],
    [unknown, `${shown} asks for ${visibleLine(unknown.join(', '))}: open a file, or select text.`],
  ];
  return {
    text: `The user wants you to follow the prompt ${name}, from ${shown}.\n\n${text}`,
    notices: notices.flatMap(([said, notice]) => (said.length === 0 ? [] : [notice])),
  };
}

const permits: ReadonlySet<string> = new Set([
  ...['allowed-tools', 'disallowed-tools', 'tools', 'model', 'effort', 'agent', 'mode', 'context'],
  ...['subtask', 'hooks', 'mcp-servers', 'shell'],
]);

const shellCommand = /!`([^`\n]+)`|^```!\n([^`]*)```/gm;

/** What was typed is text: it is not looked through for variables. `unknown` are those without a value. */
function expandVscode(body: string, { given, focus, root }: PromptCall & { readonly root: string }) {
  const unknown = new Set<string>();
  const values = new Map(
    [...given.matchAll(/(?<=^|\s)([A-Za-z_]\w*)\s*[=:]\s*("[^"]*"|\S+)/g)].map(([, key = '', value = '']) => [
      key,
      value.replace(/^"(.*)"$/, '$1'),
    ]),
  );
  const known = vscodeValues(focus, root);
  const text = body.replaceAll(
    /\$\{(?:input:([^:}\n]+)(?::([^}\n]*))?|(\w+))\}/g,
    (all, input, hint, name) => {
      if (input !== undefined) {
        const value = values.get(input);
        return value ?? `[${hint || input}: see what the user wrote, or ask]`;
      }
      const value = known[name];
      if (value === undefined) unknown.add(all);
      return value ?? all;
    },
  );
  return { text: withGiven(text, given), unknown: [...unknown] };
}

function vscodeValues(focus: Focus | undefined, root: string): Readonly<Record<string, string | undefined>> {
  if (focus === undefined) return { workspaceFolder: root };
  const { path, lines } = focus;
  const base = path.slice(path.lastIndexOf('/') + 1);
  const selection = lines === undefined ? undefined : `lines ${lines} of ${path}`;
  return {
    workspaceFolder: root,
    file: path,
    fileBasename: base,
    fileBasenameNoExtension: base.replace(/(?<=.)\.[^.]*$/, ''),
    fileDirname: path.slice(0, Math.max(0, path.length - base.length - 1)) || '.',
    selection,
    selectedText: selection,
  };
}

/**
 * In opencode, the last number takes all that is left. Claude Code counts from 0 by now, and leaves what has no value as
 * it is; most of its prompts are older, so numbers count from 0 where a prompt has what is new.
 */
function expandShell(
  { text: body, data }: MarkdownFile,
  { given, form }: PromptCall & { readonly form: PromptForm },
): string {
  const names = namesIn(data.arguments) ?? [];
  const args = split(given);
  const numbers = [...body.matchAll(/\$(?:ARGUMENTS\[(\d{1,2})\]|(\d{1,2})(?!\d))/g)].map(([, one, other]) =>
    Number(one ?? other),
  );
  const isFromZero =
    form === 'claude-code' && (numbers.includes(0) || names.length > 0 || /\$ARGUMENTS\[/.test(body));
  const first = isFromZero ? 0 : 1;
  const last = Math.max(...numbers);
  const valueAt = (number: number) => {
    const at = number - first;
    if (form !== 'opencode') return args[at];
    return (number === last ? args.slice(at).join(' ') : args[at]) ?? '';
  };
  let isUsed = false;
  const text = body
    .replaceAll(shellCommand, (_all, line, block) =>
      line === undefined ? `(not run)\n\`\`\`\n${block}\`\`\`` : `\`${line}\` (not run)`,
    )
    .replaceAll(
      /(\\?)\$(?:ARGUMENTS\[(\d{1,2})\]|(ARGUMENTS)\b|(\d{1,2})(?!\d)|([A-Za-z_][\w-]*))/g,
      (all, backslash, index, whole, number, name) => {
        if (backslash !== '') return form === 'opencode' || name !== undefined ? all : all.slice(1);
        if (index ?? number) {
          // `$50` may be a price.
          const value = valueAt(Number(index ?? number));
          isUsed ||= value !== undefined;
          return value ?? all;
        }
        const at = name === undefined ? -1 : names.indexOf(name);
        if (whole === undefined && at === -1) return all;
        isUsed = true;
        return whole === undefined ? (args[at] ?? '') : given;
      },
    );
  return isUsed ? text : withGiven(text, given);
}

function split(given: string): readonly string[] {
  return [...given.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? '',
  );
}

function withGiven(text: string, given: string): string {
  return given.trim() === '' ? text : `${text}\n\nThe user’s arguments: ${visibleProse(given.trim())}`;
}
