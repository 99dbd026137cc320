import type { JsonObject } from '../../converser/ground/json/json.ts';
import { text } from '../../converser/words/canister/content.ts';
import { type Context, type Reply, reply } from '../../converser/words/ensemble/invoker.ts';
import { defineTool, type Tool } from '../define-tool.ts';
import { askedPlace } from './asked-place.ts';
import { readCommand } from './command/command.ts';
import { isBuiltIn } from './command/program-name.ts';
import { labelOfOutput } from './command-label.ts';
import { accessOf, previewOf, refuseUnfound, subjectOf, whyNamed } from './command-question.ts';
import { resultOf } from './command-result.ts';
import { duringCall, eventOrTime, limitIn, ordinaryLimit, runToEnd } from './during-call.ts';
import { type Access, accesses } from './sandbox/access.ts';
import { onCopy, type Shell, type StartedCommand } from './shell.ts';

/** In a proposal, it runs on a copy, where the machine has layers. */
export function runCommand(shell: Shell): Tool {
  return {
    ...runCommandIn(shell),
    inProposal: ({ files }) => runCommandIn(onCopy(shell, files)),
  };
}

function runCommandIn(shell: Shell): Tool {
  const placeOf = ({ cwd, access }: { readonly cwd?: string; readonly access?: Access }) => ({
    cwd,
    access: accessOf(shell, access),
  });
  return defineTool({
    name: 'run_command',
    description:
      'Runs a program and returns its output and exit code. Give program and args; use line only for what needs a shell, such as pipes: the user is asked about each line.',
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    deduplication: 'none',
    recordsChanges: true,
    adapt: adaptCommand,
    arguments: {
      type: 'object',
      properties: {
        program: { type: 'string' },
        args: { type: 'array', items: { type: 'string' }, maxItems: 1_000 },
        line: {
          type: 'string',
          description: 'For /bin/sh, or cmd.exe on Windows.',
        },
        cwd: { type: 'string', description: 'Default: the first workspace folder.' },
        timeout: {
          type: 'number',
          exclusiveMinimum: 0,
          maximum: 86_400,
          description: `Seconds. Default: ${ordinaryLimit / 1000}.`,
        },
        access: {
          enum: accesses,
          description:
            'workspace (default): writes only there, not in .git; no network, no .env or keys. network: to install or fetch, too. full: no sandbox, for git commit and what the others refuse; the user is asked.',
        },
        background: {
          type: 'boolean',
          description: 'Return at once, for servers and watchers.',
        },
      },
      additionalProperties: false,
    },
    review(args) {
      const command = readCommand(args);
      const place = placeOf(args);
      return {
        subject: () => subjectOf(shell, command, place),
        mustBeNamed: whyNamed(command, place),
        alwaysAsk: () => askedPlace(shell, command, place.cwd).catch(() => undefined),
        async preview(signal) {
          await refuseUnfound(shell, command, { ...place, signal });
          return previewOf(shell, command, { ...place, signal });
        },
        failsAs: 'shell:run_command',
      };
    },
    async invoke(args, context) {
      const command = readCommand(args);
      const place = placeOf(args);
      const started = await shell.start({
        command,
        ...place,
        isBackground: args.background === true,
        limit: args.background === true ? seconds(args.timeout) : limitIn(context, seconds(args.timeout)),
        ...(await duringCall(context, shell, { command, ...place })),
      });
      ownCommands(context).add(started.id);
      return args.background === true
        ? inBackground(started, shell, context)
        : resultOf(shell, started, await runToEnd(started, context.signal));
    },
  });
}

function seconds(count: number | undefined): number | undefined {
  return count === undefined ? undefined : count * 1000;
}

/** In milliseconds. A command that can't work usually says so by then. */
const firstWords = 300;

async function inBackground(started: StartedCommand, shell: Shell, { signal }: Context): Promise<Reply> {
  const { id, running } = started;
  await eventOrTime(running.ended, { clock: shell.clock, time: firstWords, signal });
  if (running.end !== undefined) return resultOf(shell, started, running.end);
  await running.flush();
  const soFar = running.output.shown().trimEnd();
  const said = `Running in the background as ${id}.${soFar === '' ? '' : `\n${soFar}`}`;
  const label = await labelOfOutput(started, soFar, shell.filesRead(started.cwd));
  return reply({ content: [text(said)], label });
}

/** Other programs' tools take one `command` for a shell. If a shell would only split it at spaces, it needs none. */
function adaptCommand(args: JsonObject): JsonObject {
  const { command, cmd, ...others } = args;
  const written = command ?? cmd;
  if (typeof written !== 'string' || 'program' in args || 'line' in args) return args;
  const line = written.trim();
  const rest = renamed(others);
  const [program = '', ...words] = line.split(/ +/);
  if (!plainWords.test(line) || isBuiltIn(program)) return { ...rest, line: written };
  return { ...rest, program, args: words };
}

/** The first word can't be an assignment. */
const plainWords = /^[\w@+:,./-]+(?: +[\w@+:,./=-]+)*$/;

function renamed({
  workdir,
  working_directory,
  is_background,
  run_in_background,
  ...rest
}: JsonObject): JsonObject {
  const cwd = workdir ?? working_directory;
  const background = is_background ?? run_in_background;
  return {
    ...rest,
    ...(cwd === undefined ? {} : { cwd }),
    ...(background === undefined ? {} : { background }),
  };
}

/** A conversation neither sees nor stops the commands of others. */
export function ownCommands({ namespace }: Pick<Context, 'namespace'>): Set<string> {
  const known = namespace.get(key);
  if (known instanceof Set) return known as Set<string>;
  const ids = new Set<string>();
  namespace.set(key, ids);
  return ids;
}

const key = 'commands';
