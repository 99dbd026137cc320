import {
  join,
  joinAll,
  type Label,
  ofOutside,
  ofWorkspace,
  type ReadLabel,
} from '../../converser/labels/label.ts';
import { secretPlace } from '../workspace/protection/protected-place.ts';
import type { Command } from './command/command.ts';
import { commandText } from './command/command-text.ts';
import type { StartedCommand } from './shell.ts';

/**
 * Where the output of a command comes from, as far as its words show: from outside if it reaches out, and secret if it names
 * a file with keys. What else programs print is of the workspace.
 */
export function labelOfCommand({ command }: Pick<StartedCommand, 'command'>): ReadLabel {
  const words = commandText(command)
    .split(/[\s'"`;|&<>()=]+/)
    .filter(Boolean);
  const secret = words.find(word => secretPlace(word) !== undefined);
  const reachesOut = words.some(word => isAddress.test(word) || reaching.has(nameOf(word)));
  const label = joinAll([
    ofWorkspace,
    reachesOut ? ofOutside('tool:shell:run_command') : undefined,
    secret === undefined ? undefined : { ...ofWorkspace, confidentiality: 'secret' },
  ]);
  return secret === undefined ? label : { ...label, read: secret };
}

/** Of what it may write into files: as its words show, and what they hold of what the model has read. */
export function writtenLabel(command: Command, carries: Label | undefined): Label | undefined {
  const label = labelOfCommand({ command });
  const isOrdinary = label.integrity !== 'outside' && label.confidentiality !== 'secret';
  if (isOrdinary) return carries;
  return carries === undefined ? label : join(label, carries);
}

const isAddress = /^[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@[\w.-]+:/i;

/** Programs, and parts of their commands, that bring in what others wrote. */
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
