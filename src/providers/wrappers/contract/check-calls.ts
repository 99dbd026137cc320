import { checkArguments } from '../../../converser/call/arguments/check-arguments.ts';
import { repairArguments } from '../../../converser/call/arguments/repair-arguments.ts';
import type { ToolDefinition } from '../../../converser/words/models/provider.ts';
import type { ContractCall } from '../../../dialects/contract/outcome.ts';

export interface CallComplaint {
  readonly tool: string;
  readonly complaint: string;
}

/** The core makes the same repairs. A name that several tools have is left to it, because it can ask back. */
export async function complaintsAboutCalls(
  calls: readonly ContractCall[],
  tools: readonly ToolDefinition[],
): Promise<readonly CallComplaint[]> {
  const each = calls.map(async call => {
    const tool = tools.find(({ name }) => name === call.name);
    if (tool === undefined) return undefined;
    const complaint = await complaintAbout(call, tool);
    return complaint === undefined ? undefined : { tool: tool.name, complaint };
  });
  return (await Promise.all(each)).filter(complaint => complaint !== undefined);
}

async function complaintAbout(
  { arguments: written }: ContractCall,
  { inputSchema }: ToolDefinition,
): Promise<string | undefined> {
  const repaired = repairArguments(written, inputSchema);
  if (repaired.kind === 'malformed') return repaired.reason;
  const checked = await checkArguments(repaired.arguments, inputSchema);
  if (checked.valid) return undefined;
  return checked.isLacking ? `${checked.complaint}, and ${askForIt}` : checked.complaint;
}

const askForIt =
  'if you do not know it, answer with a question to the user instead of calling, and never invent it';
