import { mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { errors } from '../../converser/ground/errors.ts';
import type { Clock, Ids } from '../../converser/ground/ports.ts';
import type { KnownSecrets } from '../../converser/ground/secrets/known-secrets.ts';
import { ofWorkspace, type ReadLabel } from '../../converser/words/labels/label.ts';
import { absolutePath } from '../../converser/words/workspace/paths.ts';
import type { LoginPath } from '../process/login-path.ts';
import { createProcessGuard } from '../process/process-guard.ts';
import type { AddedPlaces } from '../workspace/protection/added-places.ts';
import { addedAt } from './asked-place.ts';
import type { Command } from './command/command.ts';
import type { FilesRead } from './files-read.ts';
import { findLaunch, isOnPath, realProgram } from './run/find-program.ts';
import { createOutput } from './run/output.ts';
import { type RunningCommand, type StartOptions, startCommand } from './run/running-command.ts';
import { whyNotStarted } from './run/why-no-start.ts';
import { type Folders, holdWorkingFolder, locateFolder } from './run/working-folder.ts';
import type { Access } from './sandbox/access.ts';
import type { ProposedText } from './sandbox/layer/propose-in-layer.ts';
import {
  type EncloseOptions,
  notCopied,
  nothingReleased,
  type Released,
  type Sandbox,
  type SandboxPlan,
  withoutSandbox,
} from './sandbox/sandbox.ts';

export interface ShellPorts {
  readonly workspace: Folders;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: Pick<KnownSecrets, 'hide'>;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly loginPath: LoginPath;
  readonly foresee: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly sandbox: Sandbox;
  readonly addedPlaces: AddedPlaces;
  readonly labels: FilesRead['labels'];
}

export interface StartedCommand {
  readonly id: string;
  readonly command: Command;
  readonly isBackground: boolean;
  readonly isSandboxed: boolean;
  readonly cwd: string | undefined;
  readonly label: ReadLabel;
  /** What it did to protected places, or would have done; complete once it has ended. */
  readonly released: () => Released;
  readonly running: RunningCommand;
}

export interface StartRequest
  extends Pick<StartOptions, 'limit' | 'onText' | 'stdin' | 'errorsApart'>,
    Omit<EncloseOptions, 'temporary'> {
  readonly command: Command;
  readonly access: Access;
  readonly cwd?: string | undefined;
  readonly label?: ReadLabel;
  /** The label goes by what this plan lets it reach. */
  readonly plan?: SandboxPlan;
  readonly variables?: Readonly<Record<string, string>>;
}

export interface Shell
  extends Pick<ShellPorts, 'workspace' | 'clock' | 'foresee' | 'sandbox' | 'addedPlaces'> {
  start(request: StartRequest): Promise<StartedCommand>;
  find(id: string): StartedCommand | undefined;
  /** Throws where `cwd` leads out of the roots. */
  filesRead(cwd: string | undefined): FilesRead;
  realProgram(program: string, cwd: string): Promise<string | undefined>;
  isOnPath(program: string, cwd: string): Promise<boolean>;
  readonly hide: KnownSecrets['hide'];
  dispose(): Promise<void>;
}

/** Its commands see these files as they are proposed, and what they change is not kept. */
export function onCopy(shell: Shell, files: () => readonly ProposedText[]): Shell {
  return { ...shell, start: request => shell.start({ ...request, proposed: files() }) };
}

const mostRunning = 16;
const mostKept = 60;
/** In bytes, of one command. */
const mostOutput = 64 * 1024 * 1024;

export function createShell(ports: ShellPorts): Shell {
  const { workspace, clock, ids, secrets, environment, loginPath, sandbox } = ports;
  const folder = path.join(ports.folder, ids.next('run'));
  const guard = createProcessGuard();
  const started = new Map<string, StartedCommand>();
  let count = 0;
  let isDisposed = false;

  async function start(request: StartRequest): Promise<StartedCommand> {
    if (isDisposed) throw errors.notAvailable('commands while Converser ends');
    const running = [...started.values()].filter(each => each.running.end === undefined).length;
    if (running >= mostRunning)
      throw errors.badArguments(`${running} commands run already. Stop one of them first.`);
    const plan = request.plan ?? (await sandbox.plan(request.access));
    if (plan.kind === 'refused') throw errors.badArguments(plan.why);
    if (plan.kind === 'open' && request.proposed?.length) throw errors.notAvailable(notCopied);
    const id = `c${++count}`;
    const held = await holdWorkingFolder(workspace, request.cwd);
    try {
      const { command, variables, isBackground, cwd, label = ofWorkspace } = request;
      const { limit, onText, stdin, errorsApart } = request;
      const launch = await findLaunch(command, held.place, { environment, loginPath, variables });
      const isSandboxed = plan.kind === 'sandboxed';
      const output = createOutput({
        file: path.join(folder, `${id}.txt`),
        readOn: `Read it with read_output {"id": "${id}", "offset": …}.`,
        mostKept: mostOutput,
      });
      const enclosed = isSandboxed
        ? await plan.enclose(
            { ...launch, cwd: held.place },
            { ...request, temporary: await temporaryFolder() },
          )
        : await withoutSandbox({ ...launch, cwd: held.path }, request.watch);
      let released = nothingReleased;
      const onEnd = async () => {
        released = await enclosed.release();
      };
      const running = await startCommand(enclosed.launch, {
        ...{ output, limit, onText, stdin, errorsApart, guard, clock, onEnd, isSandboxed },
        mark: ids.next('command'),
        hide: secrets.hide,
      }).catch(async (cause: unknown) => {
        await onEnd();
        throw command.kind === 'program' ? whyNotStarted(cause, command) : cause;
      });
      const about = { id, command, cwd, label, isBackground, isSandboxed };
      return keep({ ...about, released: () => released, running });
    } finally {
      await held.release();
    }
  }

  async function temporaryFolder(): Promise<string> {
    const place = path.join(folder, 'tmp');
    await mkdir(place, { recursive: true, mode: 0o700 });
    return realpath(place);
  }

  function keep(command: StartedCommand): StartedCommand {
    started.set(command.id, command);
    const over = [...started.values()].filter(({ running }) => running.end !== undefined);
    for (const old of over.slice(0, Math.max(0, started.size - mostKept))) {
      started.delete(old.id);
      void old.running.output.remove();
    }
    return command;
  }

  return {
    start,
    find: id => started.get(id),
    workspace,
    foresee: ports.foresee,
    hide: secrets.hide,
    sandbox,
    addedPlaces: ports.addedPlaces,
    filesRead(cwd) {
      const folder = absolutePath(locateFolder(workspace, cwd));
      // Git names files from the root of its repository.
      const folders = new Set([folder, ...workspace.roots.map(root => root.path)]);
      const whyAdded = () => addedAt(ports);
      return { labels: ports.labels, folders: [...folders], whyAdded };
    },
    clock,
    realProgram: (program, cwd) => realProgram(program, cwd, { environment }),
    isOnPath: (program, cwd) => isOnPath(program, cwd, { environment, loginPath }),
    async dispose() {
      isDisposed = true;
      const all = [...started.values()];
      await Promise.all(all.map(({ running }) => running.stop()));
      await Promise.all(all.map(({ running }) => running.output.remove()));
      await rm(folder, { recursive: true, force: true });
      guard.dispose();
    },
  };
}
