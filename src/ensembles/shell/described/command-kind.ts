import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../converser/ground/json/json.ts';
import type { Tool } from '../../define-tool.ts';
import type { InvokerDescriptor } from '../../descriptors/descriptor.ts';
import type { EnsembleKind } from '../../descriptors/ensemble-kind.ts';
import { type DescribedTool, describedKind, needless, requestKeys } from '../../local/described-kind.ts';
import { wordText } from '../command/command-text.ts';
import { onCopy } from '../shell.ts';
import { checkCommand } from './check-command.ts';
import { type CommandPorts, commandTool } from './command-tool.ts';

export function commandKind(ports: CommandPorts): EnsembleKind {
  return describedKind('command', written => describeTool(written, ports));
}

function describeTool(written: InvokerDescriptor, ports: CommandPorts): DescribedTool {
  const mistakes = [
    ...needless(written, ['implementation', 'auxdata'], 'with kind = "command", command says what runs.'),
    ...needless(written, requestKeys, 'it needs kind = "http".'),
    ...checkCommand(written),
  ];
  if (mistakes.length > 0) return { mistakes };
  const tool: Tool = {
    ...commandTool(written, ports),
    inProposal: ({ files }) => commandTool(written, { ...ports, shell: onCopy(ports.shell, files) }),
  };
  return { made: { tool, implementation: implementationOf(written) }, mistakes };
}

/** See `Invoker.implementation`: a changed command or variable is asked about anew. */
function implementationOf({
  command = [],
  stdin = '',
  cwd = '',
  env = {},
  allowOptions = [],
  access = 'workspace',
}: InvokerDescriptor) {
  const all = canonicalJson({ command, stdin, cwd, env, allowOptions, access });
  const digest = createHash('sha256').update(all).digest('hex');
  const names = Object.keys(env);
  const variables = names.length === 0 ? '' : ` with ${names.join(', ')}`;
  return `${command.flat().map(shown).join(' ')}${variables} (sha256 ${digest})`;
}

function shown(word: string): string {
  return /^[\w@%+=:,./{}-]+$/.test(word) ? word : wordText(word);
}
