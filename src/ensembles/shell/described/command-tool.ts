import { fillDefaults } from '../../../converser/call/arguments/fill-defaults.ts';
import { errors } from '../../../converser/ground/errors.ts';
import type { JsonObject, JsonValue } from '../../../converser/ground/json/json.ts';
import { shownLines } from '../../../converser/ground/wording/shown-lines.ts';
import { text } from '../../../converser/words/canister/content.ts';
import { type Context, type Returned, reply } from '../../../converser/words/ensemble/invoker.ts';
import type { Tool } from '../../define-tool.ts';
import type { InvokerDescriptor } from '../../descriptors/descriptor.ts';
import { argumentOf, piecesOf, plainText, Unfit } from '../../http/argument-placeholders.ts';
import { type HttpSecrets, secretOf, secretsByName } from '../../http/headers.ts';
import { noArguments } from '../../local/module-tool.ts';
import { readCommand } from '../command/command.ts';
import { wordText } from '../command/command-text.ts';
import { accessOf, previewOf, subjectOf } from '../command-question.ts';
import { droppedText, endText } from '../command-result.ts';
import { duringCall, limitIn, runToEnd } from '../during-call.ts';
import { shownIn } from '../run/working-folder.ts';
import type { Shell, StartRequest } from '../shell.ts';
import { fillCommand, fillText, readTemplate } from './command-template.ts';

export interface CommandPorts {
  readonly shell: Shell;
  readonly secrets: HttpSecrets;
}

export function commandTool(written: InvokerDescriptor, { shell, secrets }: CommandPorts): Tool {
  const { command: words = [], allowOptions = [], access } = written;
  const schema = written.arguments ?? noArguments;
  const template = readTemplate(words, allowOptions);
  const complete = (args: JsonObject) => fillDefaults(args, schema);
  const commandOf = (args: JsonObject) =>
    fitting(() => readCommand({ program: template.program, args: fillCommand(template, complete(args)) }));
  const cwdOf = (args: JsonObject) => fitting(() => filled(written.cwd, complete(args)));
  const placeOf = (args: JsonObject) => ({ cwd: cwdOf(args), access: accessOf(shell, access) });
  return {
    name: written.name ?? '',
    description: written.description ?? '',
    arguments: schema,
    annotations: { readOnly: false, destructive: true, openWorld: true },
    permission: 'ask',
    recordsChanges: true,
    review(args) {
      const command = commandOf(args);
      const place = placeOf(args);
      return {
        subject: async () => subjectOf(shell, command, place),
        async preview(signal) {
          const given = await givenIn(written, complete(args), secrets);
          return previewOf(shell, command, { ...place, signal, given });
        },
      };
    },
    async invocable(args, context) {
      const all = complete(args);
      const stdin = fitting(() => filled(written.stdin, all));
      const request = {
        command: commandOf(args),
        ...placeOf(args),
        variables: await variablesOf(written.env ?? {}, all, secrets),
        ...(stdin !== undefined && { stdin }),
      };
      return run(shell, request, { context, hasTemplates: written.output !== undefined });
    },
  };
}

async function givenIn(
  { env = {}, stdin }: InvokerDescriptor,
  args: JsonObject,
  secrets: HttpSecrets,
): Promise<readonly string[]> {
  const { hide } = secrets;
  const variables = Object.entries(await variablesOf(env, args, secretsByName(secrets)));
  const input = fitting(() => filled(stdin, args));
  return [
    ...variables.flatMap(([name, value]) => shownLines(wordText(hide(value)), ` with ${name}=`)),
    ...(input === undefined ? [] : shownLines(wordText(hide(input)), ' input: ')),
  ];
}

type Request = Pick<StartRequest, 'command' | 'cwd' | 'access' | 'variables' | 'stdin'>;

async function run(
  shell: Shell,
  request: Request,
  { context, hasTemplates }: { readonly context: Context; readonly hasTemplates: boolean },
): Promise<Returned> {
  const started = await shell.start({
    ...request,
    isBackground: false,
    errorsApart: true,
    limit: limitIn(context, context.invoker.totalTimeLimit),
    ...(await duringCall(context, shell, request)),
    // Nobody is asked about what its arguments name.
    seesKeys: false,
  });
  const end = await runToEnd(started, context.signal);
  const output = started.running.output.shown().trimEnd();
  const dropped = droppedText(started.released().dropped?.map(place => shownIn(shell.workspace, place)));
  if (end.how === 'exited' && end.code === 0) {
    if (hasTemplates && dropped === '') return jsonOrOutput(output);
    return [output === '' ? 'Done, without output.' : output, dropped].filter(Boolean).join('\n');
  }
  const message = endText(end);
  const kind = end.how === 'out-of-time' ? 'timeout' : 'execution';
  return reply({
    content: [text([message, output, started.running.errors.trimEnd()].filter(Boolean).join('\n'))],
    failure: { kind, message },
  });
}

function jsonOrOutput(output: string): JsonValue {
  try {
    const value = JSON.parse(output) as JsonValue;
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Any other output is text.
  }
  return { output };
}

async function variablesOf(
  env: Readonly<Record<string, string>>,
  args: JsonObject,
  secrets: HttpSecrets,
): Promise<Readonly<Record<string, string>>> {
  const variables: Record<string, string> = {};
  for (const [name, template] of Object.entries(env)) {
    let value: string | undefined = '';
    for (const piece of piecesOf(template)) {
      if (piece.kind === 'text') value += piece.text;
      if (piece.kind === 'secret') value += await secretOf(piece.key, secrets).catch(asBadArguments);
      if (piece.kind !== 'argument') continue;
      const given = argumentOf(args, piece.name);
      value = given === undefined ? undefined : value + fitting(() => plainText(given, piece.name));
      if (value === undefined) break;
    }
    if (value?.includes('\0') === true) throw errors.badArguments(`The variable ${name} can’t hold NUL.`);
    if (value !== undefined) variables[name] = value;
  }
  return variables;
}

function filled(template: string | undefined, args: JsonObject): string | undefined {
  return template === undefined ? undefined : fillText(piecesOf(template), args);
}

function fitting<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    return asBadArguments(cause);
  }
}

function asBadArguments(cause: unknown): never {
  throw cause instanceof Unfit ? errors.badArguments(cause.message) : cause;
}
