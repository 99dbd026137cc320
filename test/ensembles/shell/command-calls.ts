import { createVouching } from '../../../src/converser/call/caution/caution.ts';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { converse } from '../../../src/converser/turn/converse.ts';
import type { ResultCanister } from '../../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import type { Origin } from '../../../src/converser/words/ensemble/invoker.ts';
import type { PermissionRule } from '../../../src/converser/words/permission/rules.ts';
import { formatDiagnostic } from '../../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import { prepareEnsembles } from '../../../src/ensembles/prepare-ensembles.ts';
import { commandKind } from '../../../src/ensembles/shell/described/command-kind.ts';
import type { ShellPorts } from '../../../src/ensembles/shell/shell.ts';
import { shellTools } from '../../../src/ensembles/shell/shell-tools.ts';
import type { Answer } from '../../fakes/fake-approvals.ts';
import { createFakeDescriptorFiles } from '../../fakes/fake-descriptor-files.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { createTempFolder } from '../temp-folder.ts';
import { createTestShell } from './test-shell.ts';

/** What tools bring in makes no call here one to ask about. */
const trustingTools = createVouching({ has: source => source.startsWith('tool:') });

export interface CommandCallsOptions {
  readonly workspace: ShellPorts['workspace'];
  /** Default: that of `shell:run_command`. */
  readonly descriptor?: string;
  readonly origin?: Origin;
  readonly rules?: Readonly<Record<string, PermissionRule>>;
  readonly answers?: readonly Answer[];
  readonly secrets?: Readonly<Record<string, string>>;
  readonly shell?: Partial<ShellPorts>;
}

const shipped = `[ensemble]
name = "shell"
kind = "local"
[[invokers]]
implementation = "run_command"
aliases = ["bash"]
`;

export interface CallOptions {
  /** Stops the turn. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
}

/** Tools that run commands, behind the real loop and the real permissions. */
export async function createCommandCalls({
  workspace,
  descriptor = shipped,
  origin = descriptor === shipped ? 'shipped' : 'user',
  rules = {},
  answers = [],
  secrets = {},
  ...options
}: CommandCallsOptions) {
  const files = createFakeDescriptorFiles({ '/tools/api.toml': descriptor });
  const ports = await createFakePorts({ rules, answers, vouching: trustingTools });
  const state = await createTempFolder();
  const known = ports.host.secrets;
  const shell = createTestShell(workspace, { folder: state.path, secrets: known, ...options.shell });
  const ensembles = await prepareEnsembles({
    files,
    folders: [{ path: '/tools', origin, isTrusted: () => true }],
    tools: shellTools(shell),
    kinds: [commandKind({ shell, secrets: { secret: async key => secrets[key], ...known } })],
    roster: ports.roster,
    log: ports.host.log,
  });
  async function call(
    name: string,
    args: JsonObject = {},
    { signal = new AbortController().signal, onProgress }: CallOptions = {},
  ): Promise<{ readonly told: string; readonly result: ResultCanister }> {
    const model = createScriptedModel(invokes([name, args]), says('Done.'));
    // A new one each time, into which no earlier output has come.
    const conversation = createConversation('c');
    for await (const event of converse(conversation, { content: [text('Go.')] }, { ports, model, signal })) {
      if (event.type === 'invocation-progress') onProgress?.(event.message);
    }
    const result = conversation.canisters.findLast(canister => canister.role === 'result');
    if (result?.role !== 'result') throw new Error('There is no result.');
    return { told: textOf(result.content), result };
  }

  return {
    call,
    state: state.path,
    invokers: () => ports.roster.invokers(),
    mistakes: () => [...ensembles.diagnostics.values()].flat().map(formatDiagnostic),
    questions: ports.host.approver.asked,
    async dispose() {
      await ensembles.dispose();
      await shell.dispose();
      await state.dispose();
    },
  };
}
