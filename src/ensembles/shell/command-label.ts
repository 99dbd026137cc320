import { defined } from '../../converser/ground/json/defined.ts';
import {
  join,
  joinAll,
  type Label,
  ofOutside,
  ofWorkspace,
  type ReadLabel,
} from '../../converser/words/labels/label.ts';
import { secretPlace } from '../workspace/protection/protected-place.ts';
import type { Command } from './command/command.ts';
import { type FilesRead, labelOfNamed, labelOfPrinted } from './files-read.ts';
import { namesIn } from './rules/named-place.ts';
import type { StartedCommand } from './shell.ts';

/** Output is from outside if the words reach out, and secret if they name a file with keys; otherwise the workspace's. */
export function labelOfCommand({ command, secret: found }: Naming): ReadLabel {
  const words = wordsOf(command);
  const secret = found ?? words.find(word => secretPlace(word) !== undefined);
  const reachesOut = words.some(word => isAddress.test(word) || reaching.has(nameOf(word)));
  const label = joinAll([
    ofWorkspace,
    reachesOut ? ofOutside('tool:shell:run_command') : undefined,
    secret === undefined ? undefined : { ...ofWorkspace, confidentiality: 'secret' },
  ]);
  return secret === undefined ? label : { ...label, read: secret };
}

export async function labelOfStart(naming: Naming, files: FilesRead): Promise<ReadLabel> {
  return withRead(labelOfCommand(naming), await labelOfNamed(naming.command, files));
}

export interface Naming {
  readonly command: Command;
  readonly secret?: string | undefined;
}

/** Printing nothing reveals nothing. */
export async function labelOfOutput(
  { label }: Labelled,
  output: string,
  files: FilesRead,
): Promise<ReadLabel> {
  return output.trim() === '' ? ofWorkspace : withRead(label, await labelOfPrinted(output, files));
}

type Labelled = Pick<StartedCommand, 'label'>;

function withRead(label: ReadLabel, more: ReadLabel | undefined): ReadLabel {
  if (more === undefined) return label;
  const { read = more.read } = label;
  return defined({ ...join(label, more), read });
}

/** Labels what it may write into files: what it starts with, and what its words hold of what the model has read. */
export function writtenLabel(label: ReadLabel, carries: Label | undefined): Label | undefined {
  const isOrdinary = label.integrity !== 'outside' && label.confidentiality !== 'secret';
  if (isOrdinary) return carries;
  return carries === undefined ? label : join(label, carries);
}

/** An argument of several words, such as a message, names nothing. */
function wordsOf(command: Command): readonly string[] {
  if (command.kind === 'program') return [command.program, ...namesIn(command)];
  return command.line.split(/[\s'"`;|&<>()=]+/).filter(Boolean);
}

const isAddress = /^[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@[\w.-]+:/i;

/** These programs and subcommands bring in what others wrote. */
const reaching = new Set(
  `curl wget http https xh aria2c lynx w3m links elinks nc ncat netcat socat telnet ftp sftp scp rsync ssh gh glab hub
  fetch pull clone ls-remote view dig nslookup host whois mail mutt docker podman kubectl aws az gcloud`.split(
    /\s+/,
  ),
);

function nameOf(word: string): string {
  return word
    .replace(/^.*[/\\]/, '')
    .replace(/\.exe$/i, '')
    .toLowerCase();
}
