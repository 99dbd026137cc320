import {
  join,
  joinAll,
  type Label,
  ofOutside,
  ofWorkspace,
  type ReadLabel,
} from '../../converser/words/labels/label.ts';
import { secretPlace } from '../workspace/protection/protected-place.ts';
import { namesOf } from './asked-place.ts';
import type { Command } from './command/command.ts';
import { programName } from './command/program-name.ts';
import { type FilesRead, joinedRead, labelOfNamed, labelOfPrinted } from './files-read.ts';
import { onlyLooks } from './rules/named-place.ts';
import { shellWords } from './rules/shell-words.ts';
import type { SandboxPlan } from './sandbox/sandbox.ts';
import type { StartedCommand } from './shell.ts';

/** Output is from outside if the command could reach others, and secret if it names a file with keys; otherwise the workspace's. */
export function labelOfCommand({ command, secret: found, plan }: Naming): ReadLabel {
  const words = wordsOf(command);
  const secret = found ?? words.find(word => secretPlace(word) !== undefined);
  const couldReach = plan?.kind === 'sandboxed' ? plan.hasNetwork : !staysHere(command, words);
  const label = joinAll([
    ofWorkspace,
    couldReach ? ofOutside('tool:shell:run_command') : undefined,
    secret === undefined ? undefined : { ...ofWorkspace, confidentiality: 'secret' },
  ]);
  return secret === undefined ? label : { ...label, read: secret };
}

export async function labelOfStart(naming: Naming, files: FilesRead): Promise<ReadLabel> {
  const own = labelOfCommand(naming);
  return joinedRead(own, await labelOfNamed(naming.command, files)) ?? own;
}

export interface Naming {
  readonly command: Command;
  readonly secret?: string | undefined;
  /** Says what it can reach; without it, as without a sandbox, only its words tell. */
  readonly plan?: SandboxPlan;
}

/** Printing nothing reveals nothing. */
export async function labelOfOutput(
  { label }: Labelled,
  output: string,
  files: FilesRead,
): Promise<ReadLabel> {
  if (output.trim() === '') return ofWorkspace;
  return joinedRead(label, await labelOfPrinted(output, files)) ?? label;
}

type Labelled = Pick<StartedCommand, 'label'>;

/** Labels what it may write into files: what it starts with, and what its words hold of what the model has read. */
export function writtenLabel(label: ReadLabel, carries: Label | undefined): Label | undefined {
  const isOrdinary = label.integrity !== 'outside' && label.confidentiality !== 'secret';
  if (isOrdinary) return carries;
  return carries === undefined ? label : join(label, carries);
}

/** An argument of several words, such as a message, names nothing. */
function wordsOf(command: Command): readonly string[] {
  return [...(command.kind === 'program' ? [command.program] : []), ...namesOf(command)];
}

/** Whatever runs code of its own, such as a script, a build or a test, could reach others. */
function staysHere(command: Command, words: readonly string[]): boolean {
  if (words.some(word => isAddress.test(word))) return false;
  if (command.kind === 'program') return isLocal(command.program, command.args);
  return shellWords(command.line).commands.every(([program = '', ...args]) => isLocal(program, args));
}

function isLocal(program: string, args: readonly string[]): boolean {
  const name = programName(program);
  if (name === 'git') return localWithGit.has(args[args[0] === '-C' ? 2 : 0] ?? '');
  return (
    local.has(name) || (onlyLooks({ program, args }) && !args.some(arg => /^--?(exec|ok|pre|x$)/i.test(arg)))
  );
}

const isAddress = /^[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@[\w.-]+:/i;

/** These and the programs that only look do what they do here, without code of others. */
const local = new Set(
  `cd cp mv rm rmdir mkdir touch ln chmod chown sed awk sort uniq cut tr tee seq sleep date true false exit set for done
   fi $ jq base64 xxd od type dir copy move del ren`.split(/\s+/),
);

const localWithGit = new Set(
  `status diff log show blame grep ls-files ls-tree rev-parse check-ignore check-attr shortlog cat-file describe reflog
   add rm mv commit branch tag checkout switch restore reset stash merge rebase cherry-pick revert apply init`.split(
    /\s+/,
  ),
);
